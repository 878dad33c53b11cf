"""Turn recognised lines into pages like those that hold text.

Enters: what `parsing.ocr` read of each picture. Leaves: pages whose lines have one of the few sizes
a document is set in, and a weight, so that the layout passes find headings and columns in them.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from aliquot.parsing.ocr.reading import ScannedLine, ScannedPage
from aliquot.parsing.pdf.pages.glyphs import PageRuns
from aliquot.parsing.pdf.pages.lines import build_page
from aliquot.parsing.pdf.records import Break, Page, Run, Style

__all__ = ["recognised_pages"]

# At 200 dpi the capitals of body text are 19 pixels high, give or take one: most measures of one
# size lie within this ratio of each other ...
DENSE = 1.08
# ... and the others, blurred or touched by a stain, within this ratio of those.
SAME_SIZE = 1.1
# Bold strokes are 1.4 times as wide as regular ones and more; the same face differs by a tenth.
# Source: rendered lines of four papers of the dev set, November 2026.
BOLD_STROKE = 1.28
# A size with this many characters on a page has paragraphs of its own: an abstract, a legend.
TEXT_CHARACTERS = 300
# A line this much larger or smaller than those around it, and as long, is measured wrong.
NEARLY_SAME = 1.25
FULL = 0.85
# Lines of a paragraph stand at most this many sizes apart.
LEADING = 1.6
FONT, BOLD_FONT = "recognised", "recognised-bold"
# The size of print where nothing was measured.
USUAL_SIZE_PT = 10.0


def recognised_pages(scans: Sequence[tuple[int, ScannedPage]]) -> list[Page]:
    """Build the pages of one document; numbers are 0-based."""
    sizes = _Sizes([line for _, scan in scans for line in scan.lines])
    return [_page(number, scan, sizes) for number, scan in scans]


class _Sizes:
    """The few sizes a document is set in, told from many measured ones."""

    def __init__(self, lines: Sequence[ScannedLine]) -> None:
        self._sizes: list[float] = list(_modes(lines)) or [USUAL_SIZE_PT]

    def settle(self, size: float) -> float:
        """Return the size of the document that a measured one stands for."""
        nearest = min(self._sizes, key=lambda known: abs(known - size))
        return round(nearest, 1)

    @property
    def body(self) -> float:
        """The size of most of the text."""
        return round(self._sizes[0], 1)


def _modes(lines: Sequence[ScannedLine]) -> Iterator[float]:
    """Yield the sizes around which most characters lie, the most frequent first."""
    rest = np.array(sorted((line.size, len(line.text)) for line in lines)).reshape(-1, 2)
    while len(rest):
        sizes, before = rest[:, 0], np.concatenate(([0.0], rest[:, 1].cumsum()))
        ends = np.searchsorted(sizes, sizes * DENSE, side="right")
        start = int((before[ends] - before[:-1]).argmax())
        mode = float(np.median(sizes[start : ends[start]]))
        yield mode
        rest = rest[(sizes < mode / SAME_SIZE) | (sizes > mode * SAME_SIZE)]


class _SetLine(NamedTuple):
    """A recognised line and how it is set."""

    line: ScannedLine
    size: float
    is_bold: bool


def _page(number: int, scan: ScannedPage, sizes: _Sizes) -> Page:
    usual = _usual_strokes(scan.lines, sizes)
    lines = []
    for line in scan.lines:
        size = sizes.settle(line.size)
        lines.append(_SetLine(line, size, line.stroke > BOLD_STROKE * usual[size]))
    runs = [run for line in _smoothed(lines) for run in _runs(line)]
    page = build_page(
        number, PageRuns(scan.width, scan.height, scan.turned, runs, hidden={}, is_ocr=True)
    )
    page.skew = scan.skew
    return page


def _smoothed(lines: Sequence[_SetLine]) -> Iterator[_SetLine]:
    """Yield the lines; one in the middle of a paragraph is set as those around it.

    A stain or a run-in heading changes what is measured of one line, not how the paragraph is set.
    """
    for line in lines:
        above, below = _neighbour(line, lines, -1), _neighbour(line, lines, 1)
        if above is None or below is None:
            yield line
            continue
        is_inside = above.size == below.size and not (above.is_bold or below.is_bold)
        is_alike = 1 / NEARLY_SAME < line.size / above.size < NEARLY_SAME
        fills = line.line.x1 - line.line.x0 > FULL * (above.line.x1 - above.line.x0)
        is_set_alike = is_inside and is_alike and fills
        yield _SetLine(line.line, above.size, is_bold=False) if is_set_alike else line


def _neighbour(line: _SetLine, lines: Sequence[_SetLine], direction: int) -> _SetLine | None:
    """Return the line right above (-1) or below (1) in the same column, at its usual distance."""
    nearest: tuple[float, _SetLine] | None = None
    for other in lines:
        distance = direction * (other.line.y1 - line.line.y1)
        overlap = min(line.line.x1, other.line.x1) - max(line.line.x0, other.line.x0)
        is_near = 0.5 * other.size < distance < LEADING * other.size and overlap > 0
        if is_near and (nearest is None or distance < nearest[0]):
            nearest = distance, other
    return nearest[1] if nearest else None


def _usual_strokes(lines: Sequence[ScannedLine], sizes: _Sizes) -> dict[float, float]:
    """Return the usual stroke of each size on a page: each page of a scan is exposed anew.

    An abstract in another face has strokes of its own; a size that only headings have is compared
    with the body.
    """
    strokes: dict[float, list[float]] = {}
    for line in lines:
        strokes.setdefault(sizes.settle(line.size), []).extend([line.stroke] * len(line.text))
    everything = [stroke for group in strokes.values() for stroke in group]
    body = strokes.get(sizes.body) or everything
    return {
        size: statistics.median(group if len(group) >= TEXT_CHARACTERS else body)
        for size, group in strokes.items()
    }


def _runs(set_line: _SetLine) -> Iterator[Run]:
    """Yield a line's words, each reaching to the next.

    Where one begins is estimated from its share of the characters. Between cells a recogniser parts
    lines by itself, so no gap is left that could be taken for one.
    """
    line, bold = set_line.line, set_line.is_bold
    font = BOLD_FONT if bold else FONT
    style = Style(font, set_line.size, bold, italic=False, angle=0, invisible=False, white=False)
    width = (line.x1 - line.x0) / max(len(line.text), 1)
    for word in re.finditer(r"\S+\s*", line.text):
        before = Break.SPACE if word.start() else Break.LINE
        x0, x1 = line.x0 + word.start() * width, line.x0 + word.end() * width
        yield Run(word[0].rstrip(), x0, line.y0, x1, line.y1, style, before)
