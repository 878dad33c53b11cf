"""Trial phases: "Phase 3", "phase II/III", "Phase 2 or later", 第3相, フェーズ3."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from aliquot.analysis.understanding.restriction import (
    Question,
    Restriction,
    all_of,
    equals,
    span_of,
)
from aliquot.types import Comparison, Filter, Operator

__all__ = ["read_phases"]

_NUMBER = r"(?:[0-4０-４]|IV|I{1,3}|[ⅠⅡⅢⅣ]|[一二三四])"
_VALUES: Mapping[str, float] = {
    "I": 1, "II": 2, "III": 3, "IV": 4, "Ⅰ": 1, "Ⅱ": 2, "Ⅲ": 3, "Ⅳ": 4,
    "一": 1, "二": 2, "三": 3, "四": 4, "0": 0.5,
}  # fmt: skip
# Early phase 1 was called phase 0. Source: FDA guidance on exploratory IND studies, 2006.
_EARLY = 0.5
_PHASE = re.compile(
    rf"(?P<early>\bearly[ -])?\bphases?[ -]?(?P<first>{_NUMBER})[ab]?"
    r"(?P<more>(?:\s*(?:/|-|–|,|\bor\b|\band\b|\bto\b|\bthrough\b)\s*(?:phase[ -]?)?"
    rf"{_NUMBER}[ab]?)*)"
    r"(?![\w-])(?P<up>\s+(?:or|and)\s+(?:later|higher|above)\b)?"
    rf"|(?P<ja>第\s*{_NUMBER}(?:\s*(?:/|／|・|-|～|〜|、|と|または|及び|から|相または第|相と第)"
    rf"\s*第?{_NUMBER})*相(?P<ja_up>以降)?"
    rf"|フェーズ\s*{_NUMBER}(?:\s*(?:/|／|・|または|と)\s*{_NUMBER})*(?P<fe_up>以降)?)",
    re.IGNORECASE,
)
_EACH = re.compile(_NUMBER, re.IGNORECASE)
_RANGE = re.compile(r"[-–～〜]|\bto\b|\bthrough\b|から")
_SLASH = re.compile(r"[/／]")
# Away from its noun a phase restricts as a predicate only: "trials of X in Phase 2", "that are
# Phase 2"; "study phase 3 metabolism" is about something else.
_BEFORE = re.compile(
    r"(?:,\s*|\b(?:in|at|are|is|only|be|not|excluding|except"
    r"|(?:limited|restricted) to)\s+(?:not\s+)?(?:in\s+)?)$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s*(?:[?.,;)]|$)|\s+(?:and|or|trials?|studies|stud(?:y|ies)|since|with|in|for|of|that|which|test(?:ed)?"
    r"|compared?|enrolled|evaluated|investigated|used|compare|enrol|enroll|evaluate|investigate|use|started)\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not(?:\s+in)?|excluding|except|other than)\s+$", re.IGNORECASE)


def read_phases(question: Question) -> Iterator[Restriction]:
    """Yield the phases a question about trials is restricted to."""
    if not question.is_of_trials:
        return
    for found in _PHASE.finditer(question.text):
        start, end = span_of(found)
        if found["ja"] or question.is_in_request(start, end) or _is_predicate(question.text, found):
            is_denied = _NOT.search(question.text, 0, start)
            where = _meaning(found)
            if is_denied and isinstance(where, Comparison) and where.operator is Operator.EQ:
                start, where = is_denied.start(), Comparison("phase", Operator.NE, where.value)
            yield Restriction(start, end, where)


def _is_predicate(text: str, found: re.Match[str]) -> bool:
    return bool(_BEFORE.search(text, 0, found.start()) and _AFTER.match(text, found.end()))


def _meaning(found: re.Match[str]) -> Filter:
    """Return what the numbers mean: 2/3 is a trial of both, "2 or 3" and "2 and 3" either."""
    words = found["ja"] or found["first"] + found["more"]
    numbers = [_value(one) for one in _EACH.findall(words)]
    if found["early"]:
        numbers[0] = _EARLY
    if found["up"] or found["ja_up"] or found["fe_up"]:
        return Comparison("phase", Operator.GE, numbers[0])
    if len(numbers) == 1:
        return equals("phase", numbers[0])
    if _SLASH.search(words):
        return all_of(*(equals("phase", number) for number in numbers))
    if _RANGE.search(words):
        between = range(int(numbers[0]), int(numbers[-1]) + 1)
        return Comparison("phase", Operator.IN, tuple(between))
    return Comparison("phase", Operator.IN, tuple(numbers))


def _value(number: str) -> float:
    number = number.upper()
    return _VALUES[number] if number in _VALUES else int(number)
