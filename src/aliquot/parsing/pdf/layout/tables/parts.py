"""Join the parts of a table that goes on over pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aliquot.parsing.pdf.layout.tables.captions import is_continued, table_key
from aliquot.parsing.pdf.layout.tables.table import Table

__all__ = ["goes_on", "join_parts"]


def goes_on(first: Table, part: Table) -> bool:
    """Tell whether a part without a caption has the columns of the table before it."""
    if first.grid is None or part.grid is None:
        return False
    return len(first.grid[0]) == len(part.grid[0])


def join_parts(tables: Iterable[Table]) -> list[Table]:
    """Return the tables, each with its later parts, and without the captions that repeat."""
    whole: list[Table] = []
    for table in tables:
        if whole and _is_part(whole[-1], table):
            _append(whole[-1], table)
        elif table.caption:
            whole.append(table)
    return whole


def _is_part(first: Table, table: Table) -> bool:
    if not table.caption:
        return True
    caption = " ".join(line.text for line in table.caption)
    before = " ".join(line.text for line in first.caption)
    return is_continued(caption) and table_key(caption) == table_key(before)


def _append(first: Table, part: Table) -> None:
    first.lines += part.lines
    first.notes = [*first.notes, *part.notes]
    first.rules = part.rules
    first.raw = f"{first.raw}\n{part.raw}"
    first.is_suspect = first.is_suspect or part.is_suspect
    if first.grid is None or part.grid is None or not goes_on(first, part):
        first.grid, first.is_suspect = None, True
        return
    first.grid += part.grid[1:] if _same(first.grid[0], part.grid[0]) else part.grid


def _same(names: Sequence[str], others: Sequence[str]) -> bool:
    return "".join("".join(names).split()) == "".join("".join(others).split())
