"""Names a question asks for, one by one."""

from __future__ import annotations

from pathlib import Path

from aliquot import Library
from aliquot.types import Survey

CONFIG = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
NOTES = {
    "one.md": "# Culture\n\nHeLa cells were cultured in DMEM at 37 °C.",
    "two.md": "# Course\n\nThe course took place in Vero Beach.",
    "three.md": "# Kidney\n\nVero cells were infected with the virus.",
}


def survey(folder: Path, question: str, *names: str) -> Survey:
    for name in names:
        (folder / name).write_text(NOTES[name], "utf-8")
    with Library.create(folder / "library", CONFIG) as library:
        library.add(*(folder / name for name in names))
        return library.survey(question)


def test_a_town_of_the_same_name_is_no_cell_line(tmp_path: Path) -> None:
    found = survey(tmp_path, "Which of HeLa and Vero have we never used?", "one.md", "two.md")
    assert [row.values["name"] for row in found.rows] == ["HeLa"]
    assert [one.name for one in found.absent] == ["Vero"]


def test_the_town_does_not_count_among_the_documents_of_the_cell_line(tmp_path: Path) -> None:
    found = survey(tmp_path, "Have we ever used Vero cells?", "two.md", "three.md")
    assert [row.values["documents"] for row in found.rows] == ["1"]


def test_names_of_no_known_kind_are_looked_for_as_words(tmp_path: Path) -> None:
    found = survey(tmp_path, "Have we ever been to Vero Beach?", "two.md")
    assert not found.absent
