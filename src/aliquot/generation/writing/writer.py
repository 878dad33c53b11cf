"""Answers a language model writes, verified statement by statement.

Enters: a question and evidence. Leaves: `Written`. Read `Writer.write` from top to bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from aliquot.errors import ConfigError, ModelError
from aliquot.generation.verify import Verifier
from aliquot.generation.writing import prompts
from aliquot.generation.writing.citing import Citer
from aliquot.generation.writing.fencing import Fence, draw_key
from aliquot.generation.writing.mending import mend, read_into, show_sources
from aliquot.generation.writing.packing import Packed, pack
from aliquot.generation.writing.prompts import Form
from aliquot.generation.writing.requesting import Exchange
from aliquot.generation.writing.reviewing import Review
from aliquot.generation.writing.structured import SCHEMA, plain_schema
from aliquot.generation.writing.suiting import is_small, limits_for
from aliquot.generation.writing.written import Turn, Written, ignore
from aliquot.protocols import ChatModel
from aliquot.types import ScoredChunk, Statement

__all__ = ["Protocol", "Writer", "ignore"]

Protocol = Literal["auto", "schema", "marked", "plain"]

# Tokens for what stands around question and excerpts, roles included, and for the complaint that
# goes with statements sent back.
AROUND_TOKENS = 256
NOTHING_READ = "The model wrote nothing that could be read as a statement."


class Writer:
    """Write statements from evidence and verify each; safe to share between threads."""

    def __init__(
        self,
        model: ChatModel,
        verifier: Verifier,
        *,
        budget_tokens: int | None = None,
        max_statements: int | None = None,
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
                model reads less. `None` for what suits the model.
            max_statements: Sentences of an answer, at most; `None` likewise.
            protocol: `schema` for JSON, `marked` for marked-up lines, which can be streamed,
                `plain` for JSON without quotes, which are looked up; `auto` takes `plain` for a
                small model, JSON where the model can be held to a schema and nobody watches.
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
        self._limits = limits_for(model, budget_tokens, max_statements)
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
        form = self._form(is_watched=on_statement is not ignore)
        fence = Fence(self._draw_key)
        orders = prompts.system(fence, language, most=self._limits.statements, form=form)
        packed = self._packed(evidence, orders, question, turns)
        if not packed.pieces:
            return Written(is_refusal=True, notes=packed.notes)
        asked = prompts.request(fence, question, packed.pieces, form=form, turns=turns)
        exchange = Exchange(
            self._model, orders, schema=self._schema(form), max_tokens=self._max_output_tokens
        )
        citer = Citer(packed.pieces)
        review = Review(
            citer,
            self._verifier,
            packed.chunks,
            most=self._limits.statements,
            on_statement=on_statement,
        )
        notes = [*packed.notes, *_take(exchange, asked, review)]
        if form is Form.PLAIN:
            removed = show_sources(review)
        else:
            removed, problems = mend(exchange, fence, review, citer, form=form)
            notes += problems
        return Written(
            statements=tuple(review.statements),
            removed=removed,
            is_refusal=review.is_refused,
            usage=exchange.usage,
            messages=exchange.messages,
            notes=(*notes, *exchange.notes),
        )

    def _form(self, *, is_watched: bool) -> Form:
        if self._protocol != "auto":
            return Form(self._protocol)
        if is_small(self._model):
            return Form.PLAIN
        return Form.SCHEMA if self._model.has_schemas and not is_watched else Form.MARKED

    def _schema(self, form: Form) -> Mapping[str, Any] | None:
        if form is Form.MARKED or not self._model.has_schemas:
            return None
        return SCHEMA if form is Form.SCHEMA else plain_schema(self._limits.statements)

    def _packed(
        self,
        evidence: Sequence[ScoredChunk],
        orders: str,
        question: str,
        turns: Sequence[Turn],
    ) -> Packed:
        """Pack what the model has room for, beside what is asked and twice what it may write."""
        count, room = self._model.count_tokens, self._limits.budget_tokens
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


def _take(exchange: Exchange, asked: str, review: Review) -> list[str]:
    """Ask for an answer; return what a reader should know.

    A model that fails after something was verified has still answered in part.
    """
    try:
        read_into(review, exchange, asked)
    except ModelError as error:
        if not review.statements:
            raise
        return [f"The model stopped in the middle: {error.message}"]
    if review.statements or review.failed or review.is_refused or exchange.notes:
        return []
    return [NOTHING_READ]
