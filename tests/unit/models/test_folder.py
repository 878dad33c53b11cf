"""Which graph of a folder is run, and what its files hash to."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.errors import ModelError
from aliquot.models.folder import digest_of_files, graph_in


def test_a_whole_graph_comes_before_a_quantised_one(tmp_path: Path) -> None:
    (tmp_path / "onnx").mkdir()
    for name in ("model_quantized.onnx", "onnx/model.onnx"):
        (tmp_path / name).touch()
    assert graph_in(tmp_path) == tmp_path / "onnx" / "model.onnx"


def test_a_folder_without_a_known_graph_gives_none(tmp_path: Path) -> None:
    (tmp_path / "weights.onnx").touch()
    assert graph_in(tmp_path) is None


def test_a_digest_depends_on_settings_content_and_order(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"1")
    two.write_bytes(b"2")
    digests = {
        digest_of_files([one, two]),
        digest_of_files([two, one]),
        digest_of_files([one, two], b"cls"),
    }
    assert len(digests) == 3


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"gone\.onnx cannot be read"):
        digest_of_files([tmp_path / "gone.onnx"])
