"""Tables cut between rows, and rows longer than a chunk."""

from __future__ import annotations

import pytest

from aliquot.backends import load
from aliquot.parsing.builder import DocumentBuilder
from aliquot.types import Chunk, DocumentKind

WELLS = [f"{letter}{number}" for letter in "ABCDEFGH" for number in range(1, 13)]


def chunks_of(grid: list[list[str]], kind: DocumentKind = DocumentKind.TABLE) -> list[Chunk]:
    builder = DocumentBuilder()
    builder.table(grid, caption="Growth")
    document = builder.build(kind=kind, title="growth", id="doc")
    return list(load("chunkers", kind.value)()(document))


def test_piece_of_a_row_names_its_row_and_its_columns() -> None:
    chunks = chunks_of([["Time", *WELLS], *([f"0:0{n}", *["0.0787"] * 96] for n in range(6))])
    (inside, *_) = [chunk for chunk in chunks if chunk.text.startswith("0.0787")]
    last_line = inside.header.splitlines()[-1]
    assert last_line.startswith("0:00 | … | ")
    columns = inside.text.splitlines()[0].count("0.0787")
    assert last_line.split(" | ")[2] == WELLS[96 - columns]


@pytest.mark.parametrize("kind", list(DocumentKind))
def test_rows_that_fit_carry_the_whole_header(kind: DocumentKind) -> None:
    first, *later = chunks_of([["gene", "fold"], *([f"GENE{n}", "2.5"] for n in range(500))], kind)
    assert first.text.startswith("| gene | fold |")
    assert len(later) > 2
    assert all(chunk.header.endswith("Growth\n| gene | fold |") for chunk in later)
