"""A library: one folder that holds what a lab knows, and the calls everything else is built on."""

from __future__ import annotations

import logging
import os
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TypeVar

from aliquot.ask import Ask
from aliquot.assembly import (
    DenseIndex,
    make_analyser,
    make_ask,
    make_dense,
    make_ingest,
    make_retriever,
    make_term_index,
)
from aliquot.config import Config, load_config
from aliquot.errors import AliquotError, ConfigError, IndexMismatchError, StoreError
from aliquot.filters import parse_filter
from aliquot.ingest import Ingest
from aliquot.ingest_plan import EXCLUDED
from aliquot.protocols import Analyser, Index, Progress, TermIndex, silent
from aliquot.retrieval.retriever import Retriever
from aliquot.storage.catalog import Catalog
from aliquot.storage.following import catch_up
from aliquot.storage.lock import writer_lock
from aliquot.types import Answer, Chunk, Document, Filter, IngestReport, ScoredChunk

__all__ = ["CONFIG_NAME", "Library"]

_log = logging.getLogger(__name__)

T = TypeVar("T")

CONFIG_NAME = "aliquot.toml"
CATALOG_NAME = "catalog.db"

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
        self.catalog = Catalog.at(path / CATALOG_NAME)
        self._following = threading.Lock()

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
        return cls(folder, _config(folder, config))

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
        return cls(folder, _config(folder, config))

    def close(self) -> None:
        """Release indexes, threads and connections."""
        for part in ("_retriever", "_terms"):
            if part in self.__dict__:
                self.__dict__[part].close()
        for one in self.__dict__.get("_dense", ()):
            one.index.close()
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

    def add(self, *paths: str | Path, progress: Progress = silent) -> IngestReport:
        """Bring files and folders in, and remember them for `sync`.

        What is unchanged is left alone; what is gone from a folder leaves the library.

        Args:
            *paths: Files and folders.
            progress: Told after each source.

        Raises:
            ConfigError: A path does not exist.
            StoreError: The library is locked, full or damaged; what was committed stays.
            ModelError: An embedder cannot be run.
        """
        roots = [_existing(path) for path in paths]
        with self._writing():
            self.catalog.ledger.add_roots(str(root) for root in roots)
            return self._ingest.sync(roots, named=roots, progress=progress)

    def sync(self, progress: Progress = silent) -> IngestReport:
        """Make the library agree with every file and folder it was given.

        Args:
            progress: Told after each source.

        Raises:
            StoreError: The library is locked, full or damaged; what was committed stays.
            ModelError: An embedder cannot be run.
        """
        with self._writing():
            roots = [Path(root) for root in self.catalog.ledger.roots()]
            return self._ingest.sync(roots, progress=progress)

    def remove(self, document_id: str) -> None:
        """Take a document out; its file stays on disk and is not read again unless named.

        Raises:
            UnknownDocumentError: No document has this id.
        """
        with self._writing():
            self.catalog.remove_document(document_id, excluded_status=EXCLUDED)
            self._catch_up()
            self._flush()

    def remove_source(self, path: str | Path) -> list[str]:
        """Forget a file or folder and every document from it; return their ids."""
        with self._writing():
            gone = self.catalog.forget_under(str(Path(path).expanduser().absolute()))
            self._catch_up()
            self._flush()
            return gone

    # -------------------------------------------------------------------------- reading

    def documents(self, where: Filter | str | None = None) -> list[Document]:
        """List documents, without text and blocks.

        Raises:
            ConfigError: The filter cannot be read.
        """
        return self.catalog.documents(_filter(where))

    def document(self, document_id: str) -> Document:
        """Return a document with its text and blocks.

        Raises:
            UnknownDocumentError: No document has this id.
        """
        return self.catalog.document(document_id)

    def chunks(self, document_id: str) -> list[Chunk]:
        """Return a document's chunks in reading order."""
        return self.catalog.chunks_of(document_id)

    def search(
        self, question: str, k: int | None = None, where: Filter | str | None = None
    ) -> list[ScoredChunk]:
        """Return the best `k` chunks for a question.

        Args:
            question: In words; nothing in it is an operator.
            k: How many; the config's `retrieval.k` unless given.
            where: A filter, or one in words such as `kind = paper and year >= 2020`.

        Raises:
            ConfigError: The question has no words, the filter cannot be read, or `k` is below 1.
            ModelError: An embedder cannot be run.
        """
        wanted = self.config.retrieval.k if k is None else k
        if wanted < 1:
            raise ConfigError(f"k is {wanted}; at least one chunk must be asked for.")
        scope = _filter(where)

        def find() -> list[ScoredChunk]:
            self._catch_up()
            return self._ask.search(_readable(question), wanted, scope)

        return self._repairing(find)

    def ask(
        self,
        question: str,
        where: Filter | str | None = None,
        strategy: Literal["auto", "extract"] = "auto",
    ) -> Answer:
        """Answer a question with cited, verified statements, or abstain with the reason.

        Args:
            question: In English or Japanese.
            where: A filter, or one in words.
            strategy: How to answer; `auto` takes the best that is configured.

        Raises:
            ConfigError: The question has no words, the filter cannot be read, or the strategy is
                unknown.
            ModelError: An embedder cannot be run.
        """
        if strategy not in ("auto", "extract"):
            raise ConfigError(f"Unknown strategy {strategy!r}.", hint="Use auto or extract.")
        scope = _filter(where)

        def reply() -> Answer:
            self._catch_up()
            return self._ask.answer(_readable(question), scope)

        answer = self._repairing(reply)
        self._keep_trace(answer)
        return answer

    def status(self) -> dict[str, Any]:
        """Count documents, chunks and sources, and say what embeds and indexes them."""
        counts = self.catalog.counts()
        dense = [
            {
                "name": one.name,
                "id": one.embedder.id,
                "dimension": one.embedder.dimension,
                "lacking": self.catalog.vectors.lacking_count(one.embedder.id),
            }
            for one in self._dense
        ]
        return counts | {
            "sources": self.catalog.ledger.counts(),
            "embedder": dense,
            "index": {
                "vectors": self.config.vectors.backend,
                "terms": self.config.terms.backend,
                "behind": {
                    index.name: self.catalog.sequence - index.sequence for index in self._indexes()
                },
            },
            "catalog": str(self.path / CATALOG_NAME),
        }

    def examine(self, *, rebuild: bool = False) -> list[dict[str, Any]]:
        """Check catalog, models and indexes; return what was checked, whether sound, and detail.

        Args:
            rebuild: Whether to build every index again from the catalog; nothing is embedded.

        Raises:
            StoreError: The catalog cannot be read at all.
        """
        if rebuild:
            self._rebuild_indexes()
        faults = self.catalog.check()
        found = [_checked("catalog", not faults, "; ".join(faults[:3]) or "sound")]
        found += [self._examine_embedder(one) for one in self._dense]
        self._catch_up()
        last = self.catalog.sequence
        for index in self._indexes():
            detail = f"holds every change up to {index.sequence}"
            found.append(_checked(f"index {index.name}", index.sequence == last, detail))
        return found

    def _examine_embedder(self, one: DenseIndex) -> dict[str, Any]:
        try:
            rows = one.embedder.embed(["protein"], "query")
        except AliquotError as exc:
            return _checked(f"embedder {one.name}", False, f"{exc.message} {exc.hint}")
        lacking = self.catalog.vectors.lacking_count(one.embedder.id)
        detail = f"{rows.shape[1]} dimensions"
        if lacking:
            detail += f"; {lacking} chunks to embed: run 'aliquot sync'"
        return _checked(f"embedder {one.name}", True, detail)

    def _repairing(self, read: Callable[[], T]) -> T:
        """Read; where an index turns out damaged, build all again from the catalog first."""
        try:
            return read()
        except IndexMismatchError as exc:
            _log.warning("building the indexes again from the catalog: %s", exc.message)
        self._rebuild_indexes()
        return read()

    def _rebuild_indexes(self) -> None:
        with self._writing():
            for index in self._indexes():
                index.close()
            if "_retriever" in self.__dict__:
                self._retriever.close()
            for part in ("_terms", "_dense", "_retriever", "_ask"):
                self.__dict__.pop(part, None)
            shutil.rmtree(self.path / "index", ignore_errors=True)
            self._catch_up()
            self._flush()

    # -------------------------------------------------------------------------- parts, when needed

    @cached_property
    def _analyser(self) -> Analyser:
        return make_analyser()

    @cached_property
    def _terms(self) -> TermIndex:
        folder = self.path / "index"
        return make_term_index(self.config, folder, self._analyser, self.catalog.sequence)

    @cached_property
    def _dense(self) -> list[DenseIndex]:
        return make_dense(self.config, self.path / "index", self.catalog.sequence)

    @cached_property
    def _retriever(self) -> Retriever:
        return make_retriever(self.config, self.catalog, self._terms, self._dense)

    @cached_property
    def _ask(self) -> Ask:
        return make_ask(
            self.config, self.catalog, self._analyser, self._terms, self._dense, self._retriever
        )

    @property
    def _ingest(self) -> Ingest:
        return make_ingest(self.config, self.catalog, self._terms, self._dense)

    def _indexes(self) -> Sequence[Index]:
        return [self._terms, *(one.index for one in self._dense)]

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with writer_lock(self.path / "writer.lock"):
            yield

    def _catch_up(self) -> None:
        """Let every index see the catalog's last change; costs one short query when none came."""
        with self._following:
            last = self.catalog.sequence
            if self._terms.sequence != last:
                catch_up(self.catalog, self._terms)
            for one in self._dense:
                if one.index.sequence != last:
                    catch_up(self.catalog, one.index, one.embedder.id)

    def _flush(self) -> None:
        for index in self._indexes():
            index.flush()

    def _keep_trace(self, answer: Answer) -> None:
        try:
            self.catalog.put_trace(answer.trace)
        except StoreError as exc:
            # A read-only or full library still answers; only the trace is not kept.
            _log.warning("the trace of this answer was not kept: %s", exc.message)


def _config(folder: Path, config: Config | Mapping[str, Any] | None) -> Config:
    if isinstance(config, Config):
        return config
    return load_config(folder / CONFIG_NAME, config)


def _checked(what: str, ok: bool, detail: str) -> dict[str, Any]:
    return {"what": what, "ok": ok, "detail": detail}


def _filter(where: Filter | str | None) -> Filter | None:
    if not isinstance(where, str):
        return where
    return parse_filter(where) if where.strip() else None


def _readable(question: str) -> str:
    """Replace lone surrogates, which a terminal makes of bytes that are no text.

    Raises:
        ConfigError: The question has no words.
    """
    if not any(map(str.isalnum, question)):
        raise ConfigError("The question has no words.", hint="Ask in words, in quotes.")
    return question.encode("utf-8", "replace").decode("utf-8")


def _existing(path: str | Path) -> Path:
    found = Path(path).expanduser().absolute()
    try:
        str(found).encode("utf-8")
        is_there = found.exists()
    except (UnicodeEncodeError, PermissionError) as exc:
        shown = os.fsencode(found).decode("utf-8", "backslashreplace")
        raise ConfigError(
            f"{shown} cannot be reached.", hint="Check its name and permissions."
        ) from exc
    if not is_there:
        raise ConfigError(f"{found} does not exist.", hint="Check the path.")
    return found
