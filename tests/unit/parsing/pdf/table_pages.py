"""Draw tables as journals print them, for the tests of the PDF parser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from reportlab.lib.utils import simpleSplit

from .pdf_pages import PROSE, PageWriter

Cell = str | tuple[str, int]  # text, or text and how many columns it spans
FONT, BOLD = "Helvetica", "Helvetica-Bold"
SIZE, LEAD, PADDING = 8.0, 9.5, 3.0


@dataclass
class Style:
    """How a table is set.

    Attributes:
        rules: `three` lines, one under every row, or none.
        walls: Whether columns are parted by vertical rules too.
        vertical: Where short cells stand beside wrapped ones.
        header: Rows of the header, set in bold.
        centred: Columns set centred.
    """

    rules: Literal["three", "rows", "none"] = "three"
    walls: bool = False
    vertical: Literal["top", "middle", "bottom"] = "top"
    header: int = 1
    centred: frozenset[int] = field(default_factory=frozenset)


def write_prose(page: PageWriter, y: float, count: int = 8) -> float:
    """Write lines of running text and return the next baseline."""
    return page.lines(60, y, (PROSE * count)[:count])


def rule(page: PageWriter, x0: float, y: float, x1: float) -> None:
    """Draw a horizontal rule; y from the top."""
    page.canvas.setLineWidth(0.5)
    page.canvas.line(x0, page.size[1] - y, x1, page.size[1] - y)


def write_table(
    page: PageWriter,
    y: float,
    widths: Sequence[float],
    rows: Sequence[Sequence[Cell]],
    style: Style | None = None,
    x: float = 60,
) -> float:
    """Draw a table with its upper edge at `y` and return its lower edge."""
    style = style or Style()
    right = x + sum(widths)
    top = y
    if style.rules != "none":
        rule(page, x, y, right)
    for number, row in enumerate(rows):
        y = _write_row(page, x, y, widths, row, style, is_head=number < style.header)
        is_last_of_head = number == style.header - 1
        under_rows = style.rules == "rows" and number >= style.header - 1
        if (style.rules == "three" and is_last_of_head) or under_rows:
            rule(page, x, y, right)
    if style.rules != "none":
        rule(page, x, y, right)
    if style.walls:
        for index in range(len(widths) + 1):
            at = x + sum(widths[:index])
            page.canvas.line(at, page.size[1] - top, at, page.size[1] - y)
    return y


def _write_row(
    page: PageWriter,
    x: float,
    y: float,
    widths: Sequence[float],
    row: Sequence[Cell],
    style: Style,
    *,
    is_head: bool,
) -> float:
    font = BOLD if is_head else FONT
    placed = []
    column = 0
    for cell in row:
        text, across = cell if isinstance(cell, tuple) else (cell, 1)
        width = sum(widths[column : column + across])
        lines = simpleSplit(text, font, SIZE, width - 2 * PADDING)
        placed.append((column, across, width, lines))
        column += across
    height = max(len(lines) for *_, lines in placed)
    bottom = y + height * LEAD + 2 * PADDING
    for column, across, width, lines in placed:
        left = x + sum(widths[:column])
        free = height - len(lines)
        shift = {"top": 0.0, "middle": free / 2, "bottom": free}[style.vertical] * LEAD
        for index, line in enumerate(lines):
            baseline = y + PADDING + shift + LEAD * (index + 0.8)
            at = left + PADDING
            if across > 1 or column in style.centred:
                at = left + (width - page.canvas.stringWidth(line, font, SIZE)) / 2
            page.text(at, baseline, line, SIZE, font)
        if across > 1 and is_head and style.rules != "none":
            rule(page, left + 2, bottom, left + width - 2)
    return bottom
