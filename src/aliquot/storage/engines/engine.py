"""What a vector database has to offer, in plain Python and NumPy; vendors' types stay behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from aliquot.storage.engines.stored_form import StoredRow
from aliquot.storage.keyed import Candidates

__all__ = ["CollectionSettings", "Engine", "EngineState", "Limits"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CollectionSettings:
    """How a collection is created.

    Attributes:
        name: Of the collection, in the form the engine allows: letters, digits and `_`.
        dimension: Length of a vector; the metric is cosine.
        m: Links per node of the HNSW graph.
        ef_construction: Candidates kept while the graph is built.
        ef_search: Candidates kept while it is searched.
        location: Address of a server, or a path; empty for the library's own folder.
        options: What only this engine knows, as written under `[vectors.options]`.
    """

    name: str
    dimension: int
    m: int = 16
    ef_construction: int = 128
    ef_search: int = 128
    location: str = ""
    options: Mapping[str, str | int | float | bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EngineState:
    """What a collection says of itself.

    Attributes:
        library: Id of the library whose chunks it holds.
        embedder: Id of the embedder whose vectors it holds.
        dimension: Length of a vector.
        sequence: Number of the last change it holds.
    """

    library: str
    embedder: str
    dimension: int
    sequence: int = 0

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> EngineState:
        """Return what `asdict` gave an engine to keep; what is missing is nobody's.

        Raises:
            ValueError: A number is none.
        """
        return cls(
            library=str(kept.get("library", "")),
            embedder=str(kept.get("embedder", "")),
            dimension=int(kept.get("dimension", 0)),
            sequence=int(kept.get("sequence", 0)),
        )


@dataclass(frozen=True, slots=True)
class Limits:
    """What an engine takes at a time.

    Attributes:
        rows: Rows written in one request.
        hits: Nearest rows it gives for one search.
        among: Keys a search may be restricted to; 0 where it cannot be.
        exact: Allowed rows up to which they are fetched and compared here, since the engine's own
            filtered search misses some.
    """

    rows: int = 500
    hits: int = 10_000
    among: int = 10_000
    exact: int = 0


class Engine(Protocol):
    """One collection of a vector database.

    Every method raises `StoreError` where the engine cannot be reached or refuses.
    """

    limits: Limits

    def state(self) -> EngineState | None:
        """Return what the collection says of itself; `None` where there is no collection."""
        ...

    def create(self, state: EngineState) -> None:
        """Create the collection, in place of one of this name."""
        ...

    def put_state(self, state: EngineState) -> None:
        """Keep what the collection says of itself, after the rows it speaks of."""
        ...

    def upsert(self, rows: Sequence[StoredRow]) -> None:
        """Write rows, at most `limits.rows`; durable, and found by searches, on return."""
        ...

    def remove(self, keys: Sequence[int]) -> None:
        """Remove rows, at most `limits.rows`; those that are not there are passed over."""
        ...

    def nearest(
        self, vector: Floats, k: int, among: Keys | None = None, *, is_exact: bool = False
    ) -> Candidates:
        """Return at most `k` rows with their cosine, in any order.

        Args:
            vector: float32 (dimension,), unit length.
            k: At most `limits.hits`.
            among: The keys that may be returned, at most `limits.among`; `None` for all.
            is_exact: Whether every row is compared, where the engine can.
        """
        ...

    def vectors(self, keys: Keys) -> tuple[Keys, Floats]:
        """Return which of some keys are there, with float32 (n, dimension)."""
        ...

    def rows(self) -> Iterator[StoredRow]:
        """Yield every row, in any order, few held at a time."""
        ...

    def count(self) -> int:
        """Count rows."""
        ...

    def drop(self) -> None:
        """Remove the collection with all it holds."""
        ...

    def health(self) -> str:
        """Return the engine's name and version, as a person is told."""
        ...

    def close(self) -> None:
        """Release connections."""
        ...
