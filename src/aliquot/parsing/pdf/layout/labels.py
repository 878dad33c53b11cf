"""Put a number, bullet or label that stands apart back before the line it opens.

A wide gap after "12." or "•" makes a fragment of its own, as the cells of a row do. Left alone it
would be read after its line, or before another.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from aliquot.parsing.pdf.records import Line

__all__ = ["join_labels"]

LABEL = re.compile(r"\(?\d{1,3}[.)\]]|\[\d{1,3}\]\.?|\(?[a-z]\)|[•●▪■◦‣·–]")
# A number without any mark may be a cell, an axis or a page: only those that count up by one at the
# same edge, before words.
BARE = re.compile(r"\d{1,3}")
WORD = re.compile(r"[^\W\d_]{2}")
SAME_EDGE_PT = 14.0
# The widest gap seen between a label and its text: "10.   Smith" in hanging lists of two columns.
LABEL_GAP_PT = 40.0
# What a part of an abstract is called, before a wide gap on the line it opens.
PART = re.compile(
    r"(background|objectives?|aims?|purpose|introduction|materials? and methods?|methods?|design|"
    r"setting|results?|findings|conclusions?|significance|interpretation|目的|方法|結果|結論|考察)"
    r"\s?[:：]",
    re.IGNORECASE,
)
PART_GAP_PT = 120.0
# Baselines of label and text, as a share of the type size.
BASELINE = 0.45


def join_labels(lines: Sequence[Line], gutter: float | None) -> list[Line]:
    """Return the lines with each label that stands apart written before its line.

    Args:
        lines: Lines of one page; those that get a label are changed.
        gutter: Where the page's columns part: an equation's number at the end of the left column
            is no label of the right one.
    """
    ordered = sorted(lines, key=lambda line: line.middle)
    middles = [line.middle for line in ordered]
    joined: set[Line] = set()
    counting = _counting(ordered)
    for label in ordered:
        is_label = LABEL.fullmatch(label.text) or PART.fullmatch(label.text)
        if not is_label and label not in counting:
            continue
        near = BASELINE * max(label.size, 1.0)
        low, high = (
            bisect_left(middles, label.middle - near),
            bisect_left(middles, label.middle + near),
        )
        beside = [line for line in ordered[low:high] if _follows(line, label, gutter)]
        if beside:
            _put_before(label, min(beside, key=lambda line: line.x0))
            joined.add(label)
    return [line for line in lines if line not in joined]


def _counting(lines: Sequence[Line]) -> set[Line]:
    """Return the bare numbers that have their neighbour at the same edge."""
    bare = [(int(line.text), line) for line in lines if BARE.fullmatch(line.text)]
    return {
        line
        for number, line in bare
        if any(
            abs(number - other) == 1 and abs(line.x0 - beside.x0) < SAME_EDGE_PT
            for other, beside in bare
        )
    }


def _follows(line: Line, label: Line, gutter: float | None) -> bool:
    if gutter is not None and label.x0 < gutter <= line.x0:
        return False
    if BARE.fullmatch(label.text):
        same_size = abs(line.size - label.size) < 0.5
        if not (same_size and WORD.match(line.text)):
            return False
    elif LABEL.fullmatch(line.text) or PART.fullmatch(line.text):
        return False
    widest = PART_GAP_PT if PART.fullmatch(label.text) else LABEL_GAP_PT
    return -1 < line.x0 - label.x1 < widest


def _put_before(label: Line, line: Line) -> None:
    line.text = f"{label.text} {line.text}"
    line.x0 = label.x0
    line.y0, line.y1 = min(label.y0, line.y0), max(label.y1, line.y1)
    line.suspect = line.suspect or label.suspect
