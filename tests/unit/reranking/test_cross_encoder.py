"""The cross-encoder reads the pair as it was trained to, and says what is wrong with its files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer

from aliquot.errors import ConfigError, ModelError
from aliquot.models.pinned import locate
from aliquot.reranking.cross_encoder import (
    _MINILM_L12,
    CrossEncoder,
    CrossEncoderFiles,
    _relevance,
    cross_encoder,
    minilm_l12,
)
from aliquot.reranking.pairs import PairTokenizer
from aliquot.testing.contract_rerankers import made_ranking

TOKENIZER = locate(_MINILM_L12, _MINILM_L12.tokenizer)
GRAPH = locate(_MINILM_L12, _MINILM_L12.weights)


def test_pairs_are_as_the_tokenizer_itself_makes_them() -> None:
    plain = Tokenizer.from_file(str(TOKENIZER))
    plain.no_padding()
    plain.enable_truncation(32, strategy="only_second")
    question, text = "Which buffer?", "PBS with 0.1 % Tween-20. " * 20
    expected = plain.encode(question, text)
    ids, types = PairTokenizer(TOKENIZER, 32).for_question(question)(text)
    assert ids.tolist() == [expected.ids]
    assert types.tolist() == [expected.type_ids]
    assert ids.dtype == types.dtype == np.int64


def test_only_the_chunk_is_cut() -> None:
    question = "Which of the buffers was used to wash the cells?"
    pair = PairTokenizer(TOKENIZER, 64).for_question(question)
    short, long = pair("PBS."), pair("PBS. " * 5_000)
    assert long.ids.shape == (1, 64)
    asked = int((short.types == 0).sum())
    assert long.ids[0, :asked].tolist() == short.ids[0, :asked].tolist()


def test_a_question_of_any_length_leaves_room_for_the_chunk() -> None:
    ids, types = PairTokenizer(TOKENIZER, 64).for_question("why " * 9_000)("cells " * 100)
    assert ids.shape == (1, 64)
    assert int(types.sum()) >= 30


def test_a_pair_has_the_same_score_alone_and_among_others() -> None:
    reranker = minilm_l12(threads=2)
    texts = ["Cells were grown at 37 °C.", "Mice were fed.", "PBS " * 300]
    together = reranker.rerank("How warm?", made_ranking(texts), 3)
    for one in together:
        alone = reranker.rerank("How warm?", made_ranking([one.chunk.text]), 1)
        assert alone[0].score == one.score


def test_headers_are_read_with_the_text() -> None:
    bare = made_ranking(["It was 37 °C."])[0]
    headed = replace(bare, chunk=replace(bare.chunk, header="Incubation of zebrafish embryos"))
    question = "How were zebrafish embryos incubated?"
    reranker = minilm_l12(threads=1)
    assert reranker.rerank(question, [headed], 1)[0].score > (
        reranker.rerank(question, [bare], 1)[0].score
    )


def test_two_logits_give_the_log_odds_of_the_second() -> None:
    assert _relevance(np.array([[0.5, 2.0]], np.float32)) == 1.5
    assert _relevance(np.array([[0.5]], np.float32)) == 0.5
    assert _relevance(np.array([0.5], np.float32)) == 0.5


def test_a_model_that_does_not_rank_is_named_as_such() -> None:
    with pytest.raises(ModelError, match="returns 3 numbers") as caught:
        _relevance(np.zeros((1, 3), np.float32))
    assert "cross-encoder" in caught.value.hint


def test_a_folder_without_a_model_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="holds no ONNX model") as caught:
        cross_encoder(path=tmp_path)
    assert "optimum-cli export onnx" in caught.value.hint


def test_a_folder_without_a_tokenizer_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"")
    with pytest.raises(ModelError, match=r"holds no tokenizer\.json"):
        cross_encoder(path=tmp_path)


def test_a_damaged_graph_is_an_error_at_the_first_use(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"not a graph")
    (tmp_path / "tokenizer.json").write_bytes(TOKENIZER.read_bytes())
    reranker = cross_encoder(path=tmp_path)
    with pytest.raises(ModelError, match="cannot be loaded"):
        reranker.rerank("How?", made_ranking(["a"]), 1)


def test_a_damaged_tokenizer_is_an_error_at_the_first_use(tmp_path: Path) -> None:
    broken = tmp_path / "tokenizer.json"
    broken.write_text("{", encoding="utf-8")
    reranker = CrossEncoder(lambda: CrossEncoderFiles(GRAPH, broken), id="broken")
    with pytest.raises(ModelError, match="tokenizer file"):
        reranker.rerank("How?", made_ranking(["a"]), 1)


def test_weights_beside_the_graph_are_part_of_the_id(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"graph")
    (tmp_path / "tokenizer.json").write_text("{}", encoding="utf-8")
    ids = set()
    for weights in (b"one", b"two"):
        (tmp_path / "model.onnx_data").write_bytes(weights)
        ids.add(cross_encoder(path=tmp_path).id)
    assert len(ids) == 2


def test_too_few_tokens_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="8 tokens"):
        cross_encoder(path=tmp_path, max_tokens=8)
