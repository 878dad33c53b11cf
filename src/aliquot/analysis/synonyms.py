"""Other names of the genes and proteins a question names.

Groups of names enter, from entries of the library and from a file of the user's; a question
enters; the other names of what it names leave, each with where they come from. Spellings are
compared as the index compares them, so that TNF-α, TNF alpha and TNFA are one; what stands in
quotation marks is left as it is.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from aliquot.analysis.japanese import CJK
from aliquot.analysis.katakana import KATAKANA_NAME, Sound, sounds_of_katakana, sounds_of_latin
from aliquot.analysis.normalise import normalise
from aliquot.analysis.phrases import ordered_terms
from aliquot.analysis.synonym_names import (
    Name,
    is_japanese,
    is_usable,
    key_of,
    may_be_named,
    may_be_searched,
    squeezed,
)
from aliquot.analysis.tokens import PIECE
from aliquot.types import Expansion

__all__ = ["NameGroup", "SynonymBook"]

# The other names searched for one name: symbol, accession, recommended name and the best known of
# the rest. An entry may hold forty.
MAX_OTHERS = 8
# Expansions of one question: a pasted list of genes is a search of its own.
MAX_EXPANSIONS = 16
# Longer compounds are names of chemicals.
MAX_PARTS = 6
# Names of an entry that a question may spell by ear: the recommended and the best known.
MAX_HEARD = 4
# A pasted page is read so far.
_QUESTION_CHARS = 4000

_QUOTED = re.compile(r'"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」|『[^』]*』')
_PART = re.compile(r"[^'_-]+")
_KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff"
_CJK = re.compile(f"[{CJK}]")
_SENTENCE_END = re.compile(r"(?:^|[.?!:。？！])\s*$")
_WORD = re.compile(r"[A-Za-z]{3,}")


@dataclass(frozen=True, slots=True)
class NameGroup:
    """Names of one thing.

    Attributes:
        names: Best known first.
        reason: Where they come from, as a person is told: `UniProt P04637`, `synonyms.txt`.
        identities: What makes another group one of the same thing: its symbol, its accession.
        is_trusted: Whether a person made it.
    """

    names: tuple[str, ...]
    reason: str
    identities: tuple[str, ...] = ()
    is_trusted: bool = False


@dataclass(frozen=True, slots=True)
class _Token:
    """A piece of the question, or a word of one: where it stands, and its terms."""

    start: int
    end: int
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Match:
    """Groups named by what stands at a place of a normalised text."""

    start: int
    end: int
    groups: tuple[NameGroup, ...]


class SynonymBook:
    """Looks up the names a question holds; built once, then read only."""

    def __init__(self, groups: Iterable[NameGroup]) -> None:
        """Index `groups`; those of the same gene are joined."""
        self._groups = _joined(groups)
        self._places: defaultdict[tuple[str, ...], list[tuple[NameGroup, Name]]]
        self._places = defaultdict(list)
        self._longest: dict[str, int] = {}
        japanese: dict[str, list[NameGroup]] = defaultdict(list)
        for group in self._groups:
            for name in (Name(text, group.is_trusted) for text in group.names):
                if not is_usable(name):
                    continue
                if is_japanese(name.text):
                    japanese[normalise(name.text).lower()].append(group)
                else:
                    self._add(group, name)
        self._japanese = dict(japanese)
        self._japanese_names = _any_of(self._japanese)

    def __len__(self) -> int:
        """Return how many groups there are, those of one gene counted once."""
        return len(self._groups)

    def expansions(self, question: str) -> tuple[Expansion, ...]:
        """Return the other names of what a question names, in its order.

        Nothing is returned for what stands in quotation marks, for words that are also names
        unless they are written as the name is, and for names that several genes share.
        """
        if not self._groups:
            return ()
        asked = question[:_QUESTION_CHARS]
        text = normalise(_QUOTED.sub(" \n ", asked))
        found = sorted(self._matches(text), key=lambda match: match.start)
        unique: dict[int, Expansion] = {}
        held = {key_of(text[match.start : match.end]) for match in found}
        for match in found:
            name = _as_written(asked, text[match.start : match.end])
            for group in match.groups:
                others = self._others(group, held)
                if others:
                    unique.setdefault(id(group), Expansion(name, others, group.reason))
        return tuple(unique.values())[:MAX_EXPANSIONS]

    # ---------------------------------------------------------------------------- building

    def _add(self, group: NameGroup, name: Name) -> None:
        key = key_of(name.text)
        self._places[key].append((group, name))
        self._longest[key[0]] = max(len(key), self._longest.get(key[0], 0))

    def _others(self, group: NameGroup, held: set[tuple[str, ...]]) -> tuple[str, ...]:
        """Return the names worth searching that the question does not hold in any spelling."""
        others: dict[tuple[str, ...], str] = {}
        for text in group.names:
            key = key_of(text)
            if key in held or not may_be_searched(Name(text, group.is_trusted)):
                continue
            if group.is_trusted or self._is_of_one_gene(key):
                others.setdefault(key, text)
        return tuple(others.values())[:MAX_OTHERS]

    def _is_of_one_gene(self, key: tuple[str, ...]) -> bool:
        return len({id(g) for g, _ in self._places.get(key, ()) if not g.is_trusted}) <= 1

    # ---------------------------------------------------------------------------- looking up

    @cached_property
    def _sounds(self) -> dict[Sound, list[NameGroup]]:
        """Groups by how their names sound in Japanese; made when the first question needs it."""
        sounds: defaultdict[Sound, list[NameGroup]] = defaultdict(list)
        for group in self._groups:
            heard = {one for name in group.names[:MAX_HEARD] for one in sounds_of_latin(name)}
            for consonants, behind in heard:
                # "クローディン" alone is the one claudin the library has.
                for sound in {(consonants, behind), (consonants, "")}:
                    sounds[sound].append(group)
        return dict(sounds)

    def _heard(self, text: str) -> Iterator[_Match]:
        for found in KATAKANA_NAME.finditer(text):
            sound = sounds_of_katakana(found[0])
            groups = self._sounds.get(sound, []) if sound is not None else []
            if len(groups) == 1:
                yield _Match(found.start(), found.end(), tuple(groups))

    def _matches(self, text: str) -> Iterator[_Match]:
        yield from self._heard(text)
        if self._japanese_names is not None:
            for found in self._japanese_names.finditer(text):
                groups = self._japanese[found[0].lower()]
                yield _Match(found.start(), found.end(), tuple(groups))
        is_shouted = len(_WORD.findall(text)) > 1 and not any(map(str.islower, text))
        tokens = list(_tokens(text))
        at = 0
        while at < len(tokens):
            match, taken = self._longest_at(text, tokens, at, is_shouted=is_shouted)
            if match is not None:
                yield match
            at += taken

    def _longest_at(
        self, text: str, tokens: Sequence[_Token], at: int, *, is_shouted: bool
    ) -> tuple[_Match | None, int]:
        """Return the longest name that begins at a token, and how many tokens are done with."""
        first = tokens[at]
        most = self._longest.get(first.terms[0], 0) if first.terms else 0
        keys: list[tuple[int, tuple[str, ...]]] = []
        key: tuple[str, ...] = ()
        for end in range(at, min(at + most, len(tokens))):
            is_broken = end > at and "\n" in text[tokens[end - 1].end : tokens[end].start]
            key += tokens[end].terms
            if is_broken or len(key) > most or not tokens[end].terms:
                break
            keys.append((end, key))
        for end, key in reversed(keys):
            place = (first.start, tokens[end].end)
            if groups := self._named(text, place, key, is_shouted=is_shouted):
                return _Match(*place, groups), end - at + 1
        return self._within(text, first, is_shouted=is_shouted), 1

    def _within(self, text: str, token: _Token, *, is_shouted: bool) -> _Match | None:
        """Return the longest name among the parts of a compound: TP53 in TP53-mutant."""
        parts = list(_PART.finditer(text, token.start, token.end))
        if not 1 < len(parts) <= MAX_PARTS:
            return None
        spans = [
            (parts[i].start(), parts[j].end())
            for i in range(len(parts))
            for j in range(i, len(parts))
        ]
        for start, end in sorted(spans, key=lambda span: span[0] - span[1])[1:]:
            key = key_of(text[start:end])
            if groups := self._named(text, (start, end), key, is_shouted=is_shouted):
                return _Match(start, end, groups)
        return None

    def _named(
        self, text: str, place: tuple[int, int], key: tuple[str, ...], *, is_shouted: bool
    ) -> tuple[NameGroup, ...]:
        """Return the groups that what stands at a place can mean: of genes one, or none."""
        known = self._places.get(key)
        if known is None:
            return ()
        written = text[place[0] : place[1]]
        begins = _SENTENCE_END.search(text, 0, place[0]) is not None
        fits = [
            (group, name)
            for group, name in known
            if may_be_named(name, written, begins_sentence=begins, is_shouted=is_shouted)
        ]
        trusted = {id(group): group for group, _ in fits if group.is_trusted}
        genes = {id(group): group for group, _ in fits if not group.is_trusted}
        if len(genes) > 1:
            plain = squeezed(written)
            genes = {
                id(group): group
                for group, name in fits
                if not group.is_trusted and squeezed(name.text) == plain
            }
        return (*trusted.values(), *(genes.values() if len(genes) == 1 else ()))


def _joined(groups: Iterable[NameGroup]) -> list[NameGroup]:
    """Join the groups of one gene: several entries of it, and its orthologues of one symbol."""
    joined: list[NameGroup] = []
    place_of: dict[str, int] = {}
    for group in groups:
        identities = [one.lower() for one in group.identities]
        at = next((place_of[one] for one in identities if one in place_of), None)
        if at is None:
            at = len(joined)
            joined.append(group)
        elif group is not joined[at]:
            joined[at] = _both(joined[at], group)
        for one in identities:
            place_of.setdefault(one, at)
    return joined


def _both(first: NameGroup, second: NameGroup) -> NameGroup:
    reasons = dict.fromkeys([*first.reason.split(", "), second.reason])
    names = dict.fromkeys([*first.names, *second.names])
    return NameGroup(
        tuple(names), ", ".join(reasons), first.identities + second.identities, first.is_trusted
    )


def _tokens(text: str) -> Iterator[_Token]:
    """Cut a text into tokens; one in Japanese has no terms, so that no name crosses it."""
    for found in PIECE.finditer(text):
        piece = found[0]
        if _CJK.match(piece):
            yield _Token(found.start(), found.end(), ())
            continue
        terms = ordered_terms(piece)
        parts = list(_PART.finditer(text, found.start(), found.end()))
        if 1 < len(terms) == len(parts):
            for part, term in zip(parts, terms, strict=True):
                yield _Token(part.start(), part.end(), (term,))
        else:
            yield _Token(found.start(), found.end(), terms)


def _any_of(names: Iterable[str]) -> re.Pattern[str] | None:
    """Return what finds the longest of Japanese names; katakana words are found whole."""
    longest_first = sorted(names, key=len, reverse=True)
    if not longest_first:
        return None
    return re.compile("|".join(map(_whole, longest_first)), re.IGNORECASE)


def _whole(name: str) -> str:
    before = after = ""
    for signs in (_KATAKANA, "A-Za-z0-9"):
        before = f"(?<![{signs}])" if re.match(f"[{signs}]", name) else before
        after = f"(?![{signs}])" if re.match(f"[{signs}]", name[-1]) else after
    return f"{before}{re.escape(name)}{after}"


def _as_written(question: str, found: str) -> str:
    """Return what a question writes where its normalised text has `found`."""
    if found in question:
        return found
    words = question.split()
    for width in range(1, found.count(" ") + 3):
        for start in range(len(words) - width + 1):
            window = " ".join(words[start : start + width])
            if found in normalise(window) and not _CJK.search(window):
                return window.strip(".,;:?!()[]{}\"'")
    return found
