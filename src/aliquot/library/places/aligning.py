"""Tell which printed characters a stretch of a block's text is made of.

A block's text is what its lines print, with spaces set anew, line-end hyphens undone and symbols
put right. Both are folded to what they share, and matched run by run.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from aliquot.types import Span

__all__ = ["align", "folded", "origins"]

# Runs of fewer characters are matched by chance: "the" stands in every line.
# Source: 22 papers; shorter runs tie words of one line to another, longer ones lose symbols.
RUN = 6
# Printed characters between two matched ones that are taken to be the same stretch: a symbol that
# was put right, a superscript, the number of a reference.
GAP = 12
# Hyphens come and go at line ends; these too are drawn as dashes.
DASHES = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2212\u00ad\ufffe")


class _Folded(NamedTuple):
    """What is compared of a text, and where each character of that came from."""

    text: str
    origins: Sequence[int]


def align(text: str, printed: str, span: Span) -> list[int]:
    """Return which printed characters a stretch of a text is made of, ascending.

    Args:
        text: Of a block.
        printed: What its lines print, line after line.
        span: The stretch of `text`.
    """
    written, shown = _fold(text), _fold(printed)
    first = _first_from(written.origins, span.start)
    last = _first_from(written.origins, span.end)
    if first == last:
        return []
    matched = dict(_matches(written.text, shown.text))
    indices = _stretch(matched, first, last, len(shown.text))
    return sorted({shown.origins[index] for index in indices})


def folded(text: str) -> str:
    """Return what is compared of a text: no spaces, hyphens, cases or ligatures."""
    return _fold(text).text


def origins(text: str) -> Sequence[int]:
    """Return which character each one of the folded text came from."""
    return _fold(text).origins


def _first_from(origins: Sequence[int], position: int) -> int:
    """Return the first folded character that comes from `position` or behind it."""
    return next((i for i, origin in enumerate(origins) if origin >= position), len(origins))


def _matches(written: str, shown: str) -> Iterator[tuple[int, int]]:
    """Yield which folded characters are which, as long runs that both have in this order."""
    if written == shown:
        yield from ((i, i) for i in range(len(written)))
        return
    runs = min(RUN, len(written), len(shown))
    if not runs:
        return
    pair = (_runs(written, runs), _runs(shown, runs))
    for a, b, size in SequenceMatcher(None, *pair, autojunk=False).get_matching_blocks():
        if size:
            yield from ((a + i, b + i) for i in range(size + runs - 1))


def _runs(text: str, length: int) -> list[str]:
    return [text[i : i + length] for i in range(len(text) - length + 1)]


def _stretch(matched: dict[int, int], first: int, last: int, count: int) -> list[int]:
    """Return the shown characters from `first` to `last`, small gaps between them filled."""
    found = [matched[i] for i in range(first, last) if i in matched]
    if not found:
        return []
    filled = list(found)
    for one, following in pairwise(found):
        if 1 < following - one <= GAP:
            filled += range(one + 1, following)
    return filled + _edges(matched, first, last, (found[0], found[-1]), count)


def _edges(
    matched: dict[int, int], first: int, last: int, ends: tuple[int, int], count: int
) -> list[int]:
    """Return what is shown between the ends of a stretch and its nearest matched characters."""
    begin, end = ends
    missing_before = next(i for i in range(first, last) if i in matched) - first
    missing_behind = last - 1 - next(i for i in reversed(range(first, last)) if i in matched)
    before = max(begin - missing_before, matched.get(first - 1, -1) + 1, 0)
    behind = min(end + missing_behind, matched.get(last, count) - 1, count - 1)
    near_begin = range(before, begin) if missing_before <= GAP else range(0)
    near_end = range(end + 1, behind + 1) if missing_behind <= GAP else range(0)
    return [*near_begin, *near_end]


def _fold(text: str) -> _Folded:
    folded: list[str] = []
    origins: list[int] = []
    for index, character in enumerate(text):
        for one in _folded_character(character):
            folded.append(one)
            origins.append(index)
    return _Folded("".join(folded), origins)


@lru_cache(maxsize=4096)
def _folded_character(character: str) -> str:
    """Return what a character is compared as; nothing for spaces, hyphens and controls."""
    if character in DASHES:
        return ""
    plain = unicodedata.normalize("NFKD", character).casefold()
    return "".join(one for one in plain if one.isalnum() or unicodedata.category(one)[0] in "SP")
