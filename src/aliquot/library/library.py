"""`Library`: the calls of every day: open, fill, search, ask, check, survey, compare.

What it holds is looked at and looked after in `holdings`, how it works on a question is shown in
`workings`, and what it groups behind attributes stands in `handles`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aliquot.config import Config
from aliquot.errors import ConfigError
from aliquot.library.arguments import find_chunks, read_config, read_filter, readable
from aliquot.library.folder import CONFIG_NAME, existing_folder, make_folder
from aliquot.library.holdings import Holdings
from aliquot.library.streaming import streamed
from aliquot.library.workings import Workings
from aliquot.protocols import Progress, silent
from aliquot.types import (
    Answer,
    Filter,
    IngestReport,
    ScoredChunk,
    Statement,
    Survey,
    SurveyBudget,
    Verdict,
    VersionComparison,
)
from aliquot.types.conversations import Conversation
from aliquot.types.history import StoredAnswer

if TYPE_CHECKING:
    # Loaded when first asked for: they cost every other command its start.
    from aliquot.generation.strategies.strategy import OnStatement
    from aliquot.library.conversing import Answering, ConversationSession
    from aliquot.retrieval.rewriting import StandaloneRewriter

__all__ = ["Library"]


class Library(Holdings, Workings):
    """Documents, found and cited.

    Use as a context manager, or call `close`. One library may be used from several threads, and
    searched by several processes while one of them writes.

    Example:
        >>> with Library.create("my-library") as library:  # doctest: +SKIP
        ...     library.add("papers/")
        ...     print(library.ask("Which buffer elutes the DNA?").text)
    """

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
        from aliquot.library.filling import add_sources

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
        from aliquot.library.filling import sync_sources

        return sync_sources(self._opened, reparse=reparse, progress=progress, by=by)

    # -------------------------------------------------------------------------- asking

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

    def _standalone_rewriter(self) -> StandaloneRewriter | None:
        from aliquot.retrieval.rewriting import StandaloneRewriter

        model = self._opened.parts.model.text()
        return None if model is None else StandaloneRewriter(model)

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
        from aliquot.library.filling import read_unread_if_free

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
