"""`Library`: fill it, search it, ask it, look after it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from aliquot.config import Config
from aliquot.errors import ConfigError
from aliquot.ingest.findings import FindingsReport
from aliquot.library.arguments import (
    find_chunk,
    find_chunks,
    read_config,
    read_filter,
    read_kind,
    readable,
)
from aliquot.library.drawn_pages import PageImages
from aliquot.library.engines import Engines
from aliquot.library.evaluations import Evaluations
from aliquot.library.filling import (
    add_sources,
    read_unread,
    read_unread_if_free,
    remove_document,
    remove_source,
    restore_removed,
    sync_sources,
)
from aliquot.library.findings import findings_in
from aliquot.library.folder import CONFIG_NAME, existing_folder, make_folder
from aliquot.library.history import LibraryHistory
from aliquot.library.nearness import SimilarDocument, nearest_documents
from aliquot.library.opened import Opened
from aliquot.library.people import People
from aliquot.library.receipts import every_receipt, find_receipt
from aliquot.library.status import status_of
from aliquot.library.streaming import streamed
from aliquot.parsing.paged.looking import PageLooker
from aliquot.protocols import Progress, silent
from aliquot.retrieval.widening import Stretch, neighbours, whole_section
from aliquot.storage.catalog import Catalog
from aliquot.storage.feedback import FeedbackKept
from aliquot.storage.jobs import Jobs
from aliquot.types import (
    Answer,
    Chunk,
    Document,
    Filter,
    Finding,
    FindingKind,
    IngestReport,
    LongEstimate,
    Receipt,
    Reference,
    Relation,
    ScoredChunk,
    Statement,
    Survey,
    SurveyBudget,
    Understanding,
    Verdict,
    VersionComparison,
)
from aliquot.types.conversations import Conversation
from aliquot.types.history import Explanation, StoredAnswer

if TYPE_CHECKING:
    # Loaded when first asked for: they cost every other command its start.
    from aliquot.generation.strategies.strategy import OnStatement
    from aliquot.library.care import Care
    from aliquot.library.contexts import Contexts
    from aliquot.library.conversing import Answering, ConversationSession
    from aliquot.retrieval.rewriting import StandaloneRewriter

__all__ = ["Library"]


class Library:
    """Documents, found and cited.

    Use as a context manager, or call `close`. One library may be used from several threads, and
    searched by several processes while one of them writes.

    Example:
        >>> with Library.create("my-library") as library:  # doctest: +SKIP
        ...     library.add("papers/")
        ...     print(library.ask("Which buffer elutes the DNA?").text)
    """

    def __init__(
        self, path: Path, config: Config, reload: Callable[[], Config] | None = None
    ) -> None:
        """Open the catalog in `path`; indexes and models load when first needed.

        Prefer `Library.create` and `Library.open`.

        Args:
            path: Its folder.
            config: Its settings.
            reload: Reads them again, when their file has changed; `None` keeps to these.

        Raises:
            StoreError: The catalog is damaged or out of reach.
        """
        self._held = Opened(path, config, reload)

    @property
    def _opened(self) -> Opened:
        """What every call works with, with the settings as they are now."""
        return self._held.current()

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
        return cls._at(make_folder(path), config)

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
        return cls._at(existing_folder(path), config)

    @classmethod
    def _at(cls, folder: Path, config: Config | Mapping[str, Any] | None) -> Library:
        reload = partial(read_config, folder / CONFIG_NAME, config)
        return cls(folder, reload(), reload)

    def close(self) -> None:
        """Release indexes, threads and connections."""
        self._held.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -------------------------------------------------------------------------- what it is

    @property
    def path(self) -> Path:
        """Its folder."""
        return self._opened.path

    @property
    def config(self) -> Config:
        """The settings in force."""
        return self._opened.config

    @property
    def catalog(self) -> Catalog:
        """Documents, chunks and vectors, and how they changed: the truth."""
        return self._opened.catalog

    @property
    def history(self) -> LibraryHistory:
        """What it was asked and what was done with it."""
        return self._opened.history

    @property
    def pages(self) -> PageLooker:
        """Looks at the pages of PDFs and pictures again: where characters stand, how they look."""
        return self._opened.pages

    @property
    def page_images(self) -> PageImages:
        """Pages of PDFs and pictures, drawn; the latest are kept."""
        return self._opened.page_images

    @property
    def engines(self) -> Engines:
        """Where its vectors are and which models make them; moves them."""
        return Engines(self._opened)

    @property
    def contexts(self) -> Contexts:
        """Where chunks stand in their documents, as a language model writes it."""
        from aliquot.library.contexts import Contexts

        return Contexts(self._opened)

    @property
    def care(self) -> Care:
        """Looks after it: doctor, backup, export, vacuum."""
        from aliquot.library.care import Care

        return Care(self._opened)

    @property
    def people(self) -> People:
        """Who may see what: collections, grants, tokens, logins."""
        return People(self._opened)

    @property
    def jobs(self) -> Jobs:
        """Work that outlasts a request."""
        return self.catalog.jobs

    @property
    def feedback(self) -> FeedbackKept:
        """What readers say of answers."""
        return self.catalog.feedback

    @property
    def evaluations(self) -> Evaluations:
        """How it did on questions whose answers are known, over time."""
        return Evaluations(self._opened)

    # -------------------------------------------------------------------------- filling

    def add(
        self, *paths: str | Path, trust: bool = False, progress: Progress = silent, by: str = ""
    ) -> IngestReport:
        """Bring files and folders in, and remember them for `sync`.

        What is unchanged is left alone; what is gone from a folder leaves the library.

        Args:
            *paths: Files and folders.
            trust: Whether you vouch that each file is what it says it is: none is quarantined.
            progress: Told after each source.
            by: Who does it, where people are told apart.

        Raises:
            ConfigError: A path does not exist.
            StoreError: The library is locked, full or damaged; what was committed stays.
            ModelError: An embedder cannot be run.
        """
        return add_sources(self._opened, paths, trust=trust, progress=progress, by=by)

    def sync(
        self, progress: Progress = silent, *, reparse: bool = False, by: str = ""
    ) -> IngestReport:
        """Make the library agree with every file and folder it was given.

        Args:
            progress: Told after each source.
            reparse: Whether files an older version has read or cut, and those read in part, are
                read again; what comes out the same is not embedded again.
            by: Who does it, where people are told apart.

        Raises:
            StoreError: The library is locked, full or damaged; what was committed stays.
            ModelError: An embedder cannot be run.
        """
        return sync_sources(self._opened, reparse=reparse, progress=progress, by=by)

    def read_findings(self, progress: Progress = silent) -> FindingsReport:
        """Read for findings what was not read with the present version; `add` and `sync` do too.

        Args:
            progress: Told after each document.

        Raises:
            StoreError: The library is locked, full or damaged; what was read stays.
        """
        return read_unread(self._opened, progress)

    def remove(
        self, document_id: str, collections: Set[str] | None = None, *, by: str = ""
    ) -> list[str]:
        """Take a document out; its file stays on disk and is not read again unless named.

        Args:
            document_id: Which.
            collections: Out of which, where the same file lies in several; out of all unless given.
            by: Who does it, where people are told apart.

        Returns:
            Paths of the files it was removed of: see `restore`.

        Raises:
            UnknownDocumentError: No document has this id, or it is in none of the collections.
        """
        return remove_document(self._opened, document_id, collections, by)

    def restore(
        self, path: str | Path, progress: Progress = silent, *, trust: bool = False, by: str = ""
    ) -> list[str]:
        """Bring back what was removed of a file, or read it again; return its documents' ids.

        Unlike `add`, it leaves the files and folders that `sync` looks at as they are.

        Args:
            path: Of the file.
            progress: Told after each source.
            trust: Whether you vouch that the file is what it says it is: it is not quarantined.
            by: Who does it, where people are told apart.

        Raises:
            ConfigError: Nothing was removed of it, or it is not there any more.
            StoreError: The library is locked, full or damaged.
            ModelError: An embedder cannot be run.
        """
        return restore_removed(self._opened, Path(path), progress, by, trust=trust)

    def remove_source(self, path: str | Path) -> list[str]:
        """Forget a file or folder and every document from it; return their ids."""
        return remove_source(self._opened, Path(path))

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

    def references(self, where: Filter | None = None) -> list[Reference]:
        """Return what bibliography files state, in the order they were brought in.

        Args:
            where: Of which files; of all unless given.
        """
        return self.catalog.references(where)

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

    def receipt(self, path: str | Path, collections: Collection[str] | None = None) -> Receipt:
        """Return what became of a file: what was read of it, what was dropped, and why.

        Args:
            path: The file.
            collections: In which it has to be; in any unless given.

        Raises:
            ConfigError: The library was never given this file.
        """
        return find_receipt(self._opened, Path(path), collections)

    def receipts(self, collections: Collection[str] | None = None) -> Iterator[Receipt]:
        """Yield the receipt of every file the library knows, by path.

        Args:
            collections: Of the files in which; of all unless given.
        """
        return every_receipt(self._opened, collections)

    # -------------------------------------------------------------------------- finding

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
        return self._opened.read(
            lambda parts: parts.ask.search(asked, wanted, scope, is_literal=literal)
        )

    @property
    def legs(self) -> list[str]:
        """The ways of finding that are fused, by name: `lexical`, `dense:bge-small-en-v1.5`, ..."""
        return self._opened.parts.retriever.leg_names

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
        return self._opened.read(lambda parts: parts.ask.search_leg(leg, asked, k))

    def understand(
        self, question: str, *, literal: bool = False, where: Filter | None = None
    ) -> Understanding:
        """Return how a question is read: restrictions said in it, and other names searched.

        Args:
            question: As asked.
            literal: Whether nothing said in it restricts what is searched.
            where: Of which the collections it names may be known of; all unless given.

        Raises:
            ConfigError: The question has no words.
        """
        asked = readable(question)
        return self._opened.read(
            lambda parts: parts.ask.understand(asked, where, is_literal=literal)
        )

    def similar(
        self, document_id: str, k: int = 10, where: Filter | str | None = None
    ) -> list[SimilarDocument]:
        """Return the `k` documents nearest to one, best first; nothing is embedded.

        Args:
            document_id: Of which.
            k: How many at most.
            where: Which documents count, as a filter or one in words.

        Raises:
            ConfigError: The filter cannot be read, or `k` is below 1.
            UnknownDocumentError: No document has this id.
        """
        if k < 1:
            raise ConfigError(f"k is {k}; at least one document must be asked for.")
        document, scope = self.document(document_id), read_filter(where)
        return self._opened.read(lambda parts: nearest_documents(parts, document, scope, k))

    # -------------------------------------------------------------------------- answering

    def ask(
        self,
        question: str,
        where: Filter | str | None = None,
        strategy: str = "auto",
        *,
        literal: bool = False,
        keep: bool = True,
        asked_by: str = "",
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
            asked_by: Whose question and answer it is, where people are told apart.

        Raises:
            ConfigError: The question has no words, the filter cannot be read, or the strategy is
                unknown or needs a language model.
            ModelError: An embedder or the language model failed.
        """
        asked, scope = readable(question), read_filter(where)
        with self._opened.asking(
            asked, scope, strategy, is_literal=literal, is_kept=keep, asked_by=asked_by
        ) as kept:
            return kept(
                self._opened.read(
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
        return self._opened.read(lambda parts: parts.ask.estimate(asked, scope, is_literal=literal))

    def stream(
        self,
        question: str,
        where: Filter | str | None = None,
        strategy: str = "auto",
        *,
        literal: bool = False,
        keep: bool = True,
        asked_by: str = "",
    ) -> Iterator[Statement | Answer]:
        """Yield each statement of an answer once it is verified, and last the whole `Answer`.

        Args:
            question: As `ask` takes it.
            where: As `ask` takes it.
            strategy: As `ask` takes it.
            literal: As `ask` takes it.
            keep: As `ask` takes it.
            asked_by: As `ask` takes it.

        Raises:
            ConfigError: As `ask` raises it.
            ModelError: An embedder or the language model failed.
        """
        asked, scope = readable(question), read_filter(where)

        def answer(tell: OnStatement) -> Answer:
            return self._opened.read(
                lambda parts: parts.ask.answer(
                    asked, scope, strategy=strategy, is_literal=literal, on_statement=tell
                )
            )

        with self._opened.asking(
            asked, scope, strategy, is_literal=literal, is_kept=keep, asked_by=asked_by
        ) as kept:
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
        return self.session(begun, self)

    def session(
        self,
        begun: Conversation,
        answering: Answering,
        seen: Callable[[StoredAnswer], StoredAnswer] | None = None,
    ) -> ConversationSession:
        """Go on with a conversation whose questions are answered by the library, or a view of it.

        Args:
            begun: What was asked and cited before.
            answering: Answers.
            seen: Stored answers to what may be seen of them; all unless given.
        """
        from aliquot.library.conversing import ConversationSession, as_it_is

        shown = seen or as_it_is
        return ConversationSession(
            answering, begun, self.catalog.history, self._standalone_rewriter, shown
        )

    def explain(self, answer_id: str, person: str | None = None) -> Explanation:
        """Return a stored answer with all it took to make it, and which citations still hold.

        Args:
            answer_id: `Answer.trace.id`, or how only this id begins or ends.
            person: Whose it is; anyone's unless given.

        Raises:
            UnknownDocumentError: No answer has this id.
            StoreError: Its record is damaged.
        """
        return self.history.explain(answer_id, person)

    # -------------------------------------------------------------------------- checking, surveying

    def check(
        self,
        statement: str,
        chunk_ids: Sequence[str] | None = None,
        where: Filter | None = None,
    ) -> Verdict:
        """Hold one sentence against the library: is it supported, contradicted, or neither?

        Args:
            statement: Any sentence; marks of citation in it are left aside.
            chunk_ids: The chunks it may rest on; the whole library unless given.
            where: What it may rest on, where no chunks are named.

        Raises:
            ConfigError: There are no words in it.
            UnknownDocumentError: No chunk has one of the ids.
            ModelError: An embedder cannot be run.
        """
        text = readable(statement)
        chunks = find_chunks(self.catalog, chunk_ids)
        return self._opened.read(lambda parts: parts.check.verdict(statement, text, chunks, where))

    def check_text(
        self,
        text: str,
        chunk_ids: Sequence[str] | None = None,
        progress: Progress = silent,
        where: Filter | None = None,
    ) -> list[Verdict]:
        """Hold each sentence of a text that claims something against the library, in order.

        Args:
            text: A draft of any length; headings, questions and its reference list are left aside.
            chunk_ids: As `check` takes it.
            progress: Told after each sentence.
            where: As `check` takes it.

        Raises:
            ConfigError: There are no words in it.
            UnknownDocumentError: No chunk has one of the ids.
            ModelError: An embedder cannot be run.
        """
        draft = readable(text)
        chunks = find_chunks(self.catalog, chunk_ids)
        return self._opened.read(
            lambda parts: list(parts.check.verdicts(draft, chunks, progress, where))
        )

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
        from aliquot.library.surveying import run_survey

        asked, scope = readable(question), read_filter(where)
        read_unread_if_free(self._opened, progress)
        return self._opened.read(
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
        from aliquot.library.comparing import compare

        return compare(self, old_id, new_id)

    # -------------------------------------------------------------------------- what it holds

    def status(
        self, where: Filter | None = None, collections: Collection[str] | None = None
    ) -> dict[str, Any]:
        """Count documents, chunks and sources, and say what embeds and indexes them.

        Args:
            where: Which documents are counted; all unless given.
            collections: The files of which collections are counted; of all unless given.
        """
        return status_of(self._opened, where, collections)

    def _standalone_rewriter(self) -> StandaloneRewriter | None:
        from aliquot.retrieval.rewriting import StandaloneRewriter

        model = self._opened.parts.model.text()
        return None if model is None else StandaloneRewriter(model)
