"""The story of contexts: estimate -> ask -> keep -> embed -> place -> index.

A context is one or two sentences a language model writes about a chunk's place in its document. It
is searched with the chunk and is no part of what the document says. Read `Contextualiser.write`
from top to bottom. Each context is kept as it comes: a run that ends anywhere asks nothing twice.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from aliquot.chunking.context import (
    CONTEXT_SYSTEM,
    MAX_REPLY_TOKENS,
    PROMPT_VERSION,
    TYPICAL_REPLY_TOKENS,
    ContextPrompts,
    shortened,
)
from aliquot.errors import ModelError
from aliquot.protocols import ChunkRecord, Progress, ProgressEvent, TextModel, silent
from aliquot.retrieval.rewriting.replies import read_passage
from aliquot.storage.catalog import Catalog
from aliquot.storage.contexts import ContextWriter, DocumentInParts, chunk_hash
from aliquot.storage.following import Followers
from aliquot.storage.records import hash_text
from aliquot.types import ContextEstimate, ContextReport, Filter

__all__ = ["Contextualiser", "Prices", "settle_contexts"]

# Under these the ledger keeps whose contexts were placed last, and for which setting, up to which
# change and which chunk every known context is in its place.
WRITER_MARK, SETTLED_MARK = "context_writer", "settled_contexts"
# Replies in a row without a usable word after which it is the model that is at fault. They are not
# kept: another model, or the same one mended, is asked again.
MOST_SILENT = 5


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost, in one currency; `None` for unknown."""

    read: float | None = None
    written: float | None = None

    def cost(self, input_tokens: int, output_tokens: int) -> float | None:
        """Return what so many tokens cost; `None` where a price is unknown."""
        if self.read is None or self.written is None:
            return None
        return (input_tokens * self.read + output_tokens * self.written) / 1_000_000


@dataclass(frozen=True, slots=True)
class _Task:
    """A document, with what is known of its chunks' contexts.

    Attributes:
        parts: The document and its chunks.
        key: Hash of its text.
        known: Contexts by chunk hash; grows while the model writes.
    """

    parts: DocumentInParts
    key: str
    known: dict[str, str]

    @property
    def missing(self) -> list[ChunkRecord]:
        """Chunks to be asked about; of several alike the first."""
        alike = {chunk_hash(one.chunk): one for one in reversed(self.parts.records)}
        return [one for one in reversed(alike.values()) if chunk_hash(one.chunk) not in self.known]

    @property
    def misplaced(self) -> list[ChunkRecord]:
        """Chunks that are searched otherwise than with their context, with it."""
        found = []
        for one in self.parts.records:
            context = self.known.get(chunk_hash(one.chunk), one.chunk.context)
            if context != one.chunk.context:
                found.append(replace(one, chunk=replace(one.chunk, context=context)))
        return found


@dataclass(slots=True)
class _Tally:
    """What has happened so far.

    Attributes:
        written: Contexts written.
        placed: Chunks searched otherwise than before.
        embedded: Texts embedded.
        silent: Chunks nothing was written about.
        unsure: Of these the last in a row: document hash and chunk hash.
    """

    written: int = 0
    placed: int = 0
    embedded: int = 0
    silent: int = 0
    unsure: list[tuple[str, str]] = field(default_factory=list)


class Contextualiser:
    """Lets a model write what is not written yet."""

    def __init__(
        self,
        *,
        catalog: Catalog,
        followers: Followers,
        model: TextModel,
        document_tokens: int,
        prices: Prices,
        parallel: int,
        close: Callable[[], None],
    ) -> None:
        """Take what it works with.

        Args:
            catalog: The truth.
            followers: Every index to bring along.
            model: Writes.
            document_tokens: How much of a document it is shown beside a chunk.
            prices: Of the model.
            parallel: Requests sent at a time, at least 1.
            close: Releases what the model is asked through.
        """
        self._catalog = catalog
        self._followers = followers
        self._model = model
        self._document_tokens = document_tokens
        self._prices = prices
        self._parallel = parallel
        self._release = close
        self._writer = ContextWriter(model.id, PROMPT_VERSION)

    def close(self) -> None:
        """Release what the model is asked through."""
        self._release()

    def estimate(self, where: Filter | None = None) -> ContextEstimate:
        """Return what `write` would ask, asking nothing.

        Args:
            where: Which chunks; all unless given.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types.
        """
        documents = chunks = known = input_tokens = 0
        for task in self._tasks(where):
            missing = task.missing
            documents += bool(missing)
            chunks += len(missing)
            known += sum(chunk_hash(one.chunk) in task.known for one in task.parts.records)
            if missing:
                prompts = self._prompts(task)
                input_tokens += sum(prompts.input_tokens(one.chunk) for one in missing)
        output_tokens = chunks * TYPICAL_REPLY_TOKENS
        return ContextEstimate(
            model=self._model.id,
            documents=documents,
            chunks=chunks,
            known=known,
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            cost=self._prices.cost(input_tokens, output_tokens),
        )

    def write(self, where: Filter | None = None, progress: Progress = silent) -> ContextReport:
        """Ask for every context that is not known, and search chunks with all that are.

        A model that fails ends the run; what it wrote before is kept and in its place.

        Args:
            where: Which chunks; all unless given.
            progress: Told after each few chunks asked about.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types.
            StoreError: The library is locked, full or damaged; what was written stays.
            ModelError: An embedder cannot be run.
        """
        started = time.monotonic()
        tally, stopped = _Tally(), ""
        total = sum(len(task.missing) for task in self._tasks(where))
        self._catalog.ledger.set_mark(WRITER_MARK, json.dumps([self._writer.model, PROMPT_VERSION]))
        self._catalog.ledger.set_mark(SETTLED_MARK, "")
        for task in self._tasks(where):
            try:
                self._ask(task, tally, progress, total)
            except ModelError as exc:
                stopped = f"{exc.message} {exc.hint}".strip()
            placed = task.misplaced
            tally.placed += len(placed)
            tally.embedded += _place(self._catalog, self._followers, placed)
            if stopped:
                break
        self._followers.make_durable(progress)
        return ContextReport(
            written=tally.written,
            silent=tally.silent,
            placed=tally.placed,
            embedded=tally.embedded,
            stopped=stopped,
            seconds=time.monotonic() - started,
        )

    def _tasks(self, where: Filter | None) -> Iterator[_Task]:
        wanted = self._catalog.contexts.wanted(where)
        return _tasks(self._catalog, self._writer, wanted)

    def _prompts(self, task: _Task) -> ContextPrompts:
        parts = task.parts
        return ContextPrompts(parts.title, parts.text, document_tokens=self._document_tokens)

    def _ask(self, task: _Task, tally: _Tally, progress: Progress, total: int) -> None:
        """Ask about each chunk of a document that is not known, and keep what is written.

        Raises:
            ModelError: The model failed, or writes nothing of use.
        """
        if not (missing := task.missing):
            return
        prompts = self._prompts(task)
        for start in range(0, len(missing), self._parallel):
            batch = missing[start : start + self._parallel]
            outcomes = self._outcomes([prompts.prompt(one.chunk) for one in batch])
            for one, outcome in zip(batch, outcomes, strict=True):
                if isinstance(outcome, str):
                    self._keep(task, chunk_hash(one.chunk), outcome, tally)
            done = tally.written + tally.silent
            progress(ProgressEvent("contexts", done, total, source=task.parts.title))
            _check(outcomes, tally)

    def _outcomes(self, prompts: Sequence[str]) -> list[str | ModelError]:
        """Return what the model writes for each prompt, asked side by side, or how it failed."""
        with ThreadPoolExecutor(self._parallel) as pool:
            return list(pool.map(self._outcome, prompts))

    def _outcome(self, prompt: str) -> str | ModelError:
        """Return what the model writes as it may be kept; empty where that is nothing."""
        try:
            reply = self._model.complete(prompt, system=CONTEXT_SYSTEM, max_tokens=MAX_REPLY_TOKENS)
        except ModelError as exc:
            # Not raised yet: what was written beside it is paid for, and kept first.
            return exc
        return shortened(read_passage(reply))

    def _keep(self, task: _Task, key: str, context: str, tally: _Tally) -> None:
        """Keep a context; silence only once the model has proved to write at all."""
        task.known[key] = context
        if not context:
            tally.silent += 1
            tally.unsure.append((task.key, key))
            return
        tally.written += 1
        for document_key, silent_key in tally.unsure:
            self._catalog.contexts.keep(self._writer, document_key, silent_key, "")
        tally.unsure.clear()
        self._catalog.contexts.keep(self._writer, task.key, key, context)


def _check(outcomes: Sequence[str | ModelError], tally: _Tally) -> None:
    """Let the run go on, or end it.

    Raises:
        ModelError: The model failed, or was silent too often in a row.
    """
    for outcome in outcomes:
        if isinstance(outcome, ModelError):
            raise outcome
    if len(tally.unsure) >= MOST_SILENT:
        raise ModelError(
            f"The language model wrote nothing of use {len(tally.unsure)} times in a row.",
            hint="Name another under [model]; one that reasons first needs too many words.",
        )


def settle_contexts(catalog: Catalog, followers: Followers, *, is_on: bool) -> int:
    """Search chunks with the contexts known of them, or with none; return how many changed.

    No model is asked. Only chunks that came since the last time are looked at, unless it was for
    the other setting.

    Args:
        catalog: The truth.
        followers: Every index to bring along.
        is_on: Whether chunks are to be searched with contexts.
    """
    ledger = catalog.ledger
    writer = ledger.mark(WRITER_MARK)
    if not writer:
        return 0
    was_on, sequence, last_key = json.loads(ledger.mark(SETTLED_MARK) or "[null, -1, 0]")
    if [was_on, sequence] == [is_on, catalog.sequence]:
        return 0
    above = last_key if was_on == is_on else 0
    groups = _plain_again(catalog, above)
    if is_on:
        wanted = catalog.contexts.wanted(is_plain=True, above=above)
        tasks = _tasks(catalog, ContextWriter(*json.loads(writer)), wanted)
        groups = (task.misplaced for task in tasks)
    changed = 0
    for records in groups:
        _place(catalog, followers, records)
        changed += len(records)
    if changed:
        followers.make_durable()
    ledger.set_mark(SETTLED_MARK, json.dumps([is_on, catalog.sequence, catalog.contexts.last_key]))
    return changed


def _plain_again(catalog: Catalog, above: int) -> Iterator[Sequence[ChunkRecord]]:
    """Yield the chunks of each document that are searched with contexts, without them."""
    for document_id, keys in catalog.contexts.placed(above=above).items():
        records = catalog.contexts.document(document_id, keys).records
        yield [replace(one, chunk=replace(one.chunk, context="")) for one in records]


def _tasks(
    catalog: Catalog, writer: ContextWriter, wanted: Mapping[str, Sequence[int]]
) -> Iterator[_Task]:
    for document_id, keys in wanted.items():
        parts = catalog.contexts.document(document_id, keys)
        key = hash_text(parts.text)
        hashes = [chunk_hash(one.chunk) for one in parts.records]
        yield _Task(parts, key, catalog.contexts.known(writer, key, hashes))


def _place(catalog: Catalog, followers: Followers, records: Sequence[ChunkRecord]) -> int:
    """Embed what is new and put chunks in place; return how many texts were embedded.

    In this order: a chunk is found by its former vector until it has the new one.
    """
    embedded = followers.encode([one.chunk.embedded_text for one in records])
    catalog.contexts.place(records)
    return embedded
