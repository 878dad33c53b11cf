"""A survey as an answer: its rows' quotes as statements, verified like any other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from aliquot.generation.verify import Verifier
from aliquot.generation.writing.written import Written
from aliquot.types import Chunk, Filter, Statement, Survey, SurveyRow

__all__ = ["Surveyed", "SurveyedAnswers"]

# Statements beside the table, which holds every row.
MAX_STATEMENTS = 10


@dataclass(frozen=True, slots=True)
class Surveyed:
    """What every document was asked, and what is shown of it.

    Attributes:
        survey: The table.
        written: The quotes of its first rows, as statements.
    """

    survey: Survey
    written: Written

    @property
    def says_something(self) -> bool:
        """Whether there is a row, or something looked for by name is nowhere."""
        return bool(self.survey.rows or self.survey.absent)

    @property
    def counts_none(self) -> bool:
        """Whether something was counted, and no document that was read holds it."""
        return self.survey.count == 0 and self.survey.coverage.read > 0


class SurveyedAnswers:
    """Answer questions that only every document answers."""

    def __init__(
        self,
        survey: Callable[[str, Filter | None], Survey],
        chunks_of: Callable[[str], Sequence[Chunk]],
        verifier: Verifier,
        unread_for_findings: Callable[[], int],
    ) -> None:
        """Take what it works with.

        Args:
            survey: Puts a question to every document that passes a filter.
            chunks_of: A document's id to its chunks.
            verifier: Holds statements against what they cite.
            unread_for_findings: How many documents' findings are not known.
        """
        self._survey = survey
        self._chunks_of = chunks_of
        self._verifier = verifier
        self._unread_for_findings = unread_for_findings

    def answer(self, question: str, where: Filter | None) -> Surveyed:
        """Return what every document says to a question.

        Args:
            question: As asked.
            where: Beside what the question itself restricts.

        Raises:
            ModelError: An embedder failed.
        """
        survey = self._survey(question, where)
        drafted = [_statement(row) for row in survey.rows[:MAX_STATEMENTS]]
        cited = {citation.document_id for one in drafted for citation in one.citations}
        chunks = {chunk.id: chunk for one in cited for chunk in self._chunks_of(one)}
        checked = [self._verifier.verify(one, chunks) for one in drafted]
        return Surveyed(
            survey,
            Written(
                tuple(one.statement for one in checked if one.passed),
                tuple(one.removed for one in checked if not one.passed),
                usage=survey.usage,
                notes=tuple(self._notes()),
            ),
        )

    def _notes(self) -> Iterator[str]:
        left = self._unread_for_findings()
        if left:
            yield f"{left} documents are not yet read for what they name: run 'aliquot sync'."


def _statement(row: SurveyRow) -> Statement:
    first = row.citations[0]
    return Statement(" ".join(first.quote.split()), (first,))
