"""Read the header of a table: one readable name a column, groups before what they group.

"Group A" over "n" and "mean" names the columns "Group A / n" and "Group A / mean".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from aliquot.parsing.pdf.layout.hyphens import join_lines
from aliquot.parsing.pdf.layout.tables.columns import Columns
from aliquot.parsing.pdf.layout.tables.words import Piece, TextRow, is_number
from aliquot.parsing.pdf.records import Rule

__all__ = ["SEPARATOR", "column_names", "header_length"]

SEPARATOR = " / "
# A header names this share of the columns behind the first.
NAMED_SHARE = 0.6
MAXIMUM_LINES = 8
# A header may hold one line of numbers: years, doses, days.
YEARS = 1
# What stands in cells for nothing, absent and present.
SIGNS = "+-−–—•✓"
# A rule under a group stands this near to its text, in line heights.
RULE_BELOW = 1.5


@dataclass(slots=True, eq=False)
class _Cell:
    """A cell of the header: the columns it stands over, its first line and its last."""

    text: str
    first: int
    last: int
    top_line: int
    line: int
    middle: float
    is_ruled: bool = False

    def overlaps(self, other: _Cell) -> bool:
        return self.first <= other.last and other.first <= self.last

    def distance(self, column: int) -> int:
        """Return how many columns away it stands."""
        return max(self.first - column, column - self.last, 0)


def header_length(
    rows: Sequence[TextRow],
    columns: Columns,
    em: float,
    rules: Sequence[float],
    inner: Sequence[float],
) -> int:
    """Return how many of the first lines are the header.

    Args:
        rows: Printed lines of the table.
        columns: Its columns.
        em: Usual size of its type.
        rules: Heights of the full-width rules between its lines.
        inner: Heights of the rules that span some columns only, as those under groups do.
    """
    for rule in rules:
        above = sum(row.middle < rule for row in rows)
        if above > MAXIMUM_LINES:
            break
        figures = sum(_has_figures(row, columns, em) for row in rows[1:above])
        if figures > YEARS:
            break  # the rule parts two groups of rows
        if 0 < above < len(rows) and _names_columns(rows[:above], columns, em):
            return above
    lowest = max((rule for rule in inner if rule < rows[-1].top), default=0.0)
    under = sum(row.middle < lowest for row in rows) if inner else 0
    least = under + 1 if 0 < under < MAXIMUM_LINES else 1
    return max(least, _length_by_text(rows, columns, em, least))


def _names_columns(rows: Sequence[TextRow], columns: Columns, em: float) -> bool:
    named: set[int] = set()
    for row in rows:
        pieces = columns.cells(row, em, is_head=True)
        if len(pieces) == 1 and len(rows) > 1:
            continue
        for piece in pieces:
            first, last = columns.place(piece)
            named.update(range(first, last + 1))
    return len(named - {0}) >= NAMED_SHARE * (len(columns) - 1)


def _length_by_text(rows: Sequence[TextRow], columns: Columns, em: float, least: int) -> int:
    """Return the number of lines before the first of figures or of plainer type."""
    if _is_bold(rows[0]):
        bold = next((i for i, row in enumerate(rows) if not _is_bold(row)), len(rows))
        if bold < min(MAXIMUM_LINES, len(rows)):
            return bold
    for length in range(least, min(MAXIMUM_LINES, len(rows))):
        if _has_figures(rows[length], columns, em):
            return length if _names_columns(rows[:length], columns, em) else least
    return least


def _is_bold(row: TextRow) -> bool:
    return all(line.bold for line in row.lines)


def _has_figures(row: TextRow, columns: Columns, em: float) -> bool:
    pieces = columns.cells(row, em, is_head=True)[1:]
    figures = sum(is_number(piece.words[0].text) or not piece.text.strip(SIGNS) for piece in pieces)
    return figures > 0.5 * len(pieces) > 0


def column_names(
    rows: Sequence[TextRow], columns: Columns, em: float, rules: Sequence[Rule]
) -> list[str]:
    """Return the name of each column.

    Args:
        rows: Lines of the header, top to bottom.
        columns: The table's columns.
        em: Usual size of its type.
        rules: Rules inside the header: those under groups, and those over its whole width.
    """
    cells: list[_Cell] = []
    for number, row in enumerate(rows):
        placed = _placed(row, number, columns, em, rules)
        new = [cell for cell in placed if not _goes_on(cell, placed, cells, rules)]
        cells += new
    if not any(cell.is_ruled for cell in cells):
        _widen(cells, columns)
    return [_name(index, cells) for index in range(len(columns))]


def _placed(
    row: TextRow, number: int, columns: Columns, em: float, rules: Sequence[Rule]
) -> list[_Cell]:
    """Return the pieces of a line over their columns."""
    pieces = columns.cells(row, em, is_head=True)
    places = [columns.place(piece) for piece in pieces]
    if len(pieces) == len(columns) and all(map(columns.may_hold, count(), pieces)):
        places = [(index, index) for index in range(len(columns))]
    cells = [
        _Cell(piece.text, first, last, number, number, row.middle)
        for piece, (first, last) in zip(pieces, places, strict=True)
    ]
    for rule, group in _under_rules(pieces, row, rules):
        _spread(rule, group, pieces, cells, columns, is_first=number == 0)
    return cells


def _under_rules(
    pieces: Sequence[Piece], row: TextRow, rules: Sequence[Rule]
) -> list[tuple[Rule, list[int]]]:
    """Return each rule right under a line with the pieces that stand on it."""
    found: dict[Rule, list[int]] = {}
    for index, piece in enumerate(pieces):
        for rule in rules:
            is_near = row.middle < rule.y0 < row.bottom + RULE_BELOW * row.size
            if is_near and rule.x0 - 2 <= piece.middle <= rule.x1 + 2:
                found.setdefault(rule, []).append(index)
                break
    return list(found.items())


def _spread(
    rule: Rule,
    group: Sequence[int],
    pieces: Sequence[Piece],
    cells: Sequence[_Cell],
    columns: Columns,
    *,
    is_first: bool,
) -> None:
    """Stretch the names on a rule over the columns under it, each column to the nearest."""
    under = [i for i, column in enumerate(columns.all) if rule.x0 < column.middle < rule.x1]
    covers_all = len(under) == len(columns)
    if len(under) < 2 or (covers_all and not (is_first and len(pieces) == 1)):
        return
    for index in group:
        nearest = [
            i
            for i in under
            if min(group, key=lambda g: abs(pieces[g].middle - columns.all[i].middle)) == index
        ]
        if nearest:
            cells[index].first, cells[index].last = nearest[0], nearest[-1]
            cells[index].is_ruled = True


def _goes_on(
    cell: _Cell, row: Sequence[_Cell], cells: Sequence[_Cell], rules: Sequence[Rule]
) -> bool:
    """Join a piece to the cell above it if that one wraps; it is a cell of its own otherwise."""
    over = [above for above in cells if above.overlaps(cell)]
    if not over:
        return False
    lowest = max(above.line for above in over)
    over = [above for above in over if above.line == lowest]
    above = over[0]
    is_group = above.is_ruled or sum(above.overlaps(other) for other in row) > 1
    parted = any(above.middle < rule.y0 < cell.middle for rule in rules)
    if len(over) > 1 or is_group or (parted and above.last > above.first) or cell.is_ruled:
        return False
    above.text = join_lines(above.text, cell.text)
    above.first, above.last = min(above.first, cell.first), max(above.last, cell.last)
    above.line, above.middle = cell.line, cell.middle
    return True


def _widen(cells: Sequence[_Cell], columns: Columns) -> None:
    """Let groups without a rule take in the columns beside them that have a name below only."""
    groups = [cell for cell in cells if _is_group(cell, cells)]
    for index in range(1, len(columns)):
        named = [cell for cell in cells if cell.first <= index <= cell.last]
        for line in sorted({group.top_line for group in groups}):
            if not named or min(cell.top_line for cell in named) <= line:
                continue
            level = [group for group in groups if group.top_line == line]
            nearest = min(level, key=lambda group: group.distance(index))
            if nearest.distance(index) <= nearest.last - nearest.first + 1:
                nearest.first, nearest.last = min(nearest.first, index), max(nearest.last, index)


def _is_group(cell: _Cell, cells: Sequence[_Cell]) -> bool:
    below = [other for other in cells if other.top_line > cell.line and cell.overlaps(other)]
    return len(below) > 1 or (cell.last > cell.first and bool(below))


def _name(index: int, cells: Sequence[_Cell]) -> str:
    over = sorted((c for c in cells if c.first <= index <= c.last), key=lambda cell: cell.top_line)
    return SEPARATOR.join(dict.fromkeys(cell.text for cell in over))
