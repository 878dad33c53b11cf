"""`aliquot serve` in a process of its own, as a user starts it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

__all__ = ["Serving", "serving"]

SERVE = "import sys; from aliquot.cli import main; sys.argv[0] = 'aliquot'; main()"
OURS = {
    "ALIQUOT_EMBEDDING__LEGS": '["fake"]',
    "ALIQUOT_INGEST__WORKERS": "1",
    "ALIQUOT_INGEST__OCR": "",
    "PYTHONUNBUFFERED": "1",
}
# As long as a loaded machine may take to load and open everything.
STARTS_WITHIN_S = 60.0
# Beyond what a server gives itself to end in order.
ENDS_WITHIN_S = 40.0


@dataclass(frozen=True)
class Serving:
    """A server that answers.

    Attributes:
        process: The one that was started; with several workers it looks after them.
        url: Where it is, without a slash at the end.
    """

    process: subprocess.Popen[str]
    url: str

    def end(self) -> int:
        """Tell it to end; return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(ENDS_WITHIN_S)


@contextmanager
def serving(library: Path, *words: str) -> Iterator[Serving]:
    """Serve a library on a free port, with more words of the command; end it afterwards."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, "-L", str(library), "serve", "--port", "0", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | OURS,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"(http://\S+)/", process.stdout.readline())
        assert found
        _wait(found[1])
        yield Serving(process, found[1])
    finally:
        if process.poll() is None:
            _end(process)
        if process.stdout is not None:
            process.stdout.close()


def _wait(url: str) -> None:
    until = time.monotonic() + STARTS_WITHIN_S
    while time.monotonic() < until:
        try:
            if httpx.get(f"{url}/readyz").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


def _end(process: subprocess.Popen[str]) -> None:
    """End in order, so that a server of several processes leaves none behind."""
    process.terminate()
    try:
        process.wait(ENDS_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
