"""Answers a language model writes, verified statement by statement.

Enters: a question and evidence. Leaves: `Written`. Read `Writer.write` from top to bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Literal

from aliquot.errors import ConfigError, ModelError
from aliquot.generation.verify import Verifier
from aliquot.generation.writing import prompts
from aliquot.generation.writing.citing import Citer
from aliquot.generation.writing.fencing import Fence, draw_key
from aliquot.generation.writing.packing import Packed, pack
from aliquot.generation.writing.requesting import Exchange
from aliquot.generation.writing.reviewing import Failed, Review
from aliquot.generation.writing.support import shared
from aliquot.generation.writing.written import Turn, Written, ignore
from aliquot.protocols import ChatModel
from aliquot.types import RemovedStatement, ScoredChunk, Statement

__all__ = ["Protocol", "Writer", "ignore"]

Protocol = Literal["auto", "schema", "marked"]

# Tokens for what stands around question and excerpts, roles included, and for the complaint that
# goes with statements sent back.
AROUND_TOKENS = 256
# A rewritten statement shares this much with the one it replaces.
SAME_STATEMENT = 0.5
NOTHING_READ = "The model wrote nothing that could be read as a statement."
SENT_BACK_FAILED = "Statements that failed could not be sent back: {}"


class Writer:
    """Write statements from evidence and verify each; safe to share between threads."""

    def __init__(
        self,
        model: ChatModel,
        verifier: Verifier,
        *,
        budget_tokens: int = 8000,
        max_statements: int = 8,
        protocol: Protocol = "auto",
        max_output_tokens: int = 1024,
        in_reading_order: bool = False,
        draw_key: Callable[[], str] = draw_key,
    ) -> None:
        """Take what it works with.

        Args:
            model: Writes.
            verifier: The gates.
            budget_tokens: The most the excerpts may take, by the model's own count; less where the
                model reads less.
            max_statements: Sentences of an answer, at most.
            protocol: `schema` for JSON, `marked` for marked-up lines, which can be streamed; `auto`
                takes JSON where the model can be held to a schema and nobody watches.
            max_output_tokens: The most the model may write at once.
            in_reading_order: Whether documents are shown as they are read; see `pack`.
            draw_key: Where the keys of fences come from.

        Raises:
            ConfigError: JSON is demanded of a model that cannot be held to a schema.
        """
        if protocol == "schema" and not model.has_schemas:
            raise ConfigError(
                f"{model.id} cannot be held to a JSON schema.",
                hint="Set the protocol to 'auto' or 'marked'.",
            )
        self._model = model
        self._verifier = verifier
        self._budget_tokens = budget_tokens
        self._max_statements = max_statements
        self._protocol = protocol
        self._max_output_tokens = max_output_tokens
        self._in_reading_order = in_reading_order
        self._draw_key = draw_key

    def write(
        self,
        question: str,
        language: str,
        evidence: Sequence[ScoredChunk],
        *,
        on_statement: Callable[[Statement], None] = ignore,
        turns: Sequence[Turn] = (),
    ) -> Written:
        """Return verified statements, and what it took to get them.

        Args:
            question: As asked.
            language: Of the question, which the statements use.
            evidence: Best first.
            on_statement: Told each statement once it has been verified, and never before.
            turns: What was said before, as (role, text), to understand the question by.

        Raises:
            ModelError: The model failed before anything was verified.
            ModelUnavailableError: The model did not answer; worth another try.
        """
        has_schema = self._has_schema(is_watched=on_statement is not ignore)
        fence = Fence(self._draw_key)
        orders = prompts.system(fence, language, most=self._max_statements, has_schema=has_schema)
        packed = self._packed(evidence, orders, question, turns)
        if not packed.pieces:
            return Written(is_refusal=True, notes=packed.notes)
        asked = prompts.request(fence, question, packed.pieces, has_schema=has_schema, turns=turns)
        exchange = Exchange(
            self._model, orders, has_schema=has_schema, max_tokens=self._max_output_tokens
        )
        citer = Citer(packed.pieces)
        review = Review(
            citer,
            self._verifier,
            packed.chunks,
            most=self._max_statements,
            on_statement=on_statement,
        )
        notes = [*packed.notes, *_take(exchange, asked, review)]
        removed, problems = _mend(exchange, fence, review, citer)
        return Written(
            statements=tuple(review.statements),
            removed=removed,
            is_refusal=review.is_refused,
            usage=exchange.usage,
            messages=exchange.messages,
            notes=(*notes, *problems, *exchange.notes),
        )

    def _has_schema(self, *, is_watched: bool) -> bool:
        if self._protocol == "auto":
            return self._model.has_schemas and not is_watched
        return self._protocol == "schema"

    def _packed(
        self,
        evidence: Sequence[ScoredChunk],
        orders: str,
        question: str,
        turns: Sequence[Turn],
    ) -> Packed:
        """Pack what the model has room for, beside what is asked and twice what it may write."""
        count, room = self._model.count_tokens, self._budget_tokens
        if self._model.context_tokens:
            said = "\n".join((orders, question, *(text for _, text in turns)))
            spent = count(said) + AROUND_TOKENS + 2 * self._max_output_tokens
            room = min(room, self._model.context_tokens - spent)
        if room <= 0:
            raise ModelError(
                f"{self._model.id} reads {self._model.context_tokens} tokens, which leaves no room "
                "for evidence.",
                hint="Give the model a longer context, or let it write fewer tokens.",
            )
        return pack(evidence, room, count, in_reading_order=self._in_reading_order)


def _mend(
    exchange: Exchange, fence: Fence, review: Review, citer: Citer
) -> tuple[tuple[RemovedStatement, ...], list[str]]:
    """Send back once what failed; return what is removed for good, and notes."""
    first = review.failed
    back = [_rejected(one, citer) for one in first if one.can_be_mended]
    if not back or review.is_over or exchange.has_failed:
        return tuple(one.verification.removed for one in first), []
    review.failed = []
    passed = len(review.statements)
    notes = []
    asked = prompts.repair(fence, back, has_schema=exchange.has_schema)
    try:
        _read(exchange, asked, review)
    except ModelError as error:
        notes.append(SENT_BACK_FAILED.format(error.message))
    rewritten = [one.text for one in review.statements[passed:]]
    rewritten += [one.draft.text for one in review.failed]
    dropped = [one for one in first if not _is_among(one, rewritten)]
    return tuple(one.verification.removed for one in (*dropped, *review.failed)), notes


def _take(exchange: Exchange, asked: str, review: Review) -> list[str]:
    """Ask for an answer; return what a reader should know.

    A model that fails after something was verified has still answered in part.
    """
    try:
        _read(exchange, asked, review)
    except ModelError as error:
        if not review.statements:
            raise
        return [f"The model stopped in the middle: {error.message}"]
    if review.statements or review.failed or review.is_refused or exchange.notes:
        return []
    return [NOTHING_READ]


def _read(exchange: Exchange, asked: str, review: Review) -> None:
    """Review what comes as it comes, and stop reading when nothing more is taken."""
    with closing(exchange.drafts(asked)) as drafts:
        for draft in drafts:
            review.take(draft)
            if review.is_over:
                return


def _rejected(failed: Failed, citer: Citer) -> prompts.Rejected:
    label, nearest = citer.nearest(failed.draft)
    reasons = tuple(map(citer.in_labels, failed.verification.removed.reasons))
    return prompts.Rejected(failed.draft.text, reasons, label, nearest)


def _is_among(failed: Failed, rewritten: Sequence[str]) -> bool:
    return any(shared(failed.draft.text, text) >= SAME_STATEMENT for text in rewritten)
