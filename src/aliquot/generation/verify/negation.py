"""The negation gate: what a statement denies its source denies, and the other way round.

What enters: a statement and the sentences of its quotes, both plain. What leaves: why it fails, or
nothing. Denials of words that the other side does not mention are no disagreement.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from aliquot.generation.verify.denials import Denial, denials_of
from aliquot.generation.verify.plain import words_of

__all__ = ["check_negation", "has_negative_form"]

ONLY = re.compile(r"\b(?P<deny>not )?(?P<word>only|merely|just)\b", re.IGNORECASE)
# "No correlation was not found": what is denied twice is said.
DOUBLE = re.compile(
    r"\bno\s[^,.;:|]{1,60}?\b(?:is|are|was|were|has|have|had|did|do|does|can|could)(?:\snot\b|n't\b)",
    re.IGNORECASE,
)
# Prefixes that deny the rest of their word: unaffected, nonsignificant, ineffective.
PREFIXES = ("un", "non", "in", "im", "ir", "dis")


def check_negation(statement: str, source: str) -> str:
    """Return what is denied by one of the two and not by the other; empty where nothing is."""
    said, given = denials_of(statement), denials_of(source)
    if word := _only(statement, source):
        return f"one of statement and source says “not {word}”, the other “{word}”"
    if (double := DOUBLE.search(statement)) and not DOUBLE.search(source):
        return f"the statement denies twice (“{double[0]}”), the source does not"
    for denial in said:
        if denial.is_soft:
            continue
        if given and _is_apart(denial, given) and not has_negative_form(denial.covered, source):
            return f"the statement denies (“{denial.written}”) what the source does not"
        if not given and not has_negative_form(denial.covered, source):
            return f"the statement denies (“{denial.written}”) what the source does not"
        if clash := _clash(denial, given, source):
            return f"the statement denies “{clash}”, the source does not"
    for denial in given:
        if denial.is_soft:
            continue
        clash = _clash(denial, said, statement)
        if clash and not has_negative_form(denial.covered, statement):
            return f"the source denies “{clash}” (“{denial.written}”), the statement does not"
    if clash := _twice(statement, source):
        return f"“{clash}” is denied twice in one of statement and source, once in the other"
    return ""


def _clash(denial: Denial, others: Sequence[Denial], text: str) -> str:
    """Return the word a denial covers that the other text states without one."""
    words = {word.stem: word.text for word in words_of(text)}
    shared = [one for one in denial.covered if one in words]
    if not shared:
        return ""
    is_denied = any(
        shared[0] in (*other.covered, *other.near)
        # "Spares the brain" answers "the brain is not involved".
        or (other.is_soft and not denial.near.isdisjoint(other.covered))
        for other in others
    )
    return "" if is_denied else words[shared[0]]


def _is_apart(denial: Denial, given: Sequence[Denial]) -> bool:
    """Tell whether a denial in English shares no word with any denial of the source."""
    about = {*denial.covered, *denial.near}
    return (
        denial.written.isascii()
        and bool(about)
        and all(about.isdisjoint((*other.covered, *other.near)) for other in given)
    )


def _twice(statement: str, source: str) -> str:
    """Return a word denied twice in one text and once in the other; it stands once in both."""
    said, given = _counts(statement), _counts(source)
    once = {one for one, n in Counter(_stems(statement)).items() if n == 1}
    once &= {one for one, n in Counter(_stems(source)).items() if n == 1}
    return next(
        (
            one
            for one in said
            if one in once and said[one] and given[one] and said[one] != given[one]
        ),
        "",
    )


def _counts(text: str) -> Counter[str]:
    return Counter(
        one for denial in denials_of(text) if not denial.is_soft for one in denial.covered
    )


def _stems(text: str) -> list[str]:
    return [word.stem for word in words_of(text)]


def _only(statement: str, source: str) -> str:
    """Return "only" where one text says "not only" and the other says "only"."""
    said, given = (
        {(bool(one["deny"]), one["word"].casefold()) for one in ONLY.finditer(text)}
        for text in (statement, source)
    )
    return next(
        (word for deny, word in said if (not deny, word) in given and (deny, word) not in given),
        "",
    )


def has_negative_form(stems: Iterable[str], text: str) -> bool:
    """Tell whether a text has one of some words with a prefix that denies it."""
    wanted = {prefix + one[:4] for one in stems for prefix in PREFIXES}
    return any(word.text.startswith(tuple(wanted)) for word in words_of(text)) if wanted else False
