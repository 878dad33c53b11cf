"""Whose strain it is: the species a text names beside a label, or that its document is about.

What enters: a document, its species and the labels found in it. What leaves: each label with its
species, empty where nothing says it; a guess would name a strain of the wrong species.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from aliquot.findings.binomials import find_binomials
from aliquot.findings.species import Species
from aliquot.findings.strains import JOINT, Label
from aliquot.findings.vocabularies.common_names import COMMON_NAMES
from aliquot.findings.vocabularies.matching import Names
from aliquot.types import Document

__all__ = ["Owners", "owner_by_kind", "owner_in_title"]

# How far before a label its species may be named, within a sentence; behind it only "of" stands.
NEAR = 60
SENTENCE_END = re.compile(r"[.;]\s+[A-Z]|\n|\|")
BESIDE = re.compile(r"(?:\s(?:strains?|isolates?))?\s(?:of\s)?")
# Of these a document that is about one species has no others.
OF_ONE_SPECIES = re.compile(
    r"cultivar|variet|landrace|breed|genotype|accession|ecotype|品種|系統", re.IGNORECASE
)
# A shorter label says nothing without its species.
SHORTEST = 3
# So many names in quotes beside a species make the others in quotes cultivars too.
SURE_CULTIVARS = 3
COMMON: Names[str] = Names(COMMON_NAMES)


class Owners:
    """The species of a document's strains."""

    def __init__(self, document: Document, species: Sequence[Species]) -> None:
        """Take a document with its species.

        Args:
            document: Whose text the labels stand in.
            species: Of it, by their places; genera alone are left out.
        """
        self._text = document.text
        self._species = species

    def of_all(self, labels: Sequence[Label]) -> Iterator[tuple[Label, str]]:
        """Yield labels with their species; one that is told once holds for the document."""
        near = self._chained([(label, self._near(label)) for label in labels])
        told: dict[str, set[str]] = {}
        for label, owner in near:
            told.setdefault(label.name, set()).update([owner] if owner else [])
        is_of_cultivars = self._names_cultivars(labels)
        for label, owner in near:
            whole = owner or (min(told[label.name]) if len(told[label.name]) == 1 else "")
            is_sure = not label.needs_owner or is_of_cultivars or whole
            if not is_sure and not self._is_beside(label):
                continue
            if whole or len(label.name) >= SHORTEST:
                yield label, whole

    def _chained(self, near: Sequence[tuple[Label, str]]) -> list[tuple[Label, str]]:
        """Return labels with their species, which one of a list holds for the others of it."""
        chained = list(near)
        for step in (1, -1):
            order = chained[::step]
            for place, (label, owner) in enumerate(order[1:], 1):
                other, its = order[place - 1]
                first, second = sorted((other, label), key=lambda one: one.start)
                if not owner and its and JOINT.fullmatch(self._text, first.end, second.start):
                    order[place] = (label, its)
            chained = order[::step]
        return chained

    def _near(self, label: Label) -> str:
        """Return the species a sentence names before a strain, or else right behind it."""
        place = bisect_left(self._species, label.start, key=lambda one: one.start)
        if place:
            before = self._species[place - 1]
            between = self._text[before.end : label.start]
            if len(between) <= NEAR and not SENTENCE_END.search(between):
                return before.name
        if place < len(self._species):
            after = self._species[place]
            if BESIDE.fullmatch(self._text, label.end, after.start):
                return after.name
        return ""

    def _names_cultivars(self, labels: Sequence[Label]) -> bool:
        """Tell whether quotes are those of cultivars in all of a document: some surely are."""
        ranked = {one.name for one in labels if not one.needs_owner}
        quoted = [one for one in labels if one.needs_owner]
        sure = {one.name for one in quoted if one.name in ranked or self._is_beside(one)}
        return len(sure) >= SURE_CULTIVARS

    def _is_beside(self, label: Label) -> bool:
        """Tell whether a species stands right before or behind a label."""
        place = bisect_left(self._species, label.start, key=lambda one: one.start)
        beside = self._species[max(0, place - 1) : place + 1]
        return any(one.end == label.start - 1 or one.start == label.end + 1 for one in beside)


def owner_in_title(title: str) -> str:
    """Return the species or genus that the title of a column names: "Candida isolates"."""
    latin = next((one.name for one in find_binomials(title)), "")
    return latin or next((one.entry for one in COMMON.find(title)), "")


def owner_by_kind(document: Document, title: str) -> str:
    """Return the one species a document's title names, of a column of varieties or breeds."""
    if not OF_ONE_SPECIES.search(title):
        return ""
    named = {one.entry for one in COMMON.find(document.title)}
    named |= {one.name for one in find_binomials(document.title) if one.epithet}
    return named.pop() if len(named) == 1 else ""
