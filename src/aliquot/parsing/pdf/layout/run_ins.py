"""Split headings off the line of text they run into: "2.1. Plant Material. Leaves were ...".

A run-in heading is set in bold or italics at the start of a paragraph and ends with a full stop or
a colon. Numbered ones are believed at once, others where the document uses several of one style.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from aliquot.parsing.pdf.layout.roles import CAPTION, REFERENCES, Body
from aliquot.parsing.pdf.records import Line, Role

__all__ = ["split_run_ins"]

NUMBERED = re.compile(r"\d{1,2}(\.\d{1,2}){1,3}\.?\s")
# Inside abstracts labels stay with their text; names of people and doses are no headings.
NO_HEADING = re.compile(
    r"^(background|objectives?|aims?|purpose|methods?|materials and methods|results?|findings|"
    r"conclusions?|abstract|summary|key ?words?|citation|funding|editor|received|accepted|"
    r"published|copyright|competing interests|data availability.*|abbreviations|note|table|figure|"
    r"correspondence|e-?mail|address|edited by|reviewed by|academic editor)\W*$|@|^\W",
    re.IGNORECASE,
)
OPENING = re.compile(r"[A-Z0-9α-ω(]")
REPEATED = 3
MINIMUM_LENGTH, MAXIMUM_LENGTH = 4, 120


def split_run_ins(flow: Sequence[Line], body: Body) -> list[Line]:
    """Return the flow with each run-in heading as a line before the rest of its own."""
    end = next((i for i, line in enumerate(flow) if REFERENCES.fullmatch(line.text)), len(flow))
    opening = [i for i in range(end) if _opens_paragraph(flow, i, body)]
    styles = Counter(_style(flow[i].lead) for i in opening)
    split = set()
    for i in opening:
        lead = flow[i].lead
        if lead is None:
            continue
        is_numbered = bool(NUMBERED.match(lead.text) or NUMBERED.match(_above(flow, i)))
        repeated = lead.bold and lead.text.endswith(".") and styles[_style(lead)] >= REPEATED
        if is_numbered or repeated:
            split.add(i)
    result: list[Line] = []
    for i, line in enumerate(flow):
        result += _split(line) if i in split else [line]
    return result


def _style(lead: Line | None) -> tuple[str, float]:
    return (lead.font, lead.size) if lead is not None else ("", 0.0)


def _opens_paragraph(flow: Sequence[Line], index: int, body: Body) -> bool:
    line = flow[index]
    lead = line.lead
    if lead is None or line.role is not Role.TEXT or not body.includes(line):
        return False
    text = lead.text
    if not MINIMUM_LENGTH <= len(text) <= MAXIMUM_LENGTH or not OPENING.match(text):
        return False
    if NO_HEADING.search(text) or CAPTION.match(text) or not line.text.startswith(text):
        return False
    if index == 0:
        return True
    previous = flow[index - 1]
    if _is_whole(previous, lead):
        return bool(NUMBERED.match(previous.text))
    apart = previous.page != line.page or line.y0 < previous.y0
    return (
        apart
        or line.x0 > previous.x0 + 5
        or line.y0 - previous.y1 > 0.3 * body.size
        or (previous.text.rstrip().endswith((".", ":", "?", "]", ")")))
    )


def _is_whole(previous: Line, lead: Line) -> bool:
    """Tell whether the line above is set wholly in the style of the lead."""
    return previous.style == lead.style and 0 < lead.y0 - previous.y0 < 2.5 * lead.size


def _above(flow: Sequence[Line], index: int) -> str:
    lead = flow[index].lead
    if index == 0 or lead is None or not _is_whole(flow[index - 1], lead):
        return ""
    return flow[index - 1].text


def _split(line: Line) -> list[Line]:
    lead = line.lead
    if lead is None:
        return [line]
    line.text = line.text[len(lead.text) :].lstrip()
    line.x0 = min(lead.x1, line.x1)
    line.lead = None
    lead.is_run_in = True
    return [lead, line]
