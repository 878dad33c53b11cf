"""Which number belongs to which subject: "A 12 % and B 18 %" is not "A 18 % and B 12 %".

What enters: a statement and what its source says, both plain. What leaves: why it fails, or
nothing. Two numbers of one unit are exchanged where the words around each in the statement are
those around the other in the source, by a clear margin; "respectively" is read first.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from aliquot.generation.verify.amounts import Amount, amounts_of
from aliquot.generation.verify.measures import Dimension
from aliquot.generation.verify.plain import Word, words_of

__all__ = ["repeated", "swapped"]

# Words before and behind a number that may say of what it is; nearer ones count for more.
REACH = 6
# How much better the exchanged pairing has to fit. A tie says nothing.
MARGIN = 1.3
LEAST_GAIN = 0.15
# More numbers are a table in a sentence; pairs of them would be quadratic.
MOST_NUMBERS = 24
RESPECTIVELY = re.compile(r"respectively|それぞれ")
SEPARATOR = re.compile(r"\s?(?:,\s?and|,|\band\b|と|、|および|及び)\s?")
AND = re.compile(r"\band\b|(?<=[^\s])(?:と|および|及び)")
CLAUSE = re.compile(r"[;:。|]|\.\s|, (?=while|whereas|and|but)|\bwhereas\b|\bwhile\b|\bversus\b|、")

Context = Mapping[str, float]
Key = tuple[Dimension, Fraction]


@dataclass(frozen=True, slots=True, eq=False)
class _Told:
    """A number and of what it is said.

    Attributes:
        amount: The number.
        key: What equal amounts share; made once, since exact fractions are slow.
        about: The words near it, with weights.
        weight: Of all these words together.
    """

    amount: Amount
    key: Key
    about: Context
    weight: float


def swapped(statement: str, source: str) -> str:
    """Return which two numbers a statement exchanges; empty where none."""
    given: dict[Key, list[_Told]] = {}
    for told in _subjects(source):
        given.setdefault(told.key, []).append(told)
    said = [one for one in _subjects(statement) if one.key in given]
    kept = {one: _best(one.about, given[one.key]) for one in said}
    for one, other in itertools.combinations(said, 2):
        if one.key[0] != other.key[0] or one.key == other.key:
            continue
        at_one, at_other = given[one.key], given[other.key]
        if _is_reversed(statement, source, one, other, at_one, at_other):
            return _reason(one.amount, other.amount)
        stays = kept[one] + kept[other]
        if one.weight + other.weight <= MARGIN * stays:
            continue  # No place could fit them so much better.
        moves = _best(one.about, at_other) + _best(other.about, at_one)
        if moves > MARGIN * stays and moves - stays > LEAST_GAIN:
            return _reason(one.amount, other.amount)
    return ""


def repeated(statement: str, source: str) -> str:
    """Return a number that a list of a statement has twice and no list of its source has."""
    for written, key in _twice_in_a_list(statement):
        if all(key != other for _, other in _twice_in_a_list(source)):
            return f"“{written}” is listed twice, and not by the source"
    return ""


def _twice_in_a_list(text: str) -> list[tuple[str, Key]]:
    found = []
    for run in _runs(text, [one for one in amounts_of(text) if not one.is_weak]):
        seen: set[Key] = set()
        for one in run:
            key = one.dimension, one.size
            if key in seen:
                found.append((one.written, key))
            seen.add(key)
    return found


def _reason(one: Amount, other: Amount) -> str:
    return (
        f"“{one.written}” and “{other.written}” are exchanged: "
        "the source gives each to the other's subject"
    )


def _is_reversed(
    statement: str,
    source: str,
    one: _Told,
    other: _Told,
    at_one: Sequence[_Told],
    at_other: Sequence[_Told],
) -> bool:
    """Tell whether two numbers changed places and no word near them did."""
    if len(at_one) != 1 or len(at_other) != 1:
        return False
    first, second = at_other[0].amount, at_one[0].amount
    if first.start > second.start:
        return False
    said = _places(statement, one.amount, other.amount)
    told = _places(source, first, second)
    shared = said.keys() & told.keys()
    return bool(shared) and all(said[stem] & told[stem] for stem in shared)


def _places(text: str, one: Amount, other: Amount) -> dict[str, set[str]]:
    """Return where the words near two numbers stand: before both, between, or behind both."""
    words = [word for word in words_of(text) if word.is_content]
    before = [word for word in words if word.end <= one.start][-REACH:]
    between = [word for word in words if one.end <= word.start and word.end <= other.start]
    behind = [word for word in words if word.start >= other.end][:REACH]
    found: dict[str, set[str]] = {}
    for place, near in (("before", before), ("between", between), ("behind", behind)):
        for word in near:
            found.setdefault(word.stem, set()).add(place)
    return found


def _best(context: Context, places: Sequence[_Told]) -> float:
    return max(
        sum(min(weight, place.about.get(stem, 0.0)) for stem, weight in context.items())
        for place in places
    )


@lru_cache(maxsize=256)
def _subjects(text: str) -> list[_Told]:
    """Return the numbers of a text with the words that say of what they are."""
    amounts = [one for one in amounts_of(text) if not one.is_weak][:MOST_NUMBERS]
    words = [word for word in words_of(text) if word.is_content]
    told = _respectively(text, amounts)
    found = []
    for one in amounts:
        about = told.get(one.start) or _around(one, words, text)
        found.append(_Told(one, (one.dimension, one.size), about, sum(about.values())))
    return found


def _around(one: Amount, words: Sequence[Word], text: str) -> Context:
    """Return the words near a number, nearer ones heavier, those of its own clause doubled."""
    before = [word for word in words if word.end <= one.start][-REACH:]
    behind = [word for word in words if word.start >= one.end][:REACH]
    found: dict[str, float] = {}
    for distance, word in itertools.chain(enumerate(reversed(before), 1), enumerate(behind, 1)):
        gap = text[word.end : one.start] if word.end <= one.start else text[one.end : word.start]
        weight = 1 / (distance * (2 if CLAUSE.search(gap) else 1))
        found[word.stem] = max(found.get(word.stem, 0.0), weight)
    return found


def _respectively(text: str, amounts: Sequence[Amount]) -> dict[int, Context]:
    """Give each number of a list the member of the other list that stands in its place."""
    mark = RESPECTIVELY.search(text)
    if mark is None:
        return {}
    runs = [run for run in _runs(text, amounts) if len(run) > 1 and run[-1].end <= mark.end() + 120]
    if not runs:
        return {}
    run = min(runs, key=lambda one: abs(one[-1].end - mark.start()))
    members = _members(text, run, mark)
    if len(members) != len(run):
        return {}
    return {
        one.start: {word.stem: 1.0 for word in member}
        for one, member in zip(run, members, strict=True)
    }


def _runs(text: str, amounts: Sequence[Amount]) -> list[list[Amount]]:
    """Return numbers that follow each other with nothing but a separator between."""
    runs: list[list[Amount]] = []
    for one in amounts:
        last = runs[-1][-1] if runs else None
        if (
            last is not None
            and last.end <= one.start
            and SEPARATOR.fullmatch(text, last.end, one.start)
        ):
            runs[-1].append(one)
        else:
            runs.append([one])
    return runs


def _members(text: str, run: Sequence[Amount], mark: re.Match[str]) -> list[list[Word]]:
    """Return the members of the list the numbers are given to, nearest before or behind them."""
    for start, end in ((max(0, run[0].start - 160), run[0].start), (run[-1].end, mark.start())):
        joints = list(AND.finditer(text, start, end))
        if not joints:
            continue
        joint = joints[-1] if end == run[0].start else joints[0]
        words = words_of(text)
        last = [word for word in words if word.start >= joint.end()][:1]
        before = [word for word in words if start <= word.start and word.end <= joint.start()]
        firsts = [[word] for word in before[-(len(run) - 1) :]]
        return [*firsts, last]
    return []
