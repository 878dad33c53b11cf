"""Organisms and strains, in English and Japanese: by vocabulary, and by the form of their names.

A strain is a finding of its own, with its species among the details. The animal an antibody or a
serum comes from is no organism of the document, nor is a human that is no material.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from aliquot.findings.binomials import Binomial, find_binomials
from aliquot.findings.places import found
from aliquot.findings.virus_names import find_viruses
from aliquot.findings.vocabularies import words
from aliquot.findings.vocabularies.matching import Names
from aliquot.findings.vocabularies.organisms import (
    BACTERIAL_STRAINS,
    BOUND_NAMES,
    COMMON_NAMES,
    JAPANESE_NAMES,
    RODENT_STRAINS,
)
from aliquot.findings.vocabularies.registries import COLLECTIONS
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
# "Enterococcus faecalis ATCC 29212", "F. graminearum (MTCC, 1893)", "strain AbSK-17", "NKDHV8".
STRAIN_AFTER = re.compile(
    rf"(?:\sL(?:inn)?\.)?[\s(,]{{0,3}}(?P<strain>(?:(?:{COLLECTIONS})[\s:,#-]{{0,2}}(?:No\.?\s)?(?P<number>[A-Z-]{{0,5}}\d[\w-]*))"
    r"|(?:(?:strain|isolate|str\.|variety|var\.|cv\.?|cultivar|ecotype)\s(?P<cultivar>[A-Z][\w-]+(?:\s[A-Z][a-z]+)?(?=\)|,))|(?:strain|isolate|str\.)\s(?P<named>[A-Z][\w-]*\d[\w-]*|[A-Z]{2,}[\w-]*))"
    r"|(?P<code>(?=[A-Z]*\d?[A-Z0-9]*\d)[A-Z]{2,6}-?[A-Z]{0,3}\d{1,5}[A-Z]?(?![\w.])))"
)
ACCESSION = re.compile(r"[A-Z]{1,2}_?\d{5,8}")
# "RNase L−/− mice".
KNOCKOUT = re.compile(
    r"\b(?P<gene>[A-Z]\w{1,9}(?:\s[A-Z]\d?)?)\s?[−–-]/[−–-]\s(?P<animal>mice|mouse|rats?)\b"
)
BACTERIAL_SPECIES = "Escherichia coli"
SURE = 0.95


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
        self._bacteria = Names(dict(zip(BACTERIAL_STRAINS, BACTERIAL_STRAINS, strict=True)),
                               has_plurals=False)  # fmt: skip

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield organisms in reading order.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        for one in _apart(self._found_in(document.text)):
            finding = found(
                document, chunks, FindingKind.ORGANISM, one.start, one.end, normalised=one.name,
                details={"species": one.species} if one.species else {},
                extractor=f"{self.name}/{self.version}", confidence=one.confidence,
            )  # fmt: skip
            if finding is not None:
                yield finding

    def _found_in(self, text: str) -> Iterator[Named]:
        for virus in find_viruses(text):
            yield Named(virus.start, virus.end, virus.name, virus.species, virus.confidence)
        for binomial in find_binomials(text):
            yield from self._with_strain(text, binomial)
        for strain in self._strains.find(text):
            species, name = strain.entry
            if not text[strain.start : strain.end].islower() or "/" in name or " " in name:
                yield Named(strain.start, strain.end, name, species)
        for bacterium in self._bacteria.find(text):
            if _is_same_case(text[bacterium.start : bacterium.end], bacterium.entry):
                name = f"{BACTERIAL_SPECIES} {bacterium.entry}"
                yield Named(bacterium.start, bacterium.end, name, BACTERIAL_SPECIES)
        for common in self._common.find(text):
            if not _is_bound(text, common.start, common.end):
                yield Named(common.start, common.end, common.entry)
        for match in KNOCKOUT.finditer(text):
            species = self._common.get(match["animal"]) or match["animal"]
            yield Named(match.start(), match.end(), f"{species} {match['gene']}-/-", species)
        for pattern in (HUMAN, HUMAN_ALONE):
            for match in pattern.finditer(text):
                if not _is_bound(text, match.start(), match.end()):
                    yield Named(match.start(), match.end(), "Homo sapiens", confidence=0.9)

    def _with_strain(self, text: str, one: Binomial) -> Iterator[Named]:
        """Yield a species, or the strain of it that is named behind it."""
        name = self._common.get(one.name) or one.name if one.epithet else one.name
        strain = STRAIN_AFTER.match(text, one.end) if one.epithet else None
        code = strain and (strain["code"] or strain["named"])
        if strain is None or (code and ACCESSION.fullmatch(code)):
            yield Named(one.start, one.end, name, confidence=one.confidence)
            return
        label = re.sub(
            r"^(?:strain|isolate|str\.|variety|var\.|cv\.?|cultivar|ecotype)\s",
            "",
            strain["strain"],
        )
        label = " ".join(re.sub(r"[,:#]", " ", label).split())
        yield Named(one.start, strain.end("strain"), f"{name} {label}", name, one.confidence)


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
    """Tell whether letters have the case of the name: TOP10, and not "Top 10"."""
    return re.sub(r"[\s-]", "", written) in (re.sub(r"[\s-]", "", name), name)


def _apart(named: Iterable[Named]) -> Iterator[Named]:
    """Yield in order what does not overlap, of two that do the longer."""
    end = -1
    for one in sorted(named, key=lambda one: (one.start, -one.end)):
        if one.start >= end:
            end = one.end
            yield one
