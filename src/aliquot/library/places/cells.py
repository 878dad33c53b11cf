"""Find the printed cells that a part of a table's text is made of.

A table's text is written anew from its grid: cells of a merged header are repeated, wrapped ones
joined. So its printed lines are told apart by the rows of the grid first, from top to bottom, and
then by what the cells say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from aliquot.library.places.aligning import align, folded
from aliquot.library.places.lines import Printed, is_upright, narrowed
from aliquot.types import Block, Box, Location, Span

__all__ = ["mark_cells"]

# What a printed line counts for a row: one of its cells, a part of one or several at once, none;
# and by how much a row counts less whose cells are not printed there, as those of a wrapped row.
# Source: 30 tables of 22 papers (November 2026); nothing near these changes a row.
WHOLE_CELL, PART_OF_CELL, STRANGE, MISSED = 1.0, 0.7, 1.0, 0.4
# A cell of fewer characters is no part of another one.
PART = 3
# Cells of one row are set on one line, up to this share of their height.
SAME_LINE = 0.5


def mark_cells(
    block: Block,
    cells: Mapping[tuple[int, int], Span],
    part: Span,
    lines: Sequence[Sequence[Printed]],
) -> list[Location]:
    """Return where the cells that a part of a table's text touches are printed.

    Args:
        block: The table.
        cells: Where the words of each cell stand in its text, by row and column; the header is
            row 0.
        part: Of the block's text.
        lines: What is printed on each of its lines.
    """
    rows = sorted({row for row, _ in cells})
    says = {row: [_cell(block, cells[at]) for at in sorted(cells) if at[0] == row] for row in rows}
    touched = [at for at, span in cells.items() if span.start < part.end and part.start < span.end]
    if not touched:
        return []
    bands = list(_bands(block, lines))
    found: list[Location] = []
    for row, band in zip(_rows_of(bands, lines, says), bands, strict=True):
        wanted = [_cell(block, cells[at]) for at in touched if at[0] == row]
        is_whole = row is not None and len(wanted) == len(says[row])
        for line in band:
            place = _within(block, line, lines[line], wanted, is_whole=is_whole)
            found += [place] if place is not None else []
    return found


def _cell(block: Block, span: Span) -> str:
    return folded(span.of(block.text))


def _bands(block: Block, lines: Sequence[Sequence[Printed]]) -> Iterator[list[int]]:
    """Yield the lines that are printed beside each other, from the top of the table on."""
    upright = is_upright(block)
    placed = [
        (one.page, *_across(one.box, upright=upright), index)
        for index, one in enumerate(block.locations)
        if one.box is not None and lines[index]
    ]
    placed.sort()
    band: list[int] = []
    end, page = 0.0, 0
    for number, low, high, index in placed:
        if band and (number != page or low > end - SAME_LINE * (high - low)):
            yield band
            band, end = [], 0.0
        page, end = number, max(end, high) if not band else end
        band.append(index)
    if band:
        yield band


def _across(box: Box, *, upright: bool) -> tuple[float, float]:
    return (box.y0, box.y1) if upright else (box.x0, box.x1)


def _rows_of(
    bands: Sequence[Sequence[int]],
    lines: Sequence[Sequence[Printed]],
    says: Mapping[int, Sequence[str]],
) -> list[int | None]:
    """Return the row each band is of, as most of its lines say; rows never go back.

    A band that fits its row no better than none has none: a header printed again on another page.
    """
    rows = sorted(says)
    fits: list[list[float]] = []
    best: list[list[tuple[float, int]]] = []
    for band in bands:
        printed = [folded("".join(one.text for one in lines[line])) for line in band]
        fits.append([max(0.0, _likeness(printed, says[row])) for row in rows])
        before = [score for score, _ in best[-1]] if best else [0.0] * len(rows)
        best.append(_reached(before, fits[-1]))
    path = _traced(best)
    return [rows[at] if fit[at] > 0 else None for at, fit in zip(path, fits, strict=True)]


def _reached(before: Sequence[float], fit: Sequence[float]) -> list[tuple[float, int]]:
    """Return the best sum for each row, and the row of the band before that leads to it."""
    reached: list[tuple[float, int]] = []
    top, at = float("-inf"), 0
    for index, score in enumerate(fit):
        if before[index] > top:
            top, at = before[index], index
        reached.append((top + score, at))
    return reached


def _traced(best: Sequence[Sequence[tuple[float, int]]]) -> list[int]:
    if not best:
        return []
    index = max(range(len(best[-1])), key=lambda at: best[-1][at][0])
    path: list[int] = []
    for reached in reversed(best):
        path.append(index)
        index = reached[index][1]
    return path[::-1]


def _likeness(printed: Sequence[str], cells: Sequence[str]) -> float:
    """Return how well printed lines fit the cells of a row; what no cell says counts against it.

    Numbers stand in many rows, so a row fits better the more of its own cells are printed.
    """
    left = Counter(cells)
    score = 0.0
    for one in printed:
        if left[one] > 0:
            left[one] -= 1
            score += WHOLE_CELL
        elif any(_is_part(one, cell) for cell in left):
            score += PART_OF_CELL
        else:
            score -= STRANGE
    return score - MISSED * left.total() / max(1, len(cells)) * len(printed)


def _is_part(printed: str, cell: str) -> bool:
    """Tell whether a line is a part of a cell or holds it; `Dose / low` is a header in two rows."""
    if cell.endswith(f"/{printed}"):
        return True
    return min(len(printed), len(cell)) >= PART and (printed in cell or cell in printed)


def _within(
    block: Block,
    line: int,
    characters: Sequence[Printed],
    wanted: Sequence[str],
    *,
    is_whole: bool,
) -> Location | None:
    """Return the part of a printed line that wanted cells take up; `None` where it has none."""
    place, upright = block.locations[line], is_upright(block)
    if is_whole:
        return narrowed(place, characters, upright=upright)
    printed = "".join(one.text for one in characters)
    said = folded(printed)
    if any(said in cell for cell in wanted):
        return narrowed(place, characters, upright=upright)
    inside = [
        characters[index]
        for cell in wanted
        if cell and cell in said
        for index in align(cell, printed, Span(0, len(cell)))
    ]
    return narrowed(place, inside, upright=upright) if inside else None
