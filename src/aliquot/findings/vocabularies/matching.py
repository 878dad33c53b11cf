"""Find the names of a vocabulary in a text, however their parts are joined.

What enters: names with what each stands for, and a text. What leaves: places in the text, the
longest name first, none overlapping. `HEK293T`, `HEK 293T` and `HEK-293T` are one name. Linear in
the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

__all__ = ["JAPANESE", "Named", "Names", "key_of", "starts_of"]

Entry = TypeVar("Entry")

# Latin and Greek letters and digits; Japanese around a name ends it ("HeLa細胞").
TOKEN = re.compile("[0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u03ff]+")
# What may join the parts of a name, a line break among them.
JOINT = re.compile(
    r"(?:[ \t]?[-\u2010-\u2013/._'\u2019\u00b7][ \t]?|[ \t\u00a0]|[ \t]?\n[ \t]?|-\n)?"
)
JAPANESE = re.compile("[\u3041-\u30ff\u3400-\u9fff]")
# Where a token may end within a name: before what joins, and between letters and digits.
PART = re.compile(
    r"(?<=[^\W_])(?=[\W_])|(?<=[a-z\d])(?=[A-Z])|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])"
)
# The longest name of the vocabularies ("Severe acute respiratory syndrome coronavirus 2") has six.
MOST_TOKENS = 7


@dataclass(frozen=True, slots=True)
class Named(Generic[Entry]):
    """A name found in a text, and what it stands for."""

    start: int
    end: int
    entry: Entry


def key_of(name: str) -> str:
    """Return the letters and digits of a name alone, in small letters."""
    return "".join(TOKEN.findall(name)).casefold()


@dataclass(frozen=True, slots=True)
class _Tokens:
    """The tokens of a text, read once for all vocabularies.

    Attributes:
        spans: Where each begins and ends.
        folded: Each in small letters.
        places: Which tokens are a word, by the word in small letters.
        singulars: The words that end with an s, without it.
    """

    spans: tuple[tuple[int, int], ...]
    folded: tuple[str, ...]
    places: Mapping[str, list[int]]
    singulars: frozenset[str]


# A document is looked through by one finder after the other.
@lru_cache(maxsize=2)
def _tokens(text: str) -> _Tokens:
    spans = tuple(match.span() for match in TOKEN.finditer(text))
    folded = tuple(text[start:end].casefold() for start, end in spans)
    places: dict[str, list[int]] = {}
    for place, word in enumerate(folded):
        places.setdefault(word, []).append(place)
    singulars = frozenset(word[:-1] for word in places if word.endswith("s"))
    return _Tokens(spans, folded, places, singulars)


def starts_of(text: str, words: Collection[str]) -> list[int]:
    """Return, in order, where some words begin in a text, whatever their case.

    Args:
        text: To be looked through.
        words: In small letters.
    """
    tokens = _tokens(text)
    return sorted(tokens.spans[place][0] for word in words for place in tokens.places.get(word, ()))


class Names(Generic[Entry]):
    """A vocabulary that can be searched for in texts."""

    def __init__(self, entries: Mapping[str, Entry], *, has_plurals: bool = True) -> None:
        """Prepare a vocabulary.

        Args:
            entries: What each name stands for, by a name in any spelling. Japanese names are found
                anywhere, others as whole words.
            has_plurals: Whether a name with an s behind it is the name too.
        """
        japanese = {name for name in entries if JAPANESE.search(name)}
        self._entries = {key_of(name): one for name, one in entries.items() if name not in japanese}
        self._japanese = {name: entries[name] for name in japanese}
        self._has_plurals = has_plurals
        # Words, unlike codes, are not written in pieces: "C at" is no cat.
        self._solid = {key_of(name) for name in entries if name.isalpha() and name.isascii()}
        # Unless that is a spelling too: "fruit fly" beside "fruitfly".
        self._solid -= {key_of(name) for name in entries if not name.isalpha()}
        # A name may begin with a part of a token, so only its first character is looked up.
        longest_first = sorted(map(re.escape, japanese), key=len, reverse=True)
        self._pattern = re.compile("|".join(longest_first)) if japanese else None
        # What a name may begin with, so that a text's other words are left at their first letters.
        self._beginnings = {key[:end] for key in self._entries for end in range(1, len(key) + 1)}
        # A first token of a name ends where the name has a joint or changes its kind of letter.
        self._firsts = self._entries.keys() | {
            key_of(name[: part.start()]) for name in entries for part in PART.finditer(name)
        }

    def find(self, text: str) -> Iterator[Named[Entry]]:
        """Yield the names in a text: Latin ones in order, then Japanese ones in order."""
        tokens = _tokens(text)
        after = 0
        for position in self._candidates(tokens):
            if position >= after:
                named, after = self._longest(text, tokens, position)
                if named is not None:
                    yield named
        if self._pattern is not None:
            for match in self._pattern.finditer(text):
                yield Named(match.start(), match.end(), self._japanese[match[0]])

    def get(self, name: str) -> Entry | None:
        """Return what a name stands for, or `None`."""
        if name in self._japanese:
            return self._japanese[name]
        return self._of_key(key_of(name))

    def _candidates(self, tokens: _Tokens) -> list[int]:
        """Return, in order, the tokens a name may begin at: few of a text's distinct ones."""
        found = tokens.places.keys() & self._firsts
        if self._has_plurals:
            found |= {f"{one}s" for one in tokens.singulars & self._entries.keys()}
        return sorted(place for one in found for place in tokens.places[one])

    def _of_key(self, key: str) -> Entry | None:
        entry = self._entries.get(key)
        if entry is None and self._has_plurals and key.endswith("s"):
            entry = self._entries.get(key[:-1])
        return entry

    def _longest(self, text: str, tokens: _Tokens, first: int) -> tuple[Named[Entry] | None, int]:
        """Return the longest name that begins at a token, and the token to go on from."""
        spans, folded = tokens.spans, tokens.folded
        start, end = spans[first]
        key = ""
        best: tuple[Named[Entry] | None, int] = (None, first + 1)
        for index in range(first, min(first + MOST_TOKENS, len(spans))):
            token_start, token_end = spans[index]
            if index > first and JOINT.fullmatch(text, end, token_start) is None:
                break
            end = token_end
            key += folded[index]
            entry = self._of_key(key)
            is_in_pieces = index > first and key in self._solid
            if entry is not None and not is_in_pieces:
                best = (Named(start, end, entry), index + 1)
            if key not in self._beginnings:
                break
        return best
