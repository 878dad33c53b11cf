"""Write a base and the changes beside it as a new base."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from aliquot.storage.vectors_local.files import VectorFiles
from aliquot.storage.vectors_local.graph import GraphSettings, NeighbourGraph
from aliquot.storage.vectors_local.scan import Rows
from aliquot.storage.vectors_local.state import BaseFiles

__all__ = ["write_base"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]
Positions = npt.NDArray[np.intp]

# Rows written at a time: 6 MB at 384 dimensions.
_BLOCK_ROWS = 4096

# A graph with a larger share of its rows taken out is built anew: they still cost steps.
_DROPPED_SHARE = 0.2


def write_base(
    files: VectorFiles,
    serial: int,
    base: Rows,
    recent: Rows,
    *,
    graph: GraphSettings | None,
    earlier: BaseFiles | None,
) -> BaseFiles | None:
    """Write the rows alive in `base` and `recent`, by ascending key.

    Args:
        files: Where to.
        serial: Number of the new files.
        base: Rows of the base so far.
        recent: Rows beside it.
        graph: Shape of the graph to write with them; `None` for no graph.
        earlier: The files of `base`.

    Returns:
        The new files; `None` if no row is alive.
    """
    order = np.concatenate([np.flatnonzero(base.alive), len(base) + np.flatnonzero(recent.alive)])
    keys = np.concatenate([base.keys, recent.keys])[order]
    if not len(keys):
        return None
    by_key = np.argsort(keys)
    blocks = _gathered(base, recent, order[by_key])
    vectors, scales = files.write_vectors(serial, len(keys), blocks)
    written = BaseFiles(files.write_keys(serial, keys[by_key]), vectors, scales)
    if graph is None:
        return written
    neighbours, dropped = _graph_of(files, base, earlier, graph)
    neighbours.add(_alive_blocks(recent))
    neighbours.save(files.graph_path(serial))
    return replace(
        written,
        graph=files.written_graph(serial),
        m=graph.m,
        ef_construction=graph.ef_construction,
        dropped=dropped,
    )


def _graph_of(
    files: VectorFiles, base: Rows, earlier: BaseFiles | None, settings: GraphSettings
) -> tuple[NeighbourGraph, int]:
    """Return a graph of the rows alive in `base`, and how many were taken out of it so far."""
    dead = base.keys[~base.alive]
    if earlier is not None and settings == GraphSettings(earlier.m, earlier.ef_construction):
        dropped = earlier.dropped + len(dead)
        is_worn = dropped > _DROPPED_SHARE * len(base)
        if not is_worn and (known := files.writable_graph(earlier)) is not None:
            known.remove(dead)
            return known, dropped
    neighbours = NeighbourGraph.empty(base.vectors.dimension, settings, dtype=files.dtype)
    neighbours.add(_alive_blocks(base))
    return neighbours, 0


def _gathered(base: Rows, recent: Rows, order: Positions) -> Iterator[Floats]:
    for start in range(0, len(order), _BLOCK_ROWS):
        places = order[start : start + _BLOCK_ROWS]
        in_base = places < len(base)
        block = np.empty((len(places), base.vectors.dimension), np.float32)
        block[in_base] = base.vectors.floats(places[in_base])
        block[~in_base] = recent.vectors.floats(places[~in_base] - len(base))
        yield block


def _alive_blocks(rows: Rows) -> Iterator[tuple[Keys, Floats]]:
    places = np.flatnonzero(rows.alive)
    for start in range(0, len(places), _BLOCK_ROWS):
        block = places[start : start + _BLOCK_ROWS]
        yield rows.keys[block], rows.vectors.floats(block)
