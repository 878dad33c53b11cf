"""What fits into memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.errors import ModelError
from aliquot.models.local.gguf import GgufHeader
from aliquot.models.local.memory import (
    _group_bytes,
    _stated_bytes,
    available_bytes,
    chosen_context,
    needed_bytes,
)
from made_gguf import QWEN

GIB = 2**30
QWEN_1_5B = GgufHeader(dict(QWEN), (), 151_936, 1_117_320_768)  # type: ignore[arg-type]


def context(available: int, wanted: int = 0) -> int:
    return chosen_context(QWEN_1_5B, wanted=wanted, available=available, name="m")


def test_estimate_is_what_was_measured() -> None:
    # 2.03 GB after loading, 2.14 after a first prompt.
    assert 2.0e9 < needed_bytes(QWEN_1_5B, 8_192) < 2.3e9


def test_enough_memory_gives_the_usual_context() -> None:
    assert context(16 * GIB) == 8_192


def test_stated_context_is_given_but_not_beyond_what_was_trained() -> None:
    assert context(64 * GIB, wanted=16_384) == 16_384
    assert context(64 * GIB, wanted=1_000_000) == 32_768


def test_less_memory_gives_a_smaller_context() -> None:
    short = context(needed_bytes(QWEN_1_5B, 4_096) + 512 * 2**20)
    assert short == 4_096


def test_too_little_memory_is_said_before_loading() -> None:
    with pytest.raises(ModelError, match=r"needs about 2\.\d GiB of memory; 1\.5 GiB are free"):
        context(3 * GIB // 2)


def test_unknown_memory_is_taken_to_be_enough() -> None:
    assert context(0) == 8_192


def test_this_machine_has_memory() -> None:
    assert available_bytes() > 2**20


def test_what_linux_states_is_read(tmp_path: Path) -> None:
    path = tmp_path / "meminfo"
    path.write_text("MemTotal:  100 kB\nMemAvailable:   40 kB\nHugePages_Total:  0\n")
    assert _stated_bytes(path) == 40 * 1_024


def test_limit_of_a_container_counts_files_as_free(tmp_path: Path) -> None:
    (tmp_path / "memory.max").write_text("1000\n")
    (tmp_path / "memory.current").write_text("900\n")
    (tmp_path / "memory.stat").write_text("anon 300\ninactive_file 600\n")
    assert _group_bytes(tmp_path) == 700
    (tmp_path / "memory.max").write_text("max\n")
    assert _group_bytes(tmp_path) is None
