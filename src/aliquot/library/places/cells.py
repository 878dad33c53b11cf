"""Find the printed cells that a part of a table's text is made of.

A table's text is written anew from its grid: cells of a merged header are repeated, wrapped ones
joined. So its printed lines are told apart by the rows of the text first, from top to bottom, and
then by what the cells say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from aliquot.library.places.aligning import align
from aliquot.library.places.lines import Printed, is_upright, narrowed
from aliquot.library.places.rows import Said, is_said_by, rows_of
from aliquot.types import Block, Box, Location, Span

__all__ = ["mark_cells"]

# Cells of one row are set on one line, up to this share of their height.
SAME_LINE = 0.5
# A line belongs to a row whose cells say more of it than this.
MOSTLY = 0.5

Says = Mapping[int, Sequence[Said]]


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
    wanted: dict[int, list[str]] = {}
    says: dict[int, list[Said]] = {}
    for (row, _), span in sorted(cells.items()):
        says.setdefault(row, []).append(Said.of(span.of(block.text)))
        if span.start < part.end and part.start < span.end:
            wanted.setdefault(row, []).append(span.of(block.text))
    if not wanted:
        return []
    printed = [Said.of("".join(one.text for one in line)) for line in lines]
    found: list[Location] = []
    for line, row in _placed(list(_bands(block, lines)), printed, says):
        if row in wanted:
            is_whole = len(wanted[row]) == len(says[row])
            place = _within(block, line, lines[line], wanted[row], is_whole=is_whole)
            found += [place] if place is not None else []
    return found


def _placed(
    bands: Sequence[Sequence[int]], printed: Sequence[Said], says: Says
) -> Iterator[tuple[int, int]]:
    """Yield lines with the row each is of, where it is of one."""
    rows = rows_of([[printed[line] for line in band] for band in bands], says)
    for index, band in enumerate(bands):
        for line in band:
            row = _row_of(printed[line], index, rows, says)
            if row is not None:
                yield line, row


def _row_of(line: Said, index: int, rows: Sequence[int | None], says: Says) -> int | None:
    """Return the row a line is of: its band's, or the next one's whose cell ends or begins there.

    Cells are set at the top, middle or bottom of their rows, so that bands may hold lines of two.
    """
    own = rows[index]
    beside = [own, *rows[:index][::-1][:2], *rows[index + 1 : index + 3]]
    near = [row for row in dict.fromkeys(beside) if row is not None]
    fit = next((row for row in near if is_said_by(line, says[row]) > MOSTLY), None)
    return own if fit is None else fit


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
    printed = "".join(one.text for one in characters)
    line_says, cells = Said.of(printed), [Said.of(cell) for cell in wanted]
    if is_whole or any(is_said_by(line_says, [cell]) == 1 for cell in cells):
        return narrowed(place, characters, upright=upright)
    inside = [
        characters[index]
        for text, cell in zip(wanted, cells, strict=True)
        if cell.folded and cell.folded in line_says.folded
        for index in align(text, printed, Span(0, len(text)))
    ]
    return narrowed(place, inside, upright=upright) if inside else None
