"""Questions for what changed between versions: a comparison, told as a survey of two documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from aliquot.errors import ConfigError
from aliquot.filters import both, describe
from aliquot.generation.comparing.recognising import asks_for_changes
from aliquot.generation.comparing.rows import columns_of, rows_of, summary_of
from aliquot.generation.surveying.coverage import coverage_of
from aliquot.survey.versions import compare_asked
from aliquot.types import (
    Absence,
    Chunk,
    Comparison,
    Document,
    Filter,
    Operator,
    Relation,
    Survey,
    Understanding,
    VersionComparison,
)

__all__ = ["ChangesSurvey", "Seen"]

# How the versions were held against each other.
SEARCHED = ("words",)


@dataclass(frozen=True, slots=True)
class Seen:
    """The documents that pass a filter, as much of a library as one question is put to.

    Attributes:
        where: The filter; `None` for all.
        documents_of: A filter to the documents that pass it, without text.
        document_of: An id to its document, whole.
        chunks_of: An id to its chunks in reading order.
        relations_of: An id to how its document belongs to others.
    """

    where: Filter | None
    documents_of: Callable[[Filter | None], Sequence[Document]]
    document_of: Callable[[str], Document]
    chunks_of: Callable[[str], list[Chunk]]
    relations_of: Callable[[str], list[Relation]]

    def documents(self) -> list[Document]:
        """List documents, without text and blocks."""
        return list(self.documents_of(self.where))

    def document(self, document_id: str) -> Document:
        """Return a document with its text and blocks."""
        return self.document_of(document_id)

    def chunks(self, document_id: str) -> list[Chunk]:
        """Return a document's chunks in reading order."""
        return self.chunks_of(document_id)

    def relations(self, document_id: str) -> list[Relation]:
        """Return how a document belongs to others that pass the filter too."""
        found = self.relations_of(document_id)
        ids = tuple({key for one in found for key in (one.document_id, one.other_id)})
        named = Comparison("document_id", Operator.IN, ids)
        seen = {one.id for one in self.documents_of(both(self.where, named))} if ids else set()
        return [one for one in found if {one.document_id, one.other_id} <= seen]


class ChangesSurvey:
    """Answers with what changed between versions; safe to share between threads."""

    def __init__(self, seen_through: Callable[[Filter | None], Seen]) -> None:
        """Take what gives a filter's documents."""
        self._seen_through = seen_through

    def survey(self, asked: Understanding, where: Filter | None) -> Survey | None:
        """Return the changes a question asks for; `None` where it asks for none.

        Without versions to compare the survey has no row, and its note says how to compare any two
        documents.

        Args:
            asked: The question, as it was read.
            where: What restricts the documents, beside what the question says.
        """
        changes = asks_for_changes(asked)
        if changes is None:
            return None
        try:
            found = compare_asked(self._seen_through(where), changes)
        except ConfigError as error:
            return _survey(asked, where, (), notes=(f"{error.message} {error.hint}",))
        return _survey(asked, where, found)


def _survey(
    asked: Understanding,
    where: Filter | None,
    found: Sequence[VersionComparison],
    notes: Sequence[str] = (),
) -> Survey:
    ids = {key for one in found for key in (one.old_id, one.new_id)}
    rows = rows_of(found, asked.language)
    same = (Absence(f"{one.old_name} -> {one.new_name}: changes", SEARCHED) for one in found)
    return Survey(
        question=asked.question,
        language=asked.language,
        columns=columns_of(found),
        rows=rows,
        coverage=coverage_of(len(ids), ()),
        summary=summary_of(found, asked.language),
        absent=() if rows else tuple(same),
        where=describe(where),
        notes=(*dict.fromkeys(note for one in found for note in one.notes), *notes),
    )
