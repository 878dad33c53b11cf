"""Accessions of sequences, samples, trials and variants, strains of collections, makers' numbers.

By form where the form is a registry's own; by form and context where other things look the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from aliquot.findings.places import found
from aliquot.findings.vocabularies.registries import (
    BY_CONTEXT,
    CATALOGUE_LABEL,
    COLLECTIONS,
    LABELLED,
    MAKERS,
    SURE,
)
from aliquot.types import Chunk, Document, Finding, FindingKind

__all__ = ["Accessions"]

# RefSeq before SRA before the rest: a form is found once, by the first registry that has it.
_SURE = "|".join(f"(?P<r{i}>{form})" for i, (_, form) in enumerate(SURE))
SURE_FORMS = re.compile(
    # Most places of a text are left at the first letter.
    rf"(?=[A-Z]|rs\d|phs|jRCT|c_)(?<![A-Za-z0-9_-])(?:{_SURE})"
    r"(?![A-Za-z0-9_]|-\d)"
)
CONTEXT_FORMS = tuple(
    (registry, re.compile(rf"(?<![A-Za-z0-9_./-])(?:{form})(?![A-Za-z0-9_])(?!-\d)"),
     re.compile(words, re.IGNORECASE), reach)
    for registry, form, words, reach in BY_CONTEXT
)  # fmt: skip
LABELS = tuple((registry, re.compile(form, re.IGNORECASE)) for registry, form in LABELLED)
# "ATCC 29212", "MTCC, 1893", "ATCC: CRL-1912", "ATCC® CCL-2™".
OF_COLLECTION = re.compile(
    rf"(?<![\w-])(?P<collection>{COLLECTIONS})[®™]?[\s:,#-]{{0,2}}(?:[Nn]os?\.?\s)?\(?"
    r"(?P<id>(?:[A-Z]{1,4}-)?(?:\d{1,3},\d{3}(?!\d)|\d{1,7})(?:-[A-Z]{1,3}-?\d+)?)(?![\w%])(?!\s?(?:mL|ml|°C|%))"
)
# "| Qiagen | 69506 |" and "Promega UK | A7943".
IN_NEXT_CELL = re.compile(
    rf"(?:^|\||\t|,)\s*(?:{MAKERS})(?:\s(?:UK|Japan|USA|GmbH|Inc\.?|Ltd\.?))?\s*(?:\||\t)\s*"
    r"(?P<id>(?=[\w.-]*\d)[A-Za-z0-9][\w./-]{2,18})\s*(?=\||\t|$)",
    re.MULTILINE,
)
# "(Sigma-Aldrich, A7906)", "(Abcam, ab6556; 1:500)".
IN_BRACKETS = re.compile(
    rf"(?:{MAKERS})[,:;]?\s?\#?(?P<id>(?:[A-Za-z]{{1,4}}-?\d{{3,8}}[A-Z]?|\d{{5,8}})(?:-\d{{1,4}}[A-Z]*)?)"
    r"(?=[),;\s]|$)"
)
IN_ADDRESS = re.compile(r"/(?:catalog/)?products?/(?P<id>(?=[\w-]*\d)[A-Z0-9][A-Z0-9-]{3,16})\b")
# A record's line that names another database before the numbers: "TreeFam: TF331936"; a word such
# as "Sequence" or "Version" is the name of none.
LABEL_BEFORE = re.compile(
    r"(?:^|[:;,(\s])(?P<label>(?![A-Z][a-z]+:)[A-Z][\w-]{2,24}):\s?(?:[\w.-]+(?:\s\([^)\n]{0,80}\))?,\s){0,20}$"
)
LABEL_REACH = 400
SEPARATOR = re.compile(r",\s(?:and\s)?|\sand\s|;\s|/")
# A year, a measure or a plate is not a catalogue number.
NO_NUMBER = re.compile(
    r"(?:19|20)\d\d|\d+(?:\.\d+)?(?:ml|ul|mg|g|l|bp|kb|rxns?|wells?)", re.IGNORECASE
)
VERSION = re.compile(r"\.\d{1,2}$")
CATALOGUE = "catalogue"


@dataclass(frozen=True, slots=True)
class Accession:
    """An accession at a place."""

    start: int
    end: int
    registry: str
    confidence: float


class Accessions:
    """Find accessions by registry, and makers' catalogue numbers."""

    name = "accessions"
    version = "2"

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield accessions in reading order.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        text = document.text
        for one in _apart(_found_in(text)):
            written = text[one.start : one.end]
            finding = found(
                document, chunks, FindingKind.ACCESSION, one.start, one.end,
                normalised=_normalised(one.registry, written), details={"registry": one.registry},
                extractor=f"{self.name}/{self.version}", confidence=one.confidence,
            )  # fmt: skip
            if finding is not None:
                yield finding


def _normalised(registry: str, written: str) -> str:
    """Return registry and number, without the version, as `RefSeq:NM_001030287`."""
    number = re.sub(r"\s|(?<=\d),(?=\d{3}$)", "", written)
    number = re.sub(r"^(?:RRID|O?MIM):", "", number)
    number = re.sub(rf"^(?:{COLLECTIONS})[®™]?[:,#-]?(?:[Nn]os?\.?)?\(?", "", number)
    if registry in ("RefSeq", "GenBank", "Ensembl"):
        number = VERSION.sub("", number)
    if registry == "RefSeq" and "_" not in number:
        number = f"{number[:2]}_{number[2:]}"
    return f"{registry}:{number}"


def _found_in(text: str) -> Iterator[Accession]:
    yield from _sure(text)
    yield from _by_context(text)
    yield from _labelled(text)
    yield from _catalogue_numbers(text)


def _sure(text: str) -> Iterator[Accession]:
    for match in SURE_FORMS.finditer(text):
        registry = SURE[int((match.lastgroup or "r0")[1:])][0]
        yield Accession(match.start(), match.end(), registry, 0.97)


def _by_context(text: str) -> Iterator[Accession]:
    """Yield forms that a word near them, or anywhere in the text, makes accessions."""
    for registry, form, words, reach in CONTEXT_FORMS:
        # Forms first: they are found faster than the words, and most texts hold none.
        matches = list(form.finditer(text))
        if not matches or ("$" not in words.pattern and not words.search(text)):
            continue
        for match in matches:
            start, end = match.span()
            if (
                not reach
                or words.search(text, max(0, start - reach), start)
                or words.search(text, end, end + reach)
            ):
                of = registry if reach else _label(text, match.start(), words) or registry
                yield Accession(match.start(), match.end(), of, 0.85 if reach else 0.8)


def _label(text: str, start: int, words: re.Pattern[str]) -> str:
    """Return what database a line says a number is of; empty where it says none, or `words`."""
    line = text.rfind("\n", 0, start) + 1
    labelled = LABEL_BEFORE.search(text[max(line, start - LABEL_REACH) : start])
    return "" if labelled is None or words.search(labelled[0]) else labelled["label"]


def _labelled(text: str) -> Iterator[Accession]:
    for registry, label in LABELS:
        for match in label.finditer(text):
            yield Accession(match.start("id"), match.end("id"), registry, 0.95)
    for match in OF_COLLECTION.finditer(text):
        yield Accession(match.start(), match.end("id"), match["collection"], 0.95)


def _catalogue_numbers(text: str) -> Iterator[Accession]:
    """Yield makers' numbers after a label, in the cell after a maker, in brackets, in addresses."""
    for match in CATALOGUE_LABEL.finditer(text):
        yield Accession(match.start("id"), match.end("id"), CATALOGUE, 0.9)
        position = match.start("more")
        for number in SEPARATOR.split(match["more"]):
            if number:
                start = text.index(number, position)
                position = start + len(number)
                yield Accession(start, position, CATALOGUE, 0.85)
    for pattern in (IN_NEXT_CELL, IN_BRACKETS, IN_ADDRESS):
        for match in pattern.finditer(text):
            if not NO_NUMBER.fullmatch(match["id"]):
                yield Accession(match.start("id"), match.end("id"), CATALOGUE, 0.85)


def _apart(accessions: Iterable[Accession]) -> Iterator[Accession]:
    """Yield in order what does not overlap, of two that do the surer, then the longer."""
    end = -1
    for one in sorted(accessions, key=lambda one: (one.start, -one.end, -one.confidence)):
        if one.start >= end:
            end = one.end
            yield one
