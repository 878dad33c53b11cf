"""Find tables by the rules that frame them: under a caption, beside it, above it, or overleaf."""

from __future__ import annotations

from collections.abc import Sequence

from aliquot.parsing.pdf.layout.roles import CAPTION, CAPTION_START
from aliquot.parsing.pdf.layout.tables.captions import (
    TABLE_CAPTION,
    opens_table,
    split_caption,
)
from aliquot.parsing.pdf.layout.tables.notes import notes_below
from aliquot.parsing.pdf.layout.tables.page_lines import (
    OUTSIDE_PT,
    PageLines,
    Region,
    is_alone,
    names_section,
)
from aliquot.parsing.pdf.layout.tables.rules import is_under, stack_from, stack_to, walls_in
from aliquot.parsing.pdf.records import Line, Rule

__all__ = [
    "caption_at_foot",
    "framed_above",
    "framed_below",
    "reaches_foot",
    "region_at_top",
    "region_overleaf",
]

# The first rule follows the caption within this many body sizes.
FIRST_RULE = 2.5
# A shaded header without a rule above it has at most so many lines.
HEAD_ROWS = 4
NARROWEST_TABLE_PT = 60.0
# A table that goes on begins within this share of the page.
TOP_OF_PAGE = 0.2
# A caption whose table stands overleaf ends below this share of the page.
FOOT_OF_PAGE = 0.75
# A line over this share of the frame that opens like a figure's caption is one, and no cell.
CAPTION_WIDTH = 0.5


def framed_below(opening: Line, page: PageLines) -> Region | None:
    """Return the region that rules draw under or beside a table's opening line."""
    for rule in page.rules:
        if rule.y0 < opening.middle or rule.x1 - rule.x0 < NARROWEST_TABLE_PT:
            continue
        if rule.x0 > opening.x1 - OUTSIDE_PT:
            region = _framed_beside(opening, rule, page)
            if region is not None:
                return region
        elif is_under(rule, opening.x0, opening.x1):
            return _framed_under(opening, rule, page)
    return None


def framed_above(opening: Line, page: PageLines) -> Region | None:
    """Return the region above a caption that is printed under its table."""
    above = [rule for rule in page.rules if rule.y0 < opening.y0]
    above = [rule for rule in above if is_under(rule, opening.x0, opening.x1)]
    if not above or opening.y0 - above[-1].y0 > FIRST_RULE * page.body.size:
        return None
    bottom = above[-1]
    if page.inside(bottom.x0, bottom.x1, bottom.y0, opening.y0 - 1):
        return None
    stack = stack_to(bottom, above, lambda top, end: _may_lie_between(top, end, bottom, page))
    if len(stack) < 2:
        return None
    under = page.inside(bottom.x0, bottom.x1, opening.y1 - 1, page.page.height)
    below = [line for line in under if line is not opening]
    region = _region(split_caption(opening, below, page.page.height)[0], stack, page)
    region.notes = []
    return region


def region_at_top(page: PageLines, like: Sequence[Rule]) -> Region | None:
    """Return the region at the top of a page whose rules are as wide as those before it."""
    limit = TOP_OF_PAGE * page.page.height
    for rule in page.rules:
        if rule.y0 > limit:
            return None
        if abs(rule.x0 - like[0].x0) < OUTSIDE_PT and abs(rule.x1 - like[0].x1) < OUTSIDE_PT:
            if page.inside(rule.x0, rule.x1, 0, rule.y0):
                return None
            region = _framed([], rule, page)
            return None if region is None or _has_own_caption(region, page) else region
    return None


def caption_at_foot(page: PageLines) -> list[Line]:
    """Return the lines of a caption under which nothing stands on its page; none without one."""
    foot = FOOT_OF_PAGE * page.page.height
    for opening in page.lines:
        if opens_table(opening, page.body):
            under = [line for line in page.lines if line.y0 > opening.y0 and line is not opening]
            caption, taken = split_caption(opening, under, page.page.height)
            if taken == len(under) and caption[-1].y1 > foot:
                return caption
    return []


def region_overleaf(caption: list[Line], page: PageLines) -> Region | None:
    """Return the region at the top of a page of the table whose caption ends the page before."""
    limit = TOP_OF_PAGE * page.page.height
    for rule in page.rules:
        if rule.y0 > limit or page.inside(rule.x0, rule.x1, 0, rule.y0):
            return None
        if rule.x1 - rule.x0 < NARROWEST_TABLE_PT:
            continue
        region = _framed(caption, rule, page)
        if region is not None:
            return None if _has_own_caption(region, page) else region
    return None


def reaches_foot(page: PageLines, rules: Sequence[Rule]) -> bool:
    """Tell whether nothing but notes stands under a table, so that it may go on overleaf."""
    last = rules[-1]
    below = page.inside(last.x0, last.x1, last.y0, page.page.height)
    return not any(page.body.includes(line) for line in below)


def _has_own_caption(region: Region, page: PageLines) -> bool:
    last = region.rules[-1]
    below = page.inside(last.x0, last.x1, last.y0, last.y0 + 2 * FIRST_RULE * page.body.size)
    return any(TABLE_CAPTION.match(line.text) for line in below)


def _framed_beside(opening: Line, rule: Rule, page: PageLines) -> Region | None:
    """Return the region of a table that stands right of its caption."""
    if rule.y0 - opening.y0 > 2 * opening.size:
        return None
    column = page.inside(opening.x0, rule.x0 - 2 * OUTSIDE_PT, opening.y1, page.page.height)
    below = [line for line in column if line.x1 < rule.x0]
    return _framed(split_caption(opening, below, page.page.height)[0], rule, page)


def _framed_under(opening: Line, rule: Rule, page: PageLines) -> Region | None:
    """Return the region under a caption; its first rule may be the one below the header."""
    between = page.inside(min(rule.x0, opening.x0), rule.x1, opening.y1 - 1, rule.y0)
    between = [line for line in between if line is not opening]
    caption, taken = split_caption(opening, between, rule.y0 + 2)
    bottom = max(line.y1 for line in caption)
    if rule.y0 - max(line.y1 for line in (*caption, *between)) > FIRST_RULE * page.body.size:
        return None
    head = between[taken:]
    if not head:
        return _framed(caption, rule, page)
    rows = {round(line.middle / line.size) for line in head}
    is_head = len(head) > len(rows) and len(rows) <= HEAD_ROWS
    is_head = is_head and not any(page.is_prose(line) for line in head)
    return _framed(caption, rule._replace(y0=bottom, y1=bottom), page) if is_head else None


def _framed(caption: list[Line], top: Rule, page: PageLines) -> Region | None:
    stack = stack_from(top, page.rules, lambda a, b: _may_lie_between(a, b, top, page))
    return _region(caption, stack, page) if len(stack) > 1 else None


def _may_lie_between(upper: float, lower: float, frame: Rule, page: PageLines) -> bool:
    """Tell whether what stands between two rules may be rows of one table."""
    lines = page.inside(frame.x0, frame.x1, upper, lower)
    lines += page.furniture_inside(frame, upper, lower)
    if not lines or any(opens_table(line, page.body) for line in lines):
        return False
    if any(names_section(line) and is_alone(line, lines, 1.0) for line in lines):
        return False
    width = frame.x1 - frame.x0
    if any(_opens_figure(line, width) for line in lines):
        return False
    return not page.holds_paragraph(lines, width)


def _opens_figure(line: Line, width: float) -> bool:
    opens = CAPTION.match(line.text) and CAPTION_START.match(line.text)
    return bool(opens) and line.width > CAPTION_WIDTH * width


def _region(caption: list[Line], stack: list[Rule], page: PageLines) -> Region:
    top, bottom = stack[0], stack[-1]
    lines = page.inside(top.x0, top.x1, top.y0, bottom.y0)
    lines = [line for line in lines if line not in caption]
    lines += page.furniture_inside(top, top.y0, bottom.y0)
    below = page.inside(top.x0, top.x1, bottom.y0, page.page.height)
    inner = [
        rule
        for rule in page.rules
        if top.y0 < rule.y0 < bottom.y0
        and top.x0 - OUTSIDE_PT <= rule.x0
        and rule.x1 <= top.x1 + OUTSIDE_PT
        and rule not in stack
    ]
    return Region(
        caption,
        lines,
        notes_below(below, bottom.y0, page.body, lines),
        stack,
        inner,
        walls_in(page.page.rules, top.y0, bottom.y0),
    )
