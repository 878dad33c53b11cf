"""Headers of GGUF files: what they say, and files that are not what they claim."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from aliquot.errors import ModelError
from aliquot.models.local.gguf import read_header
from made_gguf import QWEN, gguf, write_gguf


def test_context_and_cache_are_read(tmp_path: Path) -> None:
    header = read_header(write_gguf(tmp_path / "m.gguf"))
    assert header.architecture == "qwen2"
    assert header.context_tokens == 32_768
    # 28 layers, 2 heads of 128 for keys and as many for values, 2 bytes each.
    assert header.cache_bytes_a_token == 28 * 2 * (128 + 128) * 2
    assert header.vocabulary == 5
    assert header.has_template


def test_heads_may_differ_by_layer(tmp_path: Path) -> None:
    fields = {**QWEN, "qwen2.block_count": 2, "qwen2.attention.head_count_kv": [4, 0]}
    header = read_header(write_gguf(tmp_path / "m.gguf", fields))
    assert header.cache_bytes_a_token == 4 * (128 + 128) * 2


def test_control_tokens_are_known_longest_first(tmp_path: Path) -> None:
    header = read_header(write_gguf(tmp_path / "m.gguf"))
    assert header.control_tokens == ("<|im_start|>", "<|im_end|>", "</s>")


def test_missing_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"nothing\.gguf cannot be read"):
        read_header(tmp_path / "nothing.gguf")


@pytest.mark.parametrize("content", [b"", b"GG", b"PK\x03\x04 a zip", b"<html>Not found</html>"])
def test_other_files_are_not_gguf(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelError, match="not a GGUF"):
        read_header(path)


def test_download_cut_short_anywhere_is_incomplete(tmp_path: Path) -> None:
    whole = gguf()
    path = tmp_path / "m.gguf"
    for length in range(4, len(whole), 7):
        path.write_bytes(whole[:length])
        with pytest.raises(ModelError, match="incomplete or damaged"):
            read_header(path)


def test_unknown_version_is_said(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(gguf(version=9))
    with pytest.raises(ModelError, match="version 9"):
        read_header(path)


def test_damaged_bytes_never_raise_anything_else(tmp_path: Path) -> None:
    whole = gguf()
    chance = random.Random(5)
    path = tmp_path / "m.gguf"
    for _ in range(150):
        damaged = bytearray(whole)
        for _ in range(3):
            damaged[chance.randrange(4, len(whole))] = chance.randrange(256)
        path.write_bytes(damaged)
        try:
            header = read_header(path)
        except ModelError:
            continue
        assert header.cache_bytes_a_token >= 0


def test_parts_of_a_split_model_count_together(tmp_path: Path) -> None:
    fields = {**QWEN, "split.count": 2}
    first = write_gguf(tmp_path / "m-00001-of-00002.gguf", fields)
    with pytest.raises(ModelError, match="m-00002-of-00002"):
        read_header(first)
    (tmp_path / "m-00002-of-00002.gguf").write_bytes(bytes(1_000))
    assert read_header(first).weight_bytes == first.stat().st_size + 1_000
