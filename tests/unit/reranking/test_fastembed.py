"""The adapter asks fastembed as its class wants to be asked; the class itself is stood in for.

Source of the stand-in's signatures: fastembed 0.9, `fastembed.rerank.cross_encoder`.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any, ClassVar

import pytest

from aliquot.errors import ConfigError, ModelError
from aliquot.testing.contract_rerankers import RerankerContract, made_ranking


class _TextCrossEncoder:
    made: ClassVar[list[dict[str, Any]]] = []
    runs: ClassVar[list[dict[str, Any]]] = []
    failure: ClassVar[Exception | None] = None

    @classmethod
    def list_supported_models(cls) -> list[dict[str, Any]]:
        return [{"model": "BAAI/bge-reranker-base"}, {"model": "jinaai/jina-reranker-v1-tiny-en"}]

    def __init__(
        self, model_name: str, cache_dir: str | None = None, threads: int | None = None
    ) -> None:
        if self.failure:
            raise self.failure
        self.made.append({"name": model_name, "cache": cache_dir, "threads": threads})

    def rerank(self, query: str, documents: Iterable[str], batch_size: int = 64) -> Iterable[float]:
        self.runs.append({"query": query, "batch_size": batch_size})
        asked = set(query.lower().split())
        for text in documents:
            yield float(len(asked & set(text.lower().split())))


@pytest.fixture
def adapter(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    for name in ("fastembed", "fastembed.rerank", "fastembed.rerank.cross_encoder"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    sys.modules["fastembed.rerank.cross_encoder"].TextCrossEncoder = _TextCrossEncoder  # type: ignore[attr-defined]
    monkeypatch.setattr(_TextCrossEncoder, "made", [])
    monkeypatch.setattr(_TextCrossEncoder, "runs", [])
    monkeypatch.delitem(sys.modules, "aliquot.reranking.fastembed", raising=False)
    yield importlib.import_module("aliquot.reranking.fastembed")
    sys.modules.pop("aliquot.reranking.fastembed", None)


class TestFastembed(RerankerContract):
    @pytest.fixture(autouse=True)
    def _adapter(self, adapter: ModuleType) -> None:
        self._module = adapter

    def reranker(self) -> Any:
        return self._module.FastembedReranker()


def test_the_model_is_loaded_once_and_at_the_first_use(adapter: ModuleType) -> None:
    reranker = adapter.FastembedReranker(cache="models", threads=2)
    assert _TextCrossEncoder.made == []
    for _ in range(2):
        reranker.rerank("How?", made_ranking(["a", "b"]), 2)
    assert _TextCrossEncoder.made == [
        {"name": "BAAI/bge-reranker-base", "cache": "models", "threads": 2}
    ]


def test_pairs_are_run_one_at_a_time(adapter: ModuleType) -> None:
    adapter.FastembedReranker().rerank("How?", made_ranking(["a", "b"]), 2)
    assert _TextCrossEncoder.runs == [{"query": "How?", "batch_size": 1}]


def test_an_unknown_model_names_the_known_ones(adapter: ModuleType) -> None:
    with pytest.raises(ConfigError, match="no reranker called 'bge'") as caught:
        adapter.FastembedReranker(model="bge")
    assert "BAAI/bge-reranker-base" in caught.value.hint


def test_a_model_that_cannot_be_downloaded_is_an_error(
    adapter: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_TextCrossEncoder, "failure", ValueError("Could not load from any source."))
    with pytest.raises(ModelError, match="cannot be loaded") as caught:
        adapter.FastembedReranker().rerank("How?", made_ranking(["a"]), 1)
    assert "network" in caught.value.hint
