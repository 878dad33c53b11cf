"""What a survey holds of its documents, and what it tells of them on the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from aliquot import Library
from aliquot.protocols import ProgressEvent
from aliquot.survey.asked import InScope

CONFIG = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
NOTES = {
    "a.md": "# Plates\n\nPlates were poured and left to set.",
    "b.md": "# Growth\n\nHeLa cells were grown in DMEM at 37 °C.",
    "c.md": "# Washes\n\nWashes were done twice.",
    "d.md": "# Lysis\n\nHeLa cells and Vero cells were grown in DMEM.",
    "e.md": "# Notes\n\nNothing was done on Friday.",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("scope")
    for name, text in NOTES.items():
        (folder / name).write_text(text, "utf-8")
    with Library.create(folder / "library", CONFIG) as opened:
        opened.add(*(folder / name for name in NOTES))
        yield opened


def test_progress_over_things_counts_every_document_in_scope_once(library: Library) -> None:
    told: list[ProgressEvent] = []
    survey = library.survey("Which cell lines did we use?", progress=told.append)
    assert {row.values["cell line"] for row in survey.rows} == {"HeLa", "Vero"}
    assert [(one.done, one.total) for one in told] == [(done, 5) for done in range(1, 6)]


def test_a_thing_in_more_documents_than_are_quoted_names_them_all(tmp_path: Path) -> None:
    names = [tmp_path / f"{number}.md" for number in range(12)]
    for name in names:
        name.write_text(f"# Note {name.stem}\n\nHeLa cells were used.", "utf-8")
    with Library.create(tmp_path / "library", CONFIG) as opened:
        opened.add(*names)
        (row,) = opened.survey("Which cell lines did we use?").rows
    assert len(row.documents) == 12
    assert len(row.citations) == 5


def test_no_record_is_held_of_a_document_that_is_no_row() -> None:
    assert set(InScope.__slots__) == {"id", "title", "source"}


def test_groups_count_documents_that_are_no_rows(library: Library) -> None:
    survey = library.survey("Which cell lines did we use?", group_by="author")
    assert [(group.value, group.in_scope) for group in survey.groups] == [("", 5)]


def test_files_that_gave_nothing_are_in_the_ledger_apart_from_copies(tmp_path: Path) -> None:
    (tmp_path / "one.md").write_text("# One\n\nVirellin.", "utf-8")
    (tmp_path / "two.md").write_text("# One\n\nVirellin.", "utf-8")
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.4 broken")
    with Library.create(tmp_path / "library", CONFIG) as opened:
        opened.add(tmp_path / "one.md", tmp_path / "two.md", tmp_path / "bad.pdf")
        assert [Path(one.path).name for one in opened.catalog.ledger.failed()] == ["bad.pdf"]


def test_names_are_looked_for_in_the_documents_the_question_names(library: Library) -> None:
    survey = library.survey("Of HeLa and Vero, which are in none of the papers?")
    assert [one.name for one in survey.absent] == ["HeLa", "Vero"]
    assert survey.coverage.in_scope == 0
