"""A vector engine whose servers live in memory, by address, and misbehave when they are told to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from aliquot.errors import StoreError
from aliquot.storage.engines.engine import CollectionSettings, Engine, EngineState
from aliquot.storage.engines.opening import opens_index
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.storage.keyed import Candidates
from aliquot.testing.memory_engine import Collections, MemoryEngine

__all__ = ["SERVERS", "Servers", "open_index"]


class Servers(dict[str, Collections]):
    """What each server keeps, by address; what they do wrong."""

    is_away = False
    loses = False
    mixes = False
    blind = 0
    written = 0
    fails_after: int | None = None

    def clear(self) -> None:
        """Forget every server and every fault."""
        super().clear()
        self.__dict__.clear()


SERVERS = Servers()


class FaultyEngine(MemoryEngine):
    """Does what it is told, until it is told otherwise."""

    def state(self) -> EngineState | None:
        """Say what it is, where it can be reached."""
        if SERVERS.is_away:
            raise StoreError("The engine is away.", hint="Start it.")
        return super().state()

    def upsert(self, rows: Sequence[StoredRow]) -> None:
        """Write rows, all, some, or each with another's vector."""
        if SERVERS.fails_after is not None and SERVERS.written >= SERVERS.fails_after:
            raise StoreError("The engine is away.", hint="Start it.")
        SERVERS.written += len(rows)
        if SERVERS.mixes:
            turned = [*rows[1:], rows[0]]
            rows = [
                StoredRow(one.key, one.id, other.vector, one.content, one.metadata)
                for one, other in zip(rows, turned, strict=True)
            ]
        super().upsert(rows[1:] if SERVERS.loses else rows)

    def nearest(
        self,
        vector: npt.NDArray[np.float32],
        k: int,
        among: npt.NDArray[np.int64] | None = None,
        *,
        is_exact: bool = False,
    ) -> Candidates:
        """Return the nearest rows; where it is blind, every n-th of them is passed over."""
        found = super().nearest(vector, k, among, is_exact=is_exact)
        if not SERVERS.blind or among is not None:
            return found
        is_seen = found.keys % SERVERS.blind != 0
        return Candidates(found.keys[is_seen], found.scores[is_seen])


@opens_index
def open_index(settings: CollectionSettings, folder: Path) -> Engine:
    """Open a collection of the server at the config's address."""
    return FaultyEngine(settings.name, SERVERS.setdefault(settings.location, Collections()))
