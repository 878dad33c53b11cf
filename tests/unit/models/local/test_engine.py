"""Where llama.cpp's own server listens, and what it is told; no model is loaded."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

pytest.importorskip("xllamacpp", reason="the extra `local` is not installed")

from aliquot.models.local.engine import _params, _place, _threads


@pytest.mark.skipif(sys.platform == "win32", reason="a port of this machine is used there")
def test_server_listens_on_a_socket_and_not_on_a_port(tmp_path: Path) -> None:
    folder = str(tmp_path)[:80]
    assert _place(folder) == str(Path(folder) / "llama.sock")


def test_path_too_long_for_a_socket_falls_back_to_this_machine() -> None:
    assert _place(f"/{'long' * 30}") == "127.0.0.1"


def test_server_has_a_key_no_page_and_fetches_nothing() -> None:
    params = _params("m.gguf", 512, "secret", "/private")
    assert params.api_keys == ["secret"]
    assert params.offline
    assert not params.ui
    assert not params.endpoint_slots
    assert params.n_ctx == 512


@pytest.mark.skipif(sys.platform == "win32", reason="Windows states no load")
@pytest.mark.parametrize(("load", "threads"), [(0.5, -1), (4.0, -1), (6.5, 1), (20.0, 1)])
def test_busy_machine_is_given_fewer_threads(
    monkeypatch: pytest.MonkeyPatch, load: float, threads: int
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    monkeypatch.setattr(os, "getloadavg", lambda: (load, load, load))
    assert _threads() == threads
