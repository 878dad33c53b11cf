"""Every term index keeps the promises of `TermIndex`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.protocols import TermIndex
from aliquot.storage.terms_tantivy import TantivyTermIndex
from aliquot.testing.contract_term_indexes import (
    DurableTermIndexContract,
    OpenIndex,
    TermIndexContract,
)


class TestTantivy(DurableTermIndexContract):
    @pytest.fixture
    def open_index(self, tmp_path: Path) -> Iterator[OpenIndex]:
        opened: list[TantivyTermIndex] = []

        def open_it() -> TermIndex:
            opened.append(
                TantivyTermIndex(
                    tmp_path / "terms", name="terms", analyser=StandardAnalyser(), heap_mb=15
                )
            )
            return opened[-1]

        yield open_it
        for index in opened:
            index.close()


class TestTantivyInMemory(TermIndexContract):
    """A process that may not write answers alike from memory."""

    @pytest.fixture
    def open_index(self, tmp_path: Path) -> OpenIndex:
        return lambda: TantivyTermIndex(
            tmp_path / "terms", name="terms", analyser=StandardAnalyser(), read_only=True
        )
