"""Names of embedders: taken apart, cut to a dimension, safe as folders."""

from __future__ import annotations

import logging
import sys
from types import ModuleType

import numpy as np
import pytest

from aliquot.embedding import naming
from aliquot.embedding.families import family_of
from aliquot.embedding.matryoshka import ShortenedEmbedder, shortened
from aliquot.embedding.naming import EmbedderName, embedder_from_name, folder_name, parse_name
from aliquot.errors import ConfigError, ModelError
from aliquot.testing.fakes import FakeEmbedder


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("fake", EmbedderName("fake")),
        ("fake@32", EmbedderName("fake", "", 32)),
        ("onnx:C:\\models\\e5", EmbedderName("onnx", "C:\\models\\e5")),
        ("onnx:/lab@home/e5", EmbedderName("onnx", "/lab@home/e5")),
        ("ollama:nomic-embed-text:v1.5@256", EmbedderName("ollama", "nomic-embed-text:v1.5", 256)),
    ],
)
def test_a_name_is_taken_apart(name: str, expected: EmbedderName) -> None:
    assert parse_name(name) == expected


@pytest.mark.parametrize("name", ["onnx:", "fake@0", "no-such-embedder"])
def test_a_malformed_or_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(ConfigError):
        embedder_from_name(name)


def test_a_dimension_is_given_to_those_who_take_it() -> None:
    assert embedder_from_name("fake@32")(threads=2).dimension == 32


def test_options_a_plugin_does_not_take_are_kept_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(naming, "load", lambda *_: lambda: FakeEmbedder(dimension=16))
    assert embedder_from_name("plugin")(threads=2).dimension == 16
    assert embedder_from_name("plugin@8")(threads=2).dimension == 8


def test_a_cut_vector_is_the_beginning_of_the_whole_one_at_unit_length() -> None:
    whole = FakeEmbedder(dimension=64)
    rows = whole.embed(["cells washed with PBS"], "query")[:, :32]
    cut = ShortenedEmbedder(whole, 32)
    assert np.allclose(
        cut.embed(["cells washed with PBS"], "query"), rows / np.linalg.norm(rows), atol=1e-6
    )
    assert cut.id != whole.id


def test_models_trained_on_centred_vectors_are_centred_before_the_cut() -> None:
    whole = FakeEmbedder(dimension=64)
    row = whole.embed(["cells"], "query")[0]
    expected = (row - row.mean())[:32]
    cut = ShortenedEmbedder(whole, 32, is_centred=True).embed(["cells"], "query")[0]
    assert np.allclose(cut, expected / np.linalg.norm(expected), atol=1e-6)


def test_cutting_a_model_not_trained_for_it_is_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    shortened(FakeEmbedder(dimension=768), 256, family_of("nomic-embed-text-v1.5"))
    assert not caplog.records
    shortened(FakeEmbedder(dimension=768), 256, family_of("BAAI/bge-base-en-v1.5"))
    assert "not known to be trained" in caplog.text


@pytest.mark.parametrize("dimension", [0, 65])
def test_a_dimension_out_of_bounds_is_refused(dimension: int) -> None:
    with pytest.raises(ConfigError):
        ShortenedEmbedder(FakeEmbedder(dimension=64), dimension)


def test_plain_names_stay_and_others_become_safe_folders() -> None:
    assert folder_name("bge-small-en-v1.5") == "bge-small-en-v1.5"
    odd = ["onnx:/a/b", "onnx:/a:b", "onnx:../..", "hub:日本/語", "..", "a" * 400]
    safe = [folder_name(name) for name in odd]
    assert len(set(safe)) == len(odd)
    assert all(len(name) < 60 and not set(name) & set('/\\:*?"<>|@') for name in safe)
    assert not any(name.startswith(".") for name in safe)


class _FakeFastembed:
    """The edge of fastembed, as its 0.9 has it."""

    is_offline = False

    @classmethod
    def list_supported_models(cls) -> list[dict[str, object]]:
        return [{"model": "BAAI/bge-base-en-v1.5", "dim": 64}]

    def __init__(self, name: str, cache_dir: str | None = None, threads: int | None = None) -> None:
        if self.is_offline:
            raise ValueError(f"Could not load model {name} from any source.")

    def passage_embed(self, texts: list[str], batch_size: int) -> object:
        assert batch_size == 1
        return iter(2 * FakeEmbedder(dimension=64).embed(texts, "document"))

    query_embed = passage_embed


@pytest.fixture
def fastembed(monkeypatch: pytest.MonkeyPatch) -> type[_FakeFastembed]:
    module = ModuleType("fastembed")
    module.TextEmbedding = _FakeFastembed  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "fastembed", module)
    monkeypatch.delitem(sys.modules, "aliquot.embedding.hub", raising=False)
    return _FakeFastembed


def test_a_hub_model_is_asked_with_its_prefix_at_unit_length(fastembed: object) -> None:
    from aliquot.embedding.hub import from_hub

    embedder = from_hub("baai/BGE-base-en-v1.5")
    query, document = (embedder.embed(["a cell \ud83e"], role)[0] for role in ("query", "document"))
    assert np.isclose(np.linalg.norm(query), 1, atol=1e-5)
    assert float(query @ document) < 0.99


def test_a_hub_model_that_cannot_be_fetched_says_what_to_do(
    fastembed: type[_FakeFastembed], monkeypatch: pytest.MonkeyPatch
) -> None:
    from aliquot.embedding.hub import from_hub

    monkeypatch.setattr(fastembed, "is_offline", True)
    with pytest.raises(ModelError, match="cannot be loaded") as caught:
        from_hub("BAAI/bge-base-en-v1.5").embed(["a"], "query")
    assert "onnx:FOLDER" in caught.value.hint


def test_a_hub_model_not_listed_names_the_nearest(fastembed: object) -> None:
    from aliquot.embedding.hub import from_hub

    with pytest.raises(ConfigError) as caught:
        from_hub("BAAI/bge-base-en-v1")
    assert "BAAI/bge-base-en-v1.5" in caught.value.hint
