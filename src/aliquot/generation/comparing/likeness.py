"""How like two steps are, whatever their values: 0 to 1.

The greater of two shares: of words with their inflections folded, which finds what was reordered,
and of runs of letters, which finds what was mistyped and works without spaces. A value counts by
its kind alone, so that a step whose temperature changed is the same step.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from aliquot.generation.comparing.items import Item
from aliquot.generation.comparing.values import Value, family, values_of
from aliquot.generation.verify.plain import plain, words_of

__all__ = ["Marked", "likeness"]

CJK = re.compile("[\u3041-\u30ff\u3400-\u9fff]")
NO_LETTER = re.compile(r"[\W\d_]+")
# Two Japanese characters are about a word; of Latin letters three tell words apart.
JAPANESE_RUN, LATIN_RUN = 2, 3
# What the same heading adds, and the same values: they decide between steps worded alike.
SAME_HEADING = 0.05
SAME_VALUES = 0.05
# Rows whose first cell is the same are about the same thing, whatever else they say.
SAME_ROW = 0.9


@dataclass(frozen=True)
class Marked:
    """An item with what it is compared by, made when it is needed.

    Attributes:
        item: The item.
        place: Its number in the document, from 0.
    """

    item: Item
    place: int

    @cached_property
    def values(self) -> list[Value]:
        """Its values."""
        return values_of(self.item.text)

    @cached_property
    def masked(self) -> str:
        """Its words without its values."""
        parts, end = [], 0
        for value in self.values:
            parts.append(self.item.text[end : value.span.start])
            end = value.span.end
        return " ".join([*parts, self.item.text[end:]])

    @cached_property
    def words(self) -> frozenset[str]:
        """Stems of its words that say something, and the kinds of its values."""
        stems = {one.stem for one in words_of(plain(self.masked)) if one.is_content}
        return frozenset(stems | {f"<{family(one)}>" for one in self.values})

    @cached_property
    def runs(self) -> frozenset[str]:
        """Runs of its letters."""
        letters = NO_LETTER.sub(" ", self.masked.casefold()).strip()
        length = JAPANESE_RUN if CJK.search(letters) else LATIN_RUN
        if len(letters) <= length:
            return frozenset({letters})
        return frozenset(letters[at : at + length] for at in range(len(letters) - length + 1))

    @cached_property
    def written(self) -> frozenset[str]:
        """Its values as they are written."""
        return frozenset(" ".join(one.text.split()) for one in self.values)


def likeness(left: Marked, right: Marked) -> float:
    """Return how like two steps are, 0 to 1."""
    if left.item.key == right.item.key:
        return 1.0
    like = max(_shared(left.words, right.words), _shared(left.runs, right.runs))
    if left.item.cells and right.item.cells and _first(left) == _first(right) != "":
        like = max(like, SAME_ROW)
    like += SAME_HEADING * (left.item.heading == right.item.heading)
    like += SAME_VALUES * _shared(left.written, right.written)
    # Below 1, which is for the same words alone.
    return min(like, 1.0 + SAME_HEADING + SAME_VALUES) / (1.001 + SAME_HEADING + SAME_VALUES)


def _shared(left: frozenset[str], right: frozenset[str]) -> float:
    """Return twice what both have by what each has (Dice)."""
    total = len(left) + len(right)
    return 2 * len(left & right) / total if total else 0.0


def _first(marked: Marked) -> str:
    return " ".join(marked.item.cells[0].casefold().split())
