"""The local index as the config names it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from aliquot.storage.vectors_local.index import LocalVectorIndex

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
) -> LocalVectorIndex:
    """Open a library's index in files of its own folder.

    Args:
        folder: Where it is kept.
        name: Of the index in the library.
        dimension: Length of a vector.
        embedder_id: The embedder whose vectors it holds.
        library: The library's id; the folder is its own, and needs none.
        settings: The section `[vectors]`.
        afresh: Whether what it holds is dropped.

    Raises:
        IndexMismatchError: It is of another embedder, dimension, dtype or format, or damaged.
        StoreError: The folder cannot be read.
    """
    if afresh:
        shutil.rmtree(folder, ignore_errors=True)
    return LocalVectorIndex(
        folder,
        name=name,
        dimension=dimension,
        embedder_id=embedder_id,
        exact_limit=settings.exact_limit,
        m=settings.m,
        ef_construction=settings.ef_construction,
        ef_search=settings.ef_search,
        dtype=settings.dtype,
    )
