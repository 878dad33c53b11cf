"""Tell which row of a table each band of printed lines is of.

Cells are written anew, wrapped ones joined, those of a merged header repeated; so a row is known
by how much of a band its cells say, and rows never go back from the top of a table to its end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aliquot.library.places.aligning import folded

__all__ = ["Said", "is_said_by", "rows_of"]

# What a printed line counts for a row: one of its cells, a part of one or several at once, none;
# and by how much a row counts less whose cells are not printed there, as those of a wrapped row.
# Source: 30 tables of 22 papers (November 2026); nothing near these changes a row.
WHOLE_CELL, PART_OF_CELL, STRANGE, MISSED = 1.0, 0.7, 1.0, 0.4
# Fewer characters are a part of a cell only as one of its words.
PART = 3
WORD = re.compile(r"[^\s/|]+")


@dataclass(frozen=True, slots=True)
class Said:
    """What a cell or a printed line says.

    Attributes:
        folded: Without spaces, cases and hyphens.
        words: Its words, each folded.
    """

    folded: str
    words: frozenset[str]

    @classmethod
    def of(cls, text: str) -> Said:
        """Return what a text says."""
        return cls(folded(text), frozenset(filter(None, map(folded, WORD.findall(text)))))


def rows_of(
    bands: Sequence[Sequence[Said]], says: Mapping[int, Sequence[Said]]
) -> list[int | None]:
    """Return the row each band is of; rows never go back.

    A band that fits its row no better than none has none: a header printed again on another page.

    Args:
        bands: What the lines beside each other say, from the top of the table on.
        says: What the cells of each row say.
    """
    rows = sorted(says)
    fits: list[list[float]] = []
    best: list[list[tuple[float, int]]] = []
    for band in bands:
        fits.append([max(0.0, _likeness(band, says[row])) for row in rows])
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


def _likeness(printed: Sequence[Said], cells: Sequence[Said]) -> float:
    """Return how well printed lines fit the cells of a row; what no cell says counts against it.

    Numbers stand in many rows, so a row fits better the more of its own cells are printed.
    """
    left = Counter(cell.folded for cell in cells)
    score = 0.0
    for one in printed:
        if left[one.folded] > 0:
            left[one.folded] -= 1
            score += WHOLE_CELL
        else:
            share = is_said_by(one, cells)
            score += PART_OF_CELL * share if share else -STRANGE
    return score - MISSED * left.total() / max(1, len(cells)) * len(printed)


def is_said_by(printed: Said, cells: Sequence[Said]) -> float:
    """Return which share of a printed line cells say: of one it is a part, or it is of several."""
    if any(_is_part(printed, cell) for cell in cells):
        return 1.0
    of_words = sum(len(one) for one in printed.words if any(one in cell.words for cell in cells))
    within = sum(
        len(one)
        for one in {cell.folded for cell in cells}
        if len(one) >= PART and one in printed.folded
    )
    return min(1.0, max(of_words, within) / max(1, len(printed.folded)))


def _is_part(printed: Said, cell: Said) -> bool:
    if printed.folded and printed.words <= cell.words:
        return True
    return len(printed.folded) >= PART and printed.folded in cell.folded
