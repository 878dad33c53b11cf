"""Where a claim and a source differ: the numbers and names one gives for the other's.

What enters: a claim and what a source says, both plain. What leaves: pairs of what was said and
what the source says instead, in plain characters: 900 µg/mL, 1800 µg/mL.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from aliquot.generation.verify.amounts import Amount, amounts_of
from aliquot.generation.verify.identifiers import check_identifiers
from aliquot.generation.verify.numbers import check_numbers
from aliquot.generation.verify.plain import words_of
from aliquot.generation.verify.support import Support

__all__ = ["Difference", "differences_of"]

Difference = tuple[str, str]

TOKEN = re.compile(r"[A-Za-z0-9α-ωΑ-Ω][A-Za-z0-9_α-ωΑ-Ω./:-]*[A-Za-z0-9α-ωΑ-Ω+]")
HAS_DIGIT = re.compile(r"\d")
# Characters on each side of a number that may tell of what it is.
NEAR = 48
# Share of characters two spellings have in common where one may be meant for the other.
LEAST_ALIKE = 0.7
# More would be a list of everything.
MOST_SHOWN = 4
# Numbers of a source that may be the one meant: members of a list.
MOST_MEANT = 3


def differences_of(claim: str, support: Support) -> tuple[Difference, ...]:
    """Return what a claim says otherwise than its source, and what the source says there."""
    found = dict.fromkeys((*_amounts(claim, support), *_names(claim, support)))
    return tuple(found)[:MOST_SHOWN]


def _amounts(claim: str, support: Support) -> Iterator[Difference]:
    said = [one for one in amounts_of(claim) if not one.is_weak]
    offered = [one for one in amounts_of(support.said) if not one.is_weak]
    sizes = {(one.dimension, one.size) for one in said}
    for one in said:
        if not check_numbers(one.written, support):
            continue
        others = [
            other
            for other in offered
            if other.dimension == one.dimension and (other.dimension, other.size) not in sizes
        ]
        # A value whose unit alone was changed.
        others = others or [
            other for other in offered if other.value == one.value and other.dimension
        ]
        if others:
            yield one.written, " or ".join(_meant(one, claim, others, support.said))


def _meant(one: Amount, claim: str, others: Sequence[Amount], source: str) -> list[str]:
    """Return the numbers of the source that stand among most of the same words."""
    near = _near(one, claim)
    shared = [len(near & _near(other, source)) for other in others]
    best = [other.written for other, n in zip(others, shared, strict=True) if n == max(shared)]
    return list(dict.fromkeys(best))[:MOST_MEANT]


def _near(one: Amount, text: str) -> set[str]:
    around = text[max(0, one.start - NEAR) : one.start] + " " + text[one.end : one.end + NEAR]
    return {word.stem for word in words_of(around) if word.is_content}


def _names(claim: str, support: Support) -> Iterator[Difference]:
    if not check_identifiers(claim, support):
        return
    offered = list(dict.fromkeys(one[0] for one in TOKEN.finditer(support.said)))
    for match in TOKEN.finditer(claim):
        token = match[0]
        # Behind a lower-case word, so that no capital opens a sentence.
        if not check_identifiers(f"the {token}", support):
            continue
        if alike := _most_alike(token, offered):
            yield token, alike


def _most_alike(token: str, offered: Sequence[str]) -> str:
    has_digit = HAS_DIGIT.search(token) is not None
    ratios = [
        (SequenceMatcher(None, token.casefold(), other.casefold()).ratio(), other)
        for other in offered
        if (HAS_DIGIT.search(other) is not None) == has_digit
    ]
    ratio, other = max(ratios, default=(0.0, ""))
    return other if ratio >= LEAST_ALIKE else ""
