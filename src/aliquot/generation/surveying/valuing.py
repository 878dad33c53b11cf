"""Values that findings state: the same in other units is one, and each is of its own words.

What enters: findings about what is asked. What leaves: values, each once, with what states it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from aliquot.generation.surveying.value_questions import ValueQuestion
from aliquot.quantities import find_quantities
from aliquot.types import Finding, FindingKind, Quantity, QuantityKind

__all__ = ["Value", "from_last", "masses_beside", "measured", "segments", "values_of"]

# Findings kept of each document and value: one is quoted, the others are tried where it fails.
KEPT = 3


@dataclass(slots=True)
class Value:
    """One value, however it is written, with what states it.

    Attributes:
        thing: What it is a value of, where findings say; else empty.
        shown: As it is written most.
        quantity: In canonical units; `None` where it is no quantity.
        by_document: Its first findings, by document.
        spellings: As it is written, with how often.
    """

    thing: str
    shown: str = ""
    quantity: Quantity | None = None
    by_document: dict[str, list[Finding]] = field(default_factory=dict)
    spellings: dict[str, int] = field(default_factory=dict)

    def add(self, finding: Finding, written: str) -> None:
        """Take one finding in."""
        kept = self.by_document.setdefault(finding.document_id, [])
        if len(kept) < KEPT:
            kept.append(finding)
        self.spellings[written] = self.spellings.get(written, 0) + 1
        self.shown = max(self.spellings, key=lambda one: self.spellings[one])


def measured(written: str) -> Quantity | None:
    """Return what an amount measures; `None` where it has no unit that is known."""
    return next(iter(find_quantities(written)), None)


def values_of(findings: Iterable[Finding], asked: ValueQuestion) -> list[Value]:
    """Return the values findings state, those in most documents first.

    Args:
        findings: About what is asked.
        asked: What kind of value is wanted.
    """
    values: dict[tuple[str, str], Value] = {}
    spelt: dict[str, str] = {"": ""}
    for finding in findings:
        name = finding.normalised if finding.kind is FindingKind.REAGENT else ""
        thing = spelt.setdefault(_one_form(name), finding.value)
        for written in _written(finding):
            quantity = _quantity(finding, written)
            if asked.measures and (quantity is None or quantity.kind not in asked.measures):
                continue
            key = (_one_form(thing), _key(written, quantity))
            values.setdefault(key, Value(thing, quantity=quantity)).add(finding, written)
    return sorted(values.values(), key=lambda one: (-len(one.by_document), one.thing, _size(one)))


def _quantity(finding: Finding, written: str) -> Quantity | None:
    """Return what a finding's amount measures; "4C" is a temperature only where it stands."""
    if finding.kind not in _MEASURED:
        return None
    return measured(written) or measured(finding.details.get("canonical", ""))


_MEASURED = frozenset({FindingKind.REAGENT, FindingKind.TEMPERATURE, FindingKind.DURATION})


def _written(finding: Finding) -> Sequence[str]:
    """Return what a finding states as values."""
    details: Mapping[str, str] = finding.details
    if finding.kind is FindingKind.REAGENT:
        return [one for one in details.get("amount", "").split("; ") if one]
    if finding.kind is FindingKind.STATISTIC:
        return [finding.normalised]
    return [details.get("version") or finding.value]


# "mg/kg" and "mg/kg body weight" are the same.
_OF_WEIGHT = re.compile(r"\s*\b(?:of\s+)?(?:body\s*weight|b\.?\s?w\.?(?![\w]))", re.IGNORECASE)


def _key(written: str, quantity: Quantity | None) -> str:
    if quantity is not None:
        return f"{quantity.kind} {quantity.low:.6g} {quantity.high:.6g}"
    amount, per, rest = written.partition("/")
    mass = measured(amount) if per else None
    if mass is not None:
        rest = _OF_WEIGHT.sub("", rest)
        return f"{mass.kind} {mass.low:.6g} {mass.high:.6g}/{_one_form(rest)}"
    return re.sub(r"(?<=\d)(?:\.0)+$", "", _one_form(written))


def _one_form(text: str) -> str:
    """Return a text without what writers differ in: case, spaces, hyphens."""
    return re.sub(r"[\s‐‑–-]+", "", text).casefold()


def _size(value: Value) -> tuple[float, str]:
    return (0.0 if value.quantity is None else value.quantity.low, value.shown)


def masses_beside(text: str, places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return where a sentence states masses beside the doses at some places."""
    found = [one.span for one in find_quantities(text) if one.kind is QuantityKind.MASS]
    return [
        (one.start, one.end)
        for one in found
        if not any(start < one.end and one.start < end for start, end in places)
    ]


def from_last(action: str, said: str) -> str:
    """Return what is said from the last time something is done on, "annealing/extension" whole."""
    found = list(re.finditer(rf"(?:[\w-]+\s?/\s?)*{re.escape(action)}", said, re.IGNORECASE))
    return said[found[-1].start() :] if found else said


# What ends what is said of a value before the next one begins.
_SEPARATOR = re.compile(r"[,;)）、。]|\bthen\b|\bfollowed\b")
_SAYS = re.compile(
    r"(?!(?:and|or|to|for|at|the|with)\b)[^\W\d_]{3,}|[\u3041-\u30fa\u3400-\u9fff]{2,}", re.I
)


_JOINS = re.compile(r"\b(?:and|or)\b|または|及び|および")


def segments(sentence: str, places: Sequence[tuple[int, int]]) -> list[str]:
    """Return what a sentence says of each of several values in it.

    "Denaturation at 94 °C for 1 min, annealing at 55 °C, ..." says "annealing" of the second. A
    value with no words of its own, as in "at 50 and 55 °C", has those of the one before.

    Args:
        sentence: With the values in it.
        places: Where each begins and ends, ascending.
    """
    found: list[str] = []
    for number, (start, end) in enumerate(places):
        before = sentence[places[number - 1][1] if number else 0 : start]
        if number and (separator := _SEPARATOR.search(before)):
            before = before[separator.end() :]
        after = sentence[end : places[number + 1][0] if number + 1 < len(places) else None]
        if separator := _SEPARATOR.search(after):
            after = after[: separator.start()]
        said = f"{before} {after}"
        is_joined = _JOINS.search(before) is not None
        is_bare = number > 0 and not _SAYS.search(before if is_joined else said)
        found.append(f"{found[-1]} {said}" if is_bare else said)
    return found
