"""Put the lines of a page into reading order.

A gutter is the vertical cut with most body lines facing each other across it and fewest crossing
it. Lines that cross a gutter (titles, wide figures' captions) cut the page into bands; each band is
read left column first, and each column may hold a gutter of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from aliquot.parsing.pdf.records import Line

__all__ = ["reading_order", "usual_gutter"]

# Columns inside columns inside columns: deeper is a table, not a page.
MAXIMUM_DEPTH = 3
# Shorter lines (page numbers, labels) say nothing about columns.
MINIMUM_WIDTH_PT = 50.0
MINIMUM_LINES = 6
# A gutter needs this many facing pairs more than twice its crossings.
# Source: prototype, 22 papers of 14 publishers.
MINIMUM_ADVANTAGE = 3
MINIMUM_SHARED_HEIGHT_PT = 20.0
# Two gutters this near are one.
GUTTER_STEP_PT = 8.0
# Small print makes a column of its own only on much evidence: labels of figures stand in rows too.
SIDE_COLUMN_ADVANTAGE = 8
# Fewer lines over the columns are a title; cutting line by line serves them well.
ZONE_LINES = 5
# Candidate cuts, as shares of the width of the body.
CUTS = np.arange(20, 81) / 100


def usual_gutter(pages: Iterable[Sequence[Line]], is_body: Callable[[Line], bool]) -> float | None:
    """Return the gutter that most pages of a document share, if at least two do."""
    found: Counter[int] = Counter()
    for lines in pages:
        gutter = _gutter([line for line in lines if _shapes(line, is_body)])
        if gutter is not None:
            found[round(gutter[0] / GUTTER_STEP_PT)] += 1
    if not found:
        return None
    place, count = found.most_common(1)[0]
    return place * GUTTER_STEP_PT if count > 1 else None


def reading_order(
    lines: Sequence[Line],
    is_body: Callable[[Line], bool],
    *,
    usual: float | None = None,
    depth: int = 0,
) -> list[Line]:
    """Return the lines in reading order.

    Args:
        lines: Lines of a page or a part of it.
        is_body: Picks those that shape the columns.
        usual: The document's own gutter, believed on less evidence.
        depth: Columns already inside of.
    """
    top_down = sorted(lines, key=lambda line: (line.y0, line.x0))
    found = _find_gutter(top_down, is_body, usual, depth)
    if found is None:
        return top_down
    gutter, top = found
    above = _zone_above(top_down, gutter, top)
    ordered = reading_order(top_down[:above], is_body, usual=usual, depth=depth + 1)
    band: list[Line] = []
    for line in top_down[above:]:
        if _crosses(line, gutter):
            ordered += _band(band, gutter, is_body, depth)
            ordered.append(line)
            band = []
        else:
            band.append(line)
    return ordered + _band(band, gutter, is_body, depth)


def _crosses(line: Line, gutter: float) -> bool:
    return line.x0 < gutter - 1 and line.x1 > gutter + 12


def _zone_above(top_down: Sequence[Line], gutter: float, top: float) -> int:
    """Return how many lines stand in a zone above the columns that has an order of its own.

    An abstract beside a column of addresses, over two columns of prose, is such a zone: cut line by
    line it would be interleaved with the addresses.
    """
    crossing = [
        line
        for line in top_down
        if line.middle < top and line.width > MINIMUM_WIDTH_PT and _crosses(line, gutter)
    ]
    if len(crossing) < ZONE_LINES:
        return 0
    end = crossing[-1].y1
    return next((i for i, line in enumerate(top_down) if line.y0 >= end), len(top_down))


def _shapes(line: Line, is_body: Callable[[Line], bool]) -> bool:
    return line.width > MINIMUM_WIDTH_PT and is_body(line)


def _band(
    band: list[Line], gutter: float, is_body: Callable[[Line], bool], depth: int
) -> list[Line]:
    left = [line for line in band if line.x0 < gutter - 1]
    right = [line for line in band if line.x0 >= gutter - 1]
    return [
        *reading_order(left, is_body, depth=depth + 1),
        *reading_order(right, is_body, depth=depth + 1),
    ]


def _find_gutter(
    lines: Sequence[Line], is_body: Callable[[Line], bool], usual: float | None, depth: int
) -> tuple[float, float] | None:
    if depth >= MAXIMUM_DEPTH:
        return None
    found = _gutter([line for line in lines if _shapes(line, is_body)], usual=usual)
    if found is None and depth == 0:
        # A narrow column of small print beside the body: addresses, editors, dates.
        wide = [line for line in lines if line.width > MINIMUM_WIDTH_PT]
        found = _gutter(wide, advantage_needed=SIDE_COLUMN_ADVANTAGE)
    return found


def _gutter(
    lines: Sequence[Line],
    *,
    usual: float | None = None,
    advantage_needed: int = MINIMUM_ADVANTAGE,
) -> tuple[float, float] | None:
    """Return the x of the best gutter and where it begins, judged for all cuts at once."""
    if len(lines) < (MINIMUM_LINES if usual is None else 2):
        return None
    x0, y0, x1, y1 = np.array([(line.x0, line.y0, line.x1, line.y1) for line in lines]).T
    cuts = x0.min() + (x1.max() - x0.min()) * CUTS
    if usual is not None:
        cuts = np.append(cuts, usual)
    cuts = cuts[:, None]
    left, right = x1 <= cuts + 1, x0 >= cuts - 1
    top = np.maximum(_least(y0, left), _least(y0, right))[:, None]
    bottom = np.minimum(-_least(-y1, left), -_least(-y1, right))[:, None]
    inside = (top - 9 < y0) & (y0 < bottom)
    facing = np.minimum((left & inside).sum(axis=1), (right & inside).sum(axis=1))
    middle = (y0 + y1) / 2
    crossing = ((x0 < cuts - 1) & (x1 > cuts + 1) & (top < middle) & (middle < bottom)).sum(axis=1)
    advantage = facing - 2 * crossing
    usable = (left.sum(axis=1) >= 3) & (right.sum(axis=1) >= 3) & (advantage >= advantage_needed)
    usable &= (bottom - top)[:, 0] >= MINIMUM_SHARED_HEIGHT_PT
    if usual is not None:
        usable[-1] |= facing[-1] > 0 and crossing[-1] == 0
    if not usable.any():
        return None
    clear = np.minimum(_least(x0, right) - cuts[:, 0], cuts[:, 0] + _least(-x1, left))
    best = max(np.flatnonzero(usable), key=lambda i: (advantage[i], clear[i], cuts[i, 0]))
    return float(cuts[best, 0]), float(top[best, 0])


def _least(
    values: np.ndarray[tuple[int], np.dtype[np.float64]],
    chosen: np.ndarray[tuple[int, int], np.dtype[np.bool_]],
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the least chosen value of each row, infinity where none is chosen."""
    least: np.ndarray[tuple[int], np.dtype[np.float64]] = np.where(
        chosen, values[None, :], np.inf
    ).min(axis=1)
    return least
