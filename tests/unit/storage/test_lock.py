from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from aliquot.errors import StoreError
from aliquot.storage.lock import writer_lock

HOLD = """
import sys, time
from pathlib import Path
from aliquot.storage.lock import writer_lock
with writer_lock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path / "writer.lock")], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_a_second_writer_is_told_who_holds_the_lock(
    tmp_path: Path, holder: subprocess.Popen[bytes]
) -> None:
    with pytest.raises(StoreError) as caught, writer_lock(tmp_path / "writer.lock"):
        pass
    assert str(holder.pid) in caught.value.message
    assert "Wait" in caught.value.hint


def test_the_lock_of_a_killed_writer_is_free(
    tmp_path: Path, holder: subprocess.Popen[bytes]
) -> None:
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    with writer_lock(tmp_path / "writer.lock"):
        assert (tmp_path / "writer.lock").read_text().split()[0] == str(os.getpid())


def test_the_lock_is_free_after_an_error(tmp_path: Path) -> None:
    path = tmp_path / "writer.lock"
    with pytest.raises(RuntimeError), writer_lock(path):
        raise RuntimeError
    with writer_lock(path):
        pass


def test_one_process_cannot_write_twice_at_once(tmp_path: Path) -> None:
    path = tmp_path / "writer.lock"
    with writer_lock(path), pytest.raises(StoreError), writer_lock(path):
        pass


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "gone" / "writer.lock"
    with pytest.raises(StoreError, match="gone cannot be written"), writer_lock(missing):
        pass


def test_a_second_writer_in_one_process_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "writer.lock"
    with writer_lock(path), pytest.raises(StoreError, match="This process"), writer_lock(path):
        pass


# ------------------------------------------------------------------------------ waiting


def test_one_that_waits_is_told_what_for_and_then_goes_on(
    tmp_path: Path, holder: subprocess.Popen[bytes]
) -> None:
    told: list[str] = []

    def end_the_other(message: str) -> None:
        told.append(message)
        holder.kill()
        holder.wait()

    with writer_lock(tmp_path / "writer.lock", wait_s=30, on_wait=end_the_other):
        pass
    (message,) = told
    assert str(holder.pid) in message
    assert "waiting" in message


def test_others_are_told_what_the_holder_does(tmp_path: Path) -> None:
    path = tmp_path / "writer.lock"
    with (
        writer_lock(path, doing="adding files"),
        pytest.raises(StoreError, match="is already adding files"),
        writer_lock(path),
    ):
        pass


def test_waiting_ends_when_its_time_is_up(
    tmp_path: Path, holder: subprocess.Popen[bytes], caplog: pytest.LogCaptureFixture
) -> None:
    began = time.monotonic()
    path = tmp_path / "writer.lock"
    with pytest.raises(StoreError, match="already"), writer_lock(path, wait_s=0.3):
        pass
    assert 0.3 <= time.monotonic() - began < 5
    assert str(holder.pid) in caplog.text


@pytest.mark.parametrize("left", ["", "garbage", "\x00\x00", "12\n\n\n"])
def test_a_word_half_written_is_no_reason_to_fail(tmp_path: Path, left: str) -> None:
    path = tmp_path / "writer.lock"
    with writer_lock(path):
        path.write_text(left)
        with pytest.raises(StoreError, match="already writing"), writer_lock(path):
            pass
