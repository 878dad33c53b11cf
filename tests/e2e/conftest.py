"""The command line as a user runs it: in a process of its own, with the fake embedder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

COMMAND = [sys.executable, "-c", "from aliquot.cli import main; main()"]


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output, which must be JSON and nothing else."""
        return json.loads(self.out)


@dataclass(frozen=True)
class Aliquot:
    """Runs `aliquot` on one library."""

    library: Path
    home: Path

    @property
    def environment(self) -> dict[str, str]:
        """What the command sees of ours: no settings but the fake embedder, no OCR."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith("ALIQUOT_")}
        own = {
            "ALIQUOT_EMBEDDING__LEGS": '["fake"]',
            "ALIQUOT_INGEST__WORKERS": "1",
            # Recognition takes seconds a page, and is tested on its own.
            "ALIQUOT_INGEST__OCR": "",
            "HOME": str(self.home),
            "XDG_DATA_HOME": str(self.home / "share"),
            "PYTHONDEVMODE": "0",
        }
        return kept | own

    def arguments(self, *words: str | Path) -> list[str]:
        """Return the whole command for this library."""
        return [*COMMAND, "--library", str(self.library), *map(str, words)]

    def __call__(self, *words: str | Path, **variables: str) -> Done:
        """Run to the end; `variables` are set in its environment."""
        done = subprocess.run(
            self.arguments(*words),
            capture_output=True,
            env=self.environment | variables,
            cwd=self.home,
            timeout=120,
            check=False,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def finish(self, process: subprocess.Popen[bytes]) -> Done:
        """Wait for a command that was started with pipes."""
        out, err = process.communicate(timeout=120)
        return Done(process.returncode, out.decode(), err.decode())

    def start(self, *words: str | Path, **options: Any) -> subprocess.Popen[bytes]:
        """Run without waiting."""
        return subprocess.Popen(
            self.arguments(*words), env=self.environment, cwd=self.home, **options
        )


@pytest.fixture
def aliquot(tmp_path: Path) -> Aliquot:
    """The command on a library not made yet."""
    home = tmp_path / "home"
    home.mkdir()
    return Aliquot(tmp_path / "library", home)


@pytest.fixture(scope="session")
def make_aliquot() -> Callable[[Path, Path], Aliquot]:
    """The command on a library of the test's choice."""
    return Aliquot
