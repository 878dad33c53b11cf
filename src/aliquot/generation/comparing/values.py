"""The values of a step: amounts, dates, versions and bare numbers, and what each is of.

What enters: a step's words. What leaves: its values in order, none over another, comparable where
they are written in other units.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isclose

from aliquot.quantities import find_quantities
from aliquot.types import QuantityKind, Span

__all__ = ["Value", "family", "is_same", "name_of", "refers_to_step", "values_of"]

MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
DATE = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)?\s{MONTH},?\s(?:19|20)\d\d\b"
    rf"|\b{MONTH}\s(?:\d{{1,2}}(?:st|nd|rd|th)?,?\s)?(?:19|20)\d\d\b"
    r"|\b(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}\b|\b\d{1,2}[/.]\d{1,2}[/.](?:19|20)\d\d\b"
    r"|(?:19|20)\d\d年\s?\d{1,2}月(?:\s?\d{1,2}日)?",
    re.IGNORECASE,
)
VERSION = re.compile(
    r"\b(?:version|ver\.|rev(?:ision|\.))\s?\d+(?:\.\d+)*[a-z]?\b|\bv\d+(?:\.\d+)+\b|第\s?\d+\s?版"
    r"|(?:バージョン|ヴァージョン)\s?\d+(?:\.\d+)*",
    re.IGNORECASE,
)
# A number, or a range, that is no part of a name: not the 1 of "HSL-R1", the 7 of "IL-7" or the 3
# of "3'".
PLAIN = r"\d+(?:,\d{3})*(?:\.\d+)?"
BARE = re.compile(
    rf"(?<![A-Za-z\d_.,/#'’-])(?P<low>[-−–]?{PLAIN})(?:\s?[-–~〜～]\s?(?P<high>{PLAIN}))?"
    r"(?![A-Za-z\d_/'’]|[-.,]\d)"
)
NUMBER, FOLD = "number", "fold"

# Kinds that one thing may be stated in by turns: a change from rpm to x g is a change of speed.
FAMILIES: Mapping[str, str] = {
    QuantityKind.ROTATION: "speed",
    QuantityKind.ACCELERATION: "speed",
    QuantityKind.MOLARITY: "concentration",
    QuantityKind.MASS_CONCENTRATION: "concentration",
    QuantityKind.NUMBER_CONCENTRATION: "concentration",
    QuantityKind.ACTIVITY_CONCENTRATION: "concentration",
    QuantityKind.FRACTION: "concentration",
    QuantityKind.RATIO: "concentration",
    QuantityKind.FOLD: FOLD,
    QuantityKind.MASS: "amount",
    QuantityKind.AMOUNT: "amount",
    QuantityKind.VOLUME: "amount",
    QuantityKind.ACTIVITY: "amount",
    QuantityKind.COUNT: NUMBER,
    QuantityKind.ACIDITY: "pH",
}
# Families whose values are of something that stands beside them: 65 µL of what?
OF_SOMETHING = frozenset({"concentration", "amount", NUMBER, FOLD})

# Where the name of what is measured ends.
STOP = (
    r"(?:to|into|onto|for|at|in|on|and|or|from|with|without|per|then|by|was|is|are|were|be|as|until"
    r"|over|under|after|before|using|via|through|if|when|while|each|every|that|which|of|the|a|an)"
)
LATIN_WORD = r"[A-Za-zα-ωΑ-Ωµ][A-Za-zα-ωΑ-Ωµ0-9'’/+-]*"
LATIN_NAME = rf"(?!{STOP}\b){LATIN_WORD}(?:[ ](?!{STOP}\b){LATIN_WORD}){{0,3}}"
JAPANESE_NAME = r"[ァ-ヺー一-龠々〆]+"
FOLLOWING = re.compile(
    r"\s?(?:\(?[wv]/[wv]\)?\s?)?(?:of\s)?(?:(?:the|each|fresh|ice-cold|cold|warm|sterile|frozen)\s)*"
    rf"(?P<name>{JAPANESE_NAME}|{LATIN_NAME})",
    re.IGNORECASE,
)
# "Survival on day 5: 78 %", "固定液：4 %", "pH = 7.4".
CLAUSE = re.compile(r"(?P<name>[^.。;；:：=|]{1,60}?)\s?[:：=]\s?$")
# "puromycin (1 µg/ml", "puromycin at 1 µg/ml", "day 5", "固定液1 mL".
PRECEDING = re.compile(
    rf"(?P<name>{JAPANESE_NAME}|(?:{LATIN_WORD}\s){{0,2}}{LATIN_WORD})"
    r"\s?(?:[(（]|\s(?:at|to|of|is|was)\s)?\s?(?:ca\.?|about|approx\.?|~|約)?\s?$"
)
# A number behind one of these is that of a step, and changes with it.
STEP_BEFORE = re.compile(
    r"(?:\bsteps?|手順|ステップ)\s?(?:[\d.]+\s?(?:,|and|to|&|、|と)?\s?)*$", re.I
)
# Words in front of a value that say what is done, not what with.
_VERBS = """
    add use put take transfer pipette dispense remove discard prepare make wash rinse incubate
    centrifuge spin heat cool dilute elute resuspend mix combine dissolve pour load about with in
    for at of to into and by or plus the a each every up down than least most from
"""
VERBS = frozenset(_VERBS.split())


@dataclass(frozen=True, slots=True)
class Value:
    """A value where it is written.

    Attributes:
        kind: A kind of quantity, `date`, `version` or `number`.
        low: Lower end in the canonical unit; 0 for what is no number.
        high: Upper end.
        text: As it is written.
        span: Where, in the step's words.
    """

    kind: str
    low: float
    high: float
    text: str
    span: Span


def family(value: Value) -> str:
    """Return what kinds of one thing share: `speed` for rpm and x g."""
    return FAMILIES.get(value.kind, value.kind)


def is_same(left: Value, right: Value) -> bool:
    """Tell whether two values are equal, however written: 1 h is 60 min."""
    if left.kind != right.kind:
        return False
    if left.low == right.low == 0 == left.high == right.high:
        return left.text.casefold() == right.text.casefold()
    # Units are scaled in floating point: 0.1 mL and 100 µL differ in the last digit.
    return isclose(left.low, right.low, rel_tol=1e-9) and isclose(
        left.high, right.high, rel_tol=1e-9
    )


def values_of(text: str) -> list[Value]:
    """Return the values of a step in order, none over another."""
    found: list[Value] = []
    for value in _by_rank(text):
        at = bisect_left(found, value.span.start, key=lambda one: one.span.start)
        is_free = (at == 0 or found[at - 1].span.end <= value.span.start) and (
            at == len(found) or value.span.end <= found[at].span.start
        )
        if is_free:
            found.insert(at, value)
    return found


def _by_rank(text: str) -> Iterator[Value]:
    """Yield what may be a value, the surest first."""
    for kind, pattern in (("date", DATE), ("version", VERSION)):
        for match in pattern.finditer(text):
            yield Value(kind, 0, 0, match[0], Span(*match.span()))
    for one in find_quantities(text):
        yield Value(str(one.kind), one.low, one.high, one.span.of(text), one.span)
    for match in BARE.finditer(text):
        low = _number(match["low"])
        high = _number(match["high"]) if match["high"] else low
        yield Value(NUMBER, low, high, match[0], Span(*match.span()))


def _number(written: str) -> float:
    return float(written.replace(",", "").replace("−", "-").replace("–", "-"))


def name_of(value: Value, text: str) -> str:
    """Return what a value is of: the reagent beside it, or what is measured.

    Args:
        value: Of the text.
        text: The step's words.
    """
    kind = family(value)
    before, after = text[: value.span.start], text[value.span.end :]
    if kind not in OF_SOMETHING:
        return kind.replace("_", " ")
    if refers_to_step(value, text):
        return "step"
    if clause := CLAUSE.search(before):
        return " ".join(clause["name"].split())
    preceding = _preceding(before)
    if counted := _counted(value):
        return counted
    following = FOLLOWING.match(after)
    is_bracketed = before.rstrip().endswith(("(", "（"))
    if following is None or (preceding and is_bracketed):
        return preceding or kind
    return " ".join(following["name"].split())


def refers_to_step(value: Value, text: str) -> bool:
    """Tell whether a number is that of a step: "repeat steps 3-5"."""
    return value.kind == NUMBER and STEP_BEFORE.search(text[: value.span.start]) is not None


def _preceding(before: str) -> str:
    """Return the words in front of a value that name what it is of; empty for none."""
    found = PRECEDING.search(before)
    words = found["name"].split() if found else []
    verbs = [at for at, word in enumerate(words) if word.casefold() in VERBS]
    return " ".join(words[verbs[-1] + 1 :] if verbs else words)


def _counted(value: Value) -> str:
    """Return what a value counts, where it says so itself: "40 cycles"."""
    word = value.text.split()[-1] if value.kind == QuantityKind.COUNT else ""
    # "5 X" counts what stands behind it.
    return word if word.isalpha() and len(word) > 1 else ""
