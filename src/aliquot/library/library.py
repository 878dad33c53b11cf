"""`Library`: fill it, search it, ask it, look after it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from aliquot.assembly import (
    cutting_of,
    make_contextualiser,
    make_ingest,
    named_models,
    parser_name,
    services_used,
)
from aliquot.config import Config
from aliquot.enrich import Contextualiser, settle_contexts
from aliquot.errors import ConfigError, IndexMismatchError, StoreError
from aliquot.filters import describe
from aliquot.generation.strategies.strategy import OnStatement
from aliquot.ingest import Ingest
from aliquot.ingest.findings import FindingsReport
from aliquot.ingest.plan import EXCLUDED, is_outdated
from aliquot.library.arguments import (
    existing,
    find_chunk,
    read_config,
    read_filter,
    read_kind,
    readable,
    spellings,
)
from aliquot.library.beside import address_of
from aliquot.library.care import Care
from aliquot.library.care.mending import drop_indexes
from aliquot.library.comparing import compare
from aliquot.library.conversing import ConversationSession
from aliquot.library.findings import (
    bring_up_to_date,
    count_findings,
    findings_in,
    is_up_to_date,
)
from aliquot.library.history import LibraryHistory
from aliquot.library.moving import EmbeddingPlan, MovePlan, Mover
from aliquot.library.parts import Parts, open_parts
from aliquot.library.receipts import every_receipt, find_receipt, total_counts
from aliquot.library.streaming import streamed
from aliquot.library.surveying import run_survey
from aliquot.library.switching import Switched
from aliquot.protocols import Progress, silent
from aliquot.retrieval.rewriting import StandaloneRewriter
from aliquot.retrieval.widening import Stretch, neighbours, whole_section
from aliquot.storage.catalog import Catalog
from aliquot.storage.history import Keeping
from aliquot.storage.ledger import LedgerEntry
from aliquot.storage.lock import writer_lock
from aliquot.types import (
    Answer,
    Chunk,
    ContextEstimate,
    ContextReport,
    Document,
    Filter,
    Finding,
    FindingKind,
    IngestReport,
    LongEstimate,
    Receipt,
    Relation,
    ScoredChunk,
    Statement,
    Survey,
    SurveyBudget,
    Understanding,
    Verdict,
    VersionComparison,
)
from aliquot.types.history import AskedWith, Explanation

__all__ = ["CONFIG_NAME", "Library"]

_log = logging.getLogger(__name__)

T = TypeVar("T")

CONFIG_NAME = "aliquot.toml"
CATALOG_NAME = "catalog.db"
INDEX_NAME = "index"

TEMPLATE = """\
# Settings of this library; what is not set here has its default ('aliquot config' shows all).

# [retrieval]
# k = 10

# [answer]
# max_statements = 3
"""


class Library:
    """Documents, found and cited.

    Use as a context manager, or call `close`. One library may be used from several threads, and
    searched by several processes while one of them writes.

    Example:
        >>> with Library.create("my-library") as library:  # doctest: +SKIP
        ...     library.add("papers/")
        ...     print(library.ask("Which buffer elutes the DNA?").text)
    """

    def __init__(self, path: Path, config: Config) -> None:
        """Open the catalog in `path`; indexes and models load when first needed.

        Prefer `Library.create` and `Library.open`.

        Raises:
            StoreError: The catalog is damaged or out of reach.
        """
        self.path = path
        self.config = config
        shared = config.catalog.url
        self.catalog = Catalog(shared) if shared else Catalog.at(path / CATALOG_NAME)
        self._opening = threading.RLock()
        self._opened: Parts | None = None
        self._retired: list[Parts] = []
        keeping = Keeping(**config.history.model_dump())
        self.history = LibraryHistory(self.catalog, config, self._embedder_ids, keeping)

    # -------------------------------------------------------------------------- opening

    @classmethod
    def create(cls, path: str | Path, config: Config | Mapping[str, Any] | None = None) -> Library:
        """Make a library in a folder, or open the one that is there.

        Args:
            path: The folder; made if missing.
            config: Settings over those of the file, as a nested mapping or whole.

        Raises:
            ConfigError: A setting is unknown or out of bounds.
            StoreError: The folder cannot be written.
        """
        folder = Path(path).expanduser().absolute()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            settings = folder / CONFIG_NAME
            if not settings.exists():
                settings.write_text(TEMPLATE, encoding="utf-8")
        except OSError as exc:
            raise StoreError(
                f"No library can be made in {folder}: {exc.strerror}.",
                hint="Choose a folder you may write to, with --library.",
            ) from exc
        return cls(folder, read_config(folder / CONFIG_NAME, config))

    @classmethod
    def open(cls, path: str | Path, config: Config | Mapping[str, Any] | None = None) -> Library:
        """Open an existing library.

        Args:
            path: Its folder.
            config: Settings over those of the file, as a nested mapping or whole.

        Raises:
            ConfigError: There is no library, or a setting is unknown or out of bounds.
            StoreError: The catalog is damaged or out of reach.
        """
        folder = Path(path).expanduser().absolute()
        if not (folder / CONFIG_NAME).exists() and not (folder / CATALOG_NAME).exists():
            raise ConfigError(
                f"There is no library in {folder}.",
                hint=f"Make one with: aliquot init {folder}",
            )
        return cls(folder, read_config(folder / CONFIG_NAME, config))

    def close(self) -> None:
        """Release indexes, threads and connections."""
        self._close_retired()
        with self._opening:
            if self._opened is not None:
                self._opened.close()
                self._opened = None
        self.catalog.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -------------------------------------------------------------------------- filling

    def add(
        self, *paths: str | Path, trust: bool = False, progress: Progress = silent
    ) -> IngestReport:
        """Bring files and folders in, and remember them for `sync`.

        What is unchanged is left alone; what is gone from a folder leaves the library.

        Args:
            *paths: Files and folders.
            trust: Whether you vouch that each file is what it says it is: none is quarantined.
            progress: Told after each source.

        Raises:
            ConfigError: A path does not exist.
            StoreError: The library is locked, full or damaged; what was committed stays.
            ModelError: An embedder cannot be run.
        """
        roots = [existing(path) for path in paths]
        with self._writing("adding files"):
            self.catalog.ledger.add_roots(str(root) for root in roots)
            return self._sync(roots, named=roots, progress=progress, trust=trust)

    def sync(self, progress: Progress = silent, *, reparse: bool = False) -> IngestReport:
        """Make the library agree with every file and folder it was given.

        Args:
            progress: Told after each source.
            reparse: Whether files an older version has read or cut, and those read in part, are
                read again; what comes out the same is not embedded again.

        Raises:
            StoreError: The library is locked, full or damaged; what was committed stays.
            ModelError: An embedder cannot be run.
        """
        with self._writing("bringing files up to date"):
            roots = [Path(root) for root in self.catalog.ledger.roots()]
            return self._sync(roots, progress=progress, reparse=reparse)

    def estimate_contexts(self, where: Filter | str | None = None) -> ContextEstimate:
        """Return what `contextualise` would ask the configured model; nothing is sent.

        Args:
            where: Which chunks, as a filter or one in words; all unless given.

        Raises:
            ConfigError: No model is named, or the filter cannot be read.
        """
        with closing(self._contextualiser) as contexts:
            return contexts.estimate(read_filter(where))

    def contextualise(
        self, where: Filter | str | None = None, progress: Progress = silent
    ) -> ContextReport:
        """Let the configured model write where chunks stand in their documents, to find them by.

        The texts of documents are sent to that model, one request a chunk that has no context yet:
        see `estimate_contexts` before.

        Args:
            where: Which chunks, as a filter or one in words; all unless given.
            progress: Told after each few chunks.

        Raises:
            ConfigError: Contexts are off, no model is named, or the filter cannot be read.
            StoreError: The library is locked, full or damaged; what was written stays.
            ModelError: An embedder cannot be run.
        """
        if not self.config.chunking.contexts:
            raise ConfigError(
                "Chunks are set to be searched without contexts.",
                hint="Put contexts = true under [chunking] in aliquot.toml.",
            )
        scope = read_filter(where)
        with self._writing("writing contexts"), closing(self._contextualiser) as contexts:
            report = contexts.write(scope, progress)
            bring_up_to_date(self.config, self.catalog, progress)
            return report

    def read_findings(self, progress: Progress = silent) -> FindingsReport:
        """Read for findings what was not read with the present version; `add` and `sync` do too.

        Args:
            progress: Told after each document.

        Raises:
            StoreError: The library is locked, full or damaged; what was read stays.
        """
        return self._read_findings(progress, self.config.ingest.wait_s)

    def _read_findings(self, progress: Progress, wait_s: float) -> FindingsReport:
        if is_up_to_date(self.config, self.catalog):
            return FindingsReport()
        with self._writing("reading for findings", wait_s):
            return bring_up_to_date(self.config, self.catalog, progress)

    def remove(self, document_id: str) -> None:
        """Take a document out; its file stays on disk and is not read again unless named.

        Raises:
            UnknownDocumentError: No document has this id.
        """
        with self._writing("removing documents"):
            self.catalog.remove_document(document_id, excluded_status=EXCLUDED)
            self._parts().followers.make_durable()

    def remove_source(self, path: str | Path) -> list[str]:
        """Forget a file or folder and every document from it; return their ids."""
        with self._writing("removing documents"):
            gone = [
                document_id
                for spelling in spellings(Path(path).expanduser().absolute())
                for document_id in self.catalog.forget_under(spelling)
            ]
            self._parts().followers.make_durable()
            return gone

    # -------------------------------------------------------------------------- reading

    def documents(self, where: Filter | str | None = None) -> list[Document]:
        """List documents, without text and blocks.

        Raises:
            ConfigError: The filter cannot be read.
        """
        return self.catalog.documents(read_filter(where))

    def document(self, document_id: str) -> Document:
        """Return a document with its text and blocks.

        Raises:
            UnknownDocumentError: No document has this id.
        """
        return self.catalog.document(document_id)

    def chunks(self, document_id: str) -> list[Chunk]:
        """Return a document's chunks in reading order."""
        return self.catalog.chunks_of(document_id)

    def around(self, chunk_id: str, before: int = 1, after: int = 1) -> list[Stretch]:
        """Return a chunk with those around it: exact slices of its document, in reading order.

        What overlaps stands once; a gap in the document begins a new stretch.

        Args:
            chunk_id: As `search` and `chunks` give it.
            before: Chunks before it.
            after: Chunks after it.

        Raises:
            ConfigError: A number is below 0.
            UnknownDocumentError: No chunk has this id.
        """
        if min(before, after) < 0:
            raise ConfigError(f"{min(before, after)} chunks around one are none to show.")
        chunk = find_chunk(self.catalog, chunk_id)
        return neighbours(chunk, self.catalog.chunks_of, before=before, after=after)

    def section_of(self, chunk_id: str) -> list[Stretch]:
        """Return the section a chunk stands in, whole: exact slices, in reading order.

        Args:
            chunk_id: As `search` and `chunks` give it.

        Raises:
            UnknownDocumentError: No chunk has this id.
        """
        return whole_section(find_chunk(self.catalog, chunk_id), self.catalog.chunks_of)

    def relations(self, document_id: str) -> list[Relation]:
        """Return how a document belongs to others: versions, preprints, notices, same work."""
        return self.catalog.relations.of(document_id)

    def findings(
        self,
        document_id: str | None = None,
        kind: FindingKind | str | None = None,
        where: Filter | str | None = None,
    ) -> Iterator[Finding]:
        """Yield what documents name, by document and in reading order; few are held at a time.

        Args:
            document_id: Of which document; of all unless given.
            kind: Of which kind, such as `cell line`; of all unless given.
            where: In which chunks, as a filter or one in words; in all unless given.

        Raises:
            ConfigError: There is no such kind, or the filter cannot be read.
            UnknownDocumentError: No document has this id.
        """
        return findings_in(self.catalog, document_id, read_kind(kind), read_filter(where))

    def receipt(self, path: str | Path) -> Receipt:
        """Return what became of a file: what was read of it, what was dropped, and why.

        Raises:
            ConfigError: The library was never given this file.
        """
        return find_receipt(self.catalog.ledger, Path(path), self._is_outdated)

    def receipts(self) -> Iterator[Receipt]:
        """Yield the receipt of every file the library knows, by path."""
        return every_receipt(self.catalog.ledger, self._is_outdated)

    def search(
        self,
        question: str,
        k: int | None = None,
        where: Filter | str | None = None,
        *,
        literal: bool = False,
    ) -> list[ScoredChunk]:
        """Return the best `k` chunks for a question.

        Args:
            question: In words; nothing in it is an operator.
            k: How many; the config's `retrieval.k` unless given.
            where: A filter, or one in words such as `kind = paper and year >= 2020`.
            literal: Whether nothing said in the question restricts what is searched: see
                `understand`.

        Raises:
            ConfigError: The question has no words, the filter cannot be read, or `k` is below 1.
            ModelError: An embedder cannot be run.
        """
        wanted = self.config.retrieval.k if k is None else k
        if wanted < 1:
            raise ConfigError(f"k is {wanted}; at least one chunk must be asked for.")
        asked, scope = readable(question), read_filter(where)
        return self._read(lambda parts: parts.ask.search(asked, wanted, scope, is_literal=literal))

    @property
    def legs(self) -> list[str]:
        """The ways of finding that are fused, by name: `lexical`, `dense:bge-small-en-v1.5`, ..."""
        return self._parts().retriever.leg_names

    def search_leg(self, leg: str, question: str, k: int) -> list[ScoredChunk]:
        """Return what one leg alone finds, in its own order: to see what each brings.

        Args:
            leg: A name in `legs`.
            question: In words; nothing in it is an operator.
            k: How many.

        Raises:
            ConfigError: There is no such leg, or the question has no words.
            ModelError: An embedder cannot be run.
        """
        if leg not in self.legs:
            raise ConfigError(f"There is no leg {leg!r}.", hint=f"Legs: {', '.join(self.legs)}.")
        asked = readable(question)
        return self._read(lambda parts: parts.ask.search_leg(leg, asked, k))

    def understand(self, question: str, *, literal: bool = False) -> Understanding:
        """Return how a question is read: restrictions said in it, and other names searched.

        Args:
            question: As asked.
            literal: Whether nothing said in it restricts what is searched.

        Raises:
            ConfigError: The question has no words.
        """
        asked = readable(question)
        return self._read(lambda parts: parts.ask.understand(asked, is_literal=literal))

    def ask(
        self,
        question: str,
        where: Filter | str | None = None,
        strategy: str = "auto",
        *,
        literal: bool = False,
        keep: bool = True,
    ) -> Answer:
        """Answer a question with cited, verified statements, or abstain with the reason.

        Args:
            question: In English or Japanese.
            where: A filter, or one in words.
            strategy: How to answer: `extract` sentences, or let the language model of `[model]`
                read the best chunks (`stuff`), each document apart (`map`), search on (`agent`) or
                read hundreds of chunks (`long`); `auto` takes what suits the question and is
                configured.
            literal: Whether nothing said in the question restricts what is searched.
            keep: Whether the question goes into the audit log, and the answer is stored.

        Raises:
            ConfigError: The question has no words, the filter cannot be read, or the strategy is
                unknown or needs a language model.
            ModelError: An embedder or the language model failed.
        """
        asked, scope = readable(question), read_filter(where)
        with self._asking(asked, scope, strategy, is_literal=literal, is_kept=keep) as kept:
            return kept(
                self._read(
                    lambda parts: parts.ask.answer(
                        asked, scope, strategy=strategy, is_literal=literal
                    )
                )
            )

    def estimate_long(
        self, question: str, where: Filter | str | None = None, *, literal: bool = False
    ) -> LongEstimate:
        """Return what the strategy `long` would read and cost for a question; nothing is sent.

        Args:
            question: As `ask` takes it.
            where: As `ask` takes it.
            literal: As `ask` takes it.

        Raises:
            ConfigError: The question has no words, or no language model is named.
            ModelError: An embedder cannot be run.
        """
        asked, scope = readable(question), read_filter(where)
        return self._read(lambda parts: parts.ask.estimate(asked, scope, is_literal=literal))

    def stream(
        self,
        question: str,
        where: Filter | str | None = None,
        strategy: str = "auto",
        *,
        literal: bool = False,
        keep: bool = True,
    ) -> Iterator[Statement | Answer]:
        """Yield each statement of an answer once it is verified, and last the whole `Answer`.

        Args:
            question: As `ask` takes it.
            where: As `ask` takes it.
            strategy: As `ask` takes it.
            literal: As `ask` takes it.
            keep: As `ask` takes it.

        Raises:
            ConfigError: As `ask` raises it.
            ModelError: An embedder or the language model failed.
        """
        asked, scope = readable(question), read_filter(where)

        def answer(tell: OnStatement) -> Answer:
            return self._read(
                lambda parts: parts.ask.answer(
                    asked, scope, strategy=strategy, is_literal=literal, on_statement=tell
                )
            )

        with self._asking(asked, scope, strategy, is_literal=literal, is_kept=keep) as kept:
            for one in streamed(answer):
                yield kept(one) if isinstance(one, Answer) else one

    def conversation(self, conversation_id: str | None = None) -> ConversationSession:
        """Begin a conversation, or go on with one: questions may refer to those before.

        Args:
            conversation_id: Which to go on with; a new one unless given.

        Raises:
            UnknownDocumentError: No conversation has this id.
        """
        kept = self.catalog.history.conversations
        begun = kept.new() if conversation_id is None else kept.get(conversation_id)
        return ConversationSession(self, begun, self.catalog.history, self._standalone_rewriter)

    def explain(self, answer_id: str) -> Explanation:
        """Return a stored answer with all it took to make it, and which citations still hold.

        Args:
            answer_id: `Answer.trace.id`, or how only this id begins or ends.

        Raises:
            UnknownDocumentError: No answer has this id.
            StoreError: Its record is damaged.
        """
        return self.history.explain(answer_id)

    def check(self, statement: str, chunk_ids: Sequence[str] | None = None) -> Verdict:
        """Hold one sentence against the library: is it supported, contradicted, or neither?

        Args:
            statement: Any sentence; marks of citation in it are left aside.
            chunk_ids: The chunks it may rest on; the whole library unless given.

        Raises:
            ConfigError: There are no words in it.
            UnknownDocumentError: No chunk has one of the ids.
            ModelError: An embedder cannot be run.
        """
        text = readable(statement)
        chunks = self._chunks_named(chunk_ids)
        return self._read(lambda parts: parts.check.verdict(statement, text, chunks))

    def check_text(
        self,
        text: str,
        chunk_ids: Sequence[str] | None = None,
        progress: Progress = silent,
    ) -> list[Verdict]:
        """Hold each sentence of a text that claims something against the library, in order.

        Args:
            text: A draft of any length; headings, questions and its reference list are left aside.
            chunk_ids: As `check` takes it.
            progress: Told after each sentence.

        Raises:
            ConfigError: There are no words in it.
            UnknownDocumentError: No chunk has one of the ids.
            ModelError: An embedder cannot be run.
        """
        readable(text)
        chunks = self._chunks_named(chunk_ids)
        return self._read(lambda parts: list(parts.check.verdicts(text, chunks, progress)))

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
        """Put a question to every document: a table with quotes, and what was not read.

        Args:
            question: In English or Japanese: which documents, how many, has anyone ever.
            columns: What is wanted of each document, such as `cell line` or `year`; rows are then
                documents.
            where: A filter, or one in words.
            group_by: `year`, `author` or `version`, by which rows are also told.
            budget: What a language model may take for columns that only it can fill.
            progress: Told after each document.

        Raises:
            ConfigError: The question has no words, the filter cannot be read, there are too many
                columns, or nothing is grouped by that.
            ModelError: An embedder cannot be run.
        """
        asked, scope = readable(question), read_filter(where)
        try:
            self._read_findings(progress, 0)
        except StoreError as exc:
            # Another process is writing, or nobody may: the coverage says what is left unread.
            _log.warning("documents are left unread for findings: %s", exc.message)
        return self._read(
            lambda parts: run_survey(
                parts, asked, columns, scope, group_by=group_by, budget=budget, progress=progress
            )
        )

    def compare(self, old_id: str, new_id: str | None = None) -> list[VersionComparison]:
        """Compare two documents, or the versions of one, step by step; both sides are quoted.

        Args:
            old_id: The older document, or any version of one.
            new_id: The newer one; by default each version the library knows of the first is
                compared with the next.

        Raises:
            ConfigError: Both are one document, or the library knows no other version of it.
            UnknownDocumentError: No document has one of the ids.
        """
        return compare(self, old_id, new_id)

    def status(self) -> dict[str, Any]:
        """Count documents, chunks and sources, and say what embeds and indexes them."""
        parts = self._parts()
        counts = self.catalog.counts()
        dense = [
            {
                "name": one.name,
                "id": one.embedder.id,
                "dimension": one.embedder.dimension,
                "lacking": self.catalog.vectors.lacking_count(one.embedder.id),
            }
            for one in parts.dense
        ]
        return counts | {
            "sources": self.catalog.ledger.counts(),
            "source_status": self.catalog.ledger.counts("status"),
            "read": total_counts(self.receipts()),
            "embedder": dense,
            "findings": count_findings(self.config, self.catalog),
            "index": {
                "vectors": self.config.vectors.backend,
                "place": address_of(self.config).place,
                "terms": self.config.terms.backend,
                "behind": {
                    index.name: self.catalog.sequence - index.sequence for index in parts.followers
                },
            },
            "catalog": self.config.catalog.url or str(self.path / CATALOG_NAME),
            "lookup": list(self.config.lookup.services),
            "services": services_used(self.config),
            "models": [
                {"name": one.name, "url": one.url, "is_local": one.is_local}
                for one in named_models(self.config)
            ],
        }

    # -------------------------------------------------------------------------- moving

    def plan_move(self, to: str) -> MovePlan:
        """Say what `move` would do; nothing is opened or written.

        Args:
            to: As `move` takes it.

        Raises:
            ConfigError: The address cannot be read, or vectors are there already.
            MissingExtraError: The engine's packages are not installed.
        """
        return self._mover.plan(to)

    def move(self, to: str, *, drop_old: bool = False, progress: Progress = silent) -> Switched:
        """Copy the vectors to another engine, prove them there, and search there from now on.

        Nothing is embedded. Until the end the old index answers, and adding goes on; what was
        stopped half-way goes on where it was.

        Args:
            to: Address of the engine, such as `qdrant`, `chroma://host:8000` or
                `postgresql://user@host/database`; secrets are read from the environment.
            drop_old: Whether every index beside the new one is dropped afterwards.
            progress: Told after each batch.

        Raises:
            ConfigError: The address cannot be read, or vectors are there already.
            MissingExtraError: The engine's packages are not installed.
            StoreError: An engine cannot be reached, or does not find what the old one finds.
        """
        self._close_retired()
        switched = self._adopt(self._mover.move(to, progress))
        if drop_old:
            self.drop_old_indexes()
        return switched

    def move_back(self, progress: Progress = silent) -> Switched:
        """Return to the vectors used before the last move, brought up to date.

        Args:
            progress: Told after each batch.

        Raises:
            ConfigError: There is nothing to go back to.
            ModelError: What has come since cannot be embedded.
            StoreError: An engine cannot be reached, or does not hold what it should.
        """
        self._close_retired()
        return self._adopt(self._mover.back(progress))

    def drop_old_indexes(self) -> list[str]:
        """Drop every vector index beside those in use, with vectors of embedders no longer named.

        Raises:
            StoreError: An engine cannot be reached; what it holds can be dropped later.
        """
        self._close_retired()
        return self._mover.drop()

    def plan_embedding(self, names: Sequence[str]) -> EmbeddingPlan:
        """Say what `embed_with` would take, measured over a few texts; nothing is sent away.

        Args:
            names: As `embed_with` takes them.

        Raises:
            ConfigError: No embedder has one of the names.
            ModelError: An embedder cannot be run.
        """
        return self._mover.plan_embedding(names)

    def embed_with(self, names: Sequence[str], progress: Progress = silent) -> Switched:
        """Embed every chunk with other models beside the old ones, then search with these.

        What was embedded once is kept, so that it can be stopped and gone on with; the old vectors
        answer meanwhile, and stay until `drop_old_indexes`.

        Args:
            names: Embedders, as under `embedding.legs`.
            progress: Told after each batch.

        Raises:
            ConfigError: No embedder has one of the names, or they are in use already.
            ModelError: An embedder cannot be run; what was embedded stays.
            StoreError: An engine cannot be reached, or does not hold what it should.
        """
        self._close_retired()
        return self._adopt(self._mover.embed(names, progress))

    @property
    def _mover(self) -> Mover:
        return Mover(self.path, self.catalog, self.config, self._parts)

    def _adopt(self, switched: Switched) -> Switched:
        """Go on with new settings; questions under way in other threads end with the old ones."""
        with self._opening:
            self.config = switched.config
            keeping = Keeping(**self.config.history.model_dump())
            self.history = LibraryHistory(self.catalog, self.config, self._embedder_ids, keeping)
            if self._opened is not None:
                self._retired.append(self._opened)
                self._opened = None
        return switched

    def _close_retired(self) -> None:
        """Release indexes that were in use before a move."""
        with self._opening:
            while self._retired:
                self._retired.pop().close()

    # -------------------------------------------------------------------------- care

    def examine(self, *, rebuild: bool = False, fix: bool = False) -> list[dict[str, Any]]:
        """Check the catalog, files, indexes, models and machine.

        Args:
            rebuild: Whether to build every index again from the catalog; nothing is embedded.
            fix: Whether to mend what can be mended from the catalog, and look again.

        Returns:
            What was checked (`what`), its `state` (`ok`, `warning` or `fault`), whether it is no
            fault (`ok`), `detail` and `remedy`.

        Raises:
            StoreError: The catalog cannot be read at all.
        """
        if rebuild:
            self.rebuild()
        return [one.to_plain() for one in self.care.examine(fix=fix).checks]

    def rebuild(self) -> None:
        """Build every index again from the catalog; nothing is embedded.

        Raises:
            StoreError: The library is locked or cannot be written.
        """
        self._rebuild(self._parts())

    @property
    def care(self) -> Care:
        """Looks after the library: doctor, backup, export, vacuum."""
        return Care(self.path, self.config, self.catalog, self._parts, self.rebuild)

    # -------------------------------------------------------------------------- parts, when needed

    def _parts(self) -> Parts:
        with self._opening:
            if self._opened is None:
                self._opened = open_parts(
                    self.config, self.catalog, self.path / INDEX_NAME, self.path
                )
            return self._opened

    @property
    def _ingest(self) -> Ingest:
        return make_ingest(self.config, self.catalog, self._parts().followers)

    @property
    def _contextualiser(self) -> Contextualiser:
        return make_contextualiser(self.config, self.catalog, self._parts().followers, self.path)

    def _sync(self, roots: Sequence[Path], progress: Progress, **how: Any) -> IngestReport:
        """Bring in what has changed, search chunks with contexts or without, read for findings."""
        with closing(self._ingest) as ingest:
            report = ingest.sync(roots, progress=progress, **how)
        is_on = self.config.chunking.contexts
        settle_contexts(self.catalog, self._parts().followers, is_on=is_on)
        named = bring_up_to_date(self.config, self.catalog, progress)
        return replace(
            report,
            notes=(*report.notes, *named.notes),
            seconds=report.seconds + named.seconds,
        )

    def _standalone_rewriter(self) -> StandaloneRewriter | None:
        model = self._parts().model.text()
        return None if model is None else StandaloneRewriter(model)

    def _chunks_named(self, chunk_ids: Sequence[str] | None) -> list[Chunk] | None:
        return None if chunk_ids is None else [find_chunk(self.catalog, one) for one in chunk_ids]

    def _embedder_ids(self) -> list[str]:
        return [one.embedder.id for one in self._parts().dense]

    def _is_outdated(self, entry: LedgerEntry) -> bool:
        return is_outdated(entry, parser_name, cutting_of(self.config))

    def _read(self, read: Callable[[Parts], T]) -> T:
        """Read what is current; where an index turns out damaged, build all again first."""
        parts = self._parts()
        try:
            parts.followers.catch_up()
            return read(parts)
        except IndexMismatchError as exc:
            _log.warning("building the indexes again from the catalog: %s", exc.message)
        self._rebuild(parts)
        return read(self._parts())

    def _rebuild(self, outdated: Parts) -> None:
        """Build every index again, unless another thread has done so since.

        What is outdated is let go of, not closed: other threads may be searching it.
        """
        with self._opening:
            if self._opened is outdated:
                with self._writing("building indexes again", 0, is_opening=False):
                    self._opened = None
                    drop_indexes(self.path / INDEX_NAME, outdated)
                    self._parts().followers.make_durable()

    @contextmanager
    def _writing(
        self, doing: str, wait_s: float | None = None, *, is_opening: bool = True
    ) -> Iterator[None]:
        """Be the one who writes, once nobody else does.

        Args:
            doing: What others are told meanwhile.
            wait_s: Seconds to wait for another; as the settings say unless given.
            is_opening: Whether indexes are opened first. One that is ahead of a catalog restored
                from a backup is told by its number, before the catalog has grown past it; and what
                an engine that is away cannot be told is not begun.
        """
        wait = self.config.ingest.wait_s if wait_s is None else wait_s
        lock = writer_lock(self.path / "writer.lock", doing=doing, wait_s=wait)
        with lock, self.catalog.locked(doing, wait), self.history.watching():
            if is_opening:
                self._parts()
            yield

    @contextmanager
    def _asking(
        self,
        question: str,
        where: Filter | None,
        strategy: str,
        *,
        is_literal: bool,
        is_kept: bool,
    ) -> Iterator[Callable[[Answer], Answer]]:
        """Give what keeps an answer, where it is to be kept."""
        if not is_kept:
            yield lambda answer: answer
            return
        how = AskedWith(where=describe(where), strategy=strategy, is_literal=is_literal)
        with self.history.asking(question, how) as kept:
            yield kept
