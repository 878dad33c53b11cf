"""Part the rows of a table whose cells are centred in height.

There the lines of a row with two lines stand half a line above and below those of one: printed
lines interleave, and neither whites nor wrapping tell where a row ends. What tells is that the
lines of every cell of a row have one and the same middle.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from aliquot.parsing.pdf.layout.tables.grid_rows import GridRow, parted

__all__ = ["INTERLEAVED", "centred_joins"]

# Lines of a cell are more than a whole size apart; those nearer than this are of two cells.
INTERLEAVED = 0.8
# A cell that is centred with one line less is off by half a line: 0.55 sizes.
TOLERANCE = 0.25
# The lines of one cell are set at most so many sizes apart.
LEADING = 1.5
# So many rows must show that cells are centred.
MINIMUM_ROWS = 3
# Of these in all, at least this share: a centred label beside a group of rows is no such row.
CENTRED_SHARE = 0.25
# A row of more groups of lines than this is not looked for: time grows with it.
MAXIMUM_GROUPS = 12


class _Way(NamedTuple):
    """A way to part the groups before one of them: the fewest faults win, then the most rows.

    Attributes:
        faults: See `_faults`.
        joined: How many groups were put together with the one above.
        start: Where the last row starts.
    """

    faults: int
    joined: int
    start: int


def centred_joins(lines: Sequence[GridRow], rules: Sequence[float]) -> list[bool]:
    """Tell of each line but the first whether it is of the row of the line above it.

    Args:
        lines: The printed lines of a table's body, top to bottom.
        rules: Heights of the rules that part rows.

    Returns:
        Nothing where the cells are not centred in height.
    """
    groups = list(_groups(lines, rules))
    shown = sum(_shows_centring(group) for group in groups)
    if shown < max(MINIMUM_ROWS, CENTRED_SHARE * len(groups)):
        return []
    joins: list[bool] = []
    for row in _best_rows(groups, rules):
        joins += [False] + [True] * (len(row) - 1)
    return joins[1:]


def _groups(lines: Sequence[GridRow], rules: Sequence[float]) -> Iterator[list[GridRow]]:
    """Yield the lines that interleave, which no row can part."""
    group = [lines[0]]
    for above, line in pairwise(lines):
        apart = line.middle - above.middle >= INTERLEAVED * min(above.size, line.size)
        if apart or parted(above, line, rules):
            yield group
            group = []
        group.append(line)
    yield group


def _shows_centring(group: Sequence[GridRow]) -> bool:
    """Tell a row of cells with an even and an odd number of lines, all of one middle."""
    return len(group) > 2 and len(_unfit(group)) <= len(_columns(group)) // 4


def _columns(lines: Sequence[GridRow]) -> list[int]:
    """Return which columns hold text in any of the lines."""
    return [i for i in range(len(lines[0].cells)) if any(line.cells[i] for line in lines)]


def _unfit(lines: Sequence[GridRow]) -> list[int]:
    """Return the columns with holes, or whose text has another middle than that of most."""
    size = lines[0].size
    middles: dict[int, float] = {}
    unfit: list[int] = []
    for column in _columns(lines):
        heights = [line.middle for line in lines if line.cells[column]]
        middles[column] = (heights[0] + heights[-1]) / 2
        if any(below - above > LEADING * size for above, below in pairwise(heights)):
            unfit.append(column)
    usual = statistics.median(middles.values())
    off = [i for i, middle in middles.items() if abs(middle - usual) > TOLERANCE * size]
    return sorted({*unfit, *off})


def _best_rows(
    groups: Sequence[Sequence[GridRow]], rules: Sequence[float]
) -> Iterator[list[GridRow]]:
    """Yield the rows whose cells are centred and filled best."""
    ways = [_Way(0, 0, 0)]
    for end in range(1, len(groups) + 1):
        ways.append(min(_ways_to(end, ways, groups, rules)))
    cuts = [len(groups)]
    while cuts[-1]:
        cuts.append(ways[cuts[-1]].start)
    for start, end in pairwise(reversed(cuts)):
        yield [line for group in groups[start:end] for line in group]


def _ways_to(
    end: int,
    ways: Sequence[_Way],
    groups: Sequence[Sequence[GridRow]],
    rules: Sequence[float],
) -> Iterator[_Way]:
    """Yield the ways to part the groups before `end`, by where the last row starts."""
    row: list[GridRow] = []
    for start in range(end - 1, max(-1, end - 1 - MAXIMUM_GROUPS), -1):
        if row and parted(groups[start][-1], row[0], rules):
            return
        row = [*groups[start], *row]
        before = ways[start]
        yield _Way(before.faults + _faults(row), before.joined + end - start - 1, start)


def _faults(row: Sequence[GridRow]) -> int:
    """Count cells that are empty or do not fit, once for each line.

    So rows that lack the same cell are not put together for it.
    """
    if len(row) == 1 and row[0].is_single and row[0].cells[0]:
        return 1  # a heading between rows, unless it is the first line of a row without fault
    empty = len(row[0].cells) - len(_columns(row))
    return len(row) * (empty + len(_unfit(row)))
