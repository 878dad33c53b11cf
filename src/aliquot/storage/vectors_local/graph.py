"""A graph of near neighbours (HNSW, usearch) that proposes candidates in a large index.

Source: Malkov and Yashunin, "Efficient and robust approximate nearest neighbor search using
Hierarchical Navigable Small World graphs", IEEE TPAMI 42(4), 2020. Its own copy of the vectors is
float16, or int8 where the rows are; callers score the candidates again.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from usearch.compiled import ScalarKind
from usearch.index import Index

from aliquot.storage.vectors_local.packing import Codes, Dtype, int8_codes

__all__ = ["GraphSettings", "NeighbourGraph"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]

# Rows added at once; bounds the copy usearch makes.
_BLOCK_ROWS = 4096


@dataclass(frozen=True, slots=True)
class GraphSettings:
    """Shape of a graph; one built with other settings is built anew.

    Attributes:
        m: Neighbours kept per row.
        ef_construction: Candidates looked at while a row is added.
    """

    m: int
    ef_construction: int


class NeighbourGraph:
    """A graph over rows known by their keys."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def __len__(self) -> int:
        return len(self._index)

    @classmethod
    def empty(
        cls, dimension: int, settings: GraphSettings, *, dtype: Dtype = "float32"
    ) -> NeighbourGraph:
        """Return a graph without rows, for rows kept as `dtype`."""
        is_int8 = dtype == "int8"
        return cls(
            Index(
                ndim=dimension,
                # Codes are compared by direction: every row has its own scale.
                metric="cos" if is_int8 else "ip",
                dtype="i8" if is_int8 else "f16",
                connectivity=settings.m,
                expansion_add=settings.ef_construction,
            )
        )

    @classmethod
    def opened(cls, path: Path, *, writable: bool = False) -> NeighbourGraph:
        """Open a saved graph: memory-mapped, or read into memory to be changed.

        Raises:
            FileNotFoundError: There is no such file.
            ValueError: The file is damaged.
        """
        try:
            index = Index.restore(path, view=not writable)
        except RuntimeError as exc:
            raise ValueError(str(exc)) from exc
        if index is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        return cls(index)

    def add(self, blocks: Iterable[tuple[Keys, Floats]]) -> None:
        """Add rows, which must be new, block by block.

        One thread: rows added in parallel now and then end up where no search reaches them (1 to 3
        of 5,000; usearch 2.26), and the graph would differ from build to build.
        """
        for keys, vectors in blocks:
            for start in range(0, len(keys), _BLOCK_ROWS):
                stop = start + _BLOCK_ROWS
                rows = self._compared(vectors[start:stop])
                self._index.add(keys[start:stop].astype(np.uint64), rows, threads=1)

    def remove(self, keys: Keys) -> None:
        """Take rows out of the results; their places are used again."""
        if len(keys):
            self._index.remove(keys.astype(np.uint64), threads=1)

    def save(self, path: Path) -> None:
        """Write the graph to a file.

        Raises:
            OSError: The file cannot be written.
        """
        try:
            self._index.save(path)
        except RuntimeError as exc:
            raise OSError(f"{path}: {exc}") from exc

    def candidates(self, vector: Floats, count: int, *, ef_search: int) -> Keys:
        """Return about `count` keys near `vector`, int64, in no order."""
        # Its types know the getter only.
        self._index.expansion_search = max(ef_search, count)  # type: ignore[misc]
        found = self._index.search(self._compared(vector), count, threads=1)
        return np.asarray(found.keys).astype(np.int64)

    def _compared(self, vectors: Floats) -> Floats | Codes:
        """Return vectors as the graph takes them.

        Turned into int8 by usearch, unit vectors would have one step of 1/127 for all numbers: of
        384 they use less than a tenth of the codes.
        """
        return int8_codes(vectors) if self._index.dtype == ScalarKind.I8 else vectors
