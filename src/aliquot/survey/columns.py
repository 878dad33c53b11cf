"""Columns of one document, filled by a language model: asked once for all, each value proved.

What enters: a document's chunks, a question and the columns that neither its record nor findings
fill. What leaves: values, each with the words that prove it. What cannot be proved is counted and
not shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from aliquot.errors import ModelError
from aliquot.generation.surveying.columns import (
    MAX_VALUES,
    form_of,
    orders,
    ranked,
    task,
    value_in,
)
from aliquot.generation.verify import Verifier
from aliquot.generation.verify.denials import denials_of
from aliquot.generation.verify.plain import plain, words_of
from aliquot.generation.writing import prompts
from aliquot.generation.writing.citing import Citer
from aliquot.generation.writing.drafts import Draft, Refused
from aliquot.generation.writing.fencing import Fence, draw_key
from aliquot.generation.writing.packing import Packed, pack
from aliquot.generation.writing.prompts import Form
from aliquot.generation.writing.requesting import CUT, DECLINED, Exchange
from aliquot.generation.writing.structured import SCHEMA, plain_schema
from aliquot.generation.writing.suiting import is_small, limits_for
from aliquot.generation.writing.support import shared
from aliquot.protocols import Analyser, ChatModel
from aliquot.storage.cells import Cell, DocumentCells
from aliquot.survey.matching import denies
from aliquot.types import Chunk, Citation, Gate, Statement, Verification

__all__ = ["ColumnReader", "DeclinedError", "proved"]

# Tokens of one value with its quote, and of what stands around them all.
VALUE_TOKENS = 160
REPLY_TOKENS = 200
# The most a reply may be, however many columns there are: a value or two of each are usual.
MAX_REPLY_TOKENS = 3_000
# Share of a value's weight in words and numbers that its quote holds, as the gate for words asks.
LEAST_SAID = 0.5
# What a record or form calls a line: "Secondary outcome: ...".
LABEL = re.compile(r"[\s*•-]{0,6}([^\n:：]{2,60})[:：]")
# Gates at which a value may fail together with its column's name, and not alone.
OF_THE_NAME = {Gate.WORDS, Gate.NUMBERS, Gate.IDENTIFIERS}


class DeclinedError(ModelError):
    """A model whose provider would not read one document; others it may read."""


class ColumnReader:
    """Asks a model for the columns of one document; safe to share between threads."""

    def __init__(
        self,
        model: ChatModel,
        verifier: Verifier,
        analyser: Analyser,
        *,
        budget_tokens: int | None = None,
        draw_key: Callable[[], str] = draw_key,
    ) -> None:
        """Take what it works with.

        Args:
            model: Asked.
            verifier: Holds values against their quotes.
            analyser: Tells which chunks say something of a column.
            budget_tokens: What the model is shown of a document at most, by its own count; what
                suits it unless given.
            draw_key: Where keys of fences come from.
        """
        self._model = model
        self._verifier = verifier
        self._analyser = analyser
        self._budget_tokens = limits_for(model, budget_tokens).budget_tokens
        self._draw_key = draw_key
        self._form = _form(model)

    def form(self, question: str, columns: Sequence[str]) -> str:
        """Return the digest under which what is read of a document is kept."""
        asked = f"{self._model.id} {self._form} {self._budget_tokens}"
        return form_of(question, columns, asked)

    def read(self, question: str, columns: Sequence[str], chunks: Sequence[Chunk]) -> DocumentCells:
        """Return the proved values of a document's columns.

        Args:
            question: What the table is about.
            columns: What is wanted.
            chunks: Of the document, in reading order; one without any is not asked about.

        Raises:
            ModelError: The model failed.
            DeclinedError: Its provider would not read this document.
        """
        told = [one for one in chunks if not one.is_reference]
        best = ranked(told, question, columns, self._analyser.terms)
        packed = pack(best, self._budget_tokens, self._model.count_tokens, in_reading_order=True)
        if not packed.pieces:
            return DocumentCells(is_partial=bool(packed.left_out))
        fence = Fence(self._draw_key)
        exchange = Exchange(
            self._model,
            orders(fence, self._form),
            schema=self._schema(len(columns)),
            max_tokens=min(MAX_REPLY_TOKENS, REPLY_TOKENS + VALUE_TOKENS * len(columns)),
        )
        asked = prompts.request(fence, task(question, columns), packed.pieces, form=self._form)
        drafts = list(exchange.drafts(asked))
        if DECLINED in exchange.notes:
            raise DeclinedError(DECLINED, hint="Ask in other words, or use another model.")
        cells, unproved = self._proved(drafts, columns, packed)
        return DocumentCells(
            cells=tuple(cells),
            unproved=tuple(unproved),
            is_partial=bool(packed.left_out or packed.cut),
            is_cut=CUT in exchange.notes,
            usage=exchange.usage,
        )

    def _schema(self, columns: int) -> Mapping[str, Any] | None:
        if self._form is Form.MARKED:
            return None
        return plain_schema(2 * columns) if self._form is Form.PLAIN else SCHEMA

    def _proved(
        self, drafts: Sequence[Draft | Refused], columns: Sequence[str], packed: Packed
    ) -> tuple[list[Cell], list[int]]:
        """Return the cells that are proved, and the column of each value that is not."""
        citer, chunks = Citer(packed.pieces), packed.chunks
        cells: list[Cell] = []
        unproved: list[int] = []
        for draft in drafts:
            found = value_in(draft, len(columns)) if isinstance(draft, Draft) else None
            if found is None:
                continue
            column, said = found
            citations = citer.cite(_sought(said, columns[column])).citations
            cited = proved(self._verifier, columns[column], said.text, citations, chunks)
            if cited is None:
                unproved.append(column)
            elif _is_new(cells, column, said.text):
                cells.append(Cell(column, said.text, cited.chunk_id, cited.span))
        return cells, unproved


def proved(
    verifier: Verifier,
    column: str,
    value: str,
    citations: Sequence[Citation],
    chunks: Mapping[str, Chunk],
) -> Citation | None:
    """Return the citation that proves a value of a column; `None` where none does.

    The words, numbers and names of the value have to stand in the quote. The column's name need
    not: few sentences say "temperature: 4 °C". Which way something went is judged of both
    together, and what is denied proves a value only of a column that asks for it: "not used".

    Args:
        verifier: Holds values against their quotes.
        column: Its name.
        value: What is said of it.
        citations: Where it is said to stand, each of which is tried by itself.
        chunks: By id.
    """
    may_be_denied = bool(denials_of(plain(column)) or denials_of(plain(value)))
    allowed = {Gate.NEGATION} if may_be_denied else set()
    for cited in citations:
        alone = verifier.verify(Statement(value, (cited,)), chunks)
        named = verifier.verify(Statement(f"{column}: {value}", (cited,)), chunks)
        passes = _failed(alone) <= allowed and _failed(named) <= OF_THE_NAME
        found = (alone if alone.passed else named).statement.citations[0]
        is_stated = found.verified and _says(found.quote, value)
        if is_stated and _is_of_another(column, found, chunks[found.chunk_id]):
            continue
        if passes and is_stated and (may_be_denied or not denies(found.quote, value)):
            return found
    return None


def _is_of_another(column: str, cited: Citation, chunk: Chunk) -> bool:
    """Tell whether the line of a quote is labelled as something like the column, and not it.

    A small model gave "Secondary outcome: ..." of a record as the primary outcome, 2026-11.
    """
    place = cited.span.shifted(-chunk.span.start)
    begin = chunk.text.rfind("\n", 0, place.start) + 1
    label = LABEL.match(chunk.text, begin, place.end)
    if label is None:
        return False
    named, wanted = (
        {word.stem for word in words_of(plain(text)) if word.is_content}
        for text in (label[1], column)
    )
    return bool(named & wanted and named - wanted and wanted - named)


def _says(quote: str, value: str) -> bool:
    """Tell whether a quote holds a value: the gates pass words that only tell a direction."""
    return plain(value).casefold() in plain(quote).casefold() or shared(value, quote) >= LEAST_SAID


def _failed(checked: Verification) -> set[Gate]:
    return {one.gate for one in checked.statement.gates if not one.passed}


def _sought(said: Draft, column: str) -> Draft:
    """Return what is looked for: where nothing was copied, by the column's words as well."""
    if any(quote for _, quote in said.citations):
        return said
    return replace(said, text=f"{column}: {said.text}")


def _form(model: ChatModel) -> Form:
    """Return how a model hands values over; a small one is not trusted to copy."""
    if is_small(model):
        return Form.PLAIN
    return Form.SCHEMA if model.has_schemas else Form.MARKED


def _is_new(cells: Sequence[Cell], column: int, value: str) -> bool:
    """Tell whether a column lacks a value and has room for it."""
    known = [one.value.casefold() for one in cells if one.column == column]
    return value.casefold() not in known and len(known) < MAX_VALUES
