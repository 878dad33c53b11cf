"""splade-tiny in NumPy: the terms of a text and those it suggests."""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from aliquot.embedding.bert_numpy import BertMaskedLanguageModel, _gelu, read_safetensors
from aliquot.embedding.sparse_splade import SPLADE_TINY, SpladeEncoder, splade_tiny
from aliquot.errors import MissingExtraError, ModelError


@cache
def encoder() -> SpladeEncoder:
    try:
        return splade_tiny(threads=1)
    except MissingExtraError:
        pytest.skip("the extra sparse is not installed")


def test_a_text_suggests_words_it_does_not_hold() -> None:
    (weights,) = encoder().encode(["How is insulin resistance measured in mice?"], "query")
    strongest = sorted(weights, key=weights.__getitem__, reverse=True)[:4]
    assert set(strongest) == {"resistance", "insulin", "mice", "measured"}
    assert "mouse" in weights


def test_both_roles_are_encoded_alike() -> None:
    assert encoder().encode(["TP53"], "query") == encoder().encode(["TP53"], "document")


def test_threads_change_nothing() -> None:
    texts = ["mouse liver", "human kidney", "zebrafish"]
    pairs = zip(
        encoder().encode(texts, "query"), splade_tiny(threads=3).encode(texts, "query"), strict=True
    )
    assert all(left.keys() == right.keys() for left, right in pairs)


def test_a_vocabulary_entry_weighs_its_best_token() -> None:
    encoder().encode([""], "query")
    model = BertMaskedLanguageModel(read_safetensors(encoder()._weights), heads=2)
    largest = model.largest_logits([101, 12649, 102])
    assert largest.shape == (30_522,)
    assert largest.argmax() == 12649


def test_gelu_is_the_exact_one() -> None:
    values = np.linspace(-6, 6, 241, dtype=np.float32)
    exact = [x * (1 + math.erf(x / math.sqrt(2))) / 2 for x in values.tolist()]
    assert np.allclose(_gelu(values), exact, atol=1e-6)


def write_safetensors(path: Path, head: object, data: bytes = b"") -> Path:
    text = json.dumps(head).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)
    return path


def test_tensors_are_read_by_name(tmp_path: Path) -> None:
    head = {"a": {"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 8]}, "__metadata__": {}}
    path = write_safetensors(tmp_path / "m", head, np.array([1, 2], np.float32).tobytes())
    assert {k: v.tolist() for k, v in read_safetensors(path).items()} == {"a": [[1.0, 2.0]]}


@pytest.mark.parametrize(
    "content", [b"", b"\xff" * 20, b"\x03" + bytes(7) + b"[1]xx", b"\x05" + bytes(7) + b"{}"]
)
def test_a_damaged_file_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "m").write_bytes(content)
    with pytest.raises(ModelError, match="cannot be read"):
        read_safetensors(tmp_path / "m")


def test_a_file_without_the_model_is_told(tmp_path: Path) -> None:
    path = write_safetensors(tmp_path / "m", {"__metadata__": {}}, b"0000")
    with pytest.raises(ModelError, match="lacks a tensor"):
        BertMaskedLanguageModel(read_safetensors(path), heads=2)


def test_the_id_names_the_weights() -> None:
    assert SPLADE_TINY.weights.sha256[:12] in encoder().id
