"""What a question says of the records of trials: how large, in which state and of which phase.

Enters: a question to trials. Leaves: the words that are left, and a filter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from aliquot.types import And, Comparison, Filter, Not, Operator

__all__ = ["TRIAL_FIELDS"]

Read = tuple[str, Filter | None]

COUNT = r"(?P<n>\d{1,3}(?:,\d{3})+|\d+)"
PEOPLE = r"(?:participants|patients|subjects|volunteers|people|individuals|enrol(?:l?ed|lees))"
MORE: Mapping[str, Operator] = {
    "more than": Operator.GT, "over": Operator.GT, "above": Operator.GT, "exceeding": Operator.GT,
    "at least": Operator.GE, "fewer than": Operator.LT, "less than": Operator.LT,
    "under": Operator.LT, "below": Operator.LT, "up to": Operator.LE, "at most": Operator.LE,
    "以上": Operator.GE, "以下": Operator.LE, "未満": Operator.LT, "超": Operator.GT,
    "を超える": Operator.GT, "より多い": Operator.GT, "より少ない": Operator.LT,
}  # fmt: skip
SIZES = (
    re.compile(
        r"\b(?:(?:that|which)\s+)?(?:(?:(?:plan(?:s|ned)?|report(?:s|ed)?|expect(?:s|ed)?"
        r"|aim(?:s|ed)?|want(?:s|ed)?|enrol(?:l?ed|ls?|l?ing)?|with|has|have|had|includ(?:e|es|ed|ing)"
        r"|recruit(?:ed|ing|s)?|involv(?:e|es|ed|ing)|take|takes|of)(?:\s+(?:or|and|to|for))?\s+)*)"
        r"(?P<how>more than|over|above|exceeding|at least|fewer than"
        rf"|less than|under|below|up to|at most)\s+{COUNT}\s+(?:\w+\s+)?{PEOPLE}\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:(?:参加者|被験者|患者|登録)(?:人?数)?(?:が|は|の)?\s*)?{COUNT}\s*(?:例|人|名)"
        r"(?P<how>以上|以下|未満|を超える|超|より多い|より少ない)(?:の)?(?:が参加(?:した|する))?"
    ),
)

ONGOING = ("recruiting", "enrolling by invitation", "active, not recruiting")
# Words to the registry's values. Source: ClinicalTrials.gov, "Overall Recruitment Status".
STATUSES: Mapping[str, tuple[str, ...]] = {
    "not yet recruiting": ("not yet recruiting",),
    "active, not recruiting": ("active, not recruiting",),
    "recruiting": ("recruiting",),
    "completed": ("completed",),
    "terminated": ("terminated",),
    "stopped": ("terminated", "suspended", "withdrawn"),
    "halted": ("terminated", "suspended", "withdrawn"),
    "finished": ("completed", "terminated"),
    "ended": ("completed", "terminated"),
    "ongoing": ONGOING,
    "active": ONGOING,
    "under way": ONGOING,
    "enrolling by invitation": ("enrolling by invitation",),
    "withdrawn": ("withdrawn",),
    "suspended": ("suspended",),
    "募集前": ("not yet recruiting",),
    "未募集": ("not yet recruiting",),
    "募集中": ("recruiting",),
    "募集して": ("recruiting",),
    "参加者を募集": ("recruiting",),
    "進行中": ONGOING,
    "実施中": ONGOING,
    "完了": ("completed",),
    "終了": ("completed", "terminated"),
    "中止または取り下げ": ("terminated", "withdrawn"),
    "取り下げ": ("withdrawn",),
    "中止": ("terminated", "withdrawn"),
    "撤回": ("withdrawn",),
    "中断": ("suspended",),
}
STATUS = re.compile(
    r"(?P<denied>(?:\b(?:not|no\s+longer)|n['’]?t)\s+)?(?:(?:status|ステータス|状態|状況)\s*(?:が|は|is"
    r"|of|=|:)?\s*[\"'“「]?)?"
    rf"(?P<value>{'|'.join(STATUSES)})[\"'”」]?(?:に?なった|された|した|済み|いる|います)?"
    r"(?P<denied_ja>い?ない)?(?:の)?(?:もの)?",
    re.IGNORECASE,
)
PREDICATE = re.compile(
    r"\b(?:is|are|was|were|been|be|still|already|currently|now|and|or|got|get|actively)\s*$", re.I
)
# "Terminated early": when it stopped is said by the state.
EARLY = re.compile(r"^\s*(?:early|prematurely|any\s*more|any\s*longer|already|yet|now)\b", re.I)

NUMERALS = {"1": 1, "2": 2, "3": 3, "4": 4, "I": 1, "II": 2, "III": 3, "IV": 4,
            "一": 1, "二": 2, "三": 3, "四": 4, "Ⅰ": 1, "Ⅱ": 2, "Ⅲ": 3, "Ⅳ": 4}  # fmt: skip
# As the registry has it between none and one.
EARLY_PHASE = 0.5
NUMERAL = r"(?:[1-4一二三四Ⅰ-Ⅳ]|IV|I{1,3})"
PHASE = re.compile(
    rf"(?P<early>\bearly\s+)?(?:\bphases?\s*|第|フェーズ\s*)(?P<one>{NUMERAL})(?:相)?"
    rf"(?:\s*(?P<tie>/|-|–|,|\bor\b|\band\b|\bto\b|または|と|および|、)\s*(?:phase\s*|第)?"
    rf"(?P<two>{NUMERAL})(?:相)?)?(?![A-Za-z0-9])(?:の)?",
    re.IGNORECASE,
)


def _size(text: str) -> Read:
    for pattern in SIZES:
        found = pattern.search(text)
        if found is not None:
            count = int(found["n"].replace(",", ""))
            where = Comparison("enrollment", MORE[" ".join(found["how"].casefold().split())], count)
            return f"{text[: found.start()]} {text[found.end() :]}", where
    return text, None


def _status(text: str) -> Read:
    found = [one for one in STATUS.finditer(text) if _is_state(text, one)]
    if not found:
        return text, None
    values = tuple(
        dict.fromkeys(value for one in found for value in STATUSES[one["value"].casefold()])
    )
    where: Filter = Comparison("trial_status", Operator.IN, values)
    if any(one["denied"] or one["denied_ja"] for one in found):
        where = Not(where)
    left = text
    for one in reversed(found):
        left = f"{left[: one.start()]} {EARLY.sub(' ', left[one.end() :], count=1)}"
    return left, where


def _is_state(text: str, found: re.Match[str]) -> bool:
    """Tell a trial's state from what its patients did: "who completed chemotherapy"."""
    if not found["value"].isascii():
        return True
    before, behind = text[: found.start()], text[found.end() :]
    is_labelled = len(found[0].strip()) > len(found["value"]) + len(found["denied"] or "") + 2
    is_predicate = PREDICATE.search(before) or found["denied"]
    is_before_noun = re.match(r"\s*(?:documents|文書)", behind)
    return bool(is_labelled or is_predicate or is_before_noun)


def _phase(text: str) -> Read:
    found = PHASE.search(text)
    if found is None:
        return text, None
    numbers = [NUMERALS[one.upper()] for one in (found["one"], found["two"]) if one]
    left = f"{text[: found.start()]} {text[found.end() :]}"
    if found["early"]:
        return left, Comparison("phase", Operator.EQ, EARLY_PHASE)
    if len(numbers) == 1:
        return left, Comparison("phase", Operator.EQ, numbers[0])
    if found["tie"] == "/":
        # A trial of both phases states both.
        return left, And(tuple(Comparison("phase", Operator.EQ, one) for one in numbers))
    return left, Comparison("phase", Operator.IN, tuple(numbers))


# Readers by the field they read: text to the text that is left, and what it means.
TRIAL_FIELDS: Mapping[str, Callable[[str], Read]] = {
    "enrollment": _size,
    "trial_status": _status,
    "phase": _phase,
}
