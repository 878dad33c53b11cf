"""Every vector database that can run here keeps the contract."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from aliquot.storage.engines.engine import CollectionSettings, Engine
from aliquot.testing.contract_engines import EngineIndexContract
from aliquot.testing.memory_engine import Collections, MemoryEngine


class TestMemory(EngineIndexContract):
    def open_engine(self, folder: Path, dimension: int) -> Engine:
        disks = self.__dict__.setdefault("disks", {})
        return MemoryEngine("test", disks.setdefault(folder, Collections()))


class TestQdrantInAFolder(EngineIndexContract):
    # In a folder it commits row by row.
    many = 601

    def open_engine(self, folder: Path, dimension: int) -> Engine:
        pytest.importorskip("qdrant_client", reason="the extra 'qdrant' is not installed")
        from aliquot.storage.engines.qdrant import QdrantEngine

        engine = QdrantEngine(CollectionSettings("test", dimension), folder / "qdrant")
        engine.limits = replace(engine.limits, hits=500)
        return engine


class TestChromaInAFolder(EngineIndexContract):
    def open_engine(self, folder: Path, dimension: int) -> Engine:
        pytest.importorskip("chromadb", reason="the extra 'chroma' is not installed")
        from aliquot.storage.engines.chroma import ChromaEngine

        return ChromaEngine(CollectionSettings("test", dimension), folder / "chroma")
