"""The ONNX embedder over a toy graph: order, pooling, prefixes, errors; no real model."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from aliquot.embedding.models import Encoder
from aliquot.embedding.onnx import OnnxEmbedder, bge_small_en
from aliquot.errors import ModelError
from aliquot.models.onnx_session import json_tokenizer

onnx = pytest.importorskip("onnx", reason="the toy graph is written with onnx")

WORDS = np.random.default_rng(0).standard_normal((256, 4)).astype(np.float32)


def character_ids(text: str) -> list[int]:
    return [0, *(ord(character) % 255 + 1 for character in text)]


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A graph that looks token vectors up in `WORDS`, and needs a mask like real ones do."""
    helper, types = onnx.helper, onnx.TensorProto
    nodes = [
        helper.make_node("Gather", ["words", "input_ids"], ["vectors"]),
        helper.make_node("Cast", ["attention_mask"], ["mask"], to=types.FLOAT),
        helper.make_node("Unsqueeze", ["mask", "last"], ["masks"]),
        helper.make_node("Mul", ["vectors", "masks"], ["last_hidden_state"]),
    ]
    model = helper.make_model(
        helper.make_graph(
            nodes,
            "toy",
            [
                helper.make_tensor_value_info(name, types.INT64, ["b", "s"])
                for name in ("input_ids", "attention_mask")
            ],
            [helper.make_tensor_value_info("last_hidden_state", types.FLOAT, ["b", "s", 4])],
            [
                onnx.numpy_helper.from_array(WORDS, "words"),
                onnx.numpy_helper.from_array(np.array([2]), "last"),
            ],
        ),
        opset_imports=[helper.make_opsetid("", 18)],
        ir_version=8,
    )
    path = tmp_path_factory.mktemp("toy") / "model.onnx"
    path.write_bytes(model.SerializeToString())
    return path


@pytest.fixture
def toy(graph: Path) -> Callable[..., OnnxEmbedder]:
    def made(**options: object) -> OnnxEmbedder:
        settings = {"id": "toy", "dimension": 4, "pooling": "mean", "threads": 2, **options}
        return OnnxEmbedder(lambda: Encoder(graph, character_ids), **settings)  # type: ignore[arg-type]

    return made


def unit(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector)


def test_mean_pooling_is_the_direction_of_the_mean(toy: Callable[..., OnnxEmbedder]) -> None:
    expected = unit(WORDS[character_ids("abc")].mean(axis=0))
    assert np.allclose(toy().embed(["abc"], "document")[0], expected, atol=1e-6)


def test_cls_pooling_is_the_first_token(toy: Callable[..., OnnxEmbedder]) -> None:
    vectors = toy(pooling="cls").embed(["abc", "x"], "document")
    assert np.allclose(vectors, unit(WORDS[0]), atol=1e-6)


def test_last_pooling_is_the_last_token(toy: Callable[..., OnnxEmbedder]) -> None:
    expected = unit(WORDS[character_ids("abc")[-1]])
    assert np.allclose(toy(pooling="last").embed(["abc"], "query")[0], expected, atol=1e-6)


def test_the_separator_takes_the_place_of_a_documents_first_line_break(
    toy: Callable[..., OnnxEmbedder],
) -> None:
    embedder = toy(separator="[SEP]")
    expected = toy().embed(["t[SEP]a\nb"], "document")
    assert (embedder.embed(["t\na\nb"], "document") == expected).all()
    assert (embedder.embed(["t\na"], "query") == toy().embed(["t\na"], "query")).all()


def test_each_role_has_its_prefix(toy: Callable[..., OnnxEmbedder]) -> None:
    embedder = toy(query_prefix="q: ", document_prefix="d: ")
    assert (embedder.embed(["a"], "query") == toy().embed(["q: a"], "query")).all()
    assert (embedder.embed(["a"], "document") == toy().embed(["d: a"], "query")).all()


def test_many_texts_of_all_lengths_keep_their_rows(toy: Callable[..., OnnxEmbedder]) -> None:
    texts = ["x" * (place % 17) + str(place) for place in range(200)]
    together = toy().embed(texts, "document")
    alone = np.concatenate([toy(threads=1).embed([text], "document") for text in texts])
    assert (together == alone).all()


def test_nothing_is_loaded_before_the_first_text(toy: Callable[..., OnnxEmbedder]) -> None:
    def refuse() -> Encoder:
        raise AssertionError("loaded too early")

    embedder = OnnxEmbedder(refuse, id="toy", dimension=4, pooling="mean")
    assert embedder.embed([], "document").shape == (0, 4)


def test_many_threads_load_a_model_once(graph: Path) -> None:
    loads: list[int] = []

    def prepare() -> Encoder:
        loads.append(1)
        return Encoder(graph, character_ids)

    embedder = OnnxEmbedder(prepare, id="toy", dimension=4, pooling="mean")
    threads = [
        threading.Thread(target=embedder.embed, args=(["a", "b"], "query")) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(loads) == 1


def test_a_text_of_megabytes_is_read_only_at_its_beginning(graph: Path) -> None:
    seen: list[int] = []

    def token_ids(text: str) -> list[int]:
        seen.append(len(text))
        return [1]

    embedder = OnnxEmbedder(
        lambda: Encoder(graph, token_ids), id="toy", dimension=4, pooling="mean"
    )
    embedder.embed(["x" * 10_000_000], "document")
    assert max(seen) < 20_000


def test_a_graph_of_another_dimension_is_refused(toy: Callable[..., OnnxEmbedder]) -> None:
    embedder = toy(dimension=5)
    for _ in range(2):
        with pytest.raises(ModelError, match="gives vectors of 4 numbers, not 5"):
            embedder.embed(["a"], "query")


@pytest.mark.parametrize("content", [b"", b"not a graph", None])
def test_a_graph_that_cannot_be_loaded_is_a_model_error(
    tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "model.onnx"
    if content is not None:
        path.write_bytes(content)
    embedder = OnnxEmbedder(
        lambda: Encoder(path, character_ids), id="toy", dimension=4, pooling="mean"
    )
    with pytest.raises(ModelError, match=r"model.onnx cannot be loaded"):
        embedder.embed(["a"], "query")


def test_a_failing_run_is_a_model_error(graph: Path) -> None:
    embedder = OnnxEmbedder(
        lambda: Encoder(graph, lambda _: [100_000]), id="toy", dimension=4, pooling="mean"
    )
    with pytest.raises(ModelError, match="failed on a text of 1 tokens"):
        embedder.embed(["a", "b"], "query")


@pytest.mark.parametrize("content", ["", "{}", None])
def test_a_damaged_tokenizer_is_a_model_error(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "tokenizer.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(ModelError, match=r"tokenizer.json cannot be read"):
        json_tokenizer(path, 512)


def test_the_english_model_reads_at_most_512_tokens() -> None:
    embedder = bge_small_en(threads=1)
    long, longer = embedder.embed(["cell " * 600, "cell " * 600 + "dog " * 100], "document")
    assert (long == longer).all()
