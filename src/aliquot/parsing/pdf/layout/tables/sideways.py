"""Read the tables that are printed sideways on a page whose text stands upright."""

from __future__ import annotations

from collections.abc import Sequence

from aliquot.parsing.pdf.layout.roles import Body
from aliquot.parsing.pdf.layout.tables.search import take_tables
from aliquot.parsing.pdf.layout.tables.table import Table
from aliquot.parsing.pdf.records import Line, Page

__all__ = ["take_sideways"]


def take_sideways(pages: Sequence[Page], body: Body) -> list[Table]:
    """Find the tables printed sideways; their lines get the places they have on the page."""
    found: list[Table] = []
    for page in pages:
        if page.sideways is None or page.turned or page.skew:
            continue
        tables = take_tables([page.sideways], body)
        for table in tables:
            for line in (*table.caption, *table.lines, *table.notes):
                _place(line, page.sideways)
        found += tables
    return found


def _place(line: Line, turned: Page) -> None:
    box = turned.location(line).box
    if box is not None:
        line.x0, line.y0, line.x1, line.y1 = box.x0, box.y0, box.x1, box.y1
