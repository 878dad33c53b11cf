"""A question with what it is put to, and a survey before anything was found.

Everything here is pure: documents that were not read are accounted, and what a reader should know
of how rows came about is noted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from aliquot.filters import describe
from aliquot.generation.surveying.asking import SurveyQuestion
from aliquot.generation.surveying.coverage import coverage_of
from aliquot.generation.surveying.value_questions import ValueQuestion
from aliquot.protocols import Scope
from aliquot.types import (
    Coverage,
    Document,
    DocumentState,
    DocumentStatus,
    Filter,
    Scoped,
    Survey,
    SurveyRow,
)

__all__ = [
    "Asked",
    "InScope",
    "Left",
    "empty_survey",
    "in_scope",
    "is_unread",
    "notes_of",
    "unread",
    "with_findings",
    "without",
]

NO_TEXT = (DocumentStatus.NEEDS_OCR,)
UNREADABLE = (DocumentStatus.ENCRYPTED, DocumentStatus.FAILED)

# Documents that were not read, or not to their end, by id: what became of each, and why.
Left = Mapping[str, tuple[DocumentState, str]]


@dataclass(frozen=True, slots=True)
class InScope:
    """A document that is asked, as it is held: a record is fifty times this, and all are held.

    Attributes:
        id: Of the document.
        title: As it states it.
        source: Its path.
    """

    id: str
    title: str
    source: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what it is put to.

    Attributes:
        wanted: What it asks of every document.
        where: What its documents are chosen by.
        scope: Their chunks; `None` for all.
        documents: Those that were read, by id.
        coverage: What became of all.
        grouped_by: What its rows are also told by; empty for nothing.
        values: Which values it asks for, if any.
        is_compared: Whether it asks what differs between documents.
    """

    wanted: SurveyQuestion
    where: Filter | None
    scope: Scope | None
    documents: Mapping[str, InScope]
    coverage: Coverage
    grouped_by: str = ""
    values: ValueQuestion | None = None
    is_compared: bool = False


def empty_survey(asked: Asked, columns: tuple[str, ...], rows: Sequence[SurveyRow] = ()) -> Survey:
    """Return a survey of a question with its coverage and its filter.

    Args:
        asked: The question.
        columns: Of its table.
        rows: That are known already.
    """
    understood = asked.wanted.asked
    return Survey(
        question=understood.question,
        language=understood.language,
        columns=columns,
        rows=tuple(rows),
        coverage=asked.coverage,
        where=describe(asked.where),
    )


def notes_of(asked: Asked, *, is_by_words: bool, unproved: int = 0) -> tuple[str, ...]:
    """Return what a reader should know of how rows came about.

    Args:
        asked: The question.
        is_by_words: Whether documents were searched for words.
        unproved: Documents that pass the filter, of which nothing could be quoted.
    """
    notes = []
    if is_by_words:
        wanted = asked.wanted
        needs = (*wanted.needs, *wanted.also, *wanted.lacks)
        looked_for = wanted.names or tuple(one.text for one in needs)
        notes.append(f"searched in every document for: {' | '.join(looked_for)}")
        notes += [
            f"also searched for {one.name}: {', '.join(one.others)} ({one.reason})"
            for one in wanted.asked.expansions
        ]
    if unproved:
        notes.append(f"{unproved} documents pass the filter and hold nothing to quote")
    return tuple(notes)


def is_unread(document: Document) -> bool:
    """Tell whether a document has no text that could be read."""
    return document.status in (*NO_TEXT, *UNREADABLE)


def in_scope(document: Document) -> InScope:
    """Return what is held of a document."""
    source = document.source.path if document.source else document.id
    return InScope(document.id, document.title, source)


def unread(document: Document) -> Scoped:
    """Return a document that could not be read, with the reason."""
    state = DocumentState.NO_TEXT if document.status in NO_TEXT else DocumentState.FAILED
    return _scoped(in_scope(document), state, "; ".join(document.warnings))


def without(asked: Asked, left: Left) -> Asked:
    """Return a question without documents that were not read to their end, which are accounted.

    Args:
        asked: The question.
        left: Those documents. Of others nothing is said.
    """
    mine = {key: why for key, why in left.items() if key in asked.documents}
    if not mine:
        return asked
    others = [_scoped(asked.documents[key], state, why) for key, (state, why) in mine.items()]
    coverage = coverage_of(asked.coverage.read - len(mine), (*asked.coverage.unread, *others))
    documents = {key: one for key, one in asked.documents.items() if key not in mine}
    return replace(asked, documents=documents, coverage=coverage)


def with_findings(asked: Asked, left: Left) -> Asked:
    """Return a question put only to the documents whose findings are known.

    A document that could be read in part is asked too, and does not count as read.

    Args:
        asked: The question.
        left: Documents whose findings are not known, or not all of them (then `FAILED`).
    """
    accounted = without(asked, left)
    unknown = {one for one, (state, _) in left.items() if state is DocumentState.SKIPPED}
    documents = {key: one for key, one in asked.documents.items() if key not in unknown}
    return replace(accounted, documents=documents)


def _scoped(document: InScope, state: DocumentState, reason: str) -> Scoped:
    return Scoped(document.source, state, document.id, document.title, reason)
