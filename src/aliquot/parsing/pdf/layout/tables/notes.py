"""Tell a table's notes from its rows and from the text under it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aliquot.parsing.pdf.layout.roles import CAPTION, SMALL, Body
from aliquot.parsing.pdf.layout.tables.columns import Columns
from aliquot.parsing.pdf.layout.tables.words import TextRow, pieces_of
from aliquot.parsing.pdf.records import Line

__all__ = ["notes_below", "split_notes"]

# How notes begin, whatever their type: with a mark, or with the word.
MARK = re.compile(r"[*†‡§¶#∗⁎ᵃ-ᶻ⁰-⁹]|\(?[a-h1-9][).:]\s?\S|\([+\-–*]+\)|(?i:notes?\b)[.:]?|注")
# How they begin in smaller type than the text: with what they explain as well.
EXPLANATION = re.compile(
    MARK.pattern + r"|[a-h](,\s?[a-h])*\s|[A-Za-z0-9%Δ()/-]{1,12}\s?[=:,]\s?\S|"
    r"(?i:values?\b|data\b|abbreviat|means?\b|source|different|n\.?\s?[sd]\.?\b|legend)|略語"
)
# Notes follow the last rule within this many line heights, and each other within less.
FIRST_GAP = 1.6
NEXT_GAP = 0.9
MAXIMUM_LINES = 14
# A line under a table that is longer than a heading over rows could be.
LONG_CHARACTERS = 45
# White of so many sizes parts cells; notes are set in lines without any.
CELL_GAP_EM = 2.0


def notes_below(
    below: Sequence[Line], bottom: float, body: Body, rows: Sequence[Line]
) -> list[Line]:
    """Return the lines under a table that explain it.

    Args:
        below: Lines under its last rule, top to bottom.
        bottom: Where that rule stands.
        body: Style of running text.
        rows: Lines of the table, whose type notes share or fall below.
    """
    largest = max((line.size for line in rows), default=body.size)
    notes: list[Line] = []
    for line in below[:MAXIMUM_LINES]:
        gap = line.y0 - (notes[-1].y1 if notes else bottom)
        allowed = NEXT_GAP if notes else FIRST_GAP
        if gap > allowed * line.size or CAPTION.match(line.text):
            break
        goes_on = bool(notes) and line.style == notes[-1].style and not body.includes(line)
        is_marked = not notes and MARK.match(line.text) is not None
        if not (_is_small(line, body, largest) or goes_on or is_marked):
            break
        notes.append(line)
    return notes


def _is_small(line: Line, body: Body, largest: float) -> bool:
    smaller = line.size < SMALL * body.size
    other = line.font != body.font and line.size <= largest + 0.3 and line.size < body.size
    return smaller or other


def split_notes(
    rows: list[TextRow], columns: Columns | None, em: float
) -> tuple[list[TextRow], list[TextRow]]:
    """Return the rows of cells, and the lines of notes that end a table."""
    end = len(rows)
    while end > 2 and _may_be_note(rows[end - 1], em):
        end -= 1
    # What wraps under a note may be shorter than any: notes begin with the first line that opens.
    first = next((i for i in range(end, len(rows)) if _opens(rows[i], columns)), len(rows))
    return rows[:first], rows[first:]


def _may_be_note(row: TextRow, em: float) -> bool:
    return len(pieces_of(row, CELL_GAP_EM * em)) == 1


def _opens(row: TextRow, columns: Columns | None) -> bool:
    is_long = len(row.text) > LONG_CHARACTERS
    crosses = columns is not None and _runs_over(row, columns)
    if EXPLANATION.match(row.text):
        return crosses or is_long
    return crosses and is_long


def _runs_over(row: TextRow, columns: Columns) -> bool:
    left, right = row.words[0].x0, row.words[-1].x1
    return any(left < gap.x0 + 1 and right > gap.x1 - 1 for gap in columns.gaps)
