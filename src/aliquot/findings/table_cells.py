"""Tables as rows of cells: what a column is titled, and where its cells stand.

What enters: a text and the place of a table in it, in pipes. What leaves: titles, and the places of
cells in the text without the white space around them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aliquot.types import Span

__all__ = ["Table", "cells_of", "table_of"]

CELL = re.compile(r"(?<=\|)(?:[^|\\\n]|\\.)*(?=\|)")
RULE = re.compile(r"\|(?:\s?:?-{3,}:?\s?\|)+\s*")


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        titles: Of its columns, those of several rows joined by " / ".
        heads: Where the titles stand.
        rows: Where its rows are.
    """

    titles: tuple[str, ...]
    heads: tuple[Span, ...]
    rows: Span


def table_of(text: str, block: Span) -> Table | None:
    """Return the table of a block; `None` where nothing parts titles from rows."""
    rule = RULE.search(text, block.start, block.end)
    if rule is None:
        return None
    begin = text.rfind("\n", block.start, rule.start() - 1) + 1 or block.start
    heads = tuple(_bare(text, *match.span()) for match in CELL.finditer(text, begin, rule.start()))
    titles = tuple(head.of(text) for head in heads)
    return Table(titles, heads, Span(rule.end(), block.end))


def cells_of(text: str, table: Table, columns: Sequence[int]) -> Iterator[Span]:
    """Yield the places of what stands in some columns, row by row; empty cells have none."""
    start = table.rows.start
    for line in table.rows.of(text).splitlines(keepends=True):
        cells = list(CELL.finditer(line))
        for cell in (cells[column] for column in columns if column < len(cells)):
            if cell[0].strip():
                yield _bare(text, start + cell.start(), start + cell.end())
        start += len(line)


def _bare(text: str, start: int, end: int) -> Span:
    """Return the place of a cell without the white space around what stands in it."""
    written = text[start:end].strip()
    begin = start + text[start:end].index(written)
    return Span(begin, begin + len(written))
