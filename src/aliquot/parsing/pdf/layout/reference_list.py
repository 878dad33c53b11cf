"""Find the lines of reference lists and where each entry begins.

A list is judged as a whole: by numbers that count up, by a hanging indent, or by white and authors'
names where it has neither. So one line that happens to begin with a year or with "12." opens no
entry.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from aliquot.parsing.pdf.layout.heading_levels import Heading
from aliquot.parsing.pdf.layout.roles import REFERENCES, SMALL, Body
from aliquot.parsing.pdf.records import Line, Role

__all__ = ["find_references"]

# How lists are numbered: "[12]", "12." or "12)", "12 Smith". One list keeps to one of them.
NUMBERINGS = tuple(
    re.compile(pattern)
    for pattern in (
        r"\[(\d{1,3})\]",
        r"\(?(\d{1,3})[.)](?!\d)",
        r"(\d{1,3})\s+(?=[^\W\d_])",
        r"([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})\s*(?=[^\W\d_])",
    )
)
# Entries that may be missing between two (cut off, or read out of order).
LOST_ENTRIES = 3
# A number that is not the next one costs this share of an entry for each that is lost.
LOST_COST = 0.3
# Numbers of a list stand at the left edge of their column, or right-aligned on it.
EDGE_PT = 14.0
MINIMUM_NUMBERED = 2
# A list of this many lines with fewer numbers is not numbered; the longest entry has about 15.
LINES_PER_NUMBER = 16

# Hanging indents start at three points.
HANGING_PT = 3.0
MAXIMUM_HANGING_PT = 45.0
# Lines of one hanging list that are indented, least and most.
HANGING_SHARE = 0.25, 0.95
AUTHOR = re.compile(
    r"(?:(?:van|von|de|da|di|del|der|den|dos|la|le|el|al)\s)*[^\W\d_a-z][\w'’‐‑-]+"
    r"(?:\s[^\W\d_a-z][\w'’‐‑-]+)?(?:,\s*|\s)(?:[^\W\d_a-z][.\s,&-]|[^\W\d_a-z]{1,3}\b)"
)
ENTRY_END = re.compile(r"[.\])]\s*$|\d$|[/\w]\d+[\w./-]*$")
# More white than this share of the type size parts entries set without indents.
ENTRY_GAP = 0.45

# What publishers print behind the last entry in the same small type.
AFTERWORD = re.compile(
    r"conflicts? of interest|competing interests?|copyright\b|©|publisher['’]s note|disclaimer|"
    r"how to cite|cite this article|to cite this|sample availability|submit your|ready to submit|"
    r"open access\b|this is an open|additional information|author contributions|"
    r"received\b.{0,40}\baccepted|edited by|reviewed by",
    re.IGNORECASE,
)


def find_references(
    flow: Sequence[Line], headings: Sequence[Heading], body: Body
) -> dict[Line, bool]:
    """Return the lines of reference lists, each with whether it begins an entry."""
    found: dict[Line, bool] = {}
    for lines in _lists(flow, headings, body):
        opening = _opening_lines(lines)
        found.update((line, line in opening) for line in lines)
    return found


# ------------------------------------------------------------------------------ where lists stand


def _lists(flow: Sequence[Line], headings: Sequence[Heading], body: Body) -> Iterator[list[Line]]:
    """Yield the lines of each list; it goes on after a section set into the other column."""
    at = {heading.start: heading for heading in headings}
    entries: list[Line] = []
    is_inside = False
    for index, line in enumerate(flow):
        if index in at:
            heading = at[index]
            opens = bool(REFERENCES.fullmatch(heading.text))
            if opens and entries:
                yield _without_afterword(entries)
                entries = []
            is_inside = opens or (is_inside and heading.level > 1)
        if line.role in {Role.HEADING, Role.CAPTION, Role.TABLE}:
            continue
        if is_inside or (entries and _resumes(line, entries[0], body)):
            entries.append(line)
    if entries:
        yield _without_afterword(entries)


def _resumes(line: Line, entry: Line, body: Body) -> bool:
    return (
        entry.size < SMALL * body.size
        and abs(line.size - entry.size) < 0.15
        and line.font.split("-")[0] == entry.font.split("-")[0]
    )


def _without_afterword(lines: list[Line]) -> list[Line]:
    """Cut what follows the last entry: notes of the publisher, or lines in another type."""
    usual = statistics.median(line.size for line in lines)
    lines = [line for line in lines if abs(line.size - usual) < 0.2 * usual]
    half = len(lines) // 2
    for index in range(half, len(lines)):
        if AFTERWORD.match(lines[index].text):
            return lines[:index]
    return lines


# ------------------------------------------------------------------------------ where entries begin


def _opening_lines(lines: Sequence[Line]) -> set[Line]:
    return _numbered(lines) or _hanging(lines) or _spaced(lines)


def _numbered(lines: Sequence[Line]) -> set[Line]:
    chains = [_chain(lines, numbering) for numbering in NUMBERINGS]
    best = max(chains, key=len)
    enough = max(MINIMUM_NUMBERED, len(lines) / LINES_PER_NUMBER)
    return set(best) if len(best) >= enough else set()


def _chain(lines: Sequence[Line], numbering: re.Pattern[str]) -> list[Line]:
    """Return the lines whose numbers count up with the fewest gaps."""
    edges = _left_edges(lines)
    best: dict[int, tuple[float, list[Line]]] = {}
    for line in lines:
        match = numbering.match(line.text)
        if not match or line.x0 > edges[line] + EDGE_PT:
            continue
        number = int(match[1].translate(RAISED))
        score, chain = 0.0, []
        for lost in range(LOST_ENTRIES + 1):
            before = best.get(number - 1 - lost)
            if before and before[0] - LOST_COST * lost > score:
                score, chain = before[0] - LOST_COST * lost, before[1]
        if number not in best or score + 1 > best[number][0]:
            best[number] = (score + 1, [*chain, line])
    return max(best.values(), key=lambda scored: scored[0])[1] if best else []


RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def _columns(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield runs of lines that stand under each other on one page."""
    column: list[Line] = []
    for line in lines:
        if column and (line.page != column[-1].page or line.y0 < column[-1].y0 - line.size):
            yield column
            column = []
        column.append(line)
    if column:
        yield column


def _left_edges(lines: Sequence[Line]) -> dict[Line, float]:
    """Return for each line the left edge of its column.

    The leftmost line of a column may be the middle of an entry; the same column of the other pages
    tells where its edge is.
    """
    columns = list(_columns(lines))
    lefts = [min(line.x0 for line in column) for column in columns]
    edges: dict[Line, float] = {}
    for column, left in zip(columns, lefts, strict=True):
        near = [other for other in lefts if 0 <= left - other <= MAXIMUM_HANGING_PT]
        common = Counter(round(other) for other in near).most_common(1)[0][0]
        edge = left if len(column) > 3 else min(left, float(common))
        edges.update((line, edge) for line in column)
    return edges


def _hanging(lines: Sequence[Line]) -> set[Line]:
    """Return the lines at the left edge, where the others hang behind them."""
    edges = _left_edges(lines)
    outdented = [line for line in lines if line.x0 < edges[line] + HANGING_PT]
    indents = [line.x0 - edges[line] for line in lines if line.x0 >= edges[line] + HANGING_PT]
    least, most = HANGING_SHARE
    if not least <= len(indents) / len(lines) <= most:
        return set()
    usual = statistics.median(indents)
    alike = sum(abs(indent - usual) < HANGING_PT for indent in indents)
    if usual > MAXIMUM_HANGING_PT or alike < 0.8 * len(indents):
        return set()
    return set(outdented)


def _spaced(lines: Sequence[Line]) -> set[Line]:
    """Return the lines after white, or those that begin with a name after the end of an entry."""
    opening = {lines[0]}
    for column in _columns(lines):
        right = max(line.x1 for line in column)
        for previous, line in pairwise(column):
            apart = line.y0 - previous.y1 > ENTRY_GAP * line.size
            is_short = previous.x1 < right - 2 * line.size
            ended = bool(ENTRY_END.search(previous.text))
            named = bool(AUTHOR.match(line.text))
            if apart or (ended and named) or (ended and is_short and line.text[:1].isupper()):
                opening.add(line)
    for before, after in pairwise(_columns(lines)):
        if ENTRY_END.search(before[-1].text) and AUTHOR.match(after[0].text):
            opening.add(after[0])
    return opening
