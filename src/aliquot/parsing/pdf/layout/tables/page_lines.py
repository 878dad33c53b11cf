"""What the search for tables looks at: the free lines of a page, its rules, and what it finds."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from aliquot.parsing.pdf.layout.roles import PROSE_WIDTH, SECTION_NAME, Body
from aliquot.parsing.pdf.layout.tables.captions import BODY_SIZE, is_label
from aliquot.parsing.pdf.layout.tables.rules import level_rules, with_broken
from aliquot.parsing.pdf.layout.tables.words import SAME_ROW
from aliquot.parsing.pdf.records import Line, Page, Role, Rule

__all__ = ["OUTSIDE_PT", "PageLines", "Region", "is_alone", "names_section"]

# So many lines of prose in a row are a paragraph, no cell.
PROSE_LINES = 3
# They cover this share of the frame: journals let tables hang out into the margin.
PARAGRAPH_WIDTH = 0.5
OUTSIDE_PT = 4.0


@dataclass(slots=True, eq=False)
class Region:
    """Where a table stands.

    Attributes:
        caption: Lines of its caption.
        lines: Lines of its rows, in no order.
        notes: Lines of the notes under it, top to bottom.
        rules: Full-width rules, top to bottom; fewer than two where it has no frame.
        inner: Rules inside it that span only some columns.
        walls: Where vertical rules stand.
    """

    caption: list[Line]
    lines: list[Line]
    notes: list[Line] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    inner: list[Rule] = field(default_factory=list)
    walls: list[float] = field(default_factory=list)


class _Heights:
    """Lines by their middle, so that those between two heights are found without looking at all."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = sorted(lines, key=lambda line: line.middle)
        self._middles = [line.middle for line in self._lines]

    def between(self, top: float, bottom: float) -> list[Line]:
        """Return the lines whose middle lies between two heights, those included."""
        return self._lines[bisect_left(self._middles, top) : bisect_right(self._middles, bottom)]


class PageLines:
    """The lines and rules of a page, as the search for tables looks at them.

    Attributes:
        lines: Lines that are of nothing yet, top to bottom.
        rules: Horizontal rules, top to bottom.
    """

    def __init__(self, page: Page, body: Body) -> None:
        self.page = page
        self.body = body
        self.rules = with_broken(level_rules(page.rules))
        free = (line for line in page.lines if line.role is Role.TEXT)
        self.lines = sorted(free, key=lambda line: (line.y0, line.x0))
        self._by_height = _Heights(self.lines)
        running = {Role.FURNITURE, Role.LINE_NUMBER}
        self._furniture = _Heights(line for line in page.lines if line.role in running)

    def inside(self, x0: float, x1: float, top: float, bottom: float) -> list[Line]:
        """Return the free lines with their middle in a box, top to bottom."""
        found = [
            line
            for line in self._by_height.between(top, bottom)
            if x0 - OUTSIDE_PT <= (line.x0 + line.x1) / 2 <= x1 + OUTSIDE_PT
        ]
        return sorted(found, key=lambda line: (line.y0, line.x0))

    def furniture_inside(self, frame: Rule, top: float, bottom: float) -> list[Line]:
        """Return what was taken for page numbers and running matter inside a frame.

        The last rows of a table near the foot of a page hold numbers alone.
        """
        return [
            line
            for line in self._furniture.between(top, bottom)
            if frame.x0 - OUTSIDE_PT <= line.x0 and line.x1 <= frame.x1 + OUTSIDE_PT
        ]

    def is_prose(self, line: Line) -> bool:
        """Tell a line set like running text and as wide."""
        is_wide = line.width > PROSE_WIDTH * self.page.width
        return line.size >= BODY_SIZE * self.body.size and is_wide

    def holds_paragraph(self, lines: Sequence[Line], width: float) -> bool:
        """Tell whether lines of prose follow each other in a frame, with nothing beside them."""
        count = 0
        for line in sorted(lines, key=lambda line: line.y0):
            is_text = self.is_prose(line) and line.width > PARAGRAPH_WIDTH * width
            count = count + 1 if is_text and is_alone(line, lines) else 0
            if count >= PROSE_LINES:
                return True
        return False


def is_alone(line: Line, lines: Sequence[Line], near: float = SAME_ROW) -> bool:
    """Tell whether no other line stands beside it, within `near` sizes up and down."""
    return not any(
        other is not line and abs(other.middle - line.middle) < near * line.size for other in lines
    )


def names_section(line: Line) -> bool:
    """Tell the heading of a section, which ends a table."""
    return bool(SECTION_NAME.fullmatch(line.text)) and not is_label(line)
