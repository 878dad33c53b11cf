"""Every vector index keeps the contract."""

from __future__ import annotations

from pathlib import Path

from aliquot.backends import load
from aliquot.config import VectorIndexConfig
from aliquot.protocols import VectorIndex
from aliquot.storage.vectors_local import LocalVectorIndex
from aliquot.testing.contract_vector_indexes import VectorIndexContract


class TestLocal(VectorIndexContract):
    def open_index(self, folder: Path, dimension: int) -> VectorIndex:
        index: VectorIndex = load("vector_indexes", "local")(
            folder,
            name="test",
            dimension=dimension,
            embedder_id="e",
            library="library",
            settings=VectorIndexConfig(),
        )
        return index


class TestLocalWithGraph(VectorIndexContract):
    def open_index(self, folder: Path, dimension: int) -> VectorIndex:
        return LocalVectorIndex(
            folder, name="test", dimension=dimension, embedder_id="e", exact_limit=50, fold_limit=1
        )
