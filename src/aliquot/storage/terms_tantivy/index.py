"""The term index: what is durable, who may write, and searches over disk and memory.

Chunk records enter, keys with scores leave. tantivy never sees a user's text: the analyser's terms
are joined by spaces and cut at white space, and queries are built term by term.

What is durable: `state.json` is written after tantivy's commit, so it never promises more than the
segments hold. A crash between the two leaves segments ahead of the state, and applying those
changes again leaves the same index. A process that may not write (it was told so, another one is
writing, or the disk is read-only) keeps the changes it is given in memory and searches them beside
the segments on disk. Each of the two has its own BM25 statistics, so scores differ slightly from
those of the index that the writing process commits.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import log
from pathlib import Path

import numpy as np
import numpy.typing as npt
import tantivy

from aliquot.errors import IndexMismatchError, StoreError
from aliquot.protocols import Analyser, ChunkRecord, Hit, Scope
from aliquot.storage.terms_tantivy.segments import (
    SCHEMA,
    Segments,
    TermQuestion,
    best_first,
)
from aliquot.storage.terms_tantivy.state import IndexState, mismatch
from aliquot.storage.terms_tantivy.unwritten import Unwritten
from aliquot.storage.terms_tantivy.wording import ALSO_WEIGHT, HEADER_WEIGHT, Weigh, Wording
from aliquot.types import Query

__all__ = ["TantivyTermIndex"]

_log = logging.getLogger(__name__)

_TANTIVY_ERRORS = (ValueError, RuntimeError, OSError)


class TantivyTermIndex:
    """A `TermIndex` in one folder.

    Attributes:
        name: Its folder in the library.
        sequence: Number of the last change it holds, on disk or in memory.
    """

    def __init__(
        self,
        folder: Path,
        *,
        name: str,
        analyser: Analyser,
        weigh: Weigh | None = None,
        header_weight: float = HEADER_WEIGHT,
        also_weight: float = ALSO_WEIGHT,
        heap_mb: int = 64,
        read_only: bool = False,
    ) -> None:
        """Open the index in `folder`, or begin an empty one.

        Args:
            folder: Where it is kept; made if missing, unless `read_only`.
            name: Its name.
            analyser: Turns chunks and questions into terms.
            weigh: Gives a question's terms, formed as the analyser forms them, with weights above
                0; every term weighs 1 without it.
            header_weight: What a match in a chunk's header adds, beside 1 for header and text
                searched as one field.
            also_weight: What a match adds in the names a chunk stands for and does not write.
            heap_mb: Memory for changes before tantivy writes a segment; at least 15.
            read_only: Write nothing to disk; changes are kept in memory.

        Raises:
            IndexMismatchError: It is damaged, or was built by another analyser or version.
            StoreError: The folder cannot be made or read.
        """
        self.name = name
        self._folder = folder
        self._segments_folder = folder / "segments"
        self._state = IndexState(folder, analyser.id)
        beside = {"header": header_weight, "also": also_weight}
        self._wording = Wording(analyser, weigh, beside)
        self._heap_bytes = heap_mb * 1_000_000
        self._read_only = read_only
        self._lock = threading.RLock()
        self._unwritten = Unwritten()
        self._disk: Segments | None = None
        if not read_only:
            self._begin()
        self._disk_sequence = self.sequence = self._state.read()
        self._open_segments()

    def __len__(self) -> int:
        disk, memory, outdated = self._views()
        with self._reading():
            on_disk = 0 if disk is None else disk.count(outdated)
            return on_disk + (0 if memory is None else memory.count())

    # ---------------------------------------------------------------------------- changes

    def apply(self, upserts: Sequence[ChunkRecord], removals: Sequence[int], sequence: int) -> None:
        """Add and remove chunks, then stand at `sequence`; searches see it at once.

        Batches of one catch-up that are not its last keep the number the index stands at.

        Raises:
            StoreError: The disk is full or failed; the index is back at its last durable change.
        """
        entries = [self._wording.entry(record) for record in upserts]
        with self._lock:
            if self._may_write() and self._disk is not None:
                with self._writing():
                    self._disk.replace(entries, removals)
                self.sequence = sequence
                return
            self._unwritten.remember(entries, removals)
            is_last_batch = sequence > self.sequence
            self.sequence = max(self.sequence, sequence)
            if is_last_batch:
                self.refresh()

    def flush(self) -> None:
        """Make everything applied durable, and let other processes write.

        Where another process is writing, changes stay in memory until it has written them or lets
        this one.

        Raises:
            StoreError: The disk is full or failed; the index is back at its last durable change.
        """
        with self._lock:
            self.refresh()
            if self._unwritten and self._acquire():
                self._write_pending()
            if self._disk is not None and self._disk.has_writer:
                self._commit()
                with self._writing():
                    self._disk.release()

    def refresh(self) -> None:
        """See what another process has written; a no-op while this one is writing.

        Not to be called between the batches of one catch-up.

        Raises:
            IndexMismatchError: The index on disk was replaced or damaged.
        """
        with self._lock:
            if self._disk is not None and self._disk.has_writer:
                return
            on_disk = self._state.read()
            if on_disk == self._disk_sequence:
                return
            self._reopen()
            self._disk_sequence = on_disk
            if on_disk >= self.sequence:
                self._unwritten.forget()
                self.sequence = on_disk

    def close(self) -> None:
        """Make everything applied durable and release the files."""
        with self._lock:
            self.flush()
            self._unwritten.forget()
            self._disk = None

    # ---------------------------------------------------------------------------- search

    def search(self, text: str, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return at most `k` hits, best first, ties by key; an empty scope gives none.

        Raises:
            IndexMismatchError: The files on disk are damaged.
            StoreError: The disk is full or failed while recent changes were written.
        """
        return self._search(self._wording.question_of(Query(text=text)), k, scope)

    def search_terms(
        self, weights: Mapping[str, float], k: int, scope: Scope | None = None
    ) -> list[Hit]:
        """Return what `search` does, for analysed terms with their weights (> 0)."""
        return self._search(self._wording.question(weights), k, scope)

    def search_query(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return what `search` does for a query's text, expansions and phrases.

        Raises:
            IndexMismatchError: The files on disk are damaged.
            StoreError: The disk is full or failed while recent changes were written.
        """
        question = self._wording.question_of(query)
        if any(not phrase.terms for phrase in question.required):
            return []
        return self._search(question, k, scope)

    def holding(self, phrases: Sequence[str], *, slop: int = 0) -> npt.NDArray[np.int64]:
        """Return int64 (n,) ascending: the chunks that hold every phrase, word after word."""
        wanted = self._wording.phrases(phrases, slop)
        if not wanted or any(not phrase.terms for phrase in wanted):
            return np.empty(0, dtype=np.int64)
        disk, memory, masked = self._views()
        found = [np.empty(0, dtype=np.int64)]
        with self._reading():
            if disk is not None:
                keys = disk.holding(wanted)
                found.append(keys[~np.isin(keys, list(masked))] if masked else keys)
            if memory is not None:
                found.append(memory.holding(wanted))
        return np.sort(np.concatenate(found))

    def _search(self, question: TermQuestion, k: int, scope: Scope | None) -> list[Hit]:
        allowed = None if scope is None else scope.keys
        is_empty = not (question.weights or question.others or question.required)
        if is_empty or k <= 0 or (allowed is not None and len(allowed) == 0):
            return []
        disk, memory, masked = self._views()
        hits: list[Hit] = []
        with self._reading():
            if disk is not None:
                hits += disk.search(question, k, allowed, masked)
            if memory is not None:
                hits += memory.search(question, k, allowed, frozenset())
        return sorted(hits, key=best_first)[:k]

    def _views(self) -> tuple[Segments | None, Segments | None, frozenset[int]]:
        """Return what is searched, on disk and in memory, and the keys outdated on disk."""
        with self._lock:
            if self._disk is not None and self._disk.has_writer:
                self._commit()
            return self._disk, self._unwritten.view(), self._unwritten.keys

    def idf(self, terms: Sequence[str]) -> list[float]:
        """Return ln((N - n + 0.5) / (n + 0.5) + 1) per analysed term over chunk texts.

        Source: the IDF of BM25 as in Lucene (Robertson and Zaragoza 2009, with 1 added inside the
        logarithm so that no term weighs less than nothing).
        """
        cut = self._wording.cut(terms)
        with self._lock:
            segments = [part for part in (self._disk, self._unwritten.view()) if part is not None]
        with self._reading():
            counted = [part.frequencies(cut) for part in segments]
        total = sum(count for _, count in counted)
        # Counts of terms include chunks that are gone until segments are merged: a term of every
        # chunk would weigh nothing, and whoever looks for it alone would find it nowhere.
        holding = [min(total, sum(found[n] for found, _ in counted)) for n in range(len(cut))]
        return [log((total - n + 0.5) / (n + 0.5) + 1) for n in holding]

    # ---------------------------------------------------------------------------- writing

    def _may_write(self) -> bool:
        """Tell whether changes go to disk, taking the writer lock if it is free."""
        if self._disk is not None and self._disk.has_writer:
            return True
        if self._unwritten or not self._acquire():
            return False
        if self._disk is not None and self._state.read() != self._disk_sequence:
            # Another process wrote since we looked, perhaps more than the changes in hand hold.
            self._disk.discard()
            return False
        return True

    def _acquire(self) -> bool:
        if self._read_only or self._disk is None:
            return False
        with self._writing():
            is_acquired = self._disk.acquire()
        if not is_acquired:
            _log.info("index %s: another process writes; keeping changes in memory", self.name)
        return is_acquired

    def _write_pending(self) -> None:
        """Write what was kept in memory: the net changes from an older state than the disk's."""
        if self._disk is None:
            return
        on_disk = self._state.read()
        if on_disk > self._disk_sequence:
            # Written between our look and our lock; if that holds more than we do, ours is stale.
            self._disk.discard()
            self.refresh()
            return
        with self._writing():
            self._disk.replace(self._unwritten.entries, self._unwritten.removals)
        self._unwritten.forget()

    def _commit(self) -> None:
        if self._disk is None:
            return
        with self._writing():
            is_changed = self._disk.commit()
            if is_changed or self.sequence != self._disk_sequence:
                self._state.write(self.sequence)
        self._disk_sequence = self.sequence

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Translate failures, and go back to the last durable change."""
        try:
            yield
        except BaseException as exc:
            if self._disk is not None:
                self._disk.discard()
            self.sequence = self._disk_sequence
            if _is_damage(exc):
                raise self._damaged(exc) from exc
            if not isinstance(exc, _TANTIVY_ERRORS):
                raise
            raise StoreError(
                f"The term index {self._folder} could not be written: {_first_line(exc)}",
                hint="Check the free space and the permissions of the library's folder; nothing "
                "is lost, and the next run catches up.",
            ) from exc

    # ---------------------------------------------------------------------------- disk

    def _begin(self) -> None:
        """Make the folder and the first state; the state first, so that it is never missing."""
        if self._state.exists():
            return
        if (self._segments_folder / "meta.json").exists():
            raise mismatch(self._folder, "its state file is missing")
        try:
            self._segments_folder.mkdir(parents=True, exist_ok=True)
            self._state.write(0)
        except OSError as exc:
            raise StoreError(
                f"{self._folder} cannot be made: {exc.strerror}.",
                hint="Check the free space and the permissions of the library's folder.",
            ) from exc

    def _open_segments(self) -> None:
        if not self._state.exists():
            return
        has_segments = (self._segments_folder / "meta.json").exists()
        if not has_segments and self._disk_sequence > 0:
            raise mismatch(self._folder, "its segments are missing")
        if not has_segments and self._read_only:
            return
        with self._reading():
            index = tantivy.Index(SCHEMA, path=str(self._segments_folder))
            self._disk = Segments(index, self._heap_bytes)

    def _reopen(self) -> None:
        if self._disk is None:
            self._open_segments()
            return
        with self._reading():
            self._disk.reload()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except BaseException as exc:
            if _is_damage(exc) or isinstance(exc, _TANTIVY_ERRORS):
                raise self._damaged(exc) from exc
            raise

    def _damaged(self, exc: BaseException) -> IndexMismatchError:
        return mismatch(self._folder, f"its files are damaged ({_first_line(exc)})")


def _is_damage(exc: BaseException) -> bool:
    """Tell whether tantivy met bytes it did not write; a Rust panic is a `BaseException`."""
    return type(exc).__name__ == "PanicException" or "corrupt" in str(exc).lower()


def _first_line(exc: BaseException) -> str:
    return (str(exc).splitlines() or [type(exc).__name__])[0][:200]
