"""Give a table one header row, whatever its header was spread over.

What enters: the rows of a table and its merged cells. What leaves: rows of which the first is the
header: groups of columns repeated in each of their columns, units behind the names. A cell that was
merged down a column stands in each of its rows, so that every row says what it is about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from aliquot.parsing.tables.cells import has_number, is_number
from aliquot.parsing.tables.grids import Cell, expand
from aliquot.parsing.tables.sheets import Grid

__all__ = ["with_one_header"]

# Row and column of a merged cell -> rows and columns it covers.
Spans = Mapping[tuple[int, int], tuple[int, int]]

MOST_HEADER_ROWS = 4

UNIT_WORD = (
    r"(?:[fpnµμumckMG]?(?:g|l|L|m|M|mol|s|V|A|W|J|Hz|Da|U|IU|Pa|Bq|Ci|eV|bp|b)|%|°?\s?C|℃|°|K|h|hrs?"
    r"|min|sec|days?|d|weeks?|months?|years?|cells?|AU|a\.u\.|OD|RFU|RLU|CFU|cfu|pfu|rpm|x ?g|×g"
    r"|ppm|ppb|mmHg|fold|copies|reads|回|個|円|時間|分|秒|日|週|倍|本|枚|[€£$¥])"
)
# "10^6 cells"
FACTOR = r"(?:[×x]?\s*10\^?[\d⁰¹²³⁴⁵⁶⁷⁸⁹]+\s*)?"
POWER = r"\s*\^?[-−⁻]?[\d¹²³]"
UNIT = re.compile(
    rf"^[\[(（]?\s*{FACTOR}{UNIT_WORD}(?:\s*[/·*^ ×]\s*{UNIT_WORD}|{POWER})*\s*[\])）]?$"
)
BRACKETED = re.compile(r"^[\[(（].*[\])）]$")
# What stands in a row of units above a column without one.
UNITLESS = frozenset({"", "-", "–", "—", "n/a", "N/A"})


def with_one_header(rows: Grid, spans: Spans | None = None) -> Grid:
    """Return the rows of a table with one header row.

    Args:
        rows: Cells as they stand; of a merged cell only the first is filled.
        spans: Merged cells, within the table.
    """
    merged = dict(spans or {})
    headers = _header_rows(rows, merged)
    if headers == 1 and not merged:
        merged = _implied_spans(rows)
        headers = 2 if merged else 1
    if merged:
        rows = expand(_cells(rows, merged, headers), header_rows=headers)
    return _with_units(rows)


def _cells(rows: Grid, spans: Spans, headers: int) -> list[list[Cell]]:
    """Return the cells of each row, those covered by a merged cell left out."""
    covered: set[tuple[int, int]] = set()
    cells: list[list[Cell]] = []
    for number, row in enumerate(rows):
        last = headers if number < headers else len(rows)
        line = []
        for column, text in enumerate(row):
            if (number, column) in covered:
                continue
            down, across = spans.get((number, column), (1, 1))
            down = min(down, last - number)
            across = min(across, len(row) - column)
            covered |= {(number + i, column + j) for i in range(down) for j in range(across)}
            line.append(Cell(text, across, down))
        cells.append(line)
    return cells


def _header_rows(rows: Grid, spans: Spans) -> int:
    """Return how many rows the header has, judged by its merged cells."""
    count = 1
    while count < min(MOST_HEADER_ROWS, len(rows) - 1):
        above = [(at, span) for at, span in spans.items() if at[0] < count]
        reaches_down = any(row + down > count for (row, _), (down, _) in above)
        is_grouped = any(row == count - 1 and across > 1 for (row, _), (_, across) in above)
        if not reaches_down and not (is_grouped and _is_sub_header(rows, spans, count)):
            break
        count += 1
    return count


def _is_sub_header(rows: Grid, spans: Spans, number: int) -> bool:
    """Tell names under groups of columns from the first row of values.

    Above a value stands a name of its own; above a name in the second row a group, or nothing.
    """
    above, row = rows[number - 1], rows[number]
    grouped = {
        column + offset
        for (top, column), (_, across) in spans.items()
        if top == number - 1 and across > 1
        for offset in range(across)
    }
    if any(cell and row[column] for column, cell in enumerate(above) if column not in grouped):
        return False
    has_ungrouped_names = any(row[column] for column in range(len(row)) if column not in grouped)
    return any(row) and (has_ungrouped_names or not has_number(row))


def _implied_spans(rows: Grid) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the groups of columns that the first row names, as text files have them.

    A name stands over its first column and reaches to the next name. The second row must name every
    column, and numbers must follow: without merged cells nothing else tells a group from a gap.
    """
    if len(rows) < 3 or not all(rows[1]) or has_number([*rows[0], *rows[1]]):
        return {}
    if not any(map(has_number, rows[2:])):
        return {}
    starts = [column for column, cell in enumerate(rows[0]) if cell]
    ends = [*starts[1:], len(rows[0])]
    spans = {(0, start): (1, end - start) for start, end in zip(starts, ends, strict=True)}
    groups = {at: span for at, span in spans.items() if span[1] > 1}
    return groups if groups and _is_sub_header(rows, groups, 1) else {}


def _with_units(rows: Grid) -> Grid:
    """Put a row of units right under the header behind the names it belongs to."""
    if len(rows) < 3 or not _is_unit_row(rows[1], rows[2]):
        return rows
    header = [
        name if unit in UNITLESS else f"{name} {unit if BRACKETED.match(unit) else f'({unit})'}"
        for name, unit in zip(rows[0], rows[1], strict=True)
    ]
    return [[name.strip() for name in header], *rows[2:]]


def _is_unit_row(row: Sequence[str], below: Sequence[str]) -> bool:
    units = [number for number, cell in enumerate(row) if cell not in UNITLESS]
    if not units or not all(UNIT.match(row[number]) for number in units):
        return False
    return any(is_number(below[number]) for number in units)
