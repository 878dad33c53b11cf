"""Put RTF tables together from rows, whose cells are known only by where each ends.

What enters: the texts of cells, and the words that describe a row. What leaves: a grid of strings.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from aliquot.parsing.tables.grids import Cell, expand

__all__ = ["Row", "RowCollector", "grid_of"]

# Edges that differ by less, in twentieths of a point, are the same: programs round them.
TOLERANCE = 40


@dataclass(slots=True)
class Row:
    """A row of a table.

    Attributes:
        texts: Of its cells, from the left.
        edges: Where each cell ends, in twentieths of a point.
        joined: Which cells continue the one to their left.
        is_header: Whether it is repeated on every page.
    """

    texts: list[str] = field(default_factory=list)
    edges: list[int] = field(default_factory=list)
    joined: set[int] = field(default_factory=set)
    is_header: bool = False


class RowCollector:
    """Gather the cells and rows of the table being read."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self._row = Row()
        self._cell: list[str] = []

    def describe(self, word: str, number: int | None) -> None:
        """Apply a control word that describes the row; others change nothing."""
        if word == "trowd":
            # The description of a row may come before its cells or after them.
            self._row = Row(texts=self._row.texts)
        elif word == "trhdr":
            self._row.is_header = True
        elif word == "clmrg":
            self._row.joined.add(len(self._row.edges))
        elif word == "cellx":
            self._row.edges.append(number or 0)

    def add(self, text: str) -> None:
        """Add a paragraph to the cell."""
        self._cell.append(text)

    def end_cell(self) -> None:
        """Close the cell."""
        self._row.texts.append(" ".join(filter(None, self._cell)))
        self._cell = []

    def end_row(self) -> None:
        """Close the row; the next one is described alike unless it says otherwise."""
        self._rows.append(self._row)
        row = self._row
        self._row = Row([], list(row.edges), set(row.joined))

    def take(self) -> list[Row]:
        """Return the rows of a table that has ended, what an unclosed row holds included."""
        if any(self._cell):
            self.end_cell()
        if self._row.texts:
            self.end_row()
        rows, self._rows, self._row = self._rows, [], Row()
        return [row for row in rows if row.texts]


def grid_of(rows: Sequence[Row]) -> list[list[str]]:
    """Return the cells by row; cells that are wider than a column cover several."""
    columns = _columns(rows)
    header_rows = 0
    while header_rows < len(rows) and rows[header_rows].is_header:
        header_rows += 1
    # A table that is all header has a body like any other.
    header_rows = header_rows if header_rows < len(rows) else 0
    return expand([list(_cells(row, columns)) for row in rows], header_rows=header_rows)


def _columns(rows: Sequence[Row]) -> list[int]:
    """Return the right edges of all columns."""
    columns: list[int] = []
    for edge in sorted({edge for row in rows for edge in row.edges}):
        if not columns or edge - columns[-1] > TOLERANCE:
            columns.append(edge)
    return columns


def _cells(row: Row, columns: list[int]) -> Iterator[Cell]:
    if len(row.edges) != len(row.texts):
        yield from map(Cell, row.texts)
        return
    cells: list[Cell] = []
    start = 0
    for index, (text, edge) in enumerate(zip(row.texts, row.edges, strict=True)):
        end = max(bisect_left(columns, edge - TOLERANCE) + 1, start + 1)
        if index in row.joined and cells:
            cells[-1] = Cell(cells[-1].text, cells[-1].across + end - start)
        else:
            cells.append(Cell(text, end - start))
        start = end
    yield from cells
