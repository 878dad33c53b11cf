"""Who a trial admits: age groups, ages in years, and sexes.

"In adults" is read as the registry reads it: the ages a trial admits overlap those of the group.
ClinicalTrials.gov has child 0-17, adult 18-64 and older adult 65 and over, so a trial from 12 to 70
is found by all three. "Adults only" leaves out every trial that admits somebody younger. The wider
reading is the rule because a trial that also admits others still is one in adults.

A limit a registry does not give is no limit, so the tests are denials: `not maximum_age < 18`. That
the type of study is stated shows that it is a trial whose record says anything at all: those the
registry withholds admit nobody that is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from aliquot.analysis.understanding.restriction import (
    Question,
    Restriction,
    all_of,
    any_of,
    equals,
    span_of,
)
from aliquot.types import Comparison, Filter, Not, Operator

__all__ = ["read_ages"]

# Lowest age and the age from which somebody belongs no more, in years. Sources:
# ClinicalTrials.gov, "Age or Age Group"; ICH E11 (newborns to 27 days, infants and toddlers to
# 23 months, adolescents from 12).
_GROUPS: Mapping[str, tuple[float, float | None]] = {
    "adult": (18, 65),
    "older": (65, None),
    "child": (0, 18),
    "adolescent": (12, 18),
    "infant": (0, 2),
    "newborn": (0, round(28 / 365.2425, 4)),
}
_GROUP = (
    r"(?P<older>(?:older|elderly)\s+(?:adults?|people|patients|persons|participants|subjects)"
    r"|elderly|seniors|geriatric(?:\s+patients)?)"
    r"|(?P<adult>adults?(?:\s+(?:patients|participants|subjects|volunteers))?)"
    r"|(?P<newborn>newborns?|neonates?|neonatal)"
    r"|(?P<infant>infants?|babies|toddlers)"
    r"|(?P<adolescent>adolescents?|teenagers?)"
    r"|(?P<child>children|child|kids|minors|(?:paediatric|pediatric)"
    r"(?:\s+(?:patients|participants|subjects|population))?)"
)
_ADJECTIVES = r"(?:(?:healthy|young|hospitali[sz]ed|adult)\s+(?=\w))?"
# A group restricts where it is whom the trial is in; "adult-onset", "children's hospital" and
# "adult stem cells" are not.
_ENGLISH = re.compile(
    r"\b(?:(?P<out>(?:excluding|exclude|without|not in|other than in|not include)\s+)"
    r"|(?P<only>(?:(?:in|for|enrol(?:l(?:ing)?)?|admit(?:ting)?|recruit(?:ing)?)\s+)?only\s+"
    r"(?:(?:in|for|with|takes?|admits?|enrol{1,2}s?|includes?|recruits?|accepts?|allows?)\s+)?"
    r"|(?:limited|restricted)\s+to\s+)"
    r"|(?:in|among|for|with|enrol(?:l(?:ing)?)?|admit(?:ting)?|recruit(?:ing)?|includ(?:e|ing)"
    r"|accept(?:ing)?|open to|and|or)\s+"
    r"(?:the\s+)?"
    # "Phase 3, 2020 or later, adults only": a list needs no preposition.
    r"|(?:(?<=[,;:\d] )|(?<=[(,]))(?=[\w ]{4,24} only\b))"
    rf"{_ADJECTIVES}(?:{_GROUP})(?P<only_after>\s+only)?\b(?!['’-])",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s*(?:[?.,;)]|$)|\s+(?:and|or|with|since|after|before|between|who|in|from|on|of|for|has|have"
    r"|is|are|that|which|at|only"
    # "since 2020 in adults test a vaccine"
    r"|tests?|study|studies|evaluates?|compares?|assess(?:es)?|investigates?|examines?|uses?)\b",
    re.IGNORECASE,
)
# What says the ages themselves: "adults over 65" are not those of the registry's group.
_AGED = re.compile(
    r"\s*,?\s*\(?(?:aged?|over|under|older|younger|above|below|\d{1,3})\b", re.IGNORECASE
)
# Right behind the documents a plural is whom they are in, whatever follows; "adult" and
# "paediatric" may belong to a noun that follows.
_PLURAL = re.compile(r"(?:s|children|elderly|only)$", re.IGNORECASE)
_WITH = re.compile(r"\s+(?:with|who)\b", re.IGNORECASE)
_MODIFIER = re.compile(rf"\b(?:{_GROUP})\b(?!['’-])", re.IGNORECASE)
_JA_GROUP = (
    r"(?P<older>高齢者|老年)|(?P<adult>成人|大人)|(?P<newborn>新生児)|(?P<infant>乳児|乳幼児)"
    r"|(?P<adolescent>青年|思春期)|(?P<child>小児|子供|子ども|こども|児童)"
)
_JAPANESE = re.compile(
    rf"(?:{_JA_GROUP})(?:患者)?(?:(?P<only>のみ|だけ)(?=の?もの|[、。）)]|$)|(?P<only_of>のみ|だけ)?"
    r"(?=を対象|対象|における|での|の(?:第|フェーズ|臨床試験|治験|試験)|に対する|向け))"
)
_AGE = r"(?P<age>\d{1,3})"
_YEARS = (
    # What the record says of itself.
    (r"\b(?:(?:has|have|having|with)\s+(?:an?\s+)?)?(?P<bound>minimum|maximum)\s+age\s+"
     rf"(?:of\s+|is\s+|=\s*)?{_AGE}\b", "stated"),
    (rf"\b(?:aged?\s+)?{_AGE}\s*(?:years?)?\s*(?:or|and)\s+(?:over|older|above)\b"
     r"(?P<only>\s+only\b)?", "from"),
    (r"\b(?:(?:patients|participants|people|subjects|adults|those|volunteers)\s+|in\s+|for\s+"
     rf"|aged?\s+|ages\s+)*{_AGE}\s*\+(?!\s*\d)", "from"),
    (rf"\b(?:over|older than)\s+(?:the age of\s+)?{_AGE}\b(?!\s*(?:%|patients|participants"
     r"|subjects|volunteers|people|sites|cent))", "from"),
    (rf"\b(?:under|younger than|below)\s+(?:the age of\s+)?{_AGE}\b(?!\s*%)", "below"),
    (rf"\baged?\s+(?:between\s+)?{_AGE}\s*(?:to|and|-|–)\s*(?P<to>\d{{1,3}})"
     r"(?:\s+years)?\b", "range"),
    (rf"\b(?:(?:in|for|with|among)\s+)?{_AGE}\s*(?:to|-|–)\s*(?P<to>\d{{1,3}})[\s-]*"
     r"(?:years?[\s-]*olds?|years?\s+of\s+age)\b", "range"),
    (r"(?P<age>\d{1,3})歳?\s*(?:から|～|〜|-|–)\s*(?P<to>\d{1,3})歳(?:まで)?", "range"),
    (r"(?P<age>\d{1,3})歳以下(?P<only>のみ|だけ)?", "to"),
    (r"(?P<age>\d{1,3})歳(?:以上|超|を超える)(?P<only>のみ|だけ)?", "from"),
    (r"(?P<age>\d{1,3})歳未満(?P<only>のみ|だけ)?", "below"),
)  # fmt: skip
_YEAR_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), kind) for pattern, kind in _YEARS)

# "Exclude anyone under 18": what follows is whom they do not admit.
_EXCLUDED = re.compile(
    r"[,;]?\s*\b(?:and\s+|but\s+)?(?:nobody|no\s?one|none)\s+(?:who\s+is\s+|aged?\s+|of\s+)?$"
    r"|\b(?:that\s+|which\s+)?(?:exclud(?:e|ing)|(?:do\s+)?not\s+(?:admit|enrol{1,2}|include))\s+"
    r"(?:(?:anyone|anybody|people|patients|participants|subjects|those|children|adults)\s+)?$",
    re.IGNORECASE,
)

_STATED = Comparison("study_type", Operator.EXISTS)


def read_ages(question: Question) -> Iterator[Restriction]:
    """Yield the ages a question about trials is restricted to."""
    if not question.is_of_trials:
        return
    for pattern, kind in _YEAR_PATTERNS:
        for found in pattern.finditer(question.text):
            out = _EXCLUDED.search(question.text, 0, found.start())
            if out is not None and kind in ("from", "below"):
                yield Restriction(out.start(), found.end(), _others(int(found["age"]), kind))
            else:
                yield Restriction(*span_of(found), _in_years(found, kind))
    english = [found for found in _ENGLISH.finditer(question.text) if _restricts(question, found)]
    yield from _joined(english, question)
    yield from _joined(list(_JAPANESE.finditer(question.text)), question)
    request = question.request
    if request is not None:
        for found in _MODIFIER.finditer(question.text, request.start, request.end):
            yield Restriction(*found.span(), _overlap(*_ages(found)))


def _restricts(question: Question, found: re.Match[str]) -> bool:
    text, end = question.text, found.end()
    if _AGED.match(text, end):
        return False
    is_plural_at_noun = question.is_behind_request(found.start()) and _PLURAL.search(found[0])
    return bool(is_plural_at_noun or _AFTER.match(text, end))


def _joined(spoken: list[re.Match[str]], question: Question) -> Iterator[Restriction]:
    """Yield groups; "adults or children" and "adults, children" are one restriction."""
    position = 0
    while position < len(spoken):
        first = last = spoken[position]
        parts = [_group_meaning(first)]
        while position + 1 < len(spoken) and _is_or(spoken[position + 1]):
            if question.text[last.end() : spoken[position + 1].start()].strip():
                break
            position += 1
            last = spoken[position]
            parts.append(_group_meaning(last))
        position += 1
        if not first[0].lower().startswith(("and ", "or ")):
            # "treatments for children with asthma" does not read without the children.
            is_far = not question.is_behind_request(first.start())
            is_kept = is_far and _WITH.match(question.text, last.end()) is not None
            yield Restriction(first.start(), last.end(), any_of(*parts), is_kept=is_kept)


def _is_or(found: re.Match[str]) -> bool:
    return found[0].lower().startswith("or ")


def _group_meaning(found: re.Match[str]) -> Filter:
    groups = found.groupdict()
    low, high = _ages(found)
    if groups.get("out"):
        return _outside(low, high)
    if any(groups.get(name) for name in ("only", "only_of", "only_after")):
        return _only(low, high)
    return _overlap(low, high)


def _ages(found: re.Match[str]) -> tuple[float, float | None]:
    return next(ages for name, ages in _GROUPS.items() if found[name])


def _overlap(low: float, high: float | None) -> Filter:
    parts: list[Filter] = [_STATED]
    if low:
        parts.append(Not(Comparison("maximum_age", Operator.LT, low)))
    if high is not None:
        parts.append(Not(Comparison("minimum_age", Operator.GE, high)))
    return all_of(*parts)


def _only(low: float, high: float | None) -> Filter:
    """Return what admits nobody younger, or nobody older, than the group.

    "Adults only" is everybody from 18, the oldest included: nobody means to leave out those.
    """
    if low >= 18 or high is None:
        return Comparison("minimum_age", Operator.GE, low)
    # An upper limit of 17 years is the last whole year admitted.
    oldest = Comparison("maximum_age", Operator.LT, high)
    return all_of(Comparison("minimum_age", Operator.GE, low), oldest) if low else oldest


def _outside(low: float, high: float | None) -> Filter:
    if high is None:
        return Comparison("maximum_age", Operator.LT, low)
    return Comparison("minimum_age", Operator.GE, high)


def _others(age: int, kind: str) -> Filter:
    """Return the trials that admit nobody below an age, or nobody above it."""
    if kind == "below":
        return Comparison("minimum_age", Operator.GE, age)
    return Comparison("maximum_age", Operator.LE, age)


def _in_years(found: re.Match[str], kind: str) -> Filter:
    age = int(found["age"])
    if kind == "stated":
        return equals(f"{found['bound'].lower()}_age", age)
    if found.groupdict().get("only"):
        if kind == "from":
            return Comparison("minimum_age", Operator.GE, age)
        return Comparison("maximum_age", Operator.LT, age + (kind == "to"))
    if kind == "range":
        return _overlap(age, int(found["to"]) + 1)
    if kind == "to":
        return _overlap(0, age + 1)
    return _overlap(age, None) if kind == "from" else _overlap(0, age)
