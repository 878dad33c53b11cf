"""What a source has to show beyond the gates before it supports a claim of an unknown author.

What enters: a claim and its support, both plain. What leaves: gates that fail. The gates take a
statement somebody wrote from its source; a claim comes from anywhere, and many sentences share its
words. So its direction must be said too, no number may rest on the number of a step, and what a
source only supposes proves nothing that is claimed flatly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from aliquot.generation.checking.bounds import differs_in_bound
from aliquot.generation.verify.directions import directions_of
from aliquot.generation.verify.numbers import check_numbers
from aliquot.generation.verify.plain import words_of
from aliquot.generation.verify.support import Support
from aliquot.types import Gate, GateResult

__all__ = ["demands_unmet", "without_steps"]

# The number of a step, at the beginning or behind the end of a sentence: "10. Add the dye".
STEP = re.compile(r"(?:(?<=^)|(?<=[.;:|] ))\(?\d{1,3}[.)] (?=[A-Z(@])")
# What is less is also reduced, inhibited or worse: one answers for another.
MAGNITUDE = frozenset({"amount", "effect", "worth"})
# Said at all or not: "before" may be told by the order of steps, "late" by a date.
ANSWERED = MAGNITUDE | {"sign", "response"}
# "Older than 12 months" is "> 12 months".
COMPARING_SIGN = re.compile(r"[<>≤≥]")
# The strength of a stock: "6X loading dye", "10x TBE".
STRENGTH = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s?[xX×](?![\w]|\s?(?:g\b|\d))")
HEDGE = re.compile(
    r"\b(?:may|might|perhaps|possibly|possible|presumably|suggest(?:s|ed|ing)?|appear(?:s|ed)? to"
    r"|seem(?:s|ed)? to|hypothesi[sz]ed?|speculate[sd]?|postulate[sd]?|could be|likely to)\b"
    r"|かもしれ|可能性|示唆|推測"
)
COMPARED_HEDGE = re.compile(r"\b(?:more|less|most|least) $")


def without_steps(support: Support) -> Support:
    """Return a support without the numbers of its steps."""
    return replace(support, sentences=tuple(STEP.sub("", one) for one in support.sentences))


def demands_unmet(claim: str, support: Support) -> Iterator[GateResult]:
    """Yield the gates a claim fails when nothing is taken on trust.

    Args:
        claim: Plain text.
        support: What it is held against, without the numbers of steps.
    """
    for gate, reason in (
        (Gate.NUMBERS, check_numbers(claim, support) or _other_strength(claim, support.said)),
        (Gate.DIRECTION, _unanswered(claim, support) or differs_in_bound(claim, support.said)[0]),
        (Gate.ENTAILMENT, _hedged(claim, support)),
    ):
        if reason:
            yield GateResult(gate, False, reason)


def _unanswered(claim: str, support: Support) -> str:
    """Return which word of direction a source says nothing to."""
    source = f"{support.said} | {support.around}"
    axes = {one.axis for one in directions_of(source)}
    axes |= MAGNITUDE if axes & MAGNITUDE else frozenset()
    if COMPARING_SIGN.search(source):
        axes |= MAGNITUDE
    stems = {word.stem for word in words_of(source)}
    for one in directions_of(claim):
        is_said = any(word.stem in stems for word in words_of(one.written))
        if one.axis in ANSWERED and one.axis not in axes and not is_said:
            return f"the source does not say “{one.written}”"
    return ""


def _other_strength(claim: str, source: str) -> str:
    given = {float(one[1]) for one in STRENGTH.finditer(source)}
    for one in STRENGTH.finditer(claim):
        if float(one[1]) not in given:
            return f"the source does not say “{one[0]}”"
    return ""


def _hedged(claim: str, support: Support) -> str:
    """Return the word with which a source only supposes what a claim states flatly."""
    if _hedges(claim):
        return ""
    stems = {word.stem for word in words_of(claim) if word.is_content}
    for sentence in support.sentences:
        for hedge in _hedges(sentence):
            own = [word for word in words_of(sentence) if word.stem in stems]
            behind = sum(word.start >= hedge.end() for word in own)
            is_supposed = behind > len(own) - behind if hedge[0].isascii() else bool(own)
            if is_supposed:
                return f"the source says it with “{hedge[0]}”, the statement without"
    return ""


def _hedges(text: str) -> list[re.Match[str]]:
    return [
        one
        for one in HEDGE.finditer(text)
        if not COMPARED_HEDGE.search(text, max(0, one.start() - 6), one.start())
    ]
