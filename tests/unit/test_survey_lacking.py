"""Documents that do not say something."""

from __future__ import annotations

from pathlib import Path

from aliquot import Library
from aliquot.types import Survey

CONFIG = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
NOTES = {
    "one.md": "# Lumen buffer\n\nVirellin was added to the lumen buffer.",
    "two.md": "# Flash assay\n\nThe flash rate was measured.",
    "three.md": "# Culture\n\nVirellin was not used here.",
    "four.md": "# Virellin stock\n\nStored at 4 °C.",
}


def survey(folder: Path, question: str) -> Survey:
    for name, text in NOTES.items():
        (folder / name).write_text(text, "utf-8")
    with Library.create(folder / "library", CONFIG) as library:
        library.add(*(folder / name for name in NOTES))
        return library.survey(question)


def test_all_that_do_not_say_it_are_absences_and_none_a_row(tmp_path: Path) -> None:
    found = survey(tmp_path, "Which documents do not mention virellin?")
    assert not found.rows
    assert [one.name for one in found.absent] == ["Flash assay"]
    assert found.absent[0].searched == ("words",)
    assert found.universe == "every document in scope that was read (4)"


def test_the_documents_that_do_say_it_are_told(tmp_path: Path) -> None:
    found = survey(tmp_path, "Which documents do not mention the flash rate?")
    assert any("1 documents say it: Flash assay" in note for note in found.notes)


def test_what_is_counted_is_what_does_not_say_it(tmp_path: Path) -> None:
    found = survey(tmp_path, "How many documents do not mention virellin?")
    assert found.count == len(found.absent) == 1


def test_only_documents_about_what_is_asked_can_lack_something(tmp_path: Path) -> None:
    found = survey(tmp_path, "Which documents about the lumen buffer do not mention trehalose?")
    assert [one.name for one in found.absent] == ["Lumen buffer"]
    assert "about lumen buffer" in found.universe


def test_what_says_one_thing_and_not_another_is_a_row_with_its_quote(tmp_path: Path) -> None:
    found = survey(tmp_path, "Which documents mention virellin but not the lumen buffer?")
    assert sorted(row.values["title"] for row in found.rows) == ["Culture"]
    assert all(row.citations[0].verified for row in found.rows)


def test_documents_that_lack_something_are_not_told_as_things_never_used(tmp_path: Path) -> None:
    found = survey(tmp_path, "Which documents do not mention virellin?")
    assert found.summary.startswith("Not said in 1 document: Flash assay.")


def test_that_no_document_is_about_it_is_told(tmp_path: Path) -> None:
    found = survey(tmp_path, "Which documents about malaria do not mention virellin?")
    assert not found.absent
    assert "no document in scope about malaria was read" in found.notes
