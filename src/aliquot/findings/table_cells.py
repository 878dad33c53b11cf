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
    """A table: the titles of its columns, and where its rows are."""

    titles: tuple[str, ...]
    rows: Span


def table_of(text: str, block: Span) -> Table | None:
    """Return the table of a block; `None` where nothing parts titles from rows."""
    rule = RULE.search(text, block.start, block.end)
    if rule is None:
        return None
    header = text[block.start : rule.start()].rstrip("\n").rpartition("\n")[2]
    titles = tuple(match[0].strip() for match in CELL.finditer(header))
    return Table(titles, Span(rule.end(), block.end))


def cells_of(text: str, table: Table, columns: Sequence[int]) -> Iterator[Span]:
    """Yield the places of what stands in some columns, row by row; empty cells have none."""
    start = table.rows.start
    for line in table.rows.of(text).splitlines(keepends=True):
        cells = list(CELL.finditer(line))
        for cell in (cells[column] for column in columns if column < len(cells)):
            if written := cell[0].strip():
                begin = start + cell.start() + cell[0].index(written)
                yield Span(begin, begin + len(written))
        start += len(line)
