"""Every embedder keeps the contract."""

from __future__ import annotations

from functools import cache

import pytest

from aliquot.backends import available, load
from aliquot.protocols import Embedder
from aliquot.testing.contract_embedders import EmbedderContract


@cache
def _made(name: str, number: int) -> Embedder:
    embedder: Embedder = load("embedders", name)()
    return embedder


class _ByName(EmbedderContract):
    """Two of each embedder are loaded in all, in turn: loading takes longer than the tests."""

    name = ""
    least_repeat_cosine = 1.0 - 1e-6
    _calls = 0

    def embedder(self) -> Embedder:
        if not available("embedders", self.name):
            pytest.skip(f"the packages of {self.name} are not installed")
        type(self)._calls += 1
        return _made(self.name, self._calls % 2)


class TestFake(_ByName):
    name = "fake"


class TestBgeSmallEn(_ByName):
    name = "bge-small-en-v1.5"


class TestMultilingualE5Small(_ByName):
    name = "multilingual-e5-small"
