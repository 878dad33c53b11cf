"""How a local vector index lies on disk, whole at every moment.

`state.json` names every other file and is replaced last, in one step; a file is never changed once
named there. So a process killed at any point leaves the previous state, and readers in other
processes see the old state or the new one. Files no state names are leftovers, removed by the next
writer.

- `base-N.keys.npy` int64 (n,) ascending and `base-N.vectors.npy` float32 (n, dimension), mapped.
- `base-N.graph`: the neighbour graph over the base, where it is large.
- `delta-N.npz`: `keys`, `vectors` added or replaced and `removals` since the file before it.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO, TypeVar

import numpy as np
import numpy.typing as npt

from aliquot.errors import IndexMismatchError, StoreError
from aliquot.storage.vectors_local.graph import NeighbourGraph
from aliquot.storage.vectors_local.state import (
    FORMAT,
    BaseFiles,
    FilePart,
    State,
    parsed_state,
)

__all__ = ["Delta", "Opened", "VectorFiles"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]
Scalar = TypeVar("Scalar", bound=np.generic)

_STATE = "state.json"
_OURS = re.compile(r"(?:base|delta)-(\d+)\..+")

# A reader that finds a file gone has met a writer between two states; the next look finds the new
# state. More tries than any writer can flush in that time.
_OPEN_ATTEMPTS = 10

_REBUILD = "It is built again from the catalog; nothing is embedded again."


@dataclass(frozen=True, slots=True)
class Delta:
    """Changes to what stands before them: rows to put, keys to take away."""

    keys: Keys
    vectors: Floats
    removals: Keys


@dataclass(frozen=True, slots=True)
class Opened:
    """A state with its files: the base mapped, the deltas in memory, in order."""

    state: State
    keys: Keys
    vectors: Floats
    graph: NeighbourGraph | None
    deltas: tuple[Delta, ...]


class VectorFiles:
    """The folder of one index."""

    def __init__(self, folder: Path, *, embedder_id: str, dimension: int) -> None:
        self.folder = folder
        self._embedder_id = embedder_id
        self._dimension = dimension

    # -------------------------------------------------------------------------- reading

    def state(self) -> State:
        """Return the newest state; an empty one where there is none yet.

        Raises:
            IndexMismatchError: It is of another embedder, dimension or format, or damaged.
            StoreError: It cannot be read.
        """
        path = self.folder / _STATE
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return State(embedder_id=self._embedder_id, dimension=self._dimension)
        except UnicodeDecodeError as exc:
            raise self._damaged(_STATE) from exc
        except OSError as exc:
            raise StoreError(
                f"The vector index {path} cannot be read: {exc.strerror}.",
                hint="Check the folder's permissions and the disk.",
            ) from exc
        try:
            state = parsed_state(json.loads(text))
        except (ValueError, TypeError, KeyError) as exc:
            raise self._damaged(_STATE) from exc
        self._require_same(state)
        return state

    def opened(self) -> Opened:
        """Open the newest state.

        Raises:
            IndexMismatchError: The index is of another embedder, dimension or format, or damaged.
            StoreError: The files cannot be read.
        """
        state = self.state()
        for _ in range(_OPEN_ATTEMPTS):
            try:
                return self._opened(state)
            except FileNotFoundError as exc:
                newer = self.state()
                if newer == state:
                    raise self._damaged(Path(exc.filename).name) from exc
                state = newer
            except OSError as exc:
                raise StoreError(
                    f"The vector index in {self.folder} cannot be read: {exc}.",
                    hint="Check the folder's permissions and the disk.",
                ) from exc
        raise StoreError(
            f"The vector index in {self.folder} changes faster than it can be opened.",
            hint="Try again when the running ingest has finished.",
        )

    def _opened(self, state: State) -> Opened:
        deltas = tuple(self._delta(part) for part in state.deltas)
        if state.base is None:
            empty = np.empty((0, state.dimension), np.float32)
            return Opened(state, np.empty(0, np.int64), empty, None, deltas)
        keys: Keys = self._mapped(state.base.keys, np.int64)
        vectors: Floats = self._mapped(state.base.vectors, np.float32)
        if vectors.shape != (len(keys), state.dimension):
            raise self._damaged(state.base.vectors.name)
        return Opened(state, keys, vectors, self._graph(state.base.graph), deltas)

    def _mapped(self, part: FilePart, dtype: type[Scalar]) -> npt.NDArray[Scalar]:
        self._require_whole(part)
        try:
            mapped = np.load(self.folder / part.name, mmap_mode="r", allow_pickle=False)
        except (ValueError, EOFError) as exc:
            raise self._damaged(part.name) from exc
        if mapped.dtype != np.dtype(dtype):
            raise self._damaged(part.name)
        # A plain array over the same pages: the subclass costs time at every slice.
        plain: npt.NDArray[Scalar] = mapped.view(np.ndarray)
        return plain

    def _graph(self, part: FilePart | None) -> NeighbourGraph | None:
        if part is None:
            return None
        self._require_whole(part)
        try:
            return NeighbourGraph.opened(self.folder / part.name)
        except ValueError as exc:
            raise self._damaged(part.name) from exc

    def _delta(self, part: FilePart) -> Delta:
        self._require_whole(part)
        try:
            with np.load(self.folder / part.name, allow_pickle=False) as arrays:
                delta = Delta(arrays["keys"], arrays["vectors"], arrays["removals"])
        except (ValueError, KeyError, EOFError, zipfile.BadZipFile) as exc:
            raise self._damaged(part.name) from exc
        if delta.vectors.shape != (len(delta.keys), self._dimension):
            raise self._damaged(part.name)
        return delta

    def writable_graph(self, base: BaseFiles) -> NeighbourGraph | None:
        """Read a base's graph into memory to be changed; `None` where there is none any more."""
        if base.graph is None:
            return None
        try:
            self._require_whole(base.graph)
            return NeighbourGraph.opened(self.folder / base.graph.name, writable=True)
        except (ValueError, FileNotFoundError, IndexMismatchError):
            return None

    def _require_whole(self, part: FilePart) -> None:
        path = self.folder / part.name
        if path.stat().st_size != part.size or (part.sha256 and _sha256(path) != part.sha256):
            raise self._damaged(part.name)

    def _require_same(self, state: State) -> None:
        if state.format != FORMAT:
            what = f"is of format {state.format}; this version reads {FORMAT}"
        elif state.embedder_id != self._embedder_id:
            what = f"was built by the embedder {state.embedder_id}, not {self._embedder_id}"
        elif state.dimension != self._dimension:
            what = f"holds vectors of {state.dimension} numbers, not {self._dimension}"
        else:
            return
        raise IndexMismatchError(f"The vector index in {self.folder} {what}.", hint=_REBUILD)

    def _damaged(self, name: str) -> IndexMismatchError:
        return IndexMismatchError(
            f"The vector index in {self.folder} is damaged: {name} is missing or not as written.",
            hint=_REBUILD,
        )

    # -------------------------------------------------------------------------- writing

    @contextmanager
    def writing(self) -> Iterator[int]:
        """Give the number for new files; on failure leave the folder as it was.

        Raises:
            StoreError: The disk is full or cannot be written.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            serial = 1 + max((number for number, _ in self._numbered()), default=0)
            try:
                yield serial
            except BaseException:
                with suppress(StoreError):
                    self._remove_unnamed(self.state())
                raise
        except OSError as exc:
            full = exc.errno in (errno.ENOSPC, errno.EDQUOT)
            raise StoreError(
                f"The vector index in {self.folder} cannot be written: {exc.strerror or exc}.",
                hint="Free some disk space and run the command again; nothing is lost."
                if full
                else "Check the folder's permissions and the disk; nothing is lost.",
            ) from exc

    def write_keys(self, serial: int, keys: Keys) -> FilePart:
        """Write a base's keys."""
        name = f"base-{serial}.keys.npy"
        with self._new(name) as file:
            np.save(file, keys, allow_pickle=False)
        return self._part(name, hashed=True)

    def write_vectors(self, serial: int, count: int, blocks: Iterable[Floats]) -> FilePart:
        """Write a base's vectors, `count` rows in all, block by block."""
        name = f"base-{serial}.vectors.npy"
        header = {"descr": "<f4", "fortran_order": False, "shape": (count, self._dimension)}
        with self._new(name) as file:
            np.lib.format.write_array_header_1_0(file, header)
            for block in blocks:
                file.write(np.ascontiguousarray(block, dtype="<f4").data)
        return self._part(name)

    def graph_path(self, serial: int) -> Path:
        """Return where a base's graph is to be saved."""
        return self.folder / f"base-{serial}.graph"

    def written_graph(self, serial: int) -> FilePart:
        """Make a saved graph durable."""
        path = self.graph_path(serial)
        with path.open("rb") as file:
            os.fsync(file.fileno())
        return self._part(path.name)

    def write_delta(self, serial: int, delta: Delta) -> FilePart:
        """Write a delta."""
        name = f"delta-{serial}.npz"
        with self._new(name) as file:
            np.savez(file, keys=delta.keys, vectors=delta.vectors, removals=delta.removals)
        return self._part(name, hashed=True)

    def commit(self, state: State) -> None:
        """Make `state` the newest, then remove the files it does not name."""
        temporary = self.folder / f"{_STATE}.new"
        with temporary.open("w", encoding="utf-8") as file:
            json.dump(asdict(state), file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        _sync_folder(self.folder)
        temporary.replace(self.folder / _STATE)
        _sync_folder(self.folder)
        self._remove_unnamed(state)

    @contextmanager
    def _new(self, name: str) -> Iterator[BinaryIO]:
        with (self.folder / name).open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())

    def _part(self, name: str, *, hashed: bool = False) -> FilePart:
        path = self.folder / name
        return FilePart(name, path.stat().st_size, _sha256(path) if hashed else "")

    def _numbered(self) -> list[tuple[int, str]]:
        names = (entry.name for entry in self.folder.iterdir())
        matches = (_OURS.fullmatch(name) for name in names)
        return [(int(match[1]), match.string) for match in matches if match]

    def _remove_unnamed(self, state: State) -> None:
        named = {part.name for part in state.parts()}
        for _, name in self._numbered():
            if name not in named:
                # Windows keeps files other processes map; the next writer removes them.
                with suppress(OSError):
                    (self.folder / name).unlink()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # Folders cannot be opened there; replacing a file is durable enough.
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
