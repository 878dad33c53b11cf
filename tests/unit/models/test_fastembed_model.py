"""What every model of fastembed's shares; its class is stood in for, as its 0.9 has it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import pytest
from onnxruntime.capi import onnxruntime_pybind11_state as ort_errors

from aliquot.errors import ConfigError, ModelError
from aliquot.models.fastembed_model import FastembedModel, encoded_texts


class _Encoder:
    made: ClassVar[list[tuple[str, str | None, int | None]]] = []

    @classmethod
    def list_supported_models(cls) -> list[dict[str, Any]]:
        return [{"model": "Lab/tiny", "dim": 4}, {"model": "Lab/offline"}]

    def __init__(
        self, model_name: str, cache_dir: str | None = None, threads: int | None = None
    ) -> None:
        if model_name == "Lab/offline":
            raise ValueError("Could not load model from any source.")
        self.made.append((model_name, cache_dir, threads))

    def query_embed(self, texts: Iterable[str]) -> Iterable[str]:
        return (f"q:{text}" for text in texts)

    def embed(self, texts: Iterable[str], batch_size: int) -> Iterable[str]:
        return (f"{batch_size}:{text}" for text in texts)


def _model(name: str = "Lab/tiny", **options: Any) -> FastembedModel[_Encoder]:
    _Encoder.made.clear()
    return FastembedModel(_Encoder, name, kind="encoder", unlisted=", ".join, **options)


def test_a_model_is_known_in_any_case_by_its_listed_name() -> None:
    model = _model("lab/TINY")
    assert (model.name, model.stated["dim"]) == ("Lab/tiny", 4)


def test_a_model_is_loaded_once_and_at_the_first_use() -> None:
    model = _model(cache="models", threads=2)
    assert _Encoder.made == []
    for _ in range(2):
        with model.running():
            pass
    assert _Encoder.made == [("Lab/tiny", "models", 2)]


def test_an_unlisted_model_is_refused_with_the_hint_made_of_the_listed() -> None:
    with pytest.raises(ConfigError, match="no encoder called 'other'") as caught:
        _model("other")
    assert caught.value.hint == "Lab/offline, Lab/tiny"


def test_a_model_that_cannot_be_downloaded_says_that_the_network_is_needed() -> None:
    with (
        pytest.raises(ModelError, match="encoder Lab/offline cannot be loaded") as caught,
        _model("Lab/offline").running(),
    ):
        pass
    assert "network" in caught.value.hint


def test_a_run_that_fails_is_told_as_ours() -> None:
    with pytest.raises(ModelError, match="encoder Lab/tiny failed: full"), _model().running():
        raise ort_errors.RuntimeException("full")


def test_texts_are_encoded_by_role_one_a_run_without_lone_surrogates() -> None:
    model = _model()
    assert encoded_texts(model, ["a\ud83e"], "query") == ["q:a?"]
    assert encoded_texts(model, ["a", "b"], "document") == ["1:a", "1:b"]


def test_no_text_loads_no_model() -> None:
    assert encoded_texts(_model(), [], "query") == []
    assert _Encoder.made == []
