"""Put the printed lines of a table's body together into its rows.

A wrapped cell prints one row as several lines. What joins two lines: a label centred beside them, a
band between two rules, or a line of few cells whose words would not have fitted into the cells
above them.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from itertools import pairwise

from aliquot.parsing.pdf.layout.tables.centred import INTERLEAVED, centred_joins
from aliquot.parsing.pdf.layout.tables.columns import Columns
from aliquot.parsing.pdf.layout.tables.grid_rows import (
    GridRow,
    append_line,
    joined,
    parted,
    place_cells,
)
from aliquot.parsing.pdf.layout.tables.words import TextRow
from aliquot.parsing.pdf.layout.tables.wrapping import (
    STARTS_LOWER,
    completes,
    goes_on,
    holds_values_under,
    opens_next,
    qualifies,
    wraps,
)
from aliquot.parsing.pdf.records import Rule

__all__ = ["body_rows"]

# Rules or whites that part rows make at least so many, and this share of the lines between two of
# them goes on with the line above.
MINIMUM_BANDS = 3
GOING_ON = 0.75
# Rows in which two values share a cell were two rows: a few may be, where a publisher means it.
PACKED_SHARE = 0.1
# A line nearer to the one above than this share of the usual distance is of the same row.
NEAR = 0.8
# Lines of a paragraph are set at most so many sizes apart, and rows this much further.
LEADING = 1.5
JUMP = 1.2


def body_rows(
    lines: Sequence[TextRow],
    columns: Columns,
    em: float,
    full: Sequence[float],
    partial: Sequence[Rule],
) -> list[GridRow]:
    """Return the rows of the body.

    Args:
        lines: Its printed lines, top to bottom.
        columns: Its columns.
        em: Usual size of its type.
        full: Heights of the rules over its whole width.
        partial: Rules over most of it, which a cell over several rows interrupts.
    """
    if not lines:
        return []
    rules = sorted([*full, *(rule.y0 for rule in partial)])
    rows = _rows(lines, columns, em, rules)
    _repeat_spanning(rows, columns, full, partial)
    return rows


def _repeat_spanning(
    rows: Sequence[GridRow], columns: Columns, full: Sequence[float], partial: Sequence[Rule]
) -> None:
    """Write a cell that spans rows into each: no rule parts them in its column."""
    start = 0
    for end in range(1, len(rows) + 1):
        if end < len(rows) and not parted(rows[end - 1], rows[end], full):
            continue
        band = rows[start:end]
        start = end
        inside = [r for r in partial if band[0].top < r.y0 < band[-1].bottom]
        if not inside:
            continue
        for index, column in enumerate(columns.all):
            text = " ".join(row.cells[index] for row in band if row.cells[index])
            if not any(rule.x0 < column.middle < rule.x1 for rule in inside):
                for row in band:
                    row.cells[index] = text


def _rows(
    lines: Sequence[TextRow], columns: Columns, em: float, rules: Sequence[float]
) -> list[GridRow]:
    placed = [place_cells(line, columns, em) for line in lines]
    centred = centred_joins(placed, rules)
    if centred:
        merged = joined([place_cells(line, columns, em) for line in lines], centred)
        if _are_believed(merged):
            return merged
    for heights in (rules, _wide_whites(placed)):
        if _parts_rows(placed, heights, columns, em):
            joins = [not parted(a, b, heights) for a, b in pairwise(placed)]
            merged = joined([place_cells(line, columns, em) for line in lines], joins)
            if _are_believed(merged):
                return merged
    merged = placed[:1]
    usual = _usual_distance(placed)
    for index in range(1, len(placed)):
        near = placed[index].middle - placed[index - 1].middle < NEAR * usual
        if _joins(index, placed, merged[-1], columns, em, rules) or (
            near and _is_rest_of_label(merged[-1], placed[index], rules)
        ):
            append_line(merged[-1], placed[index])
        else:
            merged.append(placed[index])
    return merged


def _are_believed(rows: Sequence[GridRow]) -> bool:
    return sum(row.is_packed for row in rows) <= PACKED_SHARE * len(rows)


def _usual_distance(rows: Sequence[GridRow]) -> float:
    return statistics.median([b.middle - a.middle for a, b in pairwise(rows)] or [0.0])


def _is_rest_of_label(row: GridRow, line: GridRow, rules: Sequence[float]) -> bool:
    """Tell a line with nothing but a label, nearer to the row above than rows are."""
    is_label = line.filled == 1 and bool(line.cells[0] and row.cells[0]) and not line.spans
    return is_label and not row.is_single and not parted(row, line, rules)


def _wide_whites(rows: Sequence[GridRow]) -> list[float]:
    """Return the middles of the whites that are clearly wider than the others.

    Lines of a cell are set as in a paragraph; rows that hold such cells are set further apart.
    """
    distances = sorted(b.middle - a.middle for a, b in pairwise(rows))
    lines = [d for d in distances if d >= INTERLEAVED * rows[0].size]
    jumps = [
        (after / before, before)
        for before, after in pairwise(lines)
        if before <= LEADING * rows[0].size
    ]
    widest, limit = max(jumps, default=(0.0, 0.0))
    if widest < JUMP:
        return []
    return [
        (a.middle + b.middle) / 2 for a, b in pairwise(rows) if b.middle - a.middle > limit + 0.1
    ]


def _parts_rows(
    rows: Sequence[GridRow], heights: Sequence[float], columns: Columns, em: float
) -> bool:
    """Tell whether heights part each row from the next, and not groups of rows.

    Between two of them nearly every line must go on with the one above it.
    """
    bands, lines, consistent = 1, 0, 0
    last = list(rows[0].pieces)
    for above, line in pairwise(rows):
        if parted(above, line, heights):
            bands += 1
            last = list(line.pieces)
            continue
        lines += 1
        pairs = zip(last, line.pieces, strict=True)
        consistent += all(
            wraps(upper, lower, index, columns, em)
            for index, (upper, lower) in enumerate(pairs)
            if upper is not None and lower is not None
        )
        last = [lower or upper for upper, lower in zip(last, line.pieces, strict=True)]
    return bands >= MINIMUM_BANDS and consistent >= GOING_ON * lines


def _joins(
    index: int,
    rows: Sequence[GridRow],
    row: GridRow,
    columns: Columns,
    em: float,
    rules: Sequence[float],
) -> bool:
    """Tell whether a line belongs to the row that the lines above it have made so far."""
    above, line = rows[index - 1], rows[index]
    if parted(above, line, rules) or holds_values_under(row, line):
        return False
    if qualifies(row, line):
        return True
    if line.middle - row.middle < INTERLEAVED * min(row.size, line.size):
        shared = sum(bool(a and b) for a, b in zip(row.cells, line.cells, strict=True))
        return shared == 0 or line.filled <= max(1, len(columns) // 2)
    wraps_on = goes_on(above, line, columns, em)
    if wraps_on and STARTS_LOWER.match(line.text):
        return True
    if opens_next(index, rows):
        return False
    return wraps_on or completes(row, line, columns, em)
