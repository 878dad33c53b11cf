"""A ColBERT from a folder: markers, filling, dropped punctuation."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import BertPreTokenizer
from tokenizers.processors import TemplateProcessing

from aliquot.embedding.late_colbert import ColbertEncoder, colbert
from aliquot.errors import ConfigError, ModelError

onnx = pytest.importorskip("onnx")

WORDS = ["[CLS]", "[SEP]", "[MASK]", "[UNK]", "[unused0]", "[unused1]", ",", ".", "gene", "mouse"]


def write_model(folder: Path, words: list[str] = WORDS) -> Path:
    """Write a model that turns a token into its row of the unit matrix, twice as long."""
    from onnx import TensorProto, helper, numpy_helper

    folder.mkdir()
    vocabulary = {word: number for number, word in enumerate(words)}
    tokenizer = Tokenizer(WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = BertPreTokenizer()
    ends = [("[CLS]", 0), ("[SEP]", 1)]
    tokenizer.post_processor = TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    tokenizer.save(str(folder / "tokenizer.json"))
    table = 2 * np.eye(len(words), dtype=np.float32)
    put = helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "tokens"])
    out = helper.make_tensor_value_info("rows", TensorProto.FLOAT, [1, "tokens", len(words)])
    node = helper.make_node("Gather", ["table", "input_ids"], ["rows"])
    graph = helper.make_graph(
        [node], "colbert", [put], [out], [numpy_helper.from_array(table, "table")]
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, str(folder / "model.onnx"))
    return folder


@pytest.fixture
def encoder(tmp_path: Path) -> ColbertEncoder:
    return ColbertEncoder(write_model(tmp_path / "tiny"), dimension=len(WORDS))


def tokens(rows: np.ndarray) -> list[str]:
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0)
    return [WORDS[place] for place in rows.argmax(axis=1)]


def test_a_query_has_its_marker_and_is_filled_up(encoder: ColbertEncoder) -> None:
    (rows,) = encoder.encode(["gene, mouse"], "query")
    read = ["[CLS]", "[unused0]", "gene", ",", "mouse", "[SEP]"]
    assert tokens(rows) == read + ["[MASK]"] * (32 - len(read))


def test_a_document_has_its_marker_and_no_punctuation(encoder: ColbertEncoder) -> None:
    (rows,) = encoder.encode(["gene, mouse."], "document")
    assert tokens(rows) == ["[CLS]", "[unused1]", "gene", "mouse", "[SEP]"]


def test_a_long_text_is_cut_off(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "tiny")
    encoder = ColbertEncoder(folder, dimension=len(WORDS), max_tokens=8)
    (rows,) = encoder.encode(["gene " * 100], "document")
    assert len(rows) == 8


def test_odd_texts_have_vectors_too(encoder: ColbertEncoder) -> None:
    for rows in encoder.encode(["", "half an emoji: \ud83e", "\x00"], "document"):
        assert len(rows) >= 3


def test_the_id_changes_with_files_and_settings(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "tiny")
    ids = {ColbertEncoder(folder, dimension=10).id, ColbertEncoder(folder, dimension=12).id}
    (folder / "model.onnx").write_bytes(b"other")
    ids.add(ColbertEncoder(folder, dimension=10).id)
    assert len(ids) == 3


def test_a_wrong_dimension_is_told(tmp_path: Path) -> None:
    encoder = ColbertEncoder(write_model(tmp_path / "tiny"), dimension=128)
    with pytest.raises(ModelError, match="vectors of 10 numbers, not 128"):
        encoder.encode(["gene"], "query")


def test_a_tokenizer_without_the_marker_is_told(tmp_path: Path) -> None:
    words = [word if word != "[unused0]" else "other" for word in WORDS]
    encoder = ColbertEncoder(write_model(tmp_path / "tiny", words), dimension=len(WORDS))
    with pytest.raises(ModelError, match=r"no token '\[unused0\]'"):
        encoder.encode(["gene"], "query")


def test_a_folder_without_a_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"model\.onnx cannot be read"):
        ColbertEncoder(tmp_path)
    with pytest.raises(ConfigError, match="not told where"):
        colbert()
