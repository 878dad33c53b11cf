"""Find what is printed on every page and is no part of the text.

Running headers and footers repeat in the margins; preprint line numbers count up along an edge.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from aliquot.parsing.pdf.records import Line, Page, Role

__all__ = ["mark_furniture", "strip_line_numbers"]

# Share of the page height, at top and bottom, where running matter stands.
MARGIN = 0.12
# Running titles often differ between left and right pages, so half the pages are not demanded.
REPEATS = 3
PAGE_NUMBER = re.compile(r"(page\s*)?\d{1,5}(\s*(of|/)\s*\d+)?", re.IGNORECASE)
LETTERS_ONLY = re.compile(r"\W|\d")

LEADING_NUMBER = re.compile(r"(\d{1,4})(?=\s|$)")
# A list has ten entries too, but eight that start lines and step by one to three down a page, in
# three quarters of the cases, are line numbers (every line, or every second after a lost one).
NUMBERED_LINES = 8
STEP = 3
STEADY = 0.75


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
    return LETTERS_ONLY.sub("", line.text).lower()[:60], line.y0 > page.height / 2


def strip_line_numbers(page: Page) -> None:
    """Cut preprint line numbers off the lines of a page."""
    numbered = []
    for line in sorted(page.lines, key=lambda line: line.y1):
        match = LEADING_NUMBER.match(line.text)
        if match:
            numbered.append((int(match[1]), line))
    values = {number for number, _ in numbered}
    chain = [(n, line) for n, line in numbered if n + 1 in values or n - 1 in values]
    if len(chain) < NUMBERED_LINES:
        return
    rising = sum(a < b <= a + STEP for (a, _), (b, _) in pairwise(chain))
    if rising <= STEADY * (len(chain) - 1):
        return
    for _, line in chain:
        _cut(line, values)


def _cut(line: Line, values: set[int]) -> None:
    while (match := LEADING_NUMBER.match(line.text)) and int(match[1]) in values:
        line.text = line.text[match.end() :].lstrip()
    if not line.text:
        line.role = Role.LINE_NUMBER
