"""Find the columns of a table: where the same white runs down through its rows.

White counts as a boundary when nearly all rows leave it and few leave no more than a word space;
drawn vertical rules count without more.
"""

from __future__ import annotations

import statistics
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from aliquot.parsing.pdf.layout.tables.columns import CLEAR_EM, WIDE_EM, Column, Columns, Gap
from aliquot.parsing.pdf.layout.tables.words import (
    TextRow,
    Word,
    are_two_values,
    em_of,
    pieces_of,
)

__all__ = ["find_columns"]

# Less than this is the rounding of glyph boxes.
NARROWEST_PT = 0.3
# One row in six may run over a boundary: long labels and totals do.
RUNS_OVER = 6
# Cells that touch the next column's: more than this share of them, and the two are one.
ATTACHED_SHARE = 0.4
# A cell that faces no other is judged after those that touch: the gap it should face across may
# only be hidden by one of theirs.
LONELY = ATTACHED_SHARE + 0.01
# Rows with this share of the most pieces show the columns; others are headings and wrapped cells.
SHOWING_SHARE = 0.5
# A column is set flush left if so many rows, and this share of them, begin at one x.
ALIGNED_ROWS = 3
ALIGNED_SHARE = 0.9
ALIGNED_PT = 1.0
# ... while this share of what stands left of it ends elsewhere than usual.
RAGGED_SHARE = 0.3
# Words with more gaps between them than any table has columns are no cells.
MOST_GAPS = 200
# A wall that stands this near white is drawn inside it.
WALL_PT = 3.0


def find_columns(
    rows: Sequence[TextRow],
    walls: Sequence[float] = (),
    others: Iterable[TextRow] = (),
    right: float = 0.0,
) -> Columns | None:
    """Return the columns, or nothing where there are fewer than two.

    Args:
        rows: Rows of the body.
        walls: Where vertical rules stand.
        others: Rows of the header, which name columns the body leaves empty.
        right: Right edge of the table, where it is drawn.
    """
    em = em_of(rows)
    showing = _showing(rows, em)
    if not showing:
        return None
    clear = _openings(showing, 0)
    loose = [
        gap
        for gap in _openings(showing, len(showing) // RUNS_OVER)
        if not any(gap[0] < x1 and x0 < gap[1] for x0, x1 in clear)
    ]
    others = list(others)
    if len(clear) + len(loose) > MOST_GAPS:
        return None
    found = _parting(sorted([*clear, *loose]), showing, others, em)
    left = min(row.words[0].x0 for row in showing)
    last = max(word.x1 for row in showing for word in row.words)
    inside = [wall for wall in walls if left < wall < last]
    free = [w for w in inside if not any(a - WALL_PT <= w <= b + WALL_PT for a, b in found)]
    found = sorted([*found, *((wall, wall) for wall in free)])
    columns = _columns(showing, found)
    columns = _with_sparse(columns, [*rows, *others], em)
    if len(columns) < 2:
        return None
    white = [(a.x1, max(a.x1, b.x0)) for a, b in pairwise(columns)]
    aligned = _are_aligned(white, showing, em)
    gaps = []
    for (x0, x1), is_flush in zip(white, aligned, strict=True):
        # Drawn or flush, a boundary parts words that nearly touch.
        is_drawn = any(x0 - WALL_PT <= wall <= x1 + WALL_PT for wall in walls)
        gaps.append(Gap(x0, x1, NARROWEST_PT if is_drawn or is_flush else CLEAR_EM * em))
    return Columns(columns, gaps, right)


def _showing(rows: Sequence[TextRow], em: float) -> list[TextRow]:
    counts = [len(pieces_of(row, WIDE_EM * em)) for row in rows]
    most = max(counts, default=0)
    return [
        row
        for row, count in zip(rows, counts, strict=True)
        if count >= max(2, SHOWING_SHARE * most)
    ]


def _openings(rows: Sequence[TextRow], allowed: int) -> list[tuple[float, float]]:
    """Return where at most `allowed` rows have a word, between places where more have."""
    events: list[tuple[float, int]] = []
    for row in rows:
        right = float("-inf")
        for word in row.words:
            if word.x0 > right:
                events += ((word.x0, 1), (word.x1, -1))
                right = word.x1
            elif word.x1 > right:
                events[-1] = (word.x1, -1)
                right = word.x1
    events.sort()
    found: list[tuple[float, float]] = []
    covered, opened = 0, None
    for x, step in events:
        before, covered = covered, covered + step
        if before > allowed >= covered:
            opened = x
        elif before <= allowed < covered and opened is not None:
            if x - opened >= NARROWEST_PT:
                found.append((opened, x))
            opened = None
    return found


def _parting(
    gaps: list[tuple[float, float]], rows: Sequence[TextRow], others: Sequence[TextRow], em: float
) -> list[tuple[float, float]]:
    """Return the gaps that part columns, not the words of one.

    Between two columns few rows leave no more than a word space. What stands right of the gap in
    "non-ATGC characters" is attached to its left in every row that has anything there.
    """
    kept = list(gaps)
    while kept:
        shares = _attached(kept, rows, others, em)
        worst = max(range(len(kept)), key=shares.__getitem__)
        if shares[worst] <= ATTACHED_SHARE:
            break
        del kept[worst]
    return kept


def _attached(
    gaps: Sequence[tuple[float, float]],
    rows: Sequence[TextRow],
    others: Sequence[TextRow],
    em: float,
) -> list[float]:
    """Return for each gap which share of the cells on either side touches the other side.

    A cell alone that faces no other across the gap, in the header either, is of the same column.
    """
    cuts = [(x0 + x1) / 2 for x0, x1 in gaps]
    aligned = _are_aligned(gaps, rows, em)
    filled = [0] * (len(cuts) + 1)
    touching = [0] * len(cuts)
    facing = {i for row in others for i, _, _ in _facing(row, cuts)}
    for row in rows:
        for column in {bisect_right(cuts, (word.x0 + word.x1) / 2) for word in row.words}:
            filled[column] += 1
        for i, left, right in _facing(row, cuts):
            facing.add(i)
            if right.x0 - left.x1 < CLEAR_EM * em:
                touching[i] += not (aligned[i] or are_two_values(left.text, right.text))
    fewer = [min(filled[i], filled[i + 1]) for i in range(len(cuts))]
    return [
        touching[i] / max(1, fewer[i]) if i in facing or fewer[i] > 1 else LONELY
        for i in range(len(cuts))
    ]


def _facing(row: TextRow, cuts: Sequence[float]) -> Iterator[tuple[int, Word, Word]]:
    """Yield each cut that a row has words next to on both sides, with these words."""
    at = [bisect_right(cuts, (word.x0 + word.x1) / 2) for word in row.words]
    for (left, i), (right, j) in pairwise(zip(row.words, at, strict=True)):
        if j == i + 1:
            yield i, left, right


def _are_aligned(
    gaps: Sequence[tuple[float, float]], rows: Sequence[TextRow], em: float
) -> list[bool]:
    """Tell for each gap whether the column right of it is set flush left.

    The numbers of "UBC 807" and "UBC 814" begin at one x too, but so end the words before them.
    """
    cuts = [(x0 + x1) / 2 for x0, x1 in gaps]
    starts: list[list[float]] = [[] for _ in cuts]
    ends: list[list[float]] = [[] for _ in cuts]
    for row in rows:
        for i, left, right in _facing(row, cuts):
            starts[i].append(right.x0)
            ends[i].append(left.x1)
    return [_is_flush(left, right, em) for left, right in zip(ends, starts, strict=True)]


def _is_flush(ends: Sequence[float], starts: Sequence[float], em: float) -> bool:
    if len(starts) < ALIGNED_ROWS:
        return False
    start, end = statistics.median(starts), statistics.median(ends)
    same = sum(abs(x - start) < ALIGNED_PT for x in starts)
    ragged = sum(abs(x - end) > CLEAR_EM * em for x in ends)
    return same >= ALIGNED_SHARE * len(starts) and ragged >= RAGGED_SHARE * len(ends)


def _columns(rows: Sequence[TextRow], gaps: Sequence[tuple[float, float]]) -> list[Column]:
    cuts = [(x0 + x1) / 2 for x0, x1 in gaps]
    edges: list[Column | None] = [None] * (len(cuts) + 1)
    for word in (word for row in rows for word in row.words):
        at = bisect_right(cuts, (word.x0 + word.x1) / 2)
        if any(word.x0 < cut < word.x1 for cut in cuts):
            continue  # runs over a boundary
        seen = edges[at]
        edges[at] = (
            Column(word.x0, word.x1)
            if seen is None
            else Column(min(seen.x0, word.x0), max(seen.x1, word.x1))
        )
    return [column for column in edges if column is not None]


def _with_sparse(columns: list[Column], rows: Iterable[TextRow], em: float) -> list[Column]:
    """Add the columns in which only a few rows, or the header alone, have anything.

    A group's name stands over the white between its columns too: what stands there is a column of
    its own only where its row fills the columns on both sides, or has none on one.
    """
    for row in rows:
        pieces = pieces_of(row, WIDE_EM * em)
        for index, piece in enumerate(pieces):
            left = [c for c in columns if c.x1 <= piece.x0 - CLEAR_EM * em]
            right = [c for c in columns if c.x0 >= piece.x1 + CLEAR_EM * em]
            if len(left) + len(right) < len(columns):
                continue
            fills_left = not left or (index > 0 and pieces[index - 1].x1 > left[-1].x0)
            fills_right = not right or (
                index + 1 < len(pieces) and pieces[index + 1].x0 < right[0].x1
            )
            if fills_left and fills_right:
                columns = [*left, Column(piece.x0, piece.x1), *right]
    return columns
