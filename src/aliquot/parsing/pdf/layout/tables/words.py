"""Words of a table's lines, gathered into rows of one baseline.

A line may hold the cells of several columns, so tables are read word by word.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from aliquot.parsing.pdf.records import Line

__all__ = [
    "Piece",
    "TextRow",
    "Word",
    "are_two_values",
    "em_of",
    "is_number",
    "is_packed",
    "pieces_of",
    "text_rows",
    "words_of",
]

# Words of one row share their middle within this part of their size; lines of a wrapped cell are
# more than a whole size apart.
SAME_ROW = 0.45
# A value as tables print it, alone or with sign, spread, range, percent or mark: "-1.5", "<0.05",
# "6.4±0.62", "12-18", "12ᵃ"; and what stands for one that is missing.
NUMBER = re.compile(
    r"[<>≤≥~≈=+\-−–±]?\d[\d.,·±+/:\-−–]*(?:[%*†‡§#]|[a-e]{1,2}\b|[ᵃ-ᶻ⁰-⁹])*|N\.?[DSA]\.?|n\.?[dsa]\.?"
)


class Word(NamedTuple):
    """A word and where it stands."""

    text: str
    x0: float
    x1: float
    line: Line


class Piece(NamedTuple):
    """Neighbouring words of one row."""

    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """The words as text."""
        return " ".join(word.text for word in self.words)

    @property
    def x0(self) -> float:
        """Left edge."""
        return self.words[0].x0

    @property
    def x1(self) -> float:
        """Right edge."""
        return max(word.x1 for word in self.words)

    @property
    def middle(self) -> float:
        """Horizontal centre."""
        return (self.x0 + self.x1) / 2


@dataclass(slots=True, eq=False)
class TextRow:
    """The words on one baseline, left to right."""

    words: list[Word]

    @property
    def lines(self) -> list[Line]:
        """The lines its words are of, each once."""
        return list(dict.fromkeys(word.line for word in self.words))

    @property
    def size(self) -> float:
        """Size of its type in points."""
        return max(word.line.size for word in self.words) or 1.0

    @property
    def middle(self) -> float:
        """Vertical centre."""
        return statistics.fmean(line.middle for line in self.lines)

    @property
    def top(self) -> float:
        """Upper edge."""
        return min(line.y0 for line in self.lines)

    @property
    def bottom(self) -> float:
        """Lower edge."""
        return max(line.y1 for line in self.lines)

    @property
    def text(self) -> str:
        """Its words as text."""
        return " ".join(word.text for word in self.words)


def words_of(line: Line) -> list[Word]:
    """Return a line's words, or the line as one where the places of its words are not known."""
    texts = line.text.split()
    if len(texts) > len(line.edges) // 2:
        return [Word(line.text, line.x0, line.x1, line)] if texts else []
    edges = line.edges[len(line.edges) - 2 * len(texts) :]  # a line number was cut off in front
    return [
        Word(text, edges[2 * index], edges[2 * index + 1], line) for index, text in enumerate(texts)
    ]


def text_rows(lines: Iterable[Line]) -> list[TextRow]:
    """Return the rows of words, top to bottom."""
    return [TextRow(sorted(words, key=lambda word: word.x0)) for words in _gathered(lines)]


def _gathered(lines: Iterable[Line]) -> Iterator[list[Word]]:
    row: list[Word] = []
    first: Line | None = None
    for line in sorted(lines, key=lambda line: (line.middle, line.x0)):
        if first and line.middle - first.middle > SAME_ROW * max(line.size, first.size):
            yield row
            row, first = [], None
        first = first or line
        row += words_of(line)
    if row:
        yield row


def pieces_of(row: TextRow, gap: float) -> list[Piece]:
    """Return the words of a row in groups parted by at least `gap` points."""
    groups: list[list[Word]] = []
    right = 0.0
    for word in row.words:
        if groups and word.x0 - right < gap:
            groups[-1].append(word)
            right = max(right, word.x1)
        else:
            groups.append([word])
            right = word.x1
    return [Piece(tuple(group)) for group in groups]


def is_number(text: str) -> bool:
    """Tell whether a word is a number, as those of neighbouring columns are."""
    return bool(NUMBER.fullmatch(text))


def are_two_values(left: str, right: str) -> bool:
    """Tell two values side by side from a list, "0, 10, 50", and from a value and its spread."""
    goes_on = left.endswith((",", ";")) or right.startswith("±")
    return is_number(left) and is_number(right) and not goes_on


def is_packed(text: str) -> bool:
    """Tell whether a cell holds two values side by side: two cells that were not parted."""
    return any(are_two_values(a, b) for a, b in pairwise(text.split()))


def em_of(rows: Sequence[TextRow]) -> float:
    """Return the usual size of type, by which gaps are judged."""
    return statistics.median(row.size for row in rows) if rows else 10.0
