"""Make whole rules of the parts a producer has drawn, and find the stack that frames a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, pairwise

from aliquot.parsing.pdf.records import Rule

__all__ = [
    "is_under",
    "level_rules",
    "same_width",
    "stack_from",
    "stack_to",
    "walls_in",
    "with_broken",
]

# Parts of one rule are drawn at one height and touch; rules under two neighbouring headings leave
# three points and more between them.
SAME_HEIGHT_PT = 1.2
TOUCHING_PT = 1.6
SAME_EDGE_PT = 5.0
# A shorter rule underlines a word.
SHORTEST_PT = 10.0
# A rule drawn column by column covers this share of the width, with gaps no wider than this.
BROKEN_SHARE = 0.7
BROKEN_GAP_PT = 10.0
# Two parts are rules of two columns of the page.
BROKEN_PARTS = 3
# A wall stands for a boundary of columns if it runs along this share of the table.
WALL_SHARE = 0.4


def level_rules(rules: Iterable[Rule]) -> list[Rule]:
    """Return the horizontal rules of a page, parts joined, top to bottom."""
    joined: list[Rule] = []
    for rule in sorted((r for r in rules if r.is_level), key=lambda r: (round(r.y0), r.x0)):
        for index in range(len(joined) - 1, max(-1, len(joined) - 40), -1):
            other = joined[index]
            same_height = abs(other.y0 - rule.y0) < SAME_HEIGHT_PT
            if same_height and other.x0 - TOUCHING_PT <= rule.x0 <= other.x1 + TOUCHING_PT:
                joined[index] = other._replace(x1=max(other.x1, rule.x1))
                break
        else:
            joined.append(rule)
    return sorted((r for r in joined if r.x1 - r.x0 >= SHORTEST_PT), key=lambda r: (r.y0, r.x0))


def with_broken(rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules, and one more for each that is drawn column by column with gaps."""
    whole: list[Rule] = []
    for _, group in groupby(rules, key=lambda rule: round(rule.y0 / SAME_HEIGHT_PT)):
        parts = sorted(group, key=lambda rule: rule.x0)
        drawn = sum(rule.x1 - rule.x0 for rule in parts)
        left, right = parts[0].x0, max(rule.x1 for rule in parts)
        widest = max((b.x0 - a.x1 for a, b in pairwise(parts)), default=0.0)
        if (
            len(parts) >= BROKEN_PARTS
            and drawn > BROKEN_SHARE * (right - left)
            and widest < BROKEN_GAP_PT
        ):
            whole.append(Rule(left, parts[0].y0, right, parts[0].y1))
    return sorted([*rules, *whole], key=lambda rule: (rule.y0, rule.x0, -rule.x1))


def same_width(a: Rule, b: Rule) -> bool:
    """Tell whether two rules span the same columns of the page."""
    return abs(a.x0 - b.x0) < SAME_EDGE_PT and abs(a.x1 - b.x1) < SAME_EDGE_PT


def is_under(rule: Rule, x0: float, x1: float) -> bool:
    """Tell whether a rule stands in the same columns of the page as a range of x."""
    return min(rule.x1, x1) - max(rule.x0, x0) > 0.5 * min(rule.x1 - rule.x0, x1 - x0)


def stack_from(
    top: Rule, rules: Sequence[Rule], may_lie_between: Callable[[float, float], bool]
) -> list[Rule]:
    """Return the rules as wide as `top` down to the table's last.

    Args:
        top: The table's first rule.
        rules: All horizontal rules of the page, top to bottom.
        may_lie_between: Tells whether what stands between two heights belongs to a table.
    """
    stack = [top]
    for rule in rules:
        if rule.y0 <= stack[-1].y0 + SAME_HEIGHT_PT or not same_width(rule, top):
            continue
        if not may_lie_between(stack[-1].y0, rule.y0):
            break
        stack.append(rule)
    return stack


def stack_to(
    bottom: Rule, rules: Sequence[Rule], may_lie_between: Callable[[float, float], bool]
) -> list[Rule]:
    """Return the rules as wide as `bottom` up to the table's first, top to bottom.

    Args:
        bottom: The table's last rule.
        rules: The rules above it, top to bottom.
        may_lie_between: Tells whether what stands between two heights belongs to a table.
    """
    stack = [bottom]
    for rule in reversed(rules):
        if rule.y0 >= stack[-1].y0 - SAME_HEIGHT_PT or not same_width(rule, bottom):
            continue
        if not may_lie_between(rule.y0, stack[-1].y0):
            break
        stack.append(rule)
    return stack[::-1]


def walls_in(rules: Iterable[Rule], top: float, bottom: float) -> list[float]:
    """Return the x of the vertical rules that part columns between two heights."""
    lengths: dict[int, float] = {}
    for rule in rules:
        if not rule.is_level:
            length = min(rule.y1, bottom) - max(rule.y0, top)
            if length > 0:
                at = round(rule.x0 / 2)
                lengths[at] = lengths.get(at, 0.0) + length
    needed = WALL_SHARE * (bottom - top)
    return sorted(2.0 * at for at, length in lengths.items() if length >= needed)
