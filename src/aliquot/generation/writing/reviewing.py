"""Hold each draft against its evidence, and hand on only what passes."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from aliquot.generation.verify import Verifier
from aliquot.generation.verify.steering import STEERED
from aliquot.generation.writing.citing import Citer
from aliquot.generation.writing.drafts import Draft, Refused
from aliquot.types import Chunk, Statement, Verification

__all__ = ["Failed", "Review"]


@dataclass(frozen=True, slots=True)
class Failed:
    """A draft that did not pass.

    Attributes:
        draft: As it was written.
        verification: What the gates say.
        can_be_mended: Whether its author is asked to try again: not where it follows an order of
            a document, nor where it rests on nothing, as openings and closings do.
    """

    draft: Draft
    verification: Verification
    can_be_mended: bool


class Review:
    """Take drafts in order; statements that pass are handed on at once, each only once.

    Attributes:
        statements: Those that passed, in order.
        failed: Those that did not.
    """

    def __init__(
        self,
        citer: Citer,
        verifier: Verifier,
        evidence: Mapping[str, Chunk],
        *,
        most: int,
        on_statement: Callable[[Statement], None],
    ) -> None:
        """Take what it works with.

        Args:
            citer: Gives drafts their citations.
            verifier: The gates.
            evidence: The chunks that were shown, by id.
            most: Statements that are handed on at most.
            on_statement: Told each one that has passed, and no other.
        """
        self._citer = citer
        self._verifier = verifier
        self._evidence = evidence
        self._most = most
        self._on_statement = on_statement
        self._seen: set[str] = set()
        self.statements: list[Statement] = []
        self.failed: list[Failed] = []
        self._refused: Refused | None = None

    @property
    def is_refused(self) -> bool:
        """Whether the model said that the evidence does not answer, and nothing else holds."""
        return self._refused is not None and not self.statements

    @property
    def is_over(self) -> bool:
        """Whether nothing more is taken."""
        is_final = self._refused is not None and self._refused.is_final and self.is_refused
        return is_final or len(self.statements) >= self._most

    def take(self, draft: Draft | Refused) -> None:
        """Take one draft, or a refusal, which counts where no statement holds."""
        if self.is_over:
            return
        if isinstance(draft, Refused):
            self._refused = draft
            return
        key = _key(draft.text)
        if not key or key in self._seen:
            return
        checked = self._verifier.verify(self._citer.cite(draft), self._evidence)
        if checked.passed:
            self._seen.add(key)
            self.statements.append(checked.statement)
            self._on_statement(checked.statement)
        else:
            self.failed.append(Failed(draft, checked, _can_be_mended(draft, checked)))


def _key(text: str) -> str:
    """Return what two statements that say the same in the same words share."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(filter(str.isalnum, folded))


def _can_be_mended(draft: Draft, checked: Verification) -> bool:
    is_steered = any(gate.reason == STEERED for gate in checked.statement.gates)
    rests_on_nothing = not draft.citations and not checked.statement.citations
    return not (is_steered or rests_on_nothing)
