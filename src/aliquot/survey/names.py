"""Questions that name things and ask of each whether it is there.

A name counts where findings know it or a sentence says it. Where findings know a name as a cell
line, a sentence that speaks of no cells does not: Vero is also a town, and CHO a formula.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from aliquot.find import Find
from aliquot.generation.surveying.absence import near_misses
from aliquot.generation.surveying.asking import Need
from aliquot.generation.surveying.merging import Merged, merge
from aliquot.generation.surveying.rows import MAX_QUOTES
from aliquot.survey.asked import Asked, empty_survey, notes_of
from aliquot.survey.quoting import DocumentRows
from aliquot.survey.searching import Searching
from aliquot.types import (
    Absence,
    Chunk,
    Citation,
    Filter,
    Finding,
    FindingKind,
    FindingRole,
    Survey,
    SurveyRow,
)

__all__ = ["NameSurvey"]

# Chunks nearest in meaning, in which what comes near to an absent name is looked for.
NEAR_CHUNKS = 10
# "HEK293T cells": what a name's thing is called behind it, and findings leave out.
GENERIC_TAIL = re.compile(r"\s+(?:cells?|cell lines?|strains?|antibod(?:y|ies)|kits?|細胞)$", re.I)
SEARCHED = ("words", "meaning")
NAME_COLUMNS = ("name", "documents", "titles")
# What sentences speak of that name things of a kind.
SPEAKING_OF = {
    FindingKind.CELL_LINE: re.compile(r"\bcells?\b|\bcultur|\btransfect|細胞|培養", re.IGNORECASE),
}


class NameSurvey:
    """Answers for each of some names; safe to share between threads."""

    def __init__(
        self,
        find: Find,
        searching: Searching,
        rows: DocumentRows,
        chunks_of: Callable[[str], Sequence[Chunk]],
        findings_of: Callable[[FindingKind | None, Filter | None], Iterable[Finding]],
    ) -> None:
        """Take what it works with.

        Args:
            find: Finds what is near in meaning.
            searching: Finds the documents that say a name.
            rows: Quotes.
            chunks_of: A document's id to its chunks in reading order.
            findings_of: A kind and a filter to findings, those of one document together.
        """
        self._find = find
        self._searching = searching
        self._rows = rows
        self._chunks_of = chunks_of
        self._findings_of = findings_of

    def survey(self, asked: Asked, *, has_findings: bool) -> Survey:
        """Return the documents of each name, and which names have none.

        Args:
            asked: The question.
            has_findings: Whether the findings of every document in scope are known.
        """
        if asked.wanted.is_of_class:
            return self._members(asked)
        rows, absent = [], []
        known, others = self._known(asked)
        speaking = _speaking(asked.wanted.names, known)
        for name in asked.wanted.names:
            row = self._row(name, asked, _found(name, known), speaking)
            if row is None:
                absent.append(self._absence(name, asked, others, has_findings=has_findings))
            else:
                rows.append(row)
        return replace(
            empty_survey(asked, NAME_COLUMNS, rows),
            universe=", ".join(asked.wanted.names),
            absent=tuple(absent),
            notes=notes_of(asked, is_by_words=True),
        )

    def _members(self, asked: Asked) -> Survey:
        """Return the members of a class that are there, those of most documents first."""
        within = self._searching.matched(asked) if asked.wanted.needs else asked.documents
        rows = []
        for name in asked.wanted.names:
            matches = self._searching.matches(Need(name, is_of_record=True), asked, least=1.0)
            cited = [
                one.citation
                for key, one in matches.items()
                if key in within and _is_written(name, one.citation.quote)
            ]
            rows += [self._name_row(name, asked, cited)] if cited else []
        rows.sort(key=lambda one: -len(one.documents))
        survey = empty_survey(asked, NAME_COLUMNS, rows)
        if asked.wanted.is_count:
            survey = replace(survey, counted="name", count=len(rows))
        absent = () if rows else tuple(Absence(one, SEARCHED[:1]) for one in asked.wanted.names)
        return replace(survey, absent=absent, notes=notes_of(asked, is_by_words=True))

    def _known(self, asked: Asked) -> tuple[Mapping[str, Merged], Sequence[str]]:
        """Return what findings of any kind know of the names, by spelling without case.

        Beside it stand the forms of all things that findings name in scope. What is not asked for
        is not held: a library's findings are many times its documents.
        """
        wanted = {form for name in asked.wanted.names for form in _forms(name)}
        forms: dict[str, str] = {}
        meant = set()
        for one in filter(_is_named, self._findings_of(None, asked.where)):
            forms.setdefault(one.normalised.casefold(), one.normalised)
            if not wanted.isdisjoint((one.normalised.casefold(), one.value.casefold())):
                meant.add(one.normalised.casefold())
        known: dict[str, Merged] = {}
        found = self._findings_of(None, asked.where) if meant else ()
        for thing in merge(one for one in found if one.normalised.casefold() in meant):
            if thing.role not in (FindingRole.CITED, FindingRole.EXCLUDED):
                for spelling in (thing.name, *thing.spellings):
                    known.setdefault(spelling.casefold(), thing)
        return known, tuple(forms.values())

    def _row(
        self, name: str, asked: Asked, found: Merged | None, speaking: re.Pattern[str] | None
    ) -> SurveyRow | None:
        """Return the documents of a name; `None` where there are none.

        Args:
            name: As asked.
            asked: The question.
            found: What findings know of it.
            speaking: What a sentence has to speak of to name it; `None` for anything.
        """
        matches = self._searching.matches(Need(name, is_use=True), asked, least=1.0)
        citations = [
            one.citation
            for one in matches.values()
            if speaking is None or speaking.search(one.citation.quote)
        ]
        if found is not None:
            said = {one.document_id for one in citations}
            left = [one for one in found.by_document if one not in said]
            for one in left:
                citations += self._rows.quotes(found, {one: self._chunks_of(one)})
        if not citations:
            return None
        merged = () if found is None or not found.others else (found.shown, *found.others)
        return replace(self._name_row(name, asked, citations), merged=merged)

    @staticmethod
    def _name_row(name: str, asked: Asked, citations: Sequence[Citation]) -> SurveyRow:
        documents = tuple(dict.fromkeys(one.document_id for one in citations))
        titles = "; ".join(
            asked.documents[one].title if one in asked.documents else one
            for one in documents[:MAX_QUOTES]
        )
        values = {"name": name, "documents": str(len(documents)), "titles": titles}
        return SurveyRow(values, tuple(citations[:MAX_QUOTES]), documents)

    def _absence(
        self, name: str, asked: Asked, others: Sequence[str], *, has_findings: bool
    ) -> Absence:
        """Return an absence, after meaning was searched too, with what comes near."""
        ranking = self._find.found(name, NEAR_CHUNKS, asked.where, is_literal=True).ranking
        texts = [one.chunk.text for one in ranking if not one.chunk.is_reference]
        searched = ("findings", *SEARCHED) if has_findings else SEARCHED
        return Absence(name, searched, near_misses(name, texts, others))


def _is_written(name: str, quote: str) -> bool:
    """Tell whether a quote has a name as it is written: STAR is no star."""
    is_plain = name[1:].islower()
    pattern = rf"(?<![A-Za-z]){re.escape(name)}(?:s|es)?(?![A-Za-z])"
    text = " ".join(quote.split())
    return re.search(pattern, text, re.IGNORECASE if is_plain else 0) is not None


def _forms(name: str) -> tuple[str, str]:
    """Return a name without case, with and without what its thing is called."""
    return name.casefold(), GENERIC_TAIL.sub("", name).casefold()


def _is_named(finding: Finding) -> bool:
    return finding.role not in (FindingRole.CITED, FindingRole.EXCLUDED)


def _found(name: str, known: Mapping[str, Merged]) -> Merged | None:
    """Return what findings know of a name."""
    return next((known[form] for form in _forms(name) if form in known), None)


def _speaking(names: Sequence[str], known: Mapping[str, Merged]) -> re.Pattern[str] | None:
    """Return what a sentence has to speak of, where findings know what kind of things names are."""
    found = [one for one in (_found(name, known) for name in names) if one is not None]
    kinds = {finding.kind for one in found for of in one.by_document.values() for finding in of[:1]}
    return next((SPEAKING_OF[one] for one in kinds if one in SPEAKING_OF), None)
