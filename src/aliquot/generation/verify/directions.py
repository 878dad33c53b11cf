"""Words that say which way: more or less, before or after, activates or inhibits.

What enters: a plain text. What leaves: its words of direction, each with its axis, its sign and
the words around it; and, where two things are compared, which stands on which side of "than".
Words that bound a number ("no longer than 14 days") are left to `bounds`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from aliquot.generation.verify.bounds import bounds_of
from aliquot.generation.verify.comparing import CLAUSE, Sides, compared, subject_of
from aliquot.generation.verify.direction_words import IDLE, grades, in_japanese, pointing_of
from aliquot.generation.verify.plain import Word, words_of

__all__ = ["Direction", "directions_of"]

_REGULATED = re.compile(r"\b(up|down)[- ](?=regulat)", re.I)
# "Did not exceed" is "stayed below".
_NOT_EXCEEDING = re.compile(r"(?:not|never|n't|without)\s(?:to\s)?$", re.I)
REACH = 4


@dataclass(frozen=True, slots=True)
class Direction:
    """A word of direction.

    Attributes:
        written: As it stands.
        axis: What it points along.
        sign: 1 or -1.
        context: Stems of the content words near it, nearer ones heavier.
        compared: Stems on its side of "than" and on the other; `None` where nothing is compared.
        subject: Stems of what is compared itself; empty where that cannot be told.
    """

    written: str
    axis: str
    sign: int
    context: Mapping[str, float]
    compared: Sides | None
    subject: frozenset[str] = frozenset()


@lru_cache(maxsize=256)
def directions_of(text: str) -> tuple[Direction, ...]:
    """Find the words of direction of a plain text."""
    text = _REGULATED.sub(r"\1", text)
    words = words_of(text)
    pointing = sorted(_pointing(text, words))
    content = [word for word in words if word.is_content or word.text.isdecimal()]
    return tuple(
        Direction(
            text[start:end],
            axis,
            sign,
            _context(text, start, end, content),
            compared(text, start, end, content),
            subject_of(text, start, end, content),
        )
        for start, end, axis, sign in pointing
    )


def _pointing(text: str, words: Sequence[Word]) -> Iterator[tuple[int, int, str, int]]:
    idle = [match.span() for match in IDLE.finditer(text)]
    idle += [(one.start, one.end) for one in bounds_of(text).values()]
    for start, end, axis, sign in (*_in_latin(text, words), *in_japanese(text)):
        if not any(first <= start < last for first, last in idle):
            yield start, end, axis, sign


def _in_latin(text: str, words: Sequence[Word]) -> Iterator[tuple[int, int, str, int]]:
    """Yield what points; "more slowly" points as "slowly" does, "less slowly" the other way."""
    graded: Word | None = None
    for word in words:
        found = pointing_of(word.text) if word.text.isascii() else None
        if found and grades(word) and _grades_next(text, word, words):
            graded = word
        elif found:
            axis, sign = found
            start = word.start
            if graded is not None:
                start = graded.start
                sign *= 1 if graded.text in {"more", "most"} else -1
            elif word.text.startswith("exceed") and _NOT_EXCEEDING.search(text, 0, word.start):
                sign = -sign
            graded = None
            yield start, word.end, axis, sign


def _grades_next(text: str, word: Word, words: Sequence[Word]) -> bool:
    """Tell whether the very next word points as well."""
    following = next((one for one in words if one.start >= word.end), None)
    return (
        following is not None
        and following.start == word.end + 1
        and not grades(following)
        and pointing_of(following.text) is not None
        and text[word.end] == " "
    )


def _context(text: str, start: int, end: int, content: Sequence[Word]) -> dict[str, float]:
    before = [word for word in content if word.end <= start][-REACH:]
    behind = [word for word in content if word.start >= end][:REACH]
    found: dict[str, float] = {}
    for side in (list(reversed(before)), behind):
        for distance, word in enumerate(side, start=1):
            gap = text[word.end : start] if word.end <= start else text[end : word.start]
            weight = 1 / (distance * (3 if CLAUSE.search(gap) else 1))
            found[word.stem] = max(found.get(word.stem, 0.0), weight)
    return found
