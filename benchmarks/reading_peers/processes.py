"""Run the peers: their own environment, one process each, a time limit a file, a cache.

What enters: a peer's name, files. What leaves: the Markdown each gave, or why it gave none.
"""

from __future__ import annotations

import hashlib
import json
import select
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

__all__ = ["Conversion", "Peer", "prepare"]

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PLACE = ROOT / ".bench" / "reading"
PINS = HERE / "requirements.txt"
TIMEOUT_S = 120.0
# Some of them use every core; CPU time is counted, and the machine is shared.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "PYTHONWARNINGS": "ignore",
    "PATH": "/usr/bin:/bin",
    "HOME": str(PLACE),
}


@dataclass(frozen=True)
class Conversion:
    """What a peer made of one file."""

    text: str = ""
    error: str = ""
    cpu_s: float = 0.0


def prepare() -> Path:
    """Make the peers' environment where it is not there yet; return its Python."""
    python = PLACE / "venv" / "bin" / "python"
    pins = PLACE / "venv" / "installed.txt"
    if pins.exists() and pins.read_text("utf-8") == PINS.read_text("utf-8"):
        return python
    uv = ROOT / ".venv" / "bin" / "uv"
    subprocess.run(
        [uv, "venv", "--quiet", "--clear", "--python", sys.executable, PLACE / "venv"], check=True
    )
    subprocess.run([uv, "pip", "install", "--quiet", "--python", python, "-r", PINS], check=True)
    pins.write_text(PINS.read_text("utf-8"), encoding="utf-8")
    return python


class Peer:
    """One peer and the process it runs in, started when first needed.

    Args:
        name: Its key in `convert.PEERS`.
        python: The interpreter of the peers' environment.
    """

    def __init__(self, name: str, python: Path) -> None:
        self.name = name
        self._python = python
        self._process: subprocess.Popen[str] | None = None
        # Other pins or another way to call a peer make other text.
        self._version = PINS.read_bytes() + (HERE / "convert.py").read_bytes()

    def convert(self, path: Path, format_name: str) -> Conversion:
        """Return what the peer makes of a file, from the cache where it has read these bytes."""
        key = hashlib.sha256(self._version + self.name.encode() + path.read_bytes()).hexdigest()
        cached = PLACE / "cache" / f"{key}.json"
        if cached.exists():
            return Conversion(**json.loads(cached.read_text("utf-8")))
        done = self._ask(path, format_name)
        cached.parent.mkdir(parents=True, exist_ok=True)
        cached.write_text(json.dumps(asdict(done)), encoding="utf-8")
        return done

    def _ask(self, path: Path, format_name: str) -> Conversion:
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"path": str(path), "format": format_name}) + "\n")
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], TIMEOUT_S)
        line = process.stdout.readline() if ready else ""
        if not line:
            self.close()
            return Conversion(error="died" if ready else f"longer than {TIMEOUT_S:.0f} s")
        return Conversion(**json.loads(line))

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._process = subprocess.Popen(
                [self._python, HERE / "convert.py", self.name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=ENVIRONMENT,
                cwd=PLACE,
                encoding="utf-8",
            )
        return self._process

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
