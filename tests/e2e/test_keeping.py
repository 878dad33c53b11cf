"""Keeping a library from the command line, while others use it and when it is killed."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from aliquot.library import Library

CONFIG = {"embedding": {"legs": ["fake"]}}
FILES = 16


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder that takes a moment to read."""
    folder = tmp_path / "notes"
    folder.mkdir()
    for n in range(FILES):
        parts = [f"## Part {m}\n\nBatch {n} had reading {n * m}. " * 8 for m in range(6)]
        (folder / f"{n:02}.md").write_text(f"# Note number {n}\n\n" + "\n\n".join(parts))
    return folder


def question(aliquot: Any) -> list[str]:
    return [one["chunk_id"] for one in aliquot("search", "reading 42", "--json").json]


def test_doctor_tells_sound_doubtful_and_broken_apart(aliquot: Any, lab: Path) -> None:
    assert aliquot("add", lab).code == 0
    assert aliquot("doctor").code == 0
    (lab / "tables" / "doses.csv").unlink()
    done = aliquot("doctor", "--json")
    assert done.code == 1
    assert {one["what"] for one in done.json if one["state"] == "warning"} == {"files"}
    import sqlite3

    with sqlite3.connect(aliquot.library / "catalog.db") as opened:
        opened.execute("DELETE FROM changes")
    opened.close()
    broken = aliquot("doctor")
    assert broken.code == 4
    assert "aliquot doctor --fix" in broken.out
    mended = aliquot("doctor", "--fix")
    assert mended.code == 1
    assert "mended: logged" in mended.out


def test_a_backup_while_another_process_adds_is_whole(
    aliquot: Any, lab: Path, notes: Path, tmp_path: Path, make_aliquot: Any
) -> None:
    assert aliquot("add", lab).code == 0
    writer = aliquot.start("add", notes, stdout=subprocess.DEVNULL)
    copies = []
    while writer.poll() is None or not copies:
        file = tmp_path / f"lab-{len(copies)}.zip"
        assert aliquot("backup", file).code == 0
        copies.append(file)
    assert writer.returncode == 0
    assert aliquot("restore", copies[0], tmp_path / "again").code == 0
    again = make_aliquot(tmp_path / "again", aliquot.home)
    found = {one["what"]: one for one in again("doctor", "--json").json}
    assert {name for name, one in found.items() if one["state"] == "fault"} == set()


def test_an_export_while_another_process_adds_is_of_one_moment(
    aliquot: Any, lab: Path, notes: Path, tmp_path: Path, make_aliquot: Any
) -> None:
    assert aliquot("add", lab).code == 0
    writer = aliquot.start("add", notes, stdout=subprocess.DEVNULL)
    time.sleep(0.5)
    assert aliquot("export", tmp_path / "out").code == 0
    assert writer.wait(60) == 0
    again = make_aliquot(tmp_path / "again", aliquot.home)
    assert again("import", tmp_path / "out").code == 0
    assert again("doctor").code in (0, 1)


def test_what_writes_waits_for_another_that_writes(
    aliquot: Any, lab: Path, notes: Path, tmp_path: Path
) -> None:
    assert aliquot("add", lab).code == 0
    writer = aliquot.start("add", notes, stdout=subprocess.DEVNULL)
    time.sleep(0.5)
    assert aliquot("vacuum").code == 0
    assert writer.wait(60) == 0
    assert aliquot("doctor").code == 0


@pytest.mark.parametrize("wait_s", [0.4, 0.8])
@pytest.mark.parametrize("words", [("vacuum",), ("backup", "killed.zip"), ("export", "killed")])
def test_killed_at_any_moment_the_library_is_whole(
    aliquot: Any, notes: Path, words: tuple[str, ...], wait_s: float
) -> None:
    with Library.create(aliquot.library, CONFIG) as library:
        library.add(notes)
        library.remove("note-number-3")
    expected = question(aliquot)
    process = aliquot.start(*words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(wait_s)
    process.send_signal(signal.SIGKILL)
    is_done = process.wait() == 0
    assert question(aliquot) == expected
    assert aliquot("doctor").code == 0
    made = aliquot.home / words[-1]
    assert is_done or len(words) == 1 or not made.exists()
    if not made.exists():
        assert aliquot(*words).code == 0


def test_a_restore_into_a_library_is_refused(aliquot: Any, lab: Path) -> None:
    assert aliquot("add", lab).code == 0
    assert aliquot("backup", "lab.zip").code == 0
    done = aliquot("restore", "lab.zip", aliquot.library)
    assert done.code == 4
    assert "not empty" in done.err
