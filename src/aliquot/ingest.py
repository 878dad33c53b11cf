"""The ingest story: discover -> sniff -> parse -> identify -> chunk -> embed -> commit -> index.

Read `Ingest.sync` from top to bottom. Every step is recorded in the ledger, so that a process
killed anywhere leaves either the old or the new state of each source, and the next run goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from aliquot.config import IngestConfig
from aliquot.errors import ParseError, SourceError, UnsupportedFormatError
from aliquot.ingest_plan import Plan, Planner
from aliquot.metadata.ids import base_id, free_id
from aliquot.parsing.isolation import Failure, Parsed, ParserPool
from aliquot.protocols import Chunker, Progress, ProgressEvent, silent
from aliquot.receipts import written
from aliquot.storage.catalog import Catalog
from aliquot.storage.following import Followers
from aliquot.storage.records import check_fields, hash_text
from aliquot.types import (
    Chunk,
    Document,
    DocumentStatus,
    FailedSource,
    IngestReport,
    LedgerState,
    Source,
)

__all__ = ["Ingest"]

# Texts embedded together: enough to keep every session busy, few enough that a kill costs seconds.
GROUP_CHUNKS = 128
# Texts embedded at a time when a new embedder joins an old library.
BACKFILL = 512
# The mark of what was read but cannot be stored: no parser's version will tell when it can.
READ_AGAIN = ""


@dataclass(frozen=True, slots=True)
class _Prepared:
    source: Source
    parser: str
    contents: list[tuple[Document, list[Chunk]]]
    seconds: float

    @property
    def documents(self) -> list[Document]:
        return [document for document, _ in self.contents]

    @property
    def chunk_count(self) -> int:
        return sum(len(chunks) for _, chunks in self.contents)

    @property
    def status(self) -> DocumentStatus:
        """The worst of its documents."""
        each = (document.status for document in self.documents)
        return next((one for one in each if one is not DocumentStatus.OK), DocumentStatus.OK)

    @property
    def receipt(self) -> dict[str, Any]:
        return written(self.documents, chunks=self.chunk_count, seconds=self.seconds)


@dataclass
class _Tally:
    """What has happened so far; becomes the report."""

    progress: Progress
    looked_ns: int
    trusted: Collection[str] = ()
    total: int = 0
    done: int = 0
    pages: int = 0
    counted: IngestReport = field(default_factory=IngestReport)
    failed: list[FailedSource] = field(default_factory=list)
    partial: list[FailedSource] = field(default_factory=list)

    def count(self, **amounts: int) -> None:
        grown = {name: getattr(self.counted, name) + n for name, n in amounts.items()}
        self.counted = replace(self.counted, **grown)

    def report(self, seconds: float) -> IngestReport:
        return replace(
            self.counted,
            failed=tuple(self.failed),
            partial=tuple(self.partial),
            seconds=round(seconds, 3),
        )

    def step(self, source: str) -> None:
        self.done += 1
        event = ProgressEvent(
            "ingest", self.done, self.total, source, self.pages, self.counted.chunks
        )
        self.progress(event)


class Ingest:
    """Bring files into a library and keep it current."""

    def __init__(
        self,
        *,
        catalog: Catalog,
        followers: Followers,
        chunkers: Callable[[str], Chunker],
        sniff: Callable[[Path], str | None],
        parser_name: Callable[[str], str],
        config: IngestConfig,
        clock_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        """Take what it works with.

        Args:
            catalog: The truth.
            followers: Every index to bring along.
            chunkers: Document kind to chunker.
            sniff: File to format name, `None` for what nothing reads.
            parser_name: Format name to the parser's present name and version.
            config: How files are found and read.
            clock_ns: Nanoseconds since the epoch.
        """
        self._catalog = catalog
        self._followers = followers
        self._chunkers = chunkers
        self._sniff = sniff
        self._config = config
        self._planner = Planner(catalog.ledger, config, parser_name, clock_ns)

    # -------------------------------------------------------------------------- the story

    def sync(
        self,
        roots: Sequence[Path],
        *,
        named: Sequence[Path] = (),
        progress: Progress = silent,
        reparse: bool = False,
        trust: bool = False,
    ) -> IngestReport:
        """Make the library agree with the files under `roots`.

        Args:
            roots: Files and folders to look through.
            named: Those the user named just now, which brings back what was removed by hand.
            progress: Told after each source.
            reparse: Whether to read again what an older parser has read.
            trust: Whether the user vouches that each file is what it says it is.
        """
        started = time.monotonic()
        plan = self._planner.plan(roots, named, reparse=reparse, trust=trust)
        tally = self._begin(plan, progress)
        self._forget(plan, tally)
        self._read(plan, tally)
        self._backfill(tally)
        self._index(progress)
        return tally.report(time.monotonic() - started)

    def _begin(self, plan: Plan, progress: Progress) -> _Tally:
        tally = _Tally(progress, plan.looked_ns, plan.trusted, total=len(plan.work))
        tally.count(files=plan.files, unchanged=plan.unchanged, outdated=plan.outdated)
        tally.count(duplicates=len(plan.duplicates))
        tally.failed += plan.failed
        tally.partial += plan.partial
        return tally

    def _forget(self, plan: Plan, tally: _Tally) -> None:
        """Drop what is gone, note duplicates, enter what is to be read."""
        for path in plan.missing:
            self._catalog.forget_source(path)
        tally.count(removed=len(plan.missing))
        self._catalog.ledger.touch(plan.touched, plan.looked_ns)
        for source, original in plan.duplicates:
            self._catalog.clear_source(source.path)
            self._catalog.ledger.mark_duplicate(source, original, plan.looked_ns)
        self._catalog.ledger.discover(source.path for source in plan.work)

    def _read(self, plan: Plan, tally: _Tally) -> None:
        """Parse in workers, chunk, and commit in groups."""
        group: list[_Prepared] = []
        sources = {source.path: source for source in plan.work}
        limits = self._config
        with ParserPool(
            workers=limits.workers, timeout_s=limits.timeout_s, memory_mib=limits.memory_mib
        ) as pool:
            tasks = self._tasks(plan.work, tally)
            for (path, format_name), outcome in pool.parse_all(tasks):
                source = sources[str(path)]
                if isinstance(outcome, Failure):
                    mark = self._planner.failure_mark(format_name) if outcome.is_final else None
                    self._fail(source, outcome.error, tally, mark=mark)
                    continue
                try:
                    group.append(self._prepare(source, outcome, group))
                except SourceError as exc:
                    self._fail(source, exc, tally, mark=READ_AGAIN)
                if sum(one.chunk_count for one in group) >= GROUP_CHUNKS:
                    self._commit(group, plan.known, tally)
                    group = []
        self._commit(group, plan.known, tally)

    def _tasks(self, work: Iterable[Source], tally: _Tally) -> Iterable[tuple[Path, str]]:
        for source in work:
            path = Path(source.path)
            try:
                yield path, self._format_of(path, source.size)
            except SourceError as exc:
                is_final = isinstance(exc, ParseError | UnsupportedFormatError)
                mark = self._planner.failure_mark(None) if is_final else None
                self._fail(source, exc, tally, mark=mark)
            except OSError as exc:
                reason = f"It cannot be read: {exc.strerror or exc}."
                error = SourceError(reason, source=source.path, hint="Check its permissions.")
                self._fail(source, error, tally, mark=None)

    def _format_of(self, path: Path, size: int) -> str:
        limit = self._config.max_file_mib
        if size > limit * 2**20:
            raise UnsupportedFormatError(
                f"It is larger than {limit} MiB.",
                source=str(path),
                hint="Raise ingest.max_file_mib in aliquot.toml, or split the file.",
            )
        found = self._sniff(path)
        if found is None:
            raise UnsupportedFormatError(
                "Nothing here reads this kind of file.",
                source=str(path),
                hint="Save it as PDF, DOCX, Markdown or text.",
            )
        return found

    def _fail(self, source: Source, error: SourceError, tally: _Tally, *, mark: str | None) -> None:
        """Record a failure; what was read of other bytes before must not answer any more.

        Args:
            source: What cannot be read.
            error: Why.
            tally: Where it is reported.
            mark: What is remembered, to be compared the next time; `None` where the file may be
                well and only out of reach, so that what was read of it before stays.
        """
        reason = f"{error.message} {error.hint}".strip()
        if mark is not None:
            self._catalog.clear_source(source.path)
        self._catalog.ledger.fail(
            source,
            status=error.status,
            reason=reason,
            parser=mark or "",
            now_ns=tally.looked_ns,
            receipt=None if mark is None else {},
        )
        tally.failed.append(FailedSource(source.path, error.status, reason))
        tally.step(source.path)

    # -------------------------------------------------------------------------- one source

    def _prepare(self, source: Source, parsed: Parsed, pending: Sequence[_Prepared]) -> _Prepared:
        """Give each document its source and id, and cut it.

        Raises:
            ParseError: What the parser gave cannot be stored, or not be cut.
        """
        used = {document.id for one in pending for document, _ in one.contents}
        contents: list[tuple[Document, list[Chunk]]] = []
        for document in parsed.documents:
            parser, _, version = parsed.parser.partition(" ")
            document = replace(document, source=source, parser=parser, parser_version=version)
            base = base_id(document)
            taken = self._catalog.taken_ids(base)
            document = replace(document, id=free_id(base, source.path, taken, used.__contains__))
            used.add(document.id)
            check_fields(document)
            contents.append((document, self._cut(document)))
        return _Prepared(source, parsed.parser, contents, parsed.seconds)

    def _cut(self, document: Document) -> list[Chunk]:
        """Cut a document; one that its chunker fails on must not end the run.

        Raises:
            ParseError: The chunker failed, or gave two chunks the same id.
        """
        chunker = self._chunkers(str(document.kind))
        try:
            chunks = chunker(document)
        except Exception as exc:  # chunkers may be anyone's, and fail in any way
            raise _cannot_be_cut(document, f"{type(exc).__name__}: {exc}") from exc
        if len({chunk.id for chunk in chunks}) < len(chunks):
            raise _cannot_be_cut(document, "two chunks have the same id")
        return chunks

    def _commit(self, group: Sequence[_Prepared], known: Mapping[str, str], tally: _Tally) -> None:
        """Embed what is new in a group, then put each source in place, one transaction each."""
        if not group:
            return
        ledger = self._catalog.ledger
        paths = [one.source.path for one in group]
        ledger.set_state(paths, LedgerState.PARSED)
        chunks = [chunk for one in group for _, cut in one.contents for chunk in cut]
        texts = [chunk.searchable_text for chunk in chunks if not chunk.is_numeric]
        tally.count(embedded=self._embed(texts))
        ledger.set_state(paths, LedgerState.EMBEDDED)
        for one in group:
            status, receipt = one.status, one.receipt
            self._catalog.replace(
                one.source,
                one.contents,
                parser=one.parser,
                status=str(status),
                receipt=receipt,
                now_ns=tally.looked_ns,
                is_trusted=one.source.path in tally.trusted,
            )
            tally.pages += sum(document.page_count for document in one.documents)
            is_update = bool(known.get(one.source.path))
            tally.count(chunks=one.chunk_count, updated=is_update, added=not is_update)
            if status != DocumentStatus.OK:
                reason = " ".join(receipt["warnings"])
                tally.partial.append(FailedSource(one.source.path, status, reason))
            tally.step(one.source.path)

    def _embed(self, texts: Sequence[str]) -> int:
        """Put the vectors of new texts in the cache; return how many were computed."""
        by_hash = {hash_text(text): text for text in texts}
        computed = 0
        for embedder in self._followers.embedders():
            missing = sorted(self._catalog.vectors.missing(embedder.id, by_hash))
            if missing:
                rows = embedder.embed([by_hash[one] for one in missing], "document")
                self._catalog.vectors.put(embedder.id, missing, rows)
            computed += len(missing)
        return computed

    # -------------------------------------------------------------------------- the library whole

    def _backfill(self, tally: _Tally) -> None:
        """Embed chunks an embedder that came later has not seen."""
        for embedder in self._followers.embedders():
            done = total = 0
            while batch := self._catalog.vectors.lacking_texts(embedder.id, BACKFILL):
                total = total or self._catalog.vectors.lacking_count(embedder.id)
                rows = embedder.embed([text for _, text in batch], "document")
                hashes = [text_hash for text_hash, _ in batch]
                self._catalog.vectors.put(embedder.id, hashes, rows)
                self._catalog.announce(hashes)
                done += len(batch)
                tally.count(embedded=len(batch))
                tally.progress(ProgressEvent("embed", done, total))
            self._catalog.vectors.note_complete(embedder.id)

    def _index(self, progress: Progress) -> None:
        """Bring every index to the last change and make it durable."""
        self._followers.make_durable(progress)
        self._catalog.ledger.mark_indexed()


def _cannot_be_cut(document: Document, reason: str) -> ParseError:
    return ParseError(
        f"It was read, but not cut into chunks: {reason}.",
        source=document.source.path if document.source else "",
        hint=f"The chunker for documents of the kind {document.kind} is at fault; report it.",
    )
