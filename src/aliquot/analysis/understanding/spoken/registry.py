"""What a trial's record says beside phase and age: status, type of study, sex, size."""

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
from aliquot.types import Comparison, Filter, Not, Operator

__all__ = ["read_registry"]

# Words to the registry's value. Source: ClinicalTrials.gov, "Overall Recruitment Status". Longest
# first.
_STATUSES: Mapping[str, tuple[str, ...]] = {
    r"not yet recruiting": ("not yet recruiting",),
    r"active,? (?:but )?not recruiting": ("active, not recruiting",),
    r"enrol{1,2}ing by invitation": ("enrolling by invitation",),
    r"recruiting": ("recruiting",),
    r"completed": ("completed",),
    r"terminated": ("terminated",),
    r"withdrawn": ("withdrawn",),
    r"suspended": ("suspended",),
    r"available": ("available",),
    r"ongoing": ("recruiting", "enrolling by invitation", "active, not recruiting"),
}
_ONE_STATUS = rf"(?:{'|'.join(_STATUSES)})"
_EACH_STATUS = re.compile(_ONE_STATUS, re.IGNORECASE)
_STATUS = re.compile(
    r"(?P<label>\bstatus\s*(?:of|is|=|:)?\s*[\"'“]?)?(?P<no>\b(?:not|no longer)\s+)?"
    rf"\b(?P<status>{_ONE_STATUS}(?:\s*(?:,|/|,?\s*\b(?:or|and))\s*{_ONE_STATUS})*)"
    r"\b(?!\s+(?:patients|participants|adults|children))",
    re.IGNORECASE,
)
# A status away from its noun is a predicate of the trials: "and is recruiting", "that were
# completed"; "patients who completed chemotherapy" are something else.
_PREDICATE = re.compile(
    r"\b(?:is|are|was|were|been|be|currently|still|already|that|status)\s+(?:(?:currently|still"
    r"|already|been)\s+)?$",
    re.IGNORECASE,
)
# "are phase 2 and recruiting"
_SECOND_PREDICATE = re.compile(r"\b(?:is|are|was|were)\b[^?,]{1,40}\band\s+$", re.IGNORECASE)
_CLAUSE_END = re.compile(r"\s*(?:[?.,;]|$)|\s+(?:and|in|since)\b", re.IGNORECASE)
_JA_STATUSES: Mapping[str, str] = {
    r"募集(?:開始)?前|未募集"
    r"|(?:まだ)?募集を?(?:まだ)?(?:開始)?して(?:い)?ない": "not yet recruiting",
    r"募集中": "recruiting",
    r"完了(?:した|済み?)|終了した": "completed",
    r"(?:早期)?中止(?:された|となった)": "terminated",
}
_IS_EXPANDED = re.compile(r"expanded[- ]access|\bstatus\b", re.IGNORECASE)
_JA_PREDICATE = re.compile(r"です|でしょう|か[。？?]?\s*$")
_JA_STATUS = re.compile("|".join(f"({words})" for words in _JA_STATUSES))

_TYPE = re.compile(r"\b(?P<type>observational|interventional|expanded[- ]access)\b", re.IGNORECASE)
_JA_TYPE = re.compile(
    r"(?P<observational>観察(?:研究|試験)?)|(?P<interventional>介入(?:研究|試験)?)"
)

_WOMEN = r"women|females?|girls"
_MEN = r"men|males?|boys"
_ONLY = re.compile(
    rf"\b(?:(?:enrol(?:l(?:ing)?)?|admit(?:ting)?|recruit(?:ing)?|includ(?:e|ing)|in|for)\s+)?"
    rf"(?:(?:only|exclusively)\s+(?:in\s+)?(?:(?P<f>{_WOMEN})|(?P<m>{_MEN}))"
    rf"|(?:(?P<f2>{_WOMEN})|(?P<m2>{_MEN}))[\s-]only)\b(?!['’-])",
    re.IGNORECASE,
)
_ADMITTED = re.compile(
    rf"\b(?:in|among|for|enrol(?:l(?:ing)?)?|recruit(?:ing)?|includ(?:e|ing))\s+"
    rf"(?:(?P<f>{_WOMEN})|(?P<m>{_MEN}))\b(?!['’-])",
    re.IGNORECASE,
)
_AFTER_SEX = re.compile(
    r"\s*(?:[?.,;)]|$)|\s+(?:with|since|after|before|who|aged|in|between|over|under|from|that)\b",
    re.IGNORECASE,
)
_JA_SEX = re.compile(
    r"(?:(?P<f>女性|女子)|(?P<m>男性|男子))(?:(?P<only>のみ|だけ)|(?=を対象|対象|における|での))"
)

_SIZE = re.compile(
    r"\b(?:(?:(?:that|which)\s+(?:have\s+)?)?enrol(?:l?ed|ls?|l?ing)?\s+|(?:with|has|have|had)\s+)?"
    r"(?P<how>more than|over|at least|fewer than|less than|up to)\s+"
    r"(?P<n>\d{1,3}(?:,\d{3})+|\d+)\s+(?:(?:adult|healthy)\s+)?(?:participants|patients|subjects|volunteers|people)\b",
    re.IGNORECASE,
)
# 10人以上が死亡した is no size: people must be enrolled.
_JA_SIZE = re.compile(
    r"(?P<n>\d{1,3}(?:,\d{3})+|\d+)\s*(?:例|人|名)(?P<how>以上|以下|未満|超|を超える|より多い)"
    r"(?:の(?:患者|被験者|参加者|対象者))?(?=(?:が|を|で)?(?:登録|組み入れ|参加し|対象)|の?規模"
    r"|の(?:第|フェーズ|臨床試験|治験))"
)
_HOW: Mapping[str, Operator] = {
    "more than": Operator.GT,
    "over": Operator.GT,
    "at least": Operator.GE,
    "fewer than": Operator.LT,
    "less than": Operator.LT,
    "up to": Operator.LE,
    "以上": Operator.GE,
    "以下": Operator.LE,
    "未満": Operator.LT,
    "超": Operator.GT,
    "を超える": Operator.GT,
    "より多い": Operator.GT,
}


def read_registry(question: Question) -> Iterator[Restriction]:
    """Yield what a question about trials says of their records."""
    if not question.is_of_trials:
        return
    yield from _statuses(question)
    yield from _types(question)
    yield from _sexes(question)
    for found in (*_SIZE.finditer(question.text), *_JA_SIZE.finditer(question.text)):
        count = int(found["n"].replace(",", ""))
        where = Comparison("enrollment", _HOW[found["how"].lower()], count)
        yield Restriction(*found.span(), where)


def _statuses(question: Question) -> Iterator[Restriction]:
    text = question.text
    for found in _STATUS.finditer(text):
        if found["status"].lower() == "available" and not _IS_EXPANDED.search(text):
            continue  # "What trials are available?" asks for any
        is_said = found["label"] or question.is_in_request(*found.span())
        if is_said or _is_predicate(text, found) or _follows(question, found):
            yield Restriction(*span_of(found), _status_meaning(found))
    for found in _JA_STATUS.finditer(text):
        value = list(_JA_STATUSES.values())[(found.lastindex or 1) - 1]
        # 募集中ですか does not read without its predicate.
        is_kept = _JA_PREDICATE.match(text, found.end()) is not None
        yield Restriction(*found.span(), equals("trial_status", value), is_kept=is_kept)


def _status_meaning(found: re.Match[str]) -> Filter:
    """Return what statuses mean: "suspended or withdrawn", "and" too, is either."""
    values = tuple(
        value for one in _EACH_STATUS.findall(found["status"]) for value in _status_values(one)
    )
    if len(values) > 1:
        either = Comparison("trial_status", Operator.IN, values)
        stated = Comparison("trial_status", Operator.EXISTS)
        return all_of(stated, Not(either)) if found["no"] else either
    return Comparison("trial_status", Operator.NE if found["no"] else Operator.EQ, values[0])


def _status_values(words: str) -> tuple[str, ...]:
    return next(
        values
        for pattern, values in _STATUSES.items()
        if re.fullmatch(pattern, words, re.IGNORECASE)
    )


def _is_predicate(text: str, found: re.Match[str]) -> bool:
    if _PREDICATE.search(text, 0, found.start()):
        return True
    is_second = _SECOND_PREDICATE.search(text, 0, found.start())
    return bool(is_second and _CLAUSE_END.match(text, found.end()))


def _follows(question: Question, found: re.Match[str]) -> bool:
    """Tell whether a status stands right behind its noun: "trials recruiting in Phase 2"."""
    return question.is_behind_request(found.start())


def _types(question: Question) -> Iterator[Restriction]:
    for found in _TYPE.finditer(question.text):
        if question.is_in_request(*found.span()):
            value = found["type"].lower().replace("-", " ")
            yield Restriction(*found.span(), equals("study_type", value))
    for found in _JA_TYPE.finditer(question.text):
        yield Restriction(*found.span(), equals("study_type", str(found.lastgroup)))


def _sexes(question: Question) -> Iterator[Restriction]:
    """Yield the sexes: "in women" finds what admits women, "only women" nothing else."""
    text = question.text
    for found in _ONLY.finditer(text):
        yield Restriction(*found.span(), equals("sex", _sex(found)))
    for found in _ADMITTED.finditer(text):
        if question.is_behind_request(found.start()) or _AFTER_SEX.match(text, found.end()):
            yield Restriction(*found.span(), _admits(_sex(found)))
    for found in _JA_SEX.finditer(text):
        sex = _sex(found)
        yield Restriction(*found.span(), equals("sex", sex) if found["only"] else _admits(sex))


def _sex(found: re.Match[str]) -> str:
    return "female" if found["f"] or found.groupdict().get("f2") else "male"


def _admits(sex: str) -> Filter:
    return Comparison("sex", Operator.IN, (sex, "all"))
