"""Cut a slide into regions along its white space.

The widest gap is cut first, measured in what is usual between lines or between words, and each side
is cut again, until nothing is left to cut. Labels beside their values are one region, read by rows.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import NamedTuple

from aliquot.parsing.pdf.records import Line

__all__ = ["regions"]

# White of more than this many type sizes parts two regions, one below the other ...
ROW_GAP = 1.0
# ... and side by side: columns of a slide stand further apart than words.
SIDE_GAP = 1.5
# Labels such as "Ref:" are narrower than this, in type sizes.
LABEL_SIZES = 8.0
# ... and stand no further from their values, or they are a column.
LABEL_GAP = 8.0
# Share of the labels that stand on the line of a value.
ALIGNED = 0.8
# Middles of lines on one baseline differ by less than this, in type sizes.
SAME_LINE = 0.3
# A page of labels of a drawing could be cut without end.
MAXIMUM_DEPTH = 12


class _Gap(NamedTuple):
    """A white band: its width in usual gaps, and where it lies."""

    width: float
    at: float
    is_level: bool


def regions(lines: Sequence[Line], depth: int = 0) -> list[list[Line]]:
    """Return the regions of a slide in reading order, the lines of each from top to bottom."""
    if not lines:
        return []
    gap = _widest(lines) if depth < MAXIMUM_DEPTH and len(lines) > 1 else None
    if gap is None:
        return _stacks(lines)
    before = [line for line in lines if (line.y0 if gap.is_level else line.x0) < gap.at]
    after = [line for line in lines if (line.y0 if gap.is_level else line.x0) >= gap.at]
    return regions(before, depth + 1) + regions(after, depth + 1)


def _widest(lines: Sequence[Line]) -> _Gap | None:
    size = max(statistics.median(line.size for line in lines), 1.0)
    gaps = _gaps(lines, ROW_GAP * size, is_level=True)
    gaps += [
        gap
        for gap in _gaps(lines, SIDE_GAP * size, is_level=False)
        if not _are_labels(lines, gap.at, size)
    ]
    return max(gaps, default=None)


def _gaps(lines: Sequence[Line], usual: float, *, is_level: bool) -> list[_Gap]:
    """Return the gaps wider than usual that no line crosses."""
    found: list[_Gap] = []
    extents = sorted((line.y0, line.y1) if is_level else (line.x0, line.x1) for line in lines)
    end = extents[0][1]
    for line_start, line_end in extents[1:]:
        if line_start - end > usual:
            found.append(_Gap((line_start - end) / usual, line_start, is_level))
        end = max(end, line_end)
    return found


def _are_labels(lines: Sequence[Line], at: float, size: float) -> bool:
    """Tell whether what stands left of a gap labels the lines to its right."""
    left = [line for line in lines if line.x0 < at]
    is_near = at - max(line.x1 for line in left) < LABEL_GAP * size
    return is_near and _label(left, lines, size)


def _stacks(lines: Sequence[Line]) -> list[list[Line]]:
    """Part boxes that no straight cut parts: lines of one stand close below each other."""
    stacks: list[list[Line]] = []
    for line in _by_rows(lines):
        above = [stack for stack in stacks if any(_is_below(line, other) for other in stack)]
        stacks = [stack for stack in stacks if stack not in above]
        stacks.append([other for stack in above for other in stack] + [line])
    size = max(statistics.median(line.size for line in lines), 1.0)
    if len(stacks) > 1 and not any(_label(stack, lines, size) for stack in stacks):
        return sorted((_by_rows(stack) for stack in stacks), key=_top_left)
    return [_by_rows(lines)]


def _is_below(line: Line, other: Line) -> bool:
    overlap = min(line.x1, other.x1) - max(line.x0, other.x0)
    white = line.y0 - other.y1
    return overlap > 0 and white < ROW_GAP * max(line.size, other.size, 1.0)


def _label(stack: Sequence[Line], lines: Sequence[Line], size: float) -> bool:
    others = [line for line in lines if line not in stack]
    if max(line.width for line in stack) > LABEL_SIZES * size:
        return False
    aligned = sum(any(_share_line(a, b, size) for b in others) for a in stack)
    return aligned >= ALIGNED * len(stack)


def _share_line(a: Line, b: Line, size: float) -> bool:
    return abs(a.middle - b.middle) < SAME_LINE * size


def _top_left(stack: Sequence[Line]) -> tuple[float, float]:
    return stack[0].y0, stack[0].x0


def _by_rows(lines: Sequence[Line]) -> list[Line]:
    """Sort top to bottom, and left to right what shares a baseline."""
    ordered: list[Line] = []
    row: list[Line] = []
    for line in sorted(lines, key=lambda line: line.middle):
        if row and not _share_line(row[0], line, max(line.size, 1.0)):
            ordered += sorted(row, key=lambda line: line.x0)
            row = []
        row.append(line)
    return ordered + sorted(row, key=lambda line: line.x0)
