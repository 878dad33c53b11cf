"""The columns of a table, and how the words of a row fall into them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from aliquot.parsing.pdf.layout.tables.words import Piece, TextRow, Word, is_number, pieces_of

__all__ = ["CLEAR_EM", "WIDE_EM", "Column", "Columns", "Gap"]

# Word spaces measure a quarter em, a third in loose type; two columns are set further apart.
# Source: the gaps inside and between the cells of the tuning half's tables.
WIDE_EM = 0.6
CLEAR_EM = 0.4


class Column(NamedTuple):
    """Left and right edge of what stands in a column."""

    x0: float
    x1: float

    @property
    def middle(self) -> float:
        """Horizontal centre."""
        return (self.x0 + self.x1) / 2


class Gap(NamedTuple):
    """The white between two columns, and how much of it a row must leave to be cut there."""

    x0: float
    x1: float
    needed: float

    @property
    def middle(self) -> float:
        """Where words are parted that touch neither side."""
        return (self.x0 + self.x1) / 2


class Columns:
    """The columns of a table, left to right, and the white between them.

    Attributes:
        all: Extent of what stands in each.
        gaps: The white between each and the next.
        right: Right edge of the table.
    """

    def __init__(self, columns: Sequence[Column], gaps: Sequence[Gap], right: float) -> None:
        self.right = right
        self.all = list(columns)
        self.gaps = list(gaps)
        self._cuts = [gap.middle for gap in gaps]

    def __len__(self) -> int:
        return len(self.all)

    def cells(self, row: TextRow, em: float, *, is_head: bool = False) -> list[Piece]:
        """Return a row's cells: pieces parted by wide white, or at boundaries they leave free.

        The words of a name over several columns may leave any boundary free, but not widely.
        """
        found: list[Piece] = []
        for piece in pieces_of(row, WIDE_EM * em):
            found += self._split(piece, CLEAR_EM * em if is_head else 0.0)
        return found

    def place(self, piece: Piece) -> tuple[int, int]:
        """Return the first and last column a piece covers the middle of, at least one."""
        within = [i for i, c in enumerate(self.all) if piece.x0 <= c.middle <= piece.x1]
        if len(within) > 1:
            return within[0], within[-1]
        overlaps = [min(piece.x1, c.x1) - max(piece.x0, c.x0) for c in self.all]
        best = max(range(len(self.all)), key=overlaps.__getitem__)
        if overlaps[best] <= 0:
            best = bisect_right(self._cuts, piece.middle)
        return best, best

    def may_hold(self, index: int, piece: Piece) -> bool:
        """Tell whether a piece stands in a column or in the white beside it."""
        left = self.gaps[index - 1].x0 if index else float("-inf")
        right = self.gaps[index].x1 if index < len(self.gaps) else float("inf")
        return piece.x1 > left + 1 and piece.x0 < right - 1

    def room(self, index: int, em: float) -> float:
        """Return how far to the right a column's text may reach."""
        if index == len(self.gaps):
            return max(self.right, self.all[-1].x1)
        return self.gaps[index].x1 - CLEAR_EM * em

    def _split(self, piece: Piece, least: float) -> Iterator[Piece]:
        """Cut a piece at the boundaries it runs over, if it leaves every one of them free."""
        cuts = []
        for gap in self.gaps:
            if piece.x0 < gap.x0 + 1 and piece.x1 > gap.x1 - 1:
                cut = _cut_at(piece.words, gap, max(least, gap.needed))
                if cut is None:
                    yield piece
                    return
                cuts.append(cut)
        for start, end in pairwise([0, *sorted(set(cuts)), len(piece.words)]):
            yield Piece(piece.words[start:end])


def _cut_at(words: Sequence[Word], gap: Gap, needed: float) -> int | None:
    for index, (left, right) in enumerate(pairwise(words)):
        are_numbers = is_number(left.text) and is_number(right.text)
        is_wide = right.x0 - left.x1 >= needed or are_numbers
        meets = left.x1 < gap.x1 + 1 and right.x0 > gap.x0 - 1
        if is_wide and meets and min(right.x0, gap.x1) - max(left.x1, gap.x0) > -1:
            return index + 1
    return None
