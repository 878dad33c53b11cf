"""Qdrant: in the library's folder, or a server or cluster at an address."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from aliquot.storage.engines.engine import CollectionSettings, Engine, EngineState
from aliquot.storage.engines.index import EngineVectorIndex
from aliquot.storage.engines.opening import collection_settings, is_server, opened

if TYPE_CHECKING:
    from aliquot.config import VectorIndexConfig

__all__ = ["open_index"]


def open_index(
    folder: Path,
    *,
    name: str,
    dimension: int,
    embedder_id: str,
    library: str,
    settings: VectorIndexConfig,
    afresh: bool = False,
) -> EngineVectorIndex:
    """Open a library's index in Qdrant.

    Args:
        folder: Where it is kept without a location.
        name: Of the index in the library.
        dimension: Length of a vector.
        embedder_id: The embedder whose vectors it holds.
        library: The library's id.
        settings: The section `[vectors]`.
        afresh: Whether what it holds is dropped.

    Raises:
        ConfigError: A key would be sent readable, or an option is none.
        IndexMismatchError: It is of another embedder or dimension, or damaged.
        StoreError: It is another library's, in use, or cannot be reached.
    """
    engine = _engine(collection_settings(name, dimension, library, settings), folder)
    return opened(engine, name, EngineState(library, embedder_id, dimension), afresh=afresh)


def _engine(settings: CollectionSettings, folder: Path) -> Engine:
    # Each has a package of its own: the client alone takes 2 s of CPU to import.
    if is_server(settings.location):
        from aliquot.storage.engines.qdrant_server import QdrantServer

        return QdrantServer(settings)
    from aliquot.storage.engines.qdrant_folder import QdrantFolder

    return QdrantFolder(settings, folder)
