"""A Qdrant shard in a folder, shared by all that use it in this process.

A shard is open in one process at a time. Beside it a file says what the collection is of and up to
which change it holds everything: written last, removed first, so that a shard without it is none.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
import shutil
from dataclasses import asdict
from pathlib import Path
from threading import RLock

from qdrant_edge import Distance, EdgeConfig, EdgeOptimizersConfig, EdgeShard, EdgeVectorParams

from aliquot.errors import IndexMismatchError, StoreError
from aliquot.storage.durable import replace_file
from aliquot.storage.engines.engine import EngineState

__all__ = ["FAULTS", "FolderShard", "shared_shard"]

_log = logging.getLogger(__name__)

# The package raises nothing more special, whatever is wrong.
FAULTS: tuple[type[Exception], ...] = (Exception,)
# What its write-ahead log says where another has locked it; on Windows, by its number there.
# Source: qdrant/qdrant pull request 10336, which means to give it a type of its own.
LOCKED = ("WouldBlock", "os error 33")
# Of vectors in KB, from which segments get a graph; 0 for never. While a graph is built no other
# thread of the process runs: 31 s for 20,000 rows, which are compared in 18 ms (2026-11-30).
NO_GRAPH = 0
STATE, SHARD = "collection.json", "shard"


class FolderShard:
    """The shard of one folder."""

    def __init__(self, folder: Path) -> None:
        """Open nothing yet.

        Args:
            folder: Of the collection alone; it need not be there.
        """
        self.folder = folder
        self.users = 0
        self._lock = RLock()
        self._open: EdgeShard | None = None

    def state(self) -> EngineState | None:
        """Return what the collection says of itself; what is damaged says nothing, and is replaced.

        Raises:
            StoreError: Another process has it open.
        """
        with self._lock:
            try:
                kept = EngineState(**json.loads((self.folder / STATE).read_bytes()))
                self.opened()
            except (FileNotFoundError, NotADirectoryError):
                # Never written, or removed under our hands.
                self.close()
                return None
            except (ValueError, TypeError, IndexMismatchError) as exc:
                _log.warning("beginning %s anew: %s", self.folder, exc)
                self.close()
                return None
            return kept

    def opened(self) -> EdgeShard:
        """Return the shard, opened where it is not.

        Raises:
            IndexMismatchError: It is damaged.
            StoreError: Another process has it open, or there is none.
        """
        with self._lock:
            if self._open is None:
                self._open = self._loaded()
            return self._open

    def _loaded(self) -> EdgeShard:
        path = self.folder / SHARD
        if not path.is_dir():
            raise IndexMismatchError(
                f"The Qdrant folder {self.folder} has been deleted.",
                hint="Run 'aliquot sync': it is built again from the catalog, without embedding.",
            )
        if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
            raise StoreError(
                f"The Qdrant folder {self.folder} may not be written, and even a search writes.",
                hint="Give yourself write access, or use another index: 'aliquot move --to local'.",
            )
        try:
            return EdgeShard.load(str(path))
        except FAULTS as exc:
            if any(sign in str(exc) for sign in LOCKED):
                raise StoreError(
                    f"The Qdrant folder {self.folder} is in use by another process.",
                    hint="A folder serves one process at a time: close the other, or run a Qdrant "
                    "server and set its address as 'location' under [vectors].",
                ) from exc
            raise IndexMismatchError(
                f"The Qdrant folder {self.folder} is damaged: {' '.join(str(exc).split())[:200]}.",
                hint="Run 'aliquot sync': it is built again from the catalog, without embedding.",
            ) from exc

    def create(self, state: EngineState) -> None:
        """Begin an empty shard, in place of one that is there.

        Raises:
            StoreError: Another process has that open.
        """
        with self._lock:
            self.remove()
            path = self.folder / SHARD
            path.mkdir(parents=True)
            self._open = EdgeShard.create(
                str(path),
                EdgeConfig(
                    vectors=EdgeVectorParams(size=state.dimension, distance=Distance.Cosine),
                    optimizers=EdgeOptimizersConfig(indexing_threshold=NO_GRAPH),
                ),
            )
            self._write(state)

    def put_state(self, state: EngineState) -> None:
        """Make all rows durable, then what the collection says of itself."""
        with self._lock:
            shard = self.opened()
            # Rewrites what is a fifth of removed rows or more; 1 s of CPU for 100,000.
            shard.optimize()
            shard.flush()
            self._write(state)

    def _write(self, state: EngineState) -> None:
        replace_file(self.folder / STATE, json.dumps(asdict(state), ensure_ascii=False))

    def remove(self) -> None:
        """Remove the collection; what is not there is none.

        Raises:
            StoreError: Another process has it open.
        """
        with self._lock:
            try:
                if (self.folder / SHARD).is_dir():
                    self.opened()
            except IndexMismatchError:
                # Damaged, and nobody else's.
                pass
            self.close()
            (self.folder / STATE).unlink(missing_ok=True)
            if self.folder.exists():
                shutil.rmtree(self.folder)

    def close(self) -> None:
        """Let the folder go; opened again where it is needed."""
        with self._lock:
            if self._open is not None:
                self._open.close()
                self._open = None

    def release(self) -> None:
        """Take one user away; the folder is let go with the last."""
        with _lock:
            self.users -= 1
            if self.users == 0:
                del _shards[self.folder]
                self.close()


_lock = RLock()
_shards: dict[Path, FolderShard] = {}


def shared_shard(folder: Path) -> FolderShard:
    """Return this process's shard of a folder, for one more user."""
    folder = folder.absolute()
    with _lock:
        shard = _shards.setdefault(folder, FolderShard(folder))
        shard.users += 1
        return shard


@atexit.register
def _close_all() -> None:
    """Write out what is still open: nobody has to close what ends with the process."""
    with _lock:
        while _shards:
            _shards.popitem()[1].close()
