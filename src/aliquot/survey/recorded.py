"""Questions whose rows are values of a record's field: organisms of entries, diseases of trials."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice

from aliquot.filters import both
from aliquot.generation.surveying.rows import MAX_QUOTES, shown
from aliquot.survey.asked import Asked, empty_survey, notes_of
from aliquot.survey.matching import Matcher
from aliquot.survey.quoting import RECORD_CHUNKS
from aliquot.survey.searching import Searching
from aliquot.types import Chunk, Comparison, Document, Filter, Operator, Survey, SurveyRow

__all__ = ["RecordSurvey"]


class RecordSurvey:
    """Answers with what records state in one field; safe to share between threads."""

    def __init__(
        self,
        searching: Searching,
        matcher: Matcher,
        chunks_of: Callable[[str], Sequence[Chunk]],
        documents_of: Callable[[Filter | None], Iterable[Document]],
    ) -> None:
        """Take what it works with.

        Args:
            searching: Finds the documents they are asked for in.
            matcher: Quotes.
            chunks_of: A document's id to its chunks in reading order.
            documents_of: A filter to the documents that pass it, by id, few at a time.
        """
        self._searching = searching
        self._matcher = matcher
        self._chunks_of = chunks_of
        self._documents_of = documents_of

    def survey(self, asked: Asked, field: str) -> Survey:
        """Return one row a value of a field, that of most documents first.

        Args:
            asked: The question.
            field: Of the records.
        """
        within = self._searching.matched(asked) if asked.wanted.needs else asked.documents
        stating = both(asked.where, Comparison(field, Operator.EXISTS))
        by_value: dict[str, tuple[str, list[str]]] = {}
        for document in self._documents_of(stating):
            if document.id in within and document.id in asked.documents:
                stated = document.fields.get(field)
                for value in stated if isinstance(stated, tuple) else (stated,):
                    name = shown(value)
                    by_value.setdefault(name.casefold(), (name, []))[1].append(document.id)
        told = sorted(by_value.values(), key=lambda one: (-len(one[1]), one[0].casefold()))
        rows = [row for name, ids in told if (row := self._row(field, name, ids)) is not None]
        survey = empty_survey(asked, (field, "documents"), rows)
        survey = replace(survey, notes=notes_of(asked, is_by_words=bool(asked.wanted.needs)))
        if asked.wanted.is_count:
            return replace(survey, counted=field, count=len(rows))
        return survey

    def _row(self, field: str, name: str, ids: Sequence[str]) -> SurveyRow | None:
        words = f"{field} {name}"
        lines = (
            self._matcher.best_line(self._chunks_of(one)[:RECORD_CHUNKS], words) for one in ids
        )
        cited = tuple(islice((one for one in lines if one is not None), MAX_QUOTES))
        values = {field: name, "documents": str(len(ids))}
        return SurveyRow(values, cited, tuple(ids)) if cited else None
