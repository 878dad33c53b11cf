"""Chroma's own HTTP server, from the same package as its client."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

__all__ = ["ChromaServer", "chroma_server"]

STARTING = 30.0
# What the program `chroma` of the package does.
RUN = "import sys; from chromadb.cli.cli import app; sys.argv[0] = 'chroma'; app()"
# Nothing between it and this machine.
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class ChromaServer:
    """A server over a folder, which can be killed and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = int(one.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it; return when it answers, or skip with the reason."""
        address = ("--host", "127.0.0.1", "--port", str(self.port))
        log = self.folder / "log.txt"
        with log.open("w") as written:
            self._process = subprocess.Popen(
                [sys.executable, "-c", RUN, "run", "--path", str(self.folder / "data"), *address],
                stdout=written,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + STARTING
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                with OPENER.open(f"{self.url}/api/v2/heartbeat", timeout=1):
                    return
            except (urllib.error.URLError, TimeoutError):
                time.sleep(0.05)
        self.kill()
        pytest.skip(f"Chroma's server does not start here: {log.read_text()[-300:]}")

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.kill()
        self._process.wait()


@contextmanager
def chroma_server(folder: Path) -> Iterator[ChromaServer]:
    """Run a server over a folder until the block ends."""
    server = ChromaServer(folder)
    server.start()
    try:
        yield server
    finally:
        server.kill()
