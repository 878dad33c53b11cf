"""The engine of memory keeps the contract; each database has a file of its own."""

from __future__ import annotations

from pathlib import Path

from aliquot.storage.engines.engine import Engine
from aliquot.testing.contract_engines import EngineIndexContract
from aliquot.testing.memory_engine import Collections, MemoryEngine


class TestMemory(EngineIndexContract):
    def open_engine(self, folder: Path, dimension: int) -> Engine:
        disks = self.__dict__.setdefault("disks", {})
        return MemoryEngine("test", disks.setdefault(folder, Collections()))
