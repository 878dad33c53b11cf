"""A real Milvus server for the tests that need one, where one is asked for.

`ALIQUOT_TEST_MILVUS` is its address, or `server` for one of our own: Milvus 2.3.5 standalone from
its wheel, in an environment of its own. Installed and unpacked that is 0.9 GB, started it takes
half a minute of two cores, and every collection two seconds: too heavy where nobody asks.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

__all__ = ["TOKEN", "milvus_server"]

VARIABLE = "ALIQUOT_TEST_MILVUS"
# The wheel looks for what setuptools has dropped since.
WHEELS = ("milvus==2.3.5", "setuptools<81")
STARTING = 60.0
# Who may use a new server that asks for a password.
TOKEN = "root:Milvus"


@contextmanager
def milvus_server(folder: Path) -> Iterator[str]:
    """Give the address of a server, started in a folder where none is named; or skip.

    One of our own asks for `TOKEN`; what opens another is in the environment already.
    """
    asked = os.environ.get(VARIABLE, "")
    if "://" in asked:
        yield asked
        return
    if not asked:
        pytest.skip(f"set {VARIABLE} to 'server' or an address to test a Milvus server")
    port = _free_port()
    with (folder / "log.txt").open("w") as log:
        # The wheel's program finds a port for all else, and starts the server as its child: they
        # are a group, to be ended together.
        options = (f"--data={folder / 'data'}", f"--proxy-port={port}")
        process = subprocess.Popen(
            [str(_program()), *options, "--authorization-enabled=true"],
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        _wait(process, f"http://127.0.0.1:{port}", folder / "log.txt")
        yield f"http://127.0.0.1:{port}"
    finally:
        # Asked to end, the server would take a minute for it.
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def _program() -> Path:
    """Return the server's program, installed once for all later runs."""
    home = Path(tempfile.gettempdir()) / "aliquot-milvus-2.3.5"
    program = home / "bin" / "milvus-server"
    if program.exists():
        return program
    uv = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
    commands = (
        [sys.executable, "-m", "venv", "--without-pip", str(home)],
        [uv, "pip", "install", "--quiet", "--python", str(home / "bin" / "python"), *WHEELS],
    )
    for command in commands:
        try:
            subprocess.run(command, check=True, capture_output=True, text=True, timeout=STARTING)
        except (OSError, subprocess.SubprocessError) as exc:
            shutil.rmtree(home, ignore_errors=True)
            pytest.skip(f"the Milvus server cannot be installed here: {exc}")
    return program


def _wait(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    from pymilvus import MilvusClient, MilvusException

    deadline = time.monotonic() + STARTING
    while time.monotonic() < deadline and process.poll() is None:
        try:
            client = MilvusClient(address, token=TOKEN, timeout=1.0)
            client.list_collections(timeout=1.0)
            client.close()
            return
        except MilvusException:
            time.sleep(0.5)
    pytest.skip(f"the Milvus server did not start here: {log.read_text()[-500:]}")


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
