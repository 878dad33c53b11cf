"""Read Japanese set in columns from top to bottom, the first column at the right.

Such a page is turned so that its columns become lines: then everything that knows how to read lines
reads it, and the page turns each place back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from aliquot.parsing.pdf.records import Break, Run

__all__ = ["TURNED", "is_vertical", "turned_runs"]

# Degrees that turn such a page so that its columns read as lines.
TURNED = 270
CJK = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
# A run of so many characters is this much taller than wide where it is set from top to bottom.
COLUMN_CHARACTERS, COLUMN_SHAPE = 3, 1.5
# Characters of one column stand under each other, give or take this share of their size.
SAME_COLUMN, NEXT_BELOW = 0.3, 1.6
MOSTLY = 0.5


def is_vertical(runs: Sequence[Run]) -> bool:
    """Tell whether most Japanese characters of a page stand in columns."""
    written = sum(len(CJK.findall(run.text)) for run in runs)
    if not written:
        return False
    in_columns = sum(len(run.text) for run in runs if _is_column(run))
    stacked = sum(_is_below(above, run) for above, run in pairwise(runs))
    return in_columns + stacked > MOSTLY * written


def turned_runs(runs: Sequence[Run], width: float) -> list[Run]:
    """Return the runs in the frame in which columns are lines; `width` is that of the page."""
    return list(_turned(runs, width))


def _turned(runs: Sequence[Run], width: float) -> Iterator[Run]:
    previous: Run | None = None
    for run in runs:
        middle, half = (run.x0 + run.x1) / 2, run.style.size / 2
        goes_on = previous is not None and _is_below(previous, run)
        yield run._replace(
            x0=run.y0,
            x1=run.y1,
            y0=width - middle - half,
            y1=width - middle + half,
            before=Break.NONE if goes_on else Break.LINE,
        )
        previous = run


def _is_column(run: Run) -> bool:
    height, width = run.y1 - run.y0, run.x1 - run.x0
    is_tall = height > COLUMN_SHAPE * max(width, 1.0)
    return is_tall and len(run.text) >= COLUMN_CHARACTERS and bool(CJK.search(run.text))


def _is_below(above: Run, run: Run) -> bool:
    """Tell a run that goes on right under another."""
    size = max(run.style.size, 1.0)
    shift = abs((run.x0 + run.x1) - (above.x0 + above.x1)) / 2
    step = run.y0 - above.y0
    # A full stop, a comma and 一 are drawn less high than the place they take.
    high = max(above.y1 - above.y0, size)
    return shift < SAME_COLUMN * size and 0.5 * size < step < NEXT_BELOW * high
