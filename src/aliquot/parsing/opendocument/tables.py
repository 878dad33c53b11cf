"""Read OpenDocument tables: header rows, merged cells, cells that stand for many.

What enters: a `table:table` element. What leaves: a grid of strings, one header row first.
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from aliquot.parsing.files.xml import local_name
from aliquot.parsing.opendocument.package import attribute
from aliquot.parsing.opendocument.text import ParagraphReader
from aliquot.parsing.tables.grids import Cell, expand, span
from aliquot.parsing.writing.typography import collapse

__all__ = ["TableReader", "table_cells", "table_rows"]

Element = etree._Element
GROUPS = frozenset({"table-header-rows", "table-rows", "table-row-group"})
# A cell may stand for many like it, a thousand where a table is empty to the edge.
MAXIMUM_REPEATS = 200
# Of a paragraph, but not in it.
APART = frozenset({"annotation", "note", "tracked-changes"})


class TableReader:
    """Read tables and remember the notes that hang on their cells.

    Args:
        reader: Reads the paragraphs of the document.
    """

    def __init__(self, reader: ParagraphReader) -> None:
        self._reader = reader
        self.notes: list[tuple[str, Element]] = []

    def grid(self, table: Element) -> list[list[str]]:
        """Return the cells by row; a merged cell's text stands once."""
        header_rows = sum(1 for row in table_rows(table) if _is_header(row))
        rows = [list(self._cells(row)) for row in table_rows(table)]
        return expand(rows, header_rows=header_rows)

    def texts(self, element: Element, separator: str) -> str:
        """Return the texts of the paragraphs in an element, at any depth."""
        found = []
        for paragraph in _paragraphs(element):
            content = self._reader.read(paragraph)
            found.append(collapse(content.text))
            found += [self.texts(box, separator) for box in content.boxes]
            self.notes += content.notes
        return separator.join(filter(None, found))

    def _cells(self, row: Element) -> Iterator[Cell]:
        covered = 0
        for cell in row:
            name = local_name(cell)
            repeats = _repeats(cell)
            if name == "table-cell":
                across = span(attribute(cell, "number-columns-spanned"))
                text = self.texts(cell, " ")
                yield from [Cell(text, across)] * repeats
                covered = across - 1
            elif name == "covered-table-cell":
                # Covered from the left, it is part of that cell; from above, a place of its own.
                yield from [Cell("")] * max(0, repeats - covered)
                covered = max(0, covered - repeats)


def table_rows(element: Element) -> Iterator[Element]:
    """Yield the rows of a table, through the groups they stand in, not those of inner tables."""
    stack = list(reversed(element))
    while stack:
        child = stack.pop()
        name = local_name(child)
        if name == "table-row":
            yield child
        elif name in GROUPS:
            stack.extend(reversed(child))


def table_cells(row: Element) -> Iterator[Element]:
    """Yield the cells of a row that are not covered by others."""
    return (cell for cell in row if local_name(cell) == "table-cell")


def _is_header(row: Element) -> bool:
    parent = row.getparent()
    return parent is not None and local_name(parent) == "table-header-rows"


def _repeats(cell: Element) -> int:
    stated = attribute(cell, "number-columns-repeated")
    is_number = stated.isdecimal() and len(stated) < 7
    return max(1, min(int(stated), MAXIMUM_REPEATS)) if is_number else 1


def _paragraphs(element: Element) -> Iterator[Element]:
    stack = list(reversed(element))
    while stack:
        child = stack.pop()
        name = local_name(child)
        if name in ("p", "h"):
            yield child
        elif name not in APART:
            stack.extend(reversed(child))
