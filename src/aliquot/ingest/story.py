"""The ingest story: discover -> sniff -> parse -> identify -> chunk -> embed -> commit -> index.

Read `Ingest.sync` from top to bottom. Every step is recorded in the ledger, so that a process
killed anywhere leaves either the old or the new state of each source, and the next run goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from aliquot.config import IngestConfig
from aliquot.errors import ParseError, PartError, SourceError, UnsupportedFormatError
from aliquot.ingest.identity import Identities
from aliquot.ingest.plan import Plan, Planner
from aliquot.ingest.prepare import Prepared, Preparer
from aliquot.ingest.standing import ORIGINAL
from aliquot.ingest.tally import Tally
from aliquot.parsing.isolation import Failure, ParserPool
from aliquot.protocols import Chunker, MetadataResolver, Progress, ProgressEvent, silent
from aliquot.storage.catalog import Catalog
from aliquot.storage.following import Followers
from aliquot.types import FailedSource, IngestReport, LedgerState, Source

__all__ = ["Ingest"]

# Texts embedded together: enough to keep every session busy, few enough that a kill costs seconds.
GROUP_CHUNKS = 128
# Texts embedded at a time when a new embedder joins an old library.
BACKFILL = 512
# Names of files that say who others are, to be read first. One under another name is read with the
# rest, and what it speaks of once more.
BIBLIOGRAPHIES = (".bib", ".ris", ".nbib", ".enw", ".csl.json")
# The mark of what was read but cannot be stored: no parser's version will tell when it can.
READ_AGAIN = ""


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
        cutting: str,
        config: IngestConfig,
        resolver: MetadataResolver | None = None,
        clock_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        """Take what it works with.

        Args:
            catalog: The truth.
            followers: Every index to bring along.
            chunkers: Document kind to chunker.
            sniff: File to format name, `None` for what nothing reads.
            parser_name: Format name to the parser's present name and version.
            cutting: How documents are cut: version and sizes of the chunkers.
            config: How files are found and read.
            resolver: Asks services who a document is; `None` where none is configured.
            clock_ns: Nanoseconds since the epoch.
        """
        self._catalog = catalog
        self._followers = followers
        self._preparer = Preparer(catalog, chunkers, cutting)
        self._sniff = sniff
        self._config = config
        self._resolver = resolver
        self._planner = Planner(catalog.ledger, config, parser_name, cutting, clock_ns)

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
        identities = Identities(self._catalog, self._resolver)
        self._forget(plan, tally)
        self._read(plan, identities, tally)
        self._link(identities, tally)
        self._backfill(tally)
        self._index(progress)
        notes = self._resolver.failures if self._resolver else []
        return replace(tally.report(time.monotonic() - started), notes=tuple(notes))

    def close(self) -> None:
        """Release what services were asked through."""
        if self._resolver is not None:
            self._resolver.close()

    def _begin(self, plan: Plan, progress: Progress) -> Tally:
        tally = Tally(progress, plan.looked_ns, plan.known, plan.trusted, total=len(plan.work))
        tally.count(files=plan.files, unchanged=plan.unchanged, outdated=plan.outdated)
        tally.count(duplicates=len(plan.duplicates))
        tally.failed += plan.failed
        tally.partial += plan.partial
        return tally

    def _forget(self, plan: Plan, tally: Tally) -> None:
        """Drop what is gone, note duplicates, enter what is to be read."""
        for path in plan.missing:
            self._catalog.forget_source(path)
        tally.count(removed=len(plan.missing))
        self._catalog.ledger.touch(plan.touched, plan.looked_ns)
        for source, original in plan.duplicates:
            self._catalog.set_aside(source, original, now_ns=plan.looked_ns)
        self._catalog.ledger.discover(source.path for source in plan.work)

    def _read(self, plan: Plan, identities: Identities, tally: Tally) -> None:
        """Read bibliographies, then all else, then what the bibliographies speak of anew."""
        bibliographies, others = _parted(plan.work, _is_bibliography)
        with self._pool() as pool:

            def read(work: Sequence[Source]) -> None:
                self._read_some(work, pool, identities, tally)

            read(bibliographies)
            fresh = {source.path for source in plan.work}
            again = [*identities.affected(but=fresh), *identities.unasked(but=fresh)]
            read(others)
            again = list({one.path: one for one in [*again, *identities.affected()]}.values())
            tally.total += len(again)
            tally.count(unchanged=-sum(one.path not in fresh for one in again))
            read(again)
        self._set_parts_aside(tally)

    def _pool(self) -> ParserPool:
        settings = self._config
        return ParserPool(
            workers=settings.workers,
            timeout_s=settings.timeout_s,
            memory_mib=settings.memory_mib,
            ocr_engine=settings.ocr,
            ocr_timeout_s=settings.ocr_timeout_s,
        )

    def _read_some(
        self, work: Sequence[Source], pool: ParserPool, identities: Identities, tally: Tally
    ) -> None:
        """Parse in workers, prepare, and commit in groups."""
        group: list[Prepared] = []
        sources = {source.path: source for source in work}
        for (path, format_name), outcome in pool.parse_all(self._tasks(work, tally)):
            source = sources[str(path)]
            if isinstance(outcome, Failure) and isinstance(outcome.error, PartError):
                tally.parts.append((source, outcome.error))
                continue
            if isinstance(outcome, Failure):
                mark = self._planner.failure_mark(format_name) if outcome.is_final else None
                self._fail(source, outcome.error, tally, mark=mark)
                continue
            try:
                is_trusted = source.path in tally.trusted
                group.append(
                    self._preparer.prepare(
                        source, outcome, identities, pending=group, is_trusted=is_trusted
                    )
                )
            except SourceError as exc:
                self._fail(source, exc, tally, mark=READ_AGAIN)
            if sum(len(one.chunks) for one in group) >= GROUP_CHUNKS:
                self._commit(group, tally)
                group = []
        self._commit(group, tally)

    def _set_parts_aside(self, tally: Tally) -> None:
        """Leave parts to the files that bring them in; where one is not here, its parts fail."""
        for source, error in tally.parts:
            whole = self._catalog.ledger.entry(error.whole)
            if whole is None or whole.state is LedgerState.FAILED or whole.duplicate_of:
                self._fail(source, error, tally, mark=READ_AGAIN)
                continue
            self._catalog.set_aside(
                source,
                error.whole,
                now_ns=tally.looked_ns,
                status=error.status,
                reason=error.message,
                receipt={ORIGINAL: whole.sha256},
            )
            tally.step(source.path)

    def _tasks(self, work: Iterable[Source], tally: Tally) -> Iterable[tuple[Path, str]]:
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

    def _fail(self, source: Source, error: SourceError, tally: Tally, *, mark: str | None) -> None:
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
            receipt=None if mark is None else getattr(error, "receipt", {}),
        )
        tally.failed.append(FailedSource(source.path, error.status, reason))
        tally.step(source.path)

    # -------------------------------------------------------------------------- commits

    def _commit(self, group: Sequence[Prepared], tally: Tally) -> None:
        """Embed what is new in a group, then put each source in place, one transaction each."""
        if not group:
            return
        ledger = self._catalog.ledger
        paths = [one.source.path for one in group]
        ledger.set_state(paths, LedgerState.PARSED)
        chunks = [chunk for one in group for chunk in one.chunks if chunk.is_embedded]
        embedded = self._followers.encode([chunk.embedded_text for chunk in chunks])
        tally.count(embedded=embedded)
        ledger.set_state(paths, LedgerState.EMBEDDED)
        for one in group:
            self._catalog.replace(
                one.source,
                one.contents,
                parser=one.parser,
                status=str(one.status),
                receipt=one.receipt,
                now_ns=tally.looked_ns,
                is_trusted=one.is_trusted,
                link_records=one.link_records,
            )
            tally.add(one)

    # -------------------------------------------------------------------------- the library whole

    def _link(self, identities: Identities, tally: Tally) -> None:
        """Join what belongs together; of a work in several files of a collection keep the best."""
        for one in identities.link() if identities.has_changes else ():
            if not self._in_one_collection(one.source, one.original):
                continue
            self._catalog.set_aside(
                one.source,
                one.original.path,
                now_ns=tally.looked_ns,
                parser=one.parser,
                reason=one.reason,
                receipt={ORIGINAL: one.original.sha256},
            )
            tally.drop(one.source.path)
        identities.note_settled()

    def _in_one_collection(self, one: Source, other: Source) -> bool:
        """Tell whether who may see one file may see the other."""
        entries = [self._catalog.ledger.entry(each.path) for each in (one, other)]
        return len({entry.collection for entry in entries if entry}) < 2

    def _backfill(self, tally: Tally) -> None:
        """Embed chunks an embedder that came later has not seen."""
        for encoding in self._followers.encodings():
            done = total = 0
            while batch := self._catalog.vectors.lacking_texts(encoding.id, BACKFILL):
                total = total or self._catalog.vectors.lacking_count(encoding.id)
                encoded = encoding.encode([text for _, text in batch])
                hashes = [text_hash for text_hash, _ in batch]
                self._catalog.vectors.put_encoded(encoding.id, hashes, encoded)
                self._catalog.announce(hashes)
                done += len(batch)
                tally.count(embedded=len(batch))
                tally.progress(ProgressEvent("embed", done, total))
            self._catalog.vectors.note_complete(encoding.id)

    def _index(self, progress: Progress) -> None:
        """Bring every index to the last change and make it durable."""
        self._followers.make_durable(progress)
        self._catalog.ledger.mark_indexed()


def _is_bibliography(source: Source) -> bool:
    return source.path.lower().endswith(BIBLIOGRAPHIES)


def _parted(
    sources: Iterable[Source], is_first: Callable[[Source], bool]
) -> tuple[list[Source], list[Source]]:
    first: list[Source] = []
    rest: list[Source] = []
    for source in sources:
        (first if is_first(source) else rest).append(source)
    return first, rest
