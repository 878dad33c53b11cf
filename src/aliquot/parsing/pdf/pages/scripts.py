"""Write raised and lowered runs as super- and subscripts: 10⁻⁶, CO₂, Ca²⁺, cells¹².

A script is told by its size and by where it stands; a sign of a symbol font, whose box says nothing
of its height, goes with the figure beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from aliquot.parsing.pdf.pages.symbols import to_superscript
from aliquot.parsing.pdf.records import Break, Line, Run
from aliquot.parsing.writing.typography import subscript

__all__ = ["SCRIPT_SIZE", "join_runs", "script_text"]

# A run set smaller than this share of its line's size is a super- or subscript.
SCRIPT_SIZE = 0.85
# How far the feet of a script's box stand above or below those of its line, in sizes of the line.
# Source: 1,200 small runs of the development papers: superscripts .2 to .75 above, subscripts 0.04
# to .25 below, small letters that are neither .05 to .1 above.
RAISED, LOWERED = 0.15, 0.03
# A subscript touches what it belongs to: a page number in small type does not.
SUBSCRIPT_GAP = 0.3
SUBSCRIPT_CHARACTERS = 3
SIGNS = frozenset("+-−–=±")


def join_runs(runs: Sequence[Run]) -> str:
    """Return the text of runs that make one line, scripts in plain characters."""
    if len({run.style.size for run in runs}) == 1:
        return _spaced(runs)
    text = ""
    for run, height in zip(runs, _heights(runs), strict=True):
        part = _write(run.text, height, text)
        text += part if run.before is Break.NONE else f" {part}"
    return text.strip()


def _spaced(runs: Sequence[Run]) -> str:
    parts = (run.text if run.before is Break.NONE else f" {run.text}" for run in runs)
    return "".join(parts).strip()


def script_text(small: Line, line: Line, before: str) -> str:
    """Return the text of a small fragment as it stands to the line it belongs to.

    Args:
        small: The fragment.
        line: What it is raised or lowered from.
        before: The text in front of it.
    """
    return _write(small.text, _height(small.size, small.y1, line.size, line.y1), before)


def _write(text: str, height: int, before: str) -> str:
    if height > 0:
        return to_superscript(text, before)
    return subscript(text) if height < 0 and len(text) <= SUBSCRIPT_CHARACTERS else text


def _heights(runs: Sequence[Run]) -> list[int]:
    """Return 1 for each raised run, -1 for each lowered one, 0 for the others."""
    counts: Counter[tuple[str, float]] = Counter()
    for run in runs:
        counts[(run.style.font, run.style.size)] += len(run.text)
    font, size = counts.most_common(1)[0][0]
    feet = max(r.y1 for r in runs if (r.style.font, r.style.size) == (font, size))
    heights = [_height(run.style.size, run.y1, size, feet) for run in runs]
    for index, run in enumerate(runs):
        if heights[index] >= 0:
            continue
        if set(run.text) <= SIGNS:
            beside = heights[index + 1 : index + 2] or heights[index - 1 : index]
            heights[index] = max(beside, default=0)
        elif index == 0 or run.x0 - runs[index - 1].x1 > SUBSCRIPT_GAP * size:
            heights[index] = 0
    return heights


def _height(small: float, foot: float, size: float, feet: float) -> int:
    if small >= SCRIPT_SIZE * size:
        return 0
    if foot < feet - RAISED * size:
        return 1
    return -1 if foot > feet + LOWERED * size else 0
