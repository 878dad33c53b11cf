"""Read a question: its intent, its restrictions, its quotations, and what is left to search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date

from aliquot.analysis.understanding.intent import intent_of
from aliquot.analysis.understanding.looking_into import find_looked_into
from aliquot.analysis.understanding.requests import find_request
from aliquot.analysis.understanding.restriction import (
    Known,
    Question,
    Request,
    Restriction,
    equals,
    restricts,
)
from aliquot.analysis.understanding.spoken.ages import read_ages
from aliquot.analysis.understanding.spoken.authors import read_authors
from aliquot.analysis.understanding.spoken.dates import read_dates
from aliquot.analysis.understanding.spoken.documents import (
    read_collections,
    read_journals,
    read_numbers,
    read_sections,
)
from aliquot.analysis.understanding.spoken.kinds import read_kinds
from aliquot.analysis.understanding.spoken.phases import read_phases
from aliquot.analysis.understanding.spoken.registry import read_registry
from aliquot.analysis.understanding.subject import subject_of
from aliquot.types import SpokenFilter, Understanding

__all__ = ["understand"]

# Where two rules claim the same words, the earlier one has them.
_READERS: Sequence[Callable[[Question], Iterator[Restriction]]] = (
    read_numbers,
    read_authors,
    read_journals,
    read_collections,
    read_phases,
    read_dates,
    read_ages,
    read_registry,
    read_sections,
    read_kinds,
)
_QUOTED = re.compile(r"\"([^\"]+)\"|“([^”]+)”|「([^」]+)」|『([^』]+)』")
# A longer text is a document pasted in, and its years and phases restrict nothing.
_MAX_CHARS = 1000


def understand(
    question: str, language: str, *, known: Known, today: date | None = None
) -> Understanding:
    """Read what a question asks for and where it says to look.

    Args:
        question: As it was asked.
        language: ISO 639-1 code of the question.
        known: Tells whether any document passes a filter; asked about names, numbers and titles.
        today: What "the last five years" counts from; today where not given.
    """
    today = today or date.today()
    request, restrictions = _restrictions(question, language, known, today)
    head_end = request.end if request is not None and not request.is_looked_into else 0
    return Understanding(
        question=question,
        language=language,
        intent=intent_of(question, language),
        spoken=tuple(
            SpokenFilter(question[one.start : one.end], one.start, one.end, one.where)
            for one in restrictions
        ),
        subject=subject_of(question, restrictions, head_end=head_end, language=language),
        phrases=tuple(
            next(filter(None, found.groups())).strip() for found in _QUOTED.finditer(question)
        ),
    )


def _restrictions(
    question: str, language: str, known: Known, today: date
) -> tuple[Request | None, list[Restriction]]:
    """Return the documents asked for or looked into, and what restricts them."""
    if len(question) > _MAX_CHARS:
        return None, []
    request = find_request(question, language)
    found = _read(Question(question, request, known, today))
    looked_into = find_looked_into(question, language)
    if request is None and looked_into is not None and not _says_which(found):
        more = _read(Question(question, looked_into, known, today))
        if _restrict(more, "year"):
            request, found = looked_into, more
    if not found or _is_title(question, known):
        return request, []
    is_kind_alone = all(one.is_kept for one in found)
    if request is not None and request.is_title_like and is_kind_alone:
        return request, []
    return request, found


def _read(asked: Question) -> list[Restriction]:
    """Return what the rules find, in the order of the words."""
    found: list[Restriction] = []
    for read in _READERS:
        for one in read(asked):
            if _is_free(one, found) and not _is_quoted(asked.text, one):
                found.append(one)
    return sorted(found, key=lambda one: (one.start, one.end))


def _says_which(found: Sequence[Restriction]) -> bool:
    """Tell whether it is said whose documents, or of which kind, and of which year."""
    return _restrict(found, "year") and (_restrict(found, "kind") or _restrict(found, "authors"))


def _restrict(found: Sequence[Restriction], field: str) -> bool:
    return any(restricts(one.where, field) for one in found)


def _is_free(one: Restriction, found: Sequence[Restriction]) -> bool:
    """Tell whether no earlier rule has the words; modifiers stand inside the kind's own."""
    return one.is_kept or not any(
        one.start < other.end and other.start < one.end for other in found if not other.is_kept
    )


def _is_quoted(question: str, one: Restriction) -> bool:
    return any(
        found.start() < one.start and one.end < found.end() for found in _QUOTED.finditer(question)
    )


def _is_title(question: str, known: Known) -> bool:
    """Tell whether the question is a title of the library: it restricts nothing, it names."""
    bare = " ".join(question.split())
    return any(known(equals("title", one)) for one in dict.fromkeys((bare, bare.rstrip("?."))))
