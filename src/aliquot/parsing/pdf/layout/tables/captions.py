"""Recognise the captions of tables: where they open, what number they bear, whether they go on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aliquot.parsing.pdf.layout.roles import CAPTION_START, Body
from aliquot.parsing.pdf.records import Line

__all__ = ["TABLE_CAPTION", "is_continued", "is_label", "opens_table", "split_caption", "table_key"]

TABLE_CAPTION = re.compile(
    r"(?P<series>supplementary |supplemental |supp\.? |additional |extended data )?"
    r"(?:table|tab\.|表)\.?[\s\-–]*(?P<number>S?\d+|[IVX]+\b)",
    re.IGNORECASE,
)
CONTINUED = re.compile(r"\(?\s*(?:continued|cont(?:[’']d|inue|d)?\b\.?|続き)\s*\)?", re.IGNORECASE)
BODY_SIZE = 0.95
MAXIMUM_CAPTION_LINES = 10
# A title under its "Table 1" may be set larger or smaller by this many points.
LABEL_SIZE_PT = 1.6
SAME_SIZE_PT = 0.6
# White between lines of a caption, and under a label alone, in line heights.
CAPTION_GAP = 0.6
LABEL_GAP = 1.3
ALIGNED_PT = 60.0


def opens_table(line: Line, body: Body) -> bool:
    """Tell a caption's first line from a sentence that begins with "Table 1"."""
    if not TABLE_CAPTION.match(line.text):
        return False
    set_apart = line.bold or line.font != body.font or line.size < BODY_SIZE * body.size
    return set_apart or bool(CAPTION_START.match(line.text))


def table_key(caption: str) -> str:
    """Return the table's number, by which its parts on other pages are known."""
    match = TABLE_CAPTION.match(caption)
    return f"{match['series'] or ''}{match['number']}".lower() if match else ""


def is_continued(caption: str) -> bool:
    """Tell whether a caption says that its table began on another page."""
    match = TABLE_CAPTION.match(caption)
    return bool(match) and CONTINUED.search(caption[match.end() :]) is not None  # type: ignore[union-attr]


def is_label(line: Line) -> bool:
    """Tell "Table 1" on a line of its own."""
    match = TABLE_CAPTION.match(line.text)
    return bool(match) and len(line.text) - len(match[0]) <= 2  # type: ignore[index]


def split_caption(opening: Line, below: Sequence[Line], end: float) -> tuple[list[Line], int]:
    """Return the caption's lines and how many of `below` are among them.

    Args:
        opening: Its first line.
        below: Lines under it, top to bottom.
        end: Where it has ended at the latest: the table's first rule.
    """
    caption = [opening]
    for line in below:
        if len(caption) == MAXIMUM_CAPTION_LINES or line.y1 > end or not _follows(caption, line):
            break
        caption.append(line)
    taken = len(caption) - 1
    following = below[taken] if taken < len(below) else None
    if taken and following is not None and abs(following.middle - caption[-1].middle) < 2:
        taken -= 1  # a row of cells: the line is one of them
        caption.pop()
    return caption, taken


def _follows(caption: Sequence[Line], line: Line) -> bool:
    opening, last = caption[0], caption[-1]
    gap = line.y0 - last.y1
    if not (-0.5 * line.size < gap and abs(line.x0 - opening.x0) < ALIGNED_PT):
        return False
    if len(caption) == 1 and is_label(opening):
        return gap < LABEL_GAP * line.size and abs(line.size - last.size) < LABEL_SIZE_PT
    return gap < CAPTION_GAP * line.size and abs(line.size - last.size) < SAME_SIZE_PT
