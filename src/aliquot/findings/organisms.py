"""Organisms and strains, in English and Japanese: by vocabulary, and by the form of their names.

A strain is a finding of its own, with its species among the details: one with its species where the
text names them together, two where it names them apart.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from aliquot.findings.knockouts import altered
from aliquot.findings.phages import phages
from aliquot.findings.places import found
from aliquot.findings.species import Species, find_species
from aliquot.findings.strain_columns import InColumn, in_columns
from aliquot.findings.strain_owners import Owners, owner_by_kind, owner_in_title
from aliquot.findings.strains import behind, ranked
from aliquot.findings.virus_names import find_viruses
from aliquot.findings.vocabularies.cell_lines import CELL_LINES
from aliquot.findings.vocabularies.common_names import COMMON_NAMES, JAPANESE_NAMES
from aliquot.findings.vocabularies.matching import Names
from aliquot.findings.vocabularies.strains import BY_CONTEXT, CASED_STRAINS, RODENT_STRAINS
from aliquot.types import Chunk, Document, Finding, FindingKind

__all__ = ["Organisms"]

SURE, BY_CONTEXT_SURE = 0.95, 0.8


# What a strain of Escherichia coli that makes protein carries: "BL21(DE3)".
LYSOGEN = re.compile(r"\(DE3\)(?:pLysS)?")
# "nude mice": the strain, and beside it the animal.
ANIMAL_BEHIND = re.compile(
    r"\s(?:mice|mouse|rats?|rabbits?|guinea pigs?|pigs?|sows|cows|cattle|steers|calves|sheep|ewes"
    r"|goats)$"
)


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
    version = "6"

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
        species = sorted(find_species(text, self._common), key=lambda one: one.start)
        yield from self._viruses(text)
        for one in species:
            yield from self._with_strains(text, one)
        yield from self._strains_in(text)
        yield from self._in_columns(document, species)
        owners = Owners(document, [one for one in species if one.is_species])
        labels = [one for one in ranked(text) if self._cells.get(one.name) is None]
        for label, owner in owners.of_all(labels):
            known = None if owner else self._cased.get(label.name)
            species_of, name = known[:2] if known else (owner, f"{owner} {label.name}".strip())
            yield Named(label.start, label.end, name, species_of, BY_CONTEXT_SURE)

    def _viruses(self, text: str) -> Iterator[Named]:
        for virus in find_viruses(text):
            yield Named(virus.start, virus.end, virus.name, virus.species, virus.confidence)
        for phage in phages(text):
            yield Named(phage.start, phage.end, phage.name, confidence=0.85)

    def _with_strains(self, text: str, one: Species) -> Iterator[Named]:
        """Yield a species, or the strain of it that is named behind it, and those that follow."""
        labels = list(behind(text, one.end, is_latin=one.is_latin)) if one.is_species else []
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
                carried = LYSOGEN.match(text, cased.end)
                suffix = carried[0].replace(" ", "") if carried else ""
                yield Named(cased.start, cased.end + len(suffix), name + suffix, species)
        for one in altered(text):
            name = f"{one.species} {one.name}"
            yield Named(one.start, one.end, name, one.species, one.confidence)

    def _in_columns(self, document: Document, species: Sequence[Species]) -> Iterator[Named]:
        """Yield what only the title of its column makes a strain or a species."""
        for cell in in_columns(document):
            first = bisect_left(species, cell.start, key=lambda one: one.start)
            inside = species[first] if first < len(species) else None
            if inside is not None and inside.start == cell.start and inside.end <= cell.end:
                rest = " ".join(document.text[inside.end : cell.end].split())
                of = inside.name if rest else ""
                yield Named(cell.start, cell.end, f"{inside.name} {rest}".strip(), of, 0.85)
            elif (inside is None or inside.start >= cell.end) and not self._cells.get(cell.name):
                of = _owner_of(document, cell)
                yield Named(cell.start, cell.end, f"{of} {cell.name}".strip(), of, 0.75)


def _owner_of(document: Document, cell: InColumn) -> str:
    """Return the species of a strain that a column names; empty where nothing tells it."""
    if not cell.is_strain or cell.name.startswith("Phage "):
        return ""
    return owner_in_title(cell.title) or owner_by_kind(document, cell.title)


def _is_said(text: str, spelling: str, species: str) -> bool:
    """Tell whether a name that other things have too is that of a strain in a text."""
    if spelling not in BY_CONTEXT:
        return True
    genus, _, epithet = species.partition(" ")
    return genus in text or f"{genus[0]}. {epithet}" in text


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
