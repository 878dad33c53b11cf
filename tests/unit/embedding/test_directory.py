"""A model's folder is read as its maker meant it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from aliquot.embedding.directory import from_directory
from aliquot.embedding.models import BGE_SMALL_EN
from aliquot.embedding.onnx import OnnxEmbedder, bge_small_en
from aliquot.errors import ConfigError, ModelError
from aliquot.models.pinned import locate

BGE_QUERY = "Represent this sentence for searching relevant passages: "
BGE = locate(BGE_SMALL_EN, BGE_SMALL_EN.weights).parent


def write(path: Path, content: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of an unknown model whose graph is never run."""
    place = tmp_path / "my-model"
    write(place / "config.json", {"hidden_size": 384, "max_position_embeddings": 512})
    (place / "onnx").mkdir()
    (place / "onnx" / "model.onnx").write_bytes(b"weights")
    (place / "tokenizer.json").write_text("{}")
    return place


def made(folder: Path, **options: object) -> OnnxEmbedder:
    embedder = from_directory(folder, **options)  # type: ignore[arg-type]
    assert isinstance(embedder, OnnxEmbedder)
    return embedder


def test_the_folder_of_a_built_in_model_gives_its_vectors() -> None:
    texts = ["TP53 mutations", "Buffer A"]
    built_in, own = bge_small_en(threads=1), from_directory(BGE, threads=1)
    assert np.allclose(own.embed(texts, "document"), built_in.embed(texts, "document"), atol=1e-6)


def test_a_sentence_transformers_folder_states_pooling_and_prompts(folder: Path) -> None:
    write(
        folder / "modules.json",
        [
            {"idx": 0, "path": "", "type": "sentence_transformers.models.Transformer"},
            {"idx": 1, "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
            {"idx": 2, "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"},
        ],
    )
    write(folder / "1_Pooling" / "config.json", {"pooling_mode_lasttoken": True})
    write(
        folder / "config_sentence_transformers.json",
        {"prompts": {"query": "Q: ", "passage": "P: "}},
    )
    embedder = made(folder)
    assert embedder._pooling == "last"
    assert embedder._prefixes == {"query": "Q: ", "document": "P: "}


@pytest.mark.parametrize(
    ("model", "pooling", "query", "document"),
    [
        ("BAAI/bge-base-en-v1.5", "cls", BGE_QUERY, ""),
        ("intfloat/e5-base-v2", "mean", "query: ", "passage: "),
        ("intfloat/multilingual-e5-base", "mean", "query: ", "passage: "),
        ("sentence-transformers/all-MiniLM-L6-v2", "mean", "", ""),
        ("sentence-transformers/all-mpnet-base-v2", "mean", "", ""),
        ("allenai/specter2_base", "cls", "", ""),
        ("NeuML/pubmedbert-base-embeddings", "mean", "", ""),
        ("dmis-lab/biobert-base-cased-v1.2", "mean", "", ""),
        ("nomic-ai/nomic-embed-text-v1.5", "mean", "search_query: ", "search_document: "),
    ],
)  # fmt: skip
def test_a_known_family_is_asked_as_it_was_trained(
    folder: Path, model: str, pooling: str, query: str, document: str
) -> None:
    write(folder / "aliquot.json", {"model": model})
    embedder = made(folder)
    assert embedder._pooling == pooling
    assert embedder._prefixes == {"query": query, "document": document}


def test_empty_prompts_do_not_hide_those_of_the_family(folder: Path) -> None:
    write(folder / "aliquot.json", {"model": "BAAI/bge-small-en-v1.5"})
    write(folder / "config_sentence_transformers.json", {"prompts": {"query": "", "document": ""}})
    assert made(folder)._prefixes["query"].startswith("Represent")


def test_a_model_in_the_cache_of_the_hub_is_known_by_its_name(folder: Path) -> None:
    place = folder.parent / "models--intfloat--e5-small-v2" / "snapshots" / "0123"
    shutil.copytree(folder, place)
    assert made(place).id.startswith("intfloat/e5-small-v2-")


def test_specter_reads_header_and_text_with_its_separator(folder: Path) -> None:
    write(folder / "aliquot.json", {"model": "allenai/specter2_base"})
    embedder = made(folder)
    assert embedder._asked("Title\nFirst.\nSecond.", "document") == "Title[SEP]First.\nSecond."
    assert embedder._asked("a\nb", "query") == "a\nb"


def test_arguments_come_before_files_and_change_the_id(folder: Path) -> None:
    write(folder / "aliquot.json", {"pooling": "mean", "query_prefix": "file: "})
    by_file, by_argument = made(folder), made(folder, query_prefix="mine: ", pooling="cls")
    assert by_argument._prefixes["query"] == "mine: "
    assert by_argument._pooling == "cls"
    assert by_file.id != by_argument.id


def test_other_weights_have_another_id(folder: Path) -> None:
    first = made(folder, pooling="mean").id
    (folder / "onnx" / "model.onnx_data").write_bytes(b"more weights")
    assert made(folder, pooling="mean").id != first


def test_a_folder_without_a_graph_says_how_to_export_one(folder: Path) -> None:
    (folder / "onnx" / "model.onnx").unlink()
    with pytest.raises(ModelError, match="no ONNX file") as caught:
        from_directory(folder)
    assert "optimum-cli export onnx" in caught.value.hint


def test_a_folder_that_does_not_state_its_pooling_is_refused(folder: Path) -> None:
    with pytest.raises(ConfigError, match="token vectors"):
        from_directory(folder)


@pytest.mark.parametrize(
    "config",
    [
        {"pooling_mode_max_tokens": True},
        {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": True},
        {"pooling_mode_mean_tokens": True, "include_prompt": False},
        {"pooling_mode": "max"},
    ],
)
def test_pooling_we_cannot_do_is_refused(folder: Path, config: object) -> None:
    write(folder / "1_Pooling" / "config.json", config)
    with pytest.raises(ConfigError):
        from_directory(folder)


def test_a_layer_outside_the_graph_is_refused(folder: Path) -> None:
    write(folder / "modules.json", [{"path": "2_Dense", "type": "x.Dense"}])
    with pytest.raises(ConfigError, match="kind Dense"):
        from_directory(folder)


@pytest.mark.parametrize("name", ["modules.json", "config.json", "aliquot.json"])
@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"7", b"[" * 100_000])
def test_a_damaged_file_is_named(folder: Path, name: str, content: bytes) -> None:
    (folder / name).write_bytes(content)
    with pytest.raises(ModelError, match=name):
        from_directory(folder, pooling="mean")


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="gone"):
        from_directory(tmp_path / "gone")
