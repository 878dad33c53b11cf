"""Organisms and strains, in English and Japanese: by vocabulary, and by the form of their names.

A strain is a finding of its own, with its species among the details. The animal an antibody or a
serum comes from is no organism of the document, nor is a human that is no material.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from aliquot.findings.binomials import find_binomials
from aliquot.findings.knockouts import altered
from aliquot.findings.phages import phages
from aliquot.findings.places import found
from aliquot.findings.strain_columns import in_columns
from aliquot.findings.strains import Label, behind, ranked
from aliquot.findings.virus_names import find_viruses
from aliquot.findings.vocabularies import words
from aliquot.findings.vocabularies.cell_lines import CELL_LINES
from aliquot.findings.vocabularies.common_names import COMMON_NAMES, JAPANESE_NAMES
from aliquot.findings.vocabularies.matching import Names
from aliquot.findings.vocabularies.organisms import BOUND_NAMES
from aliquot.findings.vocabularies.strains import BY_CONTEXT, CASED_STRAINS, RODENT_STRAINS
from aliquot.types import Chunk, Document, Finding, FindingKind

__all__ = ["Organisms"]

# Names of people, products and places when capitalised ("Rice", "Cat #", "Hen").
SMALL_ONLY = words(
    """
    cat dog hen chick calf calves lamb goat horse rice corn tobacco cinnamon neem pig cow hemp
    sheep canine bovine porcine ovine equine murine rat rats mice barley wheat
    """
) - {"rat", "rats", "mice"}
CAPITALISED = re.compile(r"[A-Z]")
WORD_AFTER = re.compile(r"[\s-]{0,2}([A-Za-z]+\d?\w?)")
# An antibody's host: "goat anti-rat", "goat antihuman", "Donkey α-Rabbit", "rabbit polyclonal".
HOST_AFTER = re.compile(r"[\s-]{1,2}(?:(?:poly|mono)clonal\s)?(?:anti|α[-\s])", re.IGNORECASE)
# "goat anti-rat", "anti-mouse", "rabbit anti", "cat. no.", "cat #".
BOUND_BEFORE = re.compile(
    r"(?:anti[-\s]|fetal\s|foetal\s|α-|donkey\s|goat\s|(?:goat|rabbit|sheep|donkey)\santi[-\s])$",
    re.IGNORECASE,
)
CATALOGUE = re.compile(r"\s?(?:\.|#|no\b|n[o°]\.)", re.IGNORECASE)
VIRUS_AFTER = re.compile(r"(?:[\s-]+[\w-]+){0,4}?[\s-]+(?:retro|herpes)?virus(?:es)?\b")
BEFORE_REACH = 20
HUMAN = re.compile(
    r"\b[Hh]umans?\b(?=\s(?:[\w-]+\s){0,2}?(?:teeth|tooth|dna|rna|cdna|cells?|tissues?|plasma|serum|"
    r"blood|liver|brain|genome|genomic|chromosome|prostate|prostatic|placenta|skin|saliva|urine|"
    r"lymphocytes?|fibroblasts?|keratinocytes?|GRCh\w*|reference|transcriptome|exome|embryos?|"
    r"hepatocytes?|neurons?|leukocytes?|erythrocytes?|PBMCs?|biopsy|biopsies|milk|islets?)\b)",
    re.IGNORECASE,
)
HUMAN_ALONE = re.compile(r"(?:(?<=\bfor )|(?<=\bOrganism: ))[Hh]umans?\b(?=\s*[).;|]|\s*$)", re.M)
SURE = 0.95


# How far before a strain its species may be named, within a sentence; behind it only "of" stands.
NEAR = 160
# "nude mice": the strain, and beside it the animal.
ANIMAL_BEHIND = re.compile(r"\s(?:mice|mouse|rats?|rabbits?|guinea pigs?|pigs?)$")
SENTENCE_END = re.compile(r"[.;]\s+[A-Z]|\n|\|")
AFTER_LABEL = re.compile(r"(?:\s(?:strains?|isolates?))?\s(?:of\s)?")


@dataclass(frozen=True, slots=True)
class _Species:
    """A species or a genus at a place."""

    start: int
    end: int
    name: str
    confidence: float
    is_species: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """An organism at a place; `species` is given where the place names a strain."""

    start: int
    end: int
    name: str
    species: str = ""
    confidence: float = SURE


class Organisms:
    """Find species, genera, strains and viruses."""

    name = "organisms"
    version = "2"

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        """Prepare the vocabularies.

        Args:
            names: More organisms, species by spelling, such as the library's records name them.
        """
        self._common: Names[str] = Names({**COMMON_NAMES, **JAPANESE_NAMES, **(names or {})})
        self._strains = Names(RODENT_STRAINS, has_plurals=False)
        cased = {name: (*strain, name) for name, strain in CASED_STRAINS.items()}
        self._cased = Names(cased, has_plurals=False)
        self._cells = Names(CELL_LINES)

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield organisms in reading order.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        for one in _apart(self._found_in(document)):
            finding = found(
                document, chunks, FindingKind.ORGANISM, one.start, one.end, normalised=one.name,
                details={"species": one.species} if one.species else {},
                extractor=f"{self.name}/{self.version}", confidence=one.confidence,
            )  # fmt: skip
            if finding is not None:
                yield finding

    def _found_in(self, document: Document) -> Iterator[Named]:
        text = document.text
        species = sorted(self._species(text), key=lambda one: one.start)
        yield from self._viruses(text)
        for one in species:
            yield from self._with_strains(text, one)
        yield from self._strains_in(text)
        yield from self._of_context(document, [one for one in species if one.is_species])

    def _viruses(self, text: str) -> Iterator[Named]:
        for virus in find_viruses(text):
            yield Named(virus.start, virus.end, virus.name, virus.species, virus.confidence)
        for phage in phages(text):
            yield Named(phage.start, phage.end, phage.name, confidence=0.85)

    def _species(self, text: str) -> Iterator[_Species]:
        """Yield species and genera, those by a common name as well."""
        for one in find_binomials(text):
            name = (self._common.get(one.name) if one.epithet else None) or one.name
            yield _Species(one.start, one.end, name, one.confidence, bool(one.epithet))
        for common in self._common.find(text):
            if not _is_bound(text, common.start, common.end):
                yield _Species(common.start, common.end, common.entry, SURE, is_species=True)
        for pattern in (HUMAN, HUMAN_ALONE):
            for match in pattern.finditer(text):
                if not _is_bound(text, match.start(), match.end()):
                    yield _Species(match.start(), match.end(), "Homo sapiens", 0.9)

    def _with_strains(self, text: str, one: _Species) -> Iterator[Named]:
        """Yield a species, or the strain of it that is named behind it, and those that follow."""
        labels = list(behind(text, one.end)) if one.is_species else []
        if not labels:
            yield Named(one.start, one.end, one.name, confidence=one.confidence)
        for place, label in enumerate(labels):
            start = label.start if place else one.start
            name = f"{one.name} {label.name}"
            yield Named(start, label.end, name, one.name, one.confidence)

    def _strains_in(self, text: str) -> Iterator[Named]:
        """Yield strains that are known by their name, and animals named after a gene."""
        for strain in self._strains.find(text):
            species, name = strain.entry
            written = text[strain.start : strain.end]
            if not (written.isascii() and written.islower()) or "/" in name or " " in written:
                animal = ANIMAL_BEHIND.search(written)
                end = strain.end - len(animal[0]) if animal else strain.end
                yield Named(strain.start, end, name, species)
        for cased in self._cased.find(text):
            species, name, spelling = cased.entry
            written = text[cased.start : cased.end]
            if _is_same_case(written, spelling) and _is_said(text, spelling, species):
                yield Named(cased.start, cased.end, name, species)
        for one in altered(text):
            name = f"{one.species} {one.name}"
            yield Named(one.start, one.end, name, one.species, one.confidence)

    def _of_context(self, document: Document, species: Sequence[_Species]) -> Iterator[Named]:
        """Yield strains that a word before them or the title of their column makes ones."""
        text = document.text
        for label in ranked(text):
            if not self._is_other(label.name):
                of = _species_near(text, species, label)
                name = f"{of} {label.name}" if of else label.name
                yield Named(label.start, label.end, name, of, 0.8)
        for cell in in_columns(document):
            inside = [one for one in species if cell.start <= one.start and one.end <= cell.end]
            if inside and inside[0].start == cell.start:
                rest = " ".join(text[inside[0].end : cell.end].split())
                name = f"{inside[0].name} {rest}".strip()
                yield Named(cell.start, cell.end, name, inside[0].name if rest else "", 0.85)
            elif not inside and not self._is_other(cell.name):
                of = self._common.get(cell.title) or _species_in(cell.title)
                name = f"{of} {cell.name}" if of else cell.name
                yield Named(cell.start, cell.end, name, of, 0.75)

    def _is_other(self, name: str) -> bool:
        """Tell whether a label is a line of cells, which has strains of its own."""
        return self._cells.get(name) is not None


def _species_near(text: str, species: Sequence[_Species], label: Label) -> str:
    """Return the species a sentence names before a strain, or else right behind it."""
    place = bisect_left(species, label.start, key=lambda one: one.start)
    if place:
        before = species[place - 1]
        between = text[before.end : label.start]
        if len(between) <= NEAR and not SENTENCE_END.search(between):
            return before.name
    if place < len(species):
        after = species[place]
        if AFTER_LABEL.fullmatch(text, label.end, after.start):
            return after.name
    return ""


def _species_in(title: str) -> str:
    """Return the genus or species that the title of a column names: "Candida isolates"."""
    return next((one.name for one in find_binomials(title)), "")


def _is_said(text: str, spelling: str, species: str) -> bool:
    """Tell whether a name that other things have too is that of a strain in a text."""
    if spelling not in BY_CONTEXT:
        return True
    genus, _, epithet = species.partition(" ")
    return genus in text or f"{genus[0]}. {epithet}" in text


def _is_bound(text: str, start: int, end: int) -> bool:
    """Tell whether an animal's or plant's name is part of another thing's name."""
    written = text[start:end]
    if written.casefold() in SMALL_ONLY and CAPITALISED.match(written):
        return True
    if written.casefold() == "cat" and CATALOGUE.match(text, end):
        return True
    if written.isascii() and VIRUS_AFTER.match(text, end):
        return True
    if BOUND_BEFORE.search(text[max(0, start - BEFORE_REACH) : start]):
        return True
    if HOST_AFTER.match(text, end):
        return True
    after = WORD_AFTER.match(text, end)
    return bool(after and after[1].casefold() in BOUND_NAMES)


def _is_same_case(written: str, name: str) -> bool:
    """Tell whether letters have the case of the name: TOP10 and Top10, and not "Top 10"."""
    if " " in written and not re.search(r"[\s-]", name):
        return False
    solid = re.sub(r"\W", "", written)
    return re.sub(r"\W", "", name) in (solid, solid.upper())


def _apart(named: Iterable[Named]) -> Iterator[Named]:
    """Yield in order what does not overlap, of two that do the longer."""
    end = -1
    for one in sorted(named, key=lambda one: (one.start, -one.end)):
        if one.start >= end:
            end = one.end
            yield one
