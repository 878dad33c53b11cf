"""Mark the captions of figures, schemes and boxes, whole: over lines, gaps and columns."""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from itertools import pairwise

from aliquot.parsing.pdf.layout.roles import CAPTION, CAPTION_SIZE, CAPTION_START, Body
from aliquot.parsing.pdf.records import Line, Role

__all__ = ["mark_captions"]

LABEL = re.compile(CAPTION.pattern + r"\W{0,2}", re.IGNORECASE)
ENDS = re.compile(r"[.?!。)\]]$")
# Lines of one caption: how far apart in body sizes, in the body's own leading (manuscripts are set
# in double spacing), and in points from left to left.
GAP = 1.1
LEADING = 1.15
LABEL_GAP = 1.7
INDENT_PT = 60.0
SAME_SIZE_PT = 0.6
LABEL_SIZE_PT = 1.6
# White above running text under a caption that is set otherwise, in line heights.
TEXT_GAP = 0.45
# White above a line that opens a caption in the type of the body, in line heights.
OPENING_GAP = 0.5
# The halves of a caption set in two columns begin at one height.
SAME_TOP_PT = 3.0
# Boxes are those of the font and reach so far, in sizes, into the next line of tight leading.
OVERLAP = 0.4


def mark_captions(pages: Sequence[Sequence[Line]], body: Body) -> list[list[Line]]:
    """Give the lines of captions their role; the halves of a caption become neighbours.

    Args:
        pages: Lines of each page in reading order; captions of tables have their role already.
        body: Style of running text.
    """
    allowed = max(GAP * body.size, LEADING * _leading(pages, body))
    marked: list[list[Line]] = []
    last: Line | None = None
    for ordered in pages:
        captions = _captions_of(ordered, last, body, allowed)
        result = list(ordered)
        for caption in captions:
            _join_halves(caption, result, body)
        marked.append(result)
        last = captions[-1][-1] if captions and captions[-1][-1] is result[-1] else None
    return marked


def _captions_of(
    ordered: Sequence[Line], unfinished: Line | None, body: Body, allowed: float
) -> list[list[Line]]:
    """Return the captions of a page; `unfinished` ends the page before, if a caption does."""
    captions: list[list[Line]] = []
    open_caption: list[Line] = []
    if unfinished is not None and ordered and _goes_on_overleaf(unfinished, ordered[0]):
        open_caption = [ordered[0]]
        captions.append(open_caption)
        ordered[0].role = Role.CAPTION
        ordered = ordered[1:]
    previous: Line | None = None
    for line in ordered:
        if line.role is Role.CAPTION:
            open_caption = []
        elif _opens(line, previous, body):
            open_caption = [line]
            captions.append(open_caption)
            line.opens_caption = True
        elif open_caption and _goes_on(open_caption[-1], line, body, allowed):
            open_caption.append(line)
        else:
            open_caption = []
        if open_caption:
            line.role = Role.CAPTION
        previous = line
    return captions


def _goes_on_overleaf(last: Line, line: Line) -> bool:
    is_cut = not ENDS.search(last.text)
    alike = line.font == last.font and abs(line.size - last.size) < SAME_SIZE_PT
    return is_cut and alike and line.role is not Role.CAPTION and not CAPTION.match(line.text)


def _leading(pages: Sequence[Sequence[Line]], body: Body) -> float:
    """Return the usual white between two lines of running text, 0 where there are none."""
    gaps = [
        b.y0 - a.y1
        for ordered in pages
        for a, b in pairwise(ordered)
        if body.includes(a)
        and body.includes(b)
        and -OVERLAP * body.size < b.y0 - a.y1 < 3 * body.size
    ]
    return statistics.median(gaps) if gaps else 0.0


def _opens(line: Line, previous: Line | None, body: Body) -> bool:
    if not CAPTION.match(line.text):
        return False
    if line.bold or line.size < CAPTION_SIZE * body.size or line.font != body.font:
        return True
    return bool(CAPTION_START.match(line.text)) and not _is_inside_paragraph(line, previous)


def _is_inside_paragraph(line: Line, previous: Line | None) -> bool:
    """Tell a line of running text that happens to begin with "Figure 3A"."""
    if previous is None or previous.page != line.page or previous.role is Role.CAPTION:
        return False
    touches = -OVERLAP * line.size < line.y0 - previous.y1 < OPENING_GAP * line.size
    return touches and previous.style == line.style and abs(previous.x0 - line.x0) < INDENT_PT


def _goes_on(last: Line, line: Line, body: Body, allowed: float) -> bool:
    gap = line.y0 - last.y1
    if abs(line.x0 - last.x0) >= INDENT_PT or gap <= -OVERLAP * line.size:
        return False
    if last.opens_caption and LABEL.fullmatch(last.text):
        return gap < LABEL_GAP * line.size and abs(line.size - last.size) < LABEL_SIZE_PT
    is_text = line.font == body.font and abs(line.size - body.size) < 0.2
    alike = line.font == last.font and abs(line.size - last.size) < 0.2
    if is_text and not alike and gap > TEXT_GAP * line.size:
        return False
    return gap < allowed and abs(line.size - last.size) < SAME_SIZE_PT


def _join_halves(caption: list[Line], ordered: list[Line], body: Body) -> None:
    """Take in the other half of a caption that is set in two columns under its figure."""
    last = caption[-1]
    if body.includes(last) and last.size >= CAPTION_SIZE * body.size:
        return
    if ENDS.search(last.text) or len(caption) < 2:
        return
    tops = [line.y0 for line in caption[:2]]
    half = [
        line
        for line in ordered
        if line.role is Role.TEXT
        and line.page == last.page
        and line.x0 > max(other.x1 for other in caption[1:]) - 2
        and line.y0 > tops[0] - SAME_TOP_PT
        and abs(line.size - last.size) < 0.2
    ]
    half.sort(key=lambda line: line.y0)
    if not half or min(abs(half[0].y0 - top) for top in tops) > SAME_TOP_PT:
        return
    taken = [half[0]]
    for line in half[1:]:
        if not -OVERLAP * line.size < line.y0 - taken[-1].y1 < TEXT_GAP * line.size:
            break
        taken.append(line)
    for line in taken:
        line.role = Role.CAPTION
        ordered.remove(line)
    at = ordered.index(last) + 1
    ordered[at:at] = taken
