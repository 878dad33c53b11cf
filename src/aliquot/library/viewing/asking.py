"""Questions put to what one person may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from aliquot.library.comparing import compare
from aliquot.library.viewing.reading import Reading
from aliquot.protocols import Progress, silent
from aliquot.types import (
    Answer,
    Filter,
    ScoredChunk,
    Statement,
    Survey,
    SurveyBudget,
    Understanding,
    Verdict,
    VersionComparison,
)

__all__ = ["Asking"]


class Asking(Reading):
    """What one person may ask of a library."""

    def search(
        self, question: str, k: int | None = None, where: Filter | str | None = None, **how: Any
    ) -> list[ScoredChunk]:
        """Return the best `k` chunks for a question; see `Library.search`."""
        found = self.library.search(question, k, self._narrowed(where), **how)
        return self._shown(found)

    def understand(self, question: str, *, literal: bool = False) -> Understanding:
        """Return how a question is read; see `Library.understand`."""
        return self.library.understand(question, literal=literal, where=self.scope)

    def ask(
        self,
        question: str,
        where: Filter | str | None = None,
        strategy: str = "auto",
        *,
        literal: bool = False,
        keep: bool = True,
    ) -> Answer:
        """Answer a question of the person's; see `Library.ask`."""
        scope = self._narrowed(where)
        answer = self.library.ask(
            question, scope, strategy, literal=literal, keep=keep, asked_by=self.owner
        )
        return self._shown(answer)

    def stream(
        self,
        question: str,
        where: Filter | str | None = None,
        strategy: str = "auto",
        *,
        literal: bool = False,
        keep: bool = True,
    ) -> Iterator[Statement | Answer]:
        """Yield statements and last the answer; see `Library.stream`."""
        scope = self._narrowed(where)
        yield from map(
            self._shown,
            self.library.stream(
                question, scope, strategy, literal=literal, keep=keep, asked_by=self.owner
            ),
        )

    def check(self, statement: str, chunk_ids: Sequence[str] | None = None) -> Verdict:
        """Hold one sentence against what the person sees; see `Library.check`."""
        self._check_chunks(chunk_ids)
        return self._shown(self.library.check(statement, chunk_ids, self.scope))

    def check_text(
        self, text: str, chunk_ids: Sequence[str] | None = None, progress: Progress = silent
    ) -> list[Verdict]:
        """Hold each sentence of a text against what the person sees; see `Library.check_text`."""
        self._check_chunks(chunk_ids)
        found = self.library.check_text(text, chunk_ids, progress, self.scope)
        return self._shown(found)

    def _check_chunks(self, chunk_ids: Sequence[str] | None) -> None:
        # A document's id stands before the mark; see chunking/identifiers.py.
        for one in chunk_ids or ():
            self._check_seen(one.partition("#")[0])

    def survey(
        self,
        question: str,
        columns: Sequence[str] | None = None,
        where: Filter | str | None = None,
        *,
        group_by: str = "",
        budget: SurveyBudget = SurveyBudget(),
        progress: Progress = silent,
    ) -> Survey:
        """Ask every document; see `Library.survey`."""
        scope = self._narrowed(where)
        found = self.library.survey(
            question, columns, scope, group_by=group_by, budget=budget, progress=progress
        )
        return self._shown(found)

    def compare(self, old_id: str, new_id: str | None = None) -> list[VersionComparison]:
        """Compare versions of a protocol the person sees; see `Library.compare`."""
        return compare(self, old_id, new_id)
