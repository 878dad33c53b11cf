"""How a local vector index lies on disk; `storage.durable` keeps it whole at every moment.

- `base-N.keys.npy` int64 (n,) ascending and `base-N.vectors.npy` float32, float16 or int8 (n,
  dimension), mapped; with int8 `base-N.scales.npy` float32 (n,).
- `base-N.graph`: the neighbour graph over the base, where it is large.
- `delta-N.npz`: `keys`, `vectors` added or replaced and `removals` since the file before it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from aliquot.errors import IndexMismatchError
from aliquot.storage.durable import STATE, DurableFolder, FilePart
from aliquot.storage.vectors_local.graph import NeighbourGraph
from aliquot.storage.vectors_local.packing import Dtype, PackedRows, packed
from aliquot.storage.vectors_local.state import FORMAT, BaseFiles, State, parsed_state

__all__ = ["Delta", "Opened", "VectorFiles"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]

_OURS = re.compile(r"(?:base|delta)-(\d+)\..+")


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
    vectors: PackedRows
    graph: NeighbourGraph | None
    deltas: tuple[Delta, ...]


class VectorFiles(DurableFolder):
    """The folder of one index."""

    def __init__(
        self, folder: Path, *, embedder_id: str, dimension: int, dtype: Dtype = "float32"
    ) -> None:
        super().__init__(folder, what="vector index", ours=_OURS)
        self._embedder_id = embedder_id
        self._dimension = dimension
        self.dtype: Dtype = dtype

    # -------------------------------------------------------------------------- reading

    def state(self) -> State:
        """Return the newest state; an empty one where there is none yet.

        Raises:
            IndexMismatchError: It is of another embedder, dimension or format, or damaged.
            StoreError: It cannot be read.
        """
        state = self.read_state(parsed_state)
        if state is None:
            return State(embedder_id=self._embedder_id, dimension=self._dimension, dtype=self.dtype)
        self._require_same(state)
        return state

    def opened(self) -> Opened:
        """Open the newest state.

        Raises:
            IndexMismatchError: The index is of another embedder, dimension or format, or damaged.
            StoreError: The files cannot be read.
        """
        return self.open_newest(self.state, self._opened)

    def _opened(self, state: State) -> Opened:
        deltas = tuple(self._delta(part) for part in state.deltas)
        if state.base is None:
            empty = PackedRows(np.empty((0, state.dimension), np.float32))
            return Opened(state, np.empty(0, np.int64), empty, None, deltas)
        keys: Keys = self.mapped(state.base.keys, np.int64)
        vectors = self._vectors(state.base, (len(keys), state.dimension))
        return Opened(state, keys, vectors, self._graph(state.base.graph), deltas)

    def _vectors(self, base: BaseFiles, shape: tuple[int, int]) -> PackedRows:
        numbers = self.mapped(base.vectors, np.dtype(self.dtype).type)
        scales = None if base.scales is None else self.mapped(base.scales, np.float32)
        if numbers.shape != shape:
            raise self.damaged(base.vectors.name)
        if (scales is not None) != (self.dtype == "int8"):
            raise self.damaged(STATE)
        return PackedRows(numbers, scales)

    def _graph(self, part: FilePart | None) -> NeighbourGraph | None:
        if part is None:
            return None
        self.require_whole(part)
        try:
            return NeighbourGraph.opened(self.folder / part.name)
        except ValueError as exc:
            raise self.damaged(part.name) from exc

    def _delta(self, part: FilePart) -> Delta:
        delta = Delta(*self.arrays(part, ("keys", "vectors", "removals")))
        if delta.vectors.shape != (len(delta.keys), self._dimension):
            raise self.damaged(part.name)
        return delta

    def writable_graph(self, base: BaseFiles) -> NeighbourGraph | None:
        """Read a base's graph into memory to be changed; `None` where there is none any more."""
        if base.graph is None:
            return None
        try:
            self.require_whole(base.graph)
            return NeighbourGraph.opened(self.folder / base.graph.name, writable=True)
        except (ValueError, FileNotFoundError, IndexMismatchError):
            return None

    def _require_same(self, state: State) -> None:
        if state.format != FORMAT:
            what = f"is of format {state.format}; this version reads {FORMAT}"
        elif state.embedder_id != self._embedder_id:
            what = f"was built by the embedder {state.embedder_id}, not {self._embedder_id}"
        elif state.dimension != self._dimension:
            what = f"holds vectors of {state.dimension} numbers, not {self._dimension}"
        elif state.dtype != self.dtype:
            what = f"keeps vectors as {state.dtype}, not {self.dtype}"
        else:
            return
        raise self.mismatched(what)

    # -------------------------------------------------------------------------- writing

    @contextmanager
    def writing(self) -> Iterator[int]:
        """Give the number for new files; on failure leave the folder as it was.

        Raises:
            StoreError: The disk is full or cannot be written.
        """
        with self.writing_beside(lambda: self.state().parts()) as serial:
            yield serial

    def write_keys(self, serial: int, keys: Keys) -> FilePart:
        """Write a base's keys."""
        return self.write_array(f"base-{serial}.keys.npy", keys, hashed=True)

    def write_vectors(
        self, serial: int, count: int, blocks: Iterable[Floats]
    ) -> tuple[FilePart, FilePart | None]:
        """Write a base's vectors, `count` rows in all, block by block, and their scales if any."""
        name = f"base-{serial}.vectors.npy"
        dtype = np.dtype(self.dtype).newbyteorder("<")
        header = {"descr": dtype.str, "fortran_order": False, "shape": (count, self._dimension)}
        with self.new_file(name) as file:
            np.lib.format.write_array_header_1_0(file, header)
            scales = []
            for block in blocks:
                rows = packed(block, self.dtype)
                file.write(np.ascontiguousarray(rows.numbers, dtype=dtype).tobytes())
                if rows.scales is not None:
                    scales.append(rows.scales)
        return self.part(name), self._write_scales(serial, scales)

    def _write_scales(self, serial: int, scales: Sequence[Floats]) -> FilePart | None:
        if not scales:
            return None
        together = np.concatenate(scales)
        return self.write_array(f"base-{serial}.scales.npy", together, hashed=True)

    def graph_path(self, serial: int) -> Path:
        """Return where a base's graph is to be saved."""
        return self.folder / f"base-{serial}.graph"

    def written_graph(self, serial: int) -> FilePart:
        """Make a saved graph durable."""
        path = self.graph_path(serial)
        with path.open("rb") as file:
            os.fsync(file.fileno())
        return self.part(path.name)

    def write_delta(self, serial: int, delta: Delta) -> FilePart:
        """Write a delta."""
        arrays: dict[str, npt.NDArray[Any]] = asdict(delta)
        return self.write_arrays(f"delta-{serial}.npz", arrays)

    def commit(self, state: State) -> None:
        """Make `state` the newest, then remove the files it does not name."""
        self.commit_state(asdict(state), state.parts())
