"""Find what a trial's record states of its design: phase, arms, outcomes, enrolment, conditions.

What enters: a trial with its chunks, its record written as lines of "Label: value". What leaves: a
finding for each value, where it stands; details tell the field, and a number beside what is
written. In papers and protocols a trial's phase and registration are found in prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from aliquot.findings.places import found
from aliquot.types import BlockType, Chunk, Document, DocumentKind, Finding, FindingKind, Span

__all__ = ["Trials"]

# Labels of a record's lines, by what they are called among findings; several parts by "; ".
FIELDS: Mapping[str, str] = {
    "Phase": "phase",
    "Status": "status",
    "Study type": "study type",
    "Enrollment": "enrolment",
    "Conditions": "condition",
    "Interventions": "intervention",
    "Allocation": "allocation",
    "Intervention model": "model",
    "Primary purpose": "purpose",
    "Masking": "masking",
    "Sponsor": "sponsor",
    "Arm": "arm",
    "Primary outcome": "primary outcome",
    "Secondary outcome": "secondary outcome",
    "Other outcome": "other outcome",
}
SEVERAL = frozenset({"condition", "intervention"})
LINE = re.compile(rf"^(?P<label>{'|'.join(FIELDS)}):[^\S\n]*(?P<value>[^\n]+)", re.M)
LINED = frozenset({BlockType.FIELD, BlockType.LIST_ITEM, BlockType.PARAGRAPH})
# An arm or outcome is named by its first sentence; a bracket behind an arm tells its type.
NAME_END = re.compile(
    r"(?<!\bvs)(?<!\bsp)(?<!e\.g)(?<!i\.e)\.(?:\s|$)"
    r"|\s\((?=[A-Z][a-z ]+(?:[A-Z][a-z]+)?\))"
)
NAMED_FIRST = frozenset({"arm", "primary outcome", "secondary outcome", "other outcome"})
TIME_FRAME = re.compile(r"Time frame:\s(?P<time>[^\n]+?)(?:\.\s|\.?$)", re.M)
ARM_TYPE = re.compile(r"\s\((?P<type>[A-Z][A-Za-z ]+)\)")
COUNT = re.compile(r"\d[\d,]*")
CODE = re.compile(r"\s\((?:NA|[A-Z_0-9]{4,})\)$")
# "a phase II trial", "Phase 1/2", 第3相.
PHASE = re.compile(
    r"\b[Pp]hase[\s-](?P<phase>(?:[1-4]|I{1,3}V?|IV)[ab]?(?:\s?[/–-]\s?(?:[1-4]|I{1,3}V?|IV)[ab]?)?)"
    r"(?=\s(?:\w+[\s-]){0,4}?(?:trials?|stud(?:y|ies)|clinical|random))"
    r"|第\s?(?P<phase_ja>[1-4I-V]+)\s?相"
)
ARABIC: Mapping[str, str] = {"I": "1", "II": "2", "III": "3", "IV": "4"}


class Trials:
    """Finds the design of a trial in its record, and phases of trials in prose."""

    name = "trials"
    version = "2"

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield what a record states field by field, of other documents the phases they name.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        stated = _fields(document) if document.kind is DocumentKind.TRIAL else _phases(document)
        seen: set[tuple[str, str]] = set()
        for span, details in stated:
            value = _normalised(details["field"], span.of(document.text))
            if (details["field"], value) in seen:
                continue
            finding = found(
                document,
                chunks,
                FindingKind.TRIAL,
                span.start,
                span.end,
                normalised=f"{details['field']}: {value}",
                details=details,
                extractor=f"{self.name}/{self.version}",
                confidence=1.0 if document.kind is DocumentKind.TRIAL else 0.8,
            )
            if finding is not None:
                seen.add((details["field"], value))
                yield finding


Stated = Iterator[tuple[Span, dict[str, str]]]


def _fields(document: Document) -> Stated:
    for block in document.blocks:
        if block.type not in LINED:
            continue
        for match in LINE.finditer(block.text):
            field = FIELDS[match["label"]]
            start = block.span.start + match.start("value")
            for part in _parts(field, match["value"], start):
                yield part, _details(field, part.of(document.text), match["value"])


def _parts(field: str, value: str, start: int) -> Iterator[Span]:
    """Yield the parts of a line's value: each condition, an arm's name, a phase alone."""
    if field in SEVERAL:
        for match in re.finditer(r"[^;\s][^;]*", value):
            yield Span(start + match.start(), start + match.start() + len(match[0].rstrip()))
        return
    end = NAME_END.search(value) if field in NAMED_FIRST else CODE.search(value)
    length = end.start() if end else len(value.rstrip())
    if length:
        yield Span(start, start + length)


def _details(field: str, part: str, line: str) -> dict[str, str]:
    details = {"field": field}
    if field == "enrolment" and (count := COUNT.search(part)):
        details["number"] = count[0].replace(",", "")
    if time := TIME_FRAME.search(line):
        details["time frame"] = time["time"]
    if field == "arm" and (kind := ARM_TYPE.search(line)):
        details["type"] = kind["type"]
    return details


def _phases(document: Document) -> Stated:
    for match in PHASE.finditer(document.text):
        yield Span(*match.span()), {"field": "phase"}


def _normalised(field: str, value: str) -> str:
    """Return one form of a value: phases as "2" or "1/2", others in small letters."""
    if field != "phase":
        return " ".join(value.casefold().split())
    numbers = re.findall(r"[1-4]|\bI{1,3}\b|\bIV\b", re.sub(r"[ab]\b", "", value))
    phase = "/".join(ARABIC.get(one, one) for one in numbers)
    if not phase:
        return "not applicable" if value.casefold() == "n/a" else value.casefold()
    return f"early {phase}" if value.casefold().startswith("early") else phase
