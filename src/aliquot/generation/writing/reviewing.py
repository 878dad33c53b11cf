"""Hold each draft against its evidence, and hand on only what passes."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from aliquot.generation.instructions import addresses_model, paragraph_at
from aliquot.generation.verify import Verifier
from aliquot.generation.writing.citing import Citer
from aliquot.generation.writing.drafts import Draft, Refused
from aliquot.types import Chunk, Citation, Gate, GateResult, Span, Statement, Verification

__all__ = ["Failed", "Review"]

# Doubt about a citation whose chunk holds words for a model elsewhere.
STEERING = "addresses_model"
STEERED = "the quote is an instruction to whoever reads the document, and no evidence"


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
        checked = self._verify(self._citer.cite(draft))
        if checked.passed:
            self._seen.add(key)
            self.statements.append(checked.statement)
            self._on_statement(checked.statement)
        else:
            self.failed.append(Failed(draft, checked, _can_be_mended(draft, checked)))

    def _verify(self, statement: Statement) -> Verification:
        checked = self._verifier.verify(statement, self._evidence)
        if not checked.passed:
            return checked
        cited = checked.statement.citations
        if addresses_model(statement.text) or any(map(self._steers, cited)):
            barred = GateResult(Gate.EVIDENCE, False, STEERED)
            gates = (barred, *(g for g in checked.statement.gates if g.gate != Gate.EVIDENCE))
            unproved = tuple(replace(one, verified=False) for one in cited)
            return Verification(replace(checked.statement, citations=unproved, gates=gates))
        doubted = tuple(map(self._doubted, cited))
        return Verification(replace(checked.statement, citations=doubted))

    def _steers(self, citation: Citation) -> bool:
        """Tell whether the paragraph a quote stands in addresses a model."""
        chunk = self._evidence[citation.chunk_id]
        start = citation.span.start - chunk.span.start
        span = Span(start, start + len(citation.span))
        return addresses_model(paragraph_at(chunk.text, span))

    def _doubted(self, citation: Citation) -> Citation:
        if not addresses_model(self._evidence[citation.chunk_id].text):
            return citation
        return replace(citation, flags=citation.flags | {STEERING})


def _key(text: str) -> str:
    """Return what two statements that say the same in the same words share."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(filter(str.isalnum, folded))


def _can_be_mended(draft: Draft, checked: Verification) -> bool:
    is_steered = any(gate.reason == STEERED for gate in checked.statement.gates)
    rests_on_nothing = not draft.citations and not checked.statement.citations
    return not (is_steered or rests_on_nothing)
