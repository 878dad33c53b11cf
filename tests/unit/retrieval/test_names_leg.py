"""The leg that finds names exactly, and questions that are nothing but names."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot import Library

LINES = {
    "a.md": "# Reagents A\n\nOrder number NW-6106 is the lysis buffer.\n",
    "b.md": "# Reagents B\n\nOrder number NW-6107 is the wash buffer; NW-6108 elutes.\n",
    "c.md": "# Cells\n\nHEK293 and HEK293T cells were grown in the same medium.\n",
    "d.md": "# Lysis\n\nThe lysis buffer is kept cold. Lysis buffer is mixed before use.\n",
}


@pytest.fixture
def library(tmp_path: Path) -> Library:
    folder = tmp_path / "lab"
    folder.mkdir()
    for name, text in LINES.items():
        (folder / name).write_text(text, encoding="utf-8")
    made = Library.create(tmp_path / "library", {"embedding": {"legs": ["fake"]}})
    made.add(folder)
    return made


@pytest.mark.parametrize("written", ["NW-6106", "nw6106", "NW 6106", "What is NW-6106?"])
def test_an_identifier_is_found_first_however_it_is_written(library: Library, written: str) -> None:
    with library:
        assert "NW-6106" in library.search(written)[0].chunk.text


def test_a_bare_identifier_brings_nothing_that_only_resembles_it(library: Library) -> None:
    with library:
        legs = {leg for one in library.search("NW-6106") for leg in one.legs}
    assert legs <= {"lexical", "names"}


def test_an_unknown_identifier_is_searched_by_meaning_too(library: Library) -> None:
    with library:
        ranking = library.search("QQ-99887766")
    assert any(leg.startswith("dense") for one in ranking for leg in one.legs)
