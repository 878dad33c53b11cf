"""Whether a number is said to be the least or the most: "no longer than 14 days", 以上.

What enters: a plain text with its numbers. What leaves: the words that bound a number, and whether
a statement bounds a number on the other side than its source. A bound that a statement leaves out
is no contradiction: the number is the source's, and the quote beside it shows the bound.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from aliquot.generation.verify.amounts import Amount, amounts_of

__all__ = ["Bound", "bounds_of", "check_bounds"]

_LESS = r"(?:less|fewer|lower|smaller|shorter|younger|earlier|sooner|weaker|slower)"
_MORE = r"(?:more|greater|higher|larger|longer|older|later|stronger|faster|further)"
_NO = r"\b(?:no|not|never|n't)(?:\s(?:be|stored|kept|used|for))*\s"
_ABOUT = r"\s?(?:about\s|approximately\s|around\s|the\s|a\s|p\s)*[~≈]?\s?$"
# In this order: "no less than" before "less than". Before a number: (sign, words).
_BEFORE: Sequence[tuple[int, str]] = (
    (1, rf"{_NO}{_LESS}\sthan"), (-1, rf"{_NO}{_MORE}\sthan"),
    (-1, r"\b(?:not|never|n't|without)\s(?:to\s)?(?:exceed\w*|surpass\w*)"),
    (1, r"\b(?:not|never)\s(?:to\s)?(?:fall|drop)\w*\s(?:below|under)"),
    (1, rf"\b{_MORE}\sthan(?:\sor\sequal\sto)?"), (-1, rf"\b{_LESS}\sthan(?:\sor\sequal\sto)?"),
    (1, r"\bat\s(?:the\svery\s)?least|\b(?:a\s)?min(?:imum|\.)?(?:\sof)?|\bexceed(?:s|ed|ing)?"),
    (-1, r"\bat\s(?:the\s)?(?:very\s)?most|\b(?:a\s)?max(?:imum|\.)?(?:\sof)?|\bup\sto|\bwithin"),
    (1, r"\babove|\bbeyond|\bover|>=?|≥|⩾|≧"), (-1, r"\bbelow|\bunder|<=?|≤|⩽|≦"),
    (1, "最低|少なくとも"), (-1, "最大|最長|最高"),
)  # fmt: skip
_BEHIND: Sequence[tuple[int, str]] = (
    (1, rf"\s?,?\s?(?:or|and)\s(?:{_MORE}|above|over|up|upwards)\b|\s?\+(?!\s?/)"),
    (-1, rf"\s?,?\s?(?:or|and)\s(?:{_LESS}|below|under)\b"),
    (1, r"\s?,?\s(?:at\s(?:the\s)?(?:very\s)?least|minimum|at\sthe\searliest)\b"),
    (-1, r"\s?,?\s(?:at\s(?:the\s)?(?:very\s)?most|maximum|at\sthe\slatest)\b"),
    (-1, "を?(?:超え|越え)(?=ませ|な[いくか]|ず)|以下|以内|未満|まで|より[少小短低若]|を?下回"),
    (1, "以上|を?(?:超|越)え|超|より[多大長高]|を?上回"),
)
# Characters before a number that are looked at; the longest of the words above have 40.
_REACH = 48
_COMPILED_BEFORE = [(sign, re.compile(f"(?:{one}){_ABOUT}", re.I)) for sign, one in _BEFORE]
_COMPILED_BEHIND = [(sign, re.compile(one, re.I)) for sign, one in _BEHIND]


@dataclass(frozen=True, slots=True)
class Bound:
    """Words that bound a number.

    Attributes:
        written: As they stand.
        sign: 1 where the number is the least, -1 where it is the most.
        start: Where they begin.
        end: Where they end.
    """

    written: str
    sign: int
    start: int
    end: int


@lru_cache(maxsize=256)
def bounds_of(text: str) -> Mapping[int, Bound]:
    """Return what bounds the numbers of a plain text, by where each number begins."""
    found = {one.start: _bound(text, one) for one in amounts_of(text) if not one.is_weak}
    return {start: bound for start, bound in found.items() if bound is not None}


def check_bounds(statement: str, source: str) -> str:
    """Return which number a statement bounds on the other side; empty where none is."""
    said, given = bounds_of(statement), bounds_of(source)
    if not said or not given:
        return ""
    for one in amounts_of(statement):
        bound = said.get(one.start)
        if bound is None:
            continue
        others = [given.get(other.start) for other in amounts_of(source) if _same(other, one)]
        if bad := _opposite(bound, others):
            return f"the statement says “{bound.written}” where the source says “{bad.written}”"
    return ""


def _opposite(bound: Bound, others: Collection[Bound | None]) -> Bound | None:
    """Return a bound of the source that lies on the other side, where no other agrees."""
    if any(other is None or other.sign == bound.sign for other in others):
        return None
    return next((other for other in others if other), None)


def _same(one: Amount, other: Amount) -> bool:
    return one.value == other.value or (one.dimension == other.dimension and one.size == other.size)


def _bound(text: str, one: Amount) -> Bound | None:
    low = max(0, one.start - _REACH)
    before = text[low : one.start]
    for sign, pattern in _COMPILED_BEFORE:
        if match := pattern.search(before):
            return Bound(match[0].strip(), sign, low + match.start(), low + match.end())
    for sign, pattern in _COMPILED_BEHIND:
        if match := pattern.match(text, one.end):
            return Bound(match[0].strip(), sign, match.start(), match.end())
    return None
