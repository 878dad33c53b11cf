"""A library on a disk that is read only: everything that reads works, what writes says what to do.

The disk is a real read-only mount where this account may make one; else folder and files are closed
to an account of their own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

QUESTION = "How long is the tube heated at 42 °C?"


def mounted(place: Path) -> None:
    """Mount a folder read only over itself, or skip with the reason."""
    for command in (
        ["mount", "--bind", str(place), str(place)],
        ["mount", "-o", "remount,ro,bind", str(place)],
    ):
        if not shutil.which("mount"):
            pytest.skip("there is no mount on this machine")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"no read-only mount can be made here: {done.stderr.strip()}")


@pytest.fixture(scope="module")
def aliquot(make_aliquot: Any, lab_module: Path) -> Iterator[Any]:
    """The command on a library of a read-only disk."""
    if os.name == "nt":
        pytest.skip("mounts are those of POSIX")
    base = Path(tempfile.mkdtemp(prefix="aliquot-ro-"))
    (base / "home").mkdir()
    (base / "disk").mkdir()
    command = make_aliquot(base / "disk" / "library", base / "home")
    assert command("add", lab_module).code == 0
    try:
        mounted(base / "disk")
        with pytest.raises(OSError, match="Read-only"):
            (base / "disk" / "library" / "x").touch()
        yield command
    finally:
        # Twice, where the mount stood but could not be closed to writing.
        subprocess.run(["umount", str(base / "disk")], capture_output=True, check=False)
        shutil.rmtree(base, ignore_errors=True)


@pytest.fixture(scope="module")
def lab_module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lab")
    text = "# Heat shock\n\nHeat the tube at 42 °C for 45 s. Put it on ice for two minutes.\n"
    (folder / "heat-shock.md").write_text(text, encoding="utf-8")
    (folder / "doses.csv").write_text("drug,dose\nvirellin,5 mg\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["search", "heat the tube at 42 °C"], "45 s"),
        (["ask", QUESTION], "45 s"),
        (["survey", "Which documents mention virellin?"], "doses"),
        (["status"], "2 documents"),
        (["show", "heat-shock"], "on ice"),
        (["doctor"], "may not be written"),
    ],
    ids=lambda one: one[0] if isinstance(one, list) else "",
)
def test_what_reads_works(aliquot: Any, words: list[str], said: str) -> None:
    done = aliquot(*words)
    # The doctor's is that of a warning.
    assert done.code == int(words[0] == "doctor"), done.out + done.err
    assert said in done.out


@pytest.mark.parametrize(
    "words",
    [["add", "{lab}"], ["sync"], ["remove", "heat-shock"], ["vacuum"], ["move", "--back"]],
    ids=lambda one: one[0],
)
def test_what_writes_says_what_to_do(
    aliquot: Any, lab_module: Path, words: list[str], tmp_path: Path
) -> None:
    done = aliquot(*(one.format(lab=lab_module) for one in words))
    assert done.code in (2, 4)
    assert "Traceback" not in done.err
    if words[0] != "move":
        assert "permissions" in done.err, done.err


def test_nothing_was_changed(aliquot: Any, write_nothing: Callable[[Path], int]) -> None:
    before = write_nothing(aliquot.library)
    assert aliquot("ask", QUESTION).code == 0
    assert write_nothing(aliquot.library) == before


@pytest.fixture
def write_nothing() -> Callable[[Path], int]:
    def newest(folder: Path) -> int:
        return max(one.stat().st_mtime_ns for one in folder.rglob("*"))

    return newest
