"""Qdrant: in the library's folder, or a server or cluster at an address."""

from __future__ import annotations

from pathlib import Path

from aliquot.storage.engines.engine import CollectionSettings, Engine
from aliquot.storage.engines.opening import is_server, opens_index

__all__ = ["open_index"]


@opens_index
def open_index(settings: CollectionSettings, folder: Path) -> Engine:
    """Open a library's index in Qdrant.

    Args:
        settings: Of its collection.
        folder: Where it is kept without a location.

    Raises:
        ConfigError: A key would be sent readable, or an option is none.
        StoreError: It is in use, or cannot be reached.
    """
    # Each has a package of its own: the client alone takes 2 s of CPU to import.
    if is_server(settings.location):
        from aliquot.storage.engines.qdrant_server import QdrantServer

        return QdrantServer(settings)
    from aliquot.storage.engines.qdrant_folder import QdrantFolder

    return QdrantFolder(settings, folder)
