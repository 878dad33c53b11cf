"""Find the tables of a document and claim their lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aliquot.parsing.pdf.layout.roles import Body
from aliquot.parsing.pdf.layout.tables.captions import opens_table
from aliquot.parsing.pdf.layout.tables.frames import (
    caption_at_foot,
    reaches_foot,
    region_at_top,
    region_overleaf,
)
from aliquot.parsing.pdf.layout.tables.page_lines import PageLines
from aliquot.parsing.pdf.layout.tables.parts import goes_on, join_parts
from aliquot.parsing.pdf.layout.tables.regions import find_region, has_table_above
from aliquot.parsing.pdf.layout.tables.table import Table, read_table
from aliquot.parsing.pdf.records import Page, Role

__all__ = ["take_tables"]


def take_tables(pages: Sequence[Page], body: Body) -> list[Table]:
    """Find the tables of a document; their lines get their roles and leave the flow."""
    under_tables = _captions_stand_below(pages, body)
    found: list[Table] = []
    before: PageLines | None = None
    for page in pages:
        lines = PageLines(page, body)
        overleaf = _overleaf(before, lines) if before is not None else []
        if before is not None and found and not overleaf:
            found += _rest_of(found[-1], before, lines)
        found += overleaf
        found += _tables_of(page, body, under_tables=under_tables)
        before = PageLines(page, body)
    return join_parts(found)


def _captions_stand_below(pages: Sequence[Page], body: Body) -> bool:
    """Tell whether most captions that leave no choice stand under their tables."""
    votes = 0
    for page in pages:
        lines = PageLines(page, body)
        for line in lines.lines:
            if opens_table(line, body):
                is_above = has_table_above(line, lines)
                votes += 0 if is_above is None else 1 if is_above else -1
    return votes > 0


def _overleaf(before: PageLines, page: PageLines) -> list[Table]:
    """Return the table at the top of a page whose caption stands at the foot of the one before."""
    caption = caption_at_foot(before)
    region = region_overleaf(caption, page) if caption else None
    table = read_table(region) if region is not None else None
    if table is None:
        return []
    _claim(table)
    return [table]


def _rest_of(last: Table, before: PageLines, page: PageLines) -> list[Table]:
    """Return what goes on at the top of a page, without a caption, of the table before it."""
    if not last.rules or last.lines[-1].page != before.page.number:
        return []
    if not reaches_foot(before, last.rules):
        return []
    region = region_at_top(page, last.rules)
    table = read_table(region) if region is not None else None
    if table is None or not goes_on(last, table):
        return []
    _claim(table)
    return [table]


def _tables_of(page: Page, body: Body, *, under_tables: bool) -> Iterator[Table]:
    lines = PageLines(page, body)
    for line in lines.lines:
        if line.role is Role.TEXT and opens_table(line, body):
            region = find_region(line, lines, under_tables=under_tables)
            table = read_table(region) if region is not None else None
            if table is not None:
                _claim(table)
                yield table
                lines = PageLines(page, body)


def _claim(table: Table) -> None:
    for line in table.caption:
        line.role = Role.CAPTION
    for line in table.lines:
        line.role = Role.TABLE
    for line in table.notes:
        line.role = Role.FOOTNOTE
    if table.caption:
        table.caption[0].opens_caption = True
