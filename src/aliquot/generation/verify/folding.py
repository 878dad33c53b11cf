"""Fold a text so that copies of it compare equal, and know where each character came from.

What enters: a quote, or the text it is looked for in. What leaves: its letters, digits and signs
without white space, each with its place. Folded away is what copies change: forms of Unicode,
ligatures, dashes, quotation marks, line ends and hyphens at them, the bars between the cells of a
table, marks of emphasis, and, in recognised text alone, characters that recognisers confuse.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["Folded", "fold"]

DASH, QUOTE, NOTHING = "-", "'", ""
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fc\ufe63"
_QUOTES = (
    "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u2032\u2033"
    '\u00ab\u00bb\u300c\u300d\u300e\u300f"`\u00b4'
)
_UNSEEN = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\ufeff|*"
_TABLE = str.maketrans(
    dict.fromkeys(_DASHES.replace("\u30fc", ""), DASH)
    | dict.fromkeys(_QUOTES, QUOTE)
    | dict.fromkeys(_UNSEEN, NOTHING)
    | {"\u00b5": "\u03bc", "\u00ba": "\u00b0", "\u02da": "\u00b0", "\u2026": "..."}
)
# What recognisers are known to read for each other; a list by judgement, not counted on scans.
# Each is folded to the one it is taken for.
_CONFUSED = str.maketrans("OQIl|!S$BZzG", "001111558226", ",.")
_CONFUSED_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("ii", "u"))


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text.

    Attributes:
        text: What is compared.
        places: For each of its characters, where in the original it stands.
    """

    text: str
    places: Sequence[int]


@lru_cache(maxsize=256)
def fold(text: str, *, is_recognised: bool = False) -> Folded:
    """Fold a text; linear in its length.

    Args:
        text: Any text.
        is_recognised: Whether it was read from a picture, or is compared with what was.
    """
    characters: list[str] = []
    places: list[int] = []
    for place, original in enumerate(text):
        if original.isspace():
            continue
        for one in unicodedata.normalize("NFKC", original.translate(_TABLE)):
            same = one.translate(_TABLE)
            if unicodedata.combining(one) and characters:
                # A mark that makes no single character with its letter is left out.
                characters[-1] = unicodedata.normalize("NFC", characters[-1] + one)[0]
            elif len(same) == 1 and not same.isspace():
                characters.append(same)
                places.append(place)
    kept = [n for n in range(len(characters)) if not _is_joining(characters, n)]
    folded = Folded("".join(characters[n] for n in kept), tuple(places[n] for n in kept))
    return _recognised(folded) if is_recognised else folded


def _is_joining(characters: list[str], n: int) -> bool:
    """Tell a hyphen between two letters, which line ends add and remove."""
    if characters[n] != DASH or not 0 < n < len(characters) - 1:
        return False
    return characters[n - 1].isalpha() and characters[n + 1].isalpha()


def _recognised(folded: Folded) -> Folded:
    """Fold together what recognisers confuse; a pair that reads as one stands where it begins."""
    text, places = [], []
    n = 0
    while n < len(folded.text):
        pair = folded.text[n : n + 2].casefold()
        one = next((single for double, single in _CONFUSED_PAIRS if pair == double), "")
        for character in one or folded.text[n].translate(_CONFUSED).casefold():
            text.append(character)
            places.append(folded.places[n])
        n += 2 if one else 1
    return Folded("".join(text), tuple(places))
