"""Find tables without a frame: rows of cells under a caption until prose begins again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aliquot.parsing.pdf.layout.roles import CAPTION
from aliquot.parsing.pdf.layout.tables.captions import TABLE_CAPTION, split_caption
from aliquot.parsing.pdf.layout.tables.page_lines import (
    OUTSIDE_PT,
    PageLines,
    Region,
    is_alone,
    names_section,
)
from aliquot.parsing.pdf.records import Line

__all__ = ["open_below"]

# A wider gap than this many body sizes ends a table without rules: its own rows stand closer.
END_GAP = 4.0
# A cell of body type may be wide; one this long is a line of prose beside another column's.
PROSE_CHARACTERS = 38


def open_below(opening: Line, page: PageLines) -> Region | None:
    """Return the region of a table without a frame: rows until prose begins."""
    below = [line for line in page.lines if line.y0 > opening.y0 and line is not opening]
    left, right = _extent(opening, below, page)
    inside = [line for line in below if left <= (line.x0 + line.x1) / 2 <= right]
    caption, beside = _side_caption(opening, page)
    if caption:
        rest = beside
    else:
        caption, taken = split_caption(opening, inside, page.page.height)
        rest = inside[taken:]
    lines = list(_until_prose(opening, rest, page))
    if not lines:
        return None
    bottom = max(line.y1 for line in lines)
    rules = [
        r for r in page.rules if caption[-1].y0 < r.y0 < bottom and left < r.x1 and r.x0 < right
    ]
    widest = max((rule.x1 - rule.x0 for rule in rules), default=0.0)
    full = [rule for rule in rules if rule.x1 - rule.x0 > 0.95 * widest]
    inner = [rule for rule in rules if rule not in full]
    return Region(caption, lines, [], full, inner, [])


def _side_caption(opening: Line, page: PageLines) -> tuple[list[Line], list[Line]]:
    """Return a caption that stands left of its table and the lines right of it, or none."""
    near = [line for line in page.lines if line.y0 > opening.y0 - opening.size]
    column = [
        line for line in near if line is not opening and abs(line.x0 - opening.x0) < OUTSIDE_PT
    ]
    caption, _ = split_caption(opening, column, page.page.height)
    right = max(line.x1 for line in caption)
    beside = [line for line in near if line.x0 > right + OUTSIDE_PT]
    facing = [line for line in beside if line.y1 < caption[-1].y1]
    is_beside = len(caption) > 1 and len(facing) > len(caption)
    return (caption, beside) if is_beside else ([], [])


def _extent(opening: Line, below: Sequence[Line], page: PageLines) -> tuple[float, float]:
    """Return the left and right edge: the caption's column where the other holds prose."""
    width = page.page.width
    middle = width / 2
    if opening.x0 < middle < opening.x1 - 20:
        return 0.0, width
    is_left = opening.x1 <= middle + 20
    near = [line for line in below if line.y0 < opening.y1 + 12 * page.body.size]
    other = [line for line in near if (line.x0 > middle - 20 if is_left else line.x1 < middle + 20)]
    if any(page.is_prose(line) or TABLE_CAPTION.match(line.text) for line in other):
        return (0.0, middle) if is_left else (middle, width)
    return 0.0, width


def _until_prose(last: Line, lines: Sequence[Line], page: PageLines) -> Iterator[Line]:
    bottom = last.y1
    lines = sorted(lines, key=lambda line: (line.y0, line.x0))
    for position, line in enumerate(lines):
        if line.y0 - bottom > END_GAP * page.body.size or CAPTION.match(line.text):
            return
        alone = is_alone(line, lines[max(0, position - 3) : position + 4])
        if page.is_prose(line) and (alone or len(line.text) > PROSE_CHARACTERS):
            return
        if alone and names_section(line):
            return
        bottom = max(bottom, line.y1)
        yield line
