"""A row of a table's grid, made of one or several printed lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from aliquot.parsing.pdf.layout.hyphens import join_lines
from aliquot.parsing.pdf.layout.tables.columns import Columns
from aliquot.parsing.pdf.layout.tables.words import Piece, TextRow, is_packed

__all__ = ["GridRow", "append_line", "joined", "parted", "place_cells"]


@dataclass(slots=True, eq=False)
class GridRow:
    """A row of cells, and whether reading it needed a guess.

    Attributes:
        cells: Text by column.
        pieces: The pieces of the last line in each column.
        spans: How many boundaries its pieces run over.
        is_single: Holds one piece only, as headings between rows do.
    """

    cells: list[str]
    pieces: list[Piece | None]
    top: float
    bottom: float
    middle: float
    size: float
    spans: int = 0
    is_single: bool = False
    lines: list[TextRow] = field(default_factory=list)

    @property
    def is_packed(self) -> bool:
        """Whether a cell holds two values side by side."""
        return any(map(is_packed, self.cells))

    @property
    def text(self) -> str:
        """Its first words."""
        return next(filter(None, self.cells), "")

    @property
    def filled(self) -> int:
        """How many cells hold text."""
        return sum(map(bool, self.cells))


def place_cells(row: TextRow, columns: Columns, em: float) -> GridRow:
    """Return a line's words by column."""
    cells = [""] * len(columns)
    pieces: list[Piece | None] = [None] * len(columns)
    spans = 0
    found = columns.cells(row, em)
    for piece in found:
        first, last = columns.place(piece)
        spans += last - first
        cells[first] = f"{cells[first]} {piece.text}".strip()
        pieces[first] = piece
    return GridRow(
        cells, pieces, row.top, row.bottom, row.middle, row.size, spans, len(found) == 1, [row]
    )


def parted(a: GridRow, b: GridRow, heights: Sequence[float]) -> bool:
    """Tell whether one of the heights lies between two rows."""
    return any(a.middle < height < b.middle for height in heights)


def joined(rows: Sequence[GridRow], joins: Sequence[bool]) -> list[GridRow]:
    """Return the rows, each joined to the one before where `joins` says so."""
    merged: list[GridRow] = []
    for index, row in enumerate(rows):
        if index and joins[index - 1]:
            append_line(merged[-1], row)
        else:
            merged.append(row)
    return merged


def append_line(row: GridRow, line: GridRow) -> None:
    """Write a line's cells behind those of the row it belongs to."""
    row.cells = [
        join_lines(a, b) if a and b else a or b for a, b in zip(row.cells, line.cells, strict=True)
    ]
    row.pieces = [b or a for a, b in zip(row.pieces, line.pieces, strict=True)]
    row.bottom, row.middle = line.bottom, line.middle
    row.spans += line.spans
    row.is_single = row.is_single and line.is_single
    row.lines += line.lines
