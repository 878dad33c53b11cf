"""Tell whether a printed line goes on with the cells of the line above it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aliquot.parsing.pdf.layout.tables.columns import Columns
from aliquot.parsing.pdf.layout.tables.grid_rows import GridRow
from aliquot.parsing.pdf.layout.tables.words import Piece, is_number

__all__ = [
    "STARTS_LOWER",
    "completes",
    "goes_on",
    "holds_values_under",
    "opens_next",
    "qualifies",
    "wraps",
]

# A space and the next word would have needed this much more than the width that was left.
SPACE_EM = 0.3
# A text so long may wrap before it reaches what stands beside it: by this share of the width.
LONG_LABEL = 25
SLACK = 0.1
# "Yes" over "No" are two cells, however narrow their column.
SHORTEST_WRAPPED = 4
# White above a line this much larger than that below it joins it to what follows.
NEARER = 1.2
GOES_ON = re.compile(r"[a-zα-ω(\[,;)/&+–-]|\d+\)")
BRACKETED = re.compile(r"[(\[][^()\[\]]*\d[^()\[\]]*[)\]]")
STARTS_LOWER = re.compile(r"[a-zα-ω]")
OPEN_END = re.compile(r"\w[\-–/,(&+\u00ad]$|\s[/(&+]$|±$|\b(and|of|with|or|the|in|for|to|by)$")


def holds_values_under(row: GridRow, line: GridRow) -> bool:
    """Tell a line with values under values, which wrap nowhere."""
    pairs = zip(row.pieces, line.pieces, strict=True)
    return any(
        upper and lower and is_number(upper.words[-1].text) and is_number(lower.words[0].text)
        for upper, lower in pairs
    )


def qualifies(row: GridRow, line: GridRow) -> bool:
    """Tell a line of "(56%)" or "(12-18)" under the values that they belong to."""
    filled = [index for index, cell in enumerate(line.cells) if cell]
    in_brackets = [index for index in filled if BRACKETED.fullmatch(line.cells[index])]
    rest = [line.cells[index] for index in filled if index not in in_brackets]
    return (
        bool(in_brackets)
        and not line.cells[0]
        and all(row.pieces[index] for index in filled)
        and all(map(STARTS_LOWER.match, rest))
        and not any(BRACKETED.fullmatch(row.cells[index]) for index in in_brackets)
    )


def opens_next(index: int, rows: Sequence[GridRow]) -> bool:
    """Tell a line nearer to the one below, where distances differ at all."""
    if index + 1 >= len(rows):
        return False
    above, line, below = rows[index - 1], rows[index], rows[index + 1]
    return line.middle - above.middle > NEARER * (below.middle - line.middle)


def goes_on(above: GridRow, line: GridRow, columns: Columns, em: float) -> bool:
    """Tell a line of few cells, each of which goes on with the cell above it."""
    if above.is_single and above.spans:  # a heading between rows that is wider than its column
        return line.is_single and bool(GOES_ON.match(line.text))
    if line.filled > max(1, len(columns) // 2) or line.spans:
        return False
    upper, lower = above.pieces[0], line.pieces[0]
    if upper and lower and line.filled == 1 and len(upper.text) >= LONG_LABEL:
        word = lower.words[0]
        return upper.x1 + word.x1 - word.x0 > columns.all[0].x1
    return all(
        bool(above.cells[i]) and wraps(above.pieces[i], line.pieces[i], i, columns, em)
        for i, cell in enumerate(line.cells)
        if cell
    )


def completes(row: GridRow, line: GridRow, columns: Columns, em: float) -> bool:
    """Tell a line whose cells began on the line above, which holds little else."""
    begun = [index for index, cell in enumerate(row.cells) if cell]
    if len(row.lines) > 1 or row.spans or len(begun) > max(1, len(columns) // 2):
        return False
    if line.filled <= len(begun) or not all(
        wraps(row.pieces[i], line.pieces[i], i, columns, em) for i in begun
    ):
        return False
    # A label alone may be a heading over rows.
    is_rest = any(STARTS_LOWER.match(line.cells[i]) or OPEN_END.search(row.cells[i]) for i in begun)
    return is_rest or 0 not in begun


def wraps(
    upper: Piece | None, lower: Piece | None, index: int, columns: Columns, em: float
) -> bool:
    """Tell whether a cell's first word would not have fitted into the cell above."""
    if upper is None or lower is None:
        return False
    if OPEN_END.search(upper.text) or STARTS_LOWER.match(lower.text):
        return True
    word = lower.words[0]
    are_values = is_number(word.text) and is_number(upper.words[-1].text)
    if are_values or len(upper.text) < SHORTEST_WRAPPED:
        return False
    room = columns.room(index, em)
    if len(upper.text) >= LONG_LABEL:  # prose: set with some white left at the edge
        room -= SLACK * (room - columns.all[index].x0)
    return upper.x1 + word.x1 - word.x0 + SPACE_EM * em > room
