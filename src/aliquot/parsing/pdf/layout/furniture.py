"""Find what is printed on every page and is no part of the text.

Running headers and footers repeat in the margins; preprint line numbers count up along an edge.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from aliquot.parsing.pdf.records import Line, Page, Role

__all__ = ["mark_furniture", "strip_line_numbers"]

# Share of the page height, at top and bottom, where running matter stands.
MARGIN = 0.12
# Running titles often differ between left and right pages, so half the pages are not demanded.
REPEATS = 3
PAGE_NUMBER = re.compile(
    r"[-–—•|\s]*(page\s*|p\.\s*)?\d{1,5}(\s*(of|/|\|)\s*\d+)?[-–—•|\s]*", re.IGNORECASE
)
LETTERS_ONLY = re.compile(r"\W|\d")

LEADING_NUMBER = re.compile(r"(\d{1,4})(?=\s|$)")
# A list has ten entries too, but eight that start lines and step by one to three down a page, in
# three quarters of the cases, are line numbers (every line, or every second after a lost one).
NUMBERED_LINES = 8
STEP = 3
STEADY = 0.75
# Some journals count every fifth line only. Ticks of an axis fall down a page or stand inside it.
NUMBERED_FIVES = 4
PROSE_CHARACTERS = 30
# They stand beside the text: where this share of the longer lines runs over their place, they are
# the first column of a table.
RUNNING_OVER = 0.2

Numbered = tuple[int, Line]


def mark_furniture(pages: Sequence[Page]) -> None:
    """Give running headers, footers and page numbers their role."""
    counts: Counter[tuple[str, bool]] = Counter()
    for page in pages:
        counts.update({_key(line, page) for line in _margins(page)})
    needed = min(REPEATS, max(2, len(pages) // 2))
    for page in pages:
        for line in _margins(page):
            repeated = len(pages) > 2 and counts[_key(line, page)] >= needed
            if repeated or PAGE_NUMBER.fullmatch(line.text):
                line.role = Role.FURNITURE


def _margins(page: Page) -> Iterable[Line]:
    top, bottom = MARGIN * page.height, (1 - MARGIN) * page.height
    return (
        line
        for line in page.lines
        if line.role is Role.TEXT and (line.y1 < top or line.y0 > bottom)
    )


def _key(line: Line, page: Page) -> tuple[str, bool]:
    letters = LETTERS_ONLY.sub("", line.text).lower()[:60]
    # Numbers alone would all be alike without their digits: ends of references, "8.", "©2017".
    return letters or line.text, line.y0 > page.height / 2


def strip_line_numbers(page: Page) -> None:
    """Cut preprint line numbers off the lines of a page, whichever margin they stand in."""
    numbered = []
    for line in sorted(page.lines, key=lambda line: line.y1):
        match = LEADING_NUMBER.match(line.text)
        if match:
            numbered.append((int(match[1]), line))
    for is_left in (True, False):
        side = [(n, line) for n, line in numbered if (line.x0 < page.width / 2) is is_left]
        chain = _counted(side) or _counted_by_fives(side, page)
        if _stand_inside(chain, page):
            continue
        values = {number for number, _ in chain}
        for _, line in chain:
            _cut(line, values)


def _counted(numbered: Sequence[Numbered]) -> list[Numbered]:
    """Return the lines that are counted one by one down a page, if they are."""
    values = {number for number, _ in numbered}
    chain = [(n, line) for n, line in numbered if n + 1 in values or n - 1 in values]
    if len(chain) < NUMBERED_LINES:
        return []
    rising = sum(a < b <= a + STEP for (a, _), (b, _) in pairwise(chain))
    return chain if rising > STEADY * (len(chain) - 1) else []


def _stand_inside(chain: Sequence[Numbered], page: Page) -> bool:
    """Tell numbers in the midst of the text: a column of a table that counts its rows."""
    counted = {line for _, line in chain}
    if not counted:
        return False
    place = statistics.median(line.x0 for line in counted) + 1
    prose = [x for x in page.lines if len(x.text) > PROSE_CHARACTERS and x not in counted]
    return sum(line.x0 < place < line.x1 for line in prose) > RUNNING_OVER * len(prose)


def _counted_by_fives(numbered: Sequence[Numbered], page: Page) -> list[Numbered]:
    """Return the numbers beside every fifth or tenth line: outside of the text, evenly rising."""
    prose = [line for line in page.lines if len(line.text) > PROSE_CHARACTERS]
    if not prose:
        return []
    left, right = min(line.x0 for line in prose), max(line.x1 for line in prose)
    chain = [
        (number, line)
        for number, line in numbered
        if number % 5 == 0 and (line.x0 < left + 1 or line.x0 > right - 1)
    ]
    steps = {b - a for (a, _), (b, _) in pairwise(chain)}
    return chain if len(chain) >= NUMBERED_FIVES and steps in ({5}, {10}) else []


def _cut(line: Line, values: set[int]) -> None:
    """Cut the number off a line; one that stands alone leaves the flow."""
    text = line.text
    while (match := LEADING_NUMBER.match(text)) and int(match[1]) in values:
        text = text[match.end() :].lstrip()
    if text:
        line.text = text
    else:
        line.role = Role.LINE_NUMBER
