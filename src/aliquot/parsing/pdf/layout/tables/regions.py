"""Find where a table stands: by its rules, else from its caption until prose begins again."""

from __future__ import annotations

from aliquot.parsing.pdf.layout.tables.frames import framed_above, framed_below
from aliquot.parsing.pdf.layout.tables.open_regions import open_below
from aliquot.parsing.pdf.layout.tables.page_lines import PageLines, Region
from aliquot.parsing.pdf.records import Line

__all__ = ["find_region", "has_table_above"]


def find_region(opening: Line, page: PageLines, *, under_tables: bool) -> Region | None:
    """Return the region of the table whose caption opens with a line.

    Args:
        opening: First line of the caption.
        page: The page.
        under_tables: Whether this document prints captions under its tables.
    """
    below, above = framed_below(opening, page), framed_above(opening, page)
    if below is not None and above is not None:
        return above if under_tables else below
    return below or above or open_below(opening, page)


def has_table_above(opening: Line, page: PageLines) -> bool | None:
    """Tell whether a caption's table stands above it; nothing where both or neither may be."""
    below, above = framed_below(opening, page), framed_above(opening, page)
    if (below is None) == (above is None):
        return None
    return above is not None
