"""Run the peers: an environment and a process each, and a cache of what they found.

What enters: a peer's name, documents, queries. What leaves: the ids it found, with CPU time.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from aliquot.embedding.models import BGE_SMALL_EN
from aliquot.embedding.onnx import bge_small_en
from aliquot.models.pinned import locate
from retrieval_peers.embedder import BgeSmall
from retrieval_peers.systems import SYSTEMS

__all__ = ["PeerRun", "check_embedder", "pins", "run_peer"]

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PLACE = ROOT / ".bench" / "retrieval_peers"
# What a peer asks for and does not need here: gigabytes to run models it is not given.
OVERRIDES = HERE / "requirements" / "overrides.in"
VECTORS = PLACE / "vectors.db"
# An in-memory scan in Python over five thousand documents takes half a second a query.
TIMEOUT_S = 3600.0
# What another build of the runtime may round otherwise.
TOLERANCE = 1e-4
# Some of them use every core, or ask a hub or a collector of statistics when they are imported.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "HF_HUB_OFFLINE": "1",
    "ANONYMIZED_TELEMETRY": "False",
    "HAYSTACK_TELEMETRY_ENABLED": "False",
    "PYTHONWARNINGS": "ignore",
    "PATH": "/usr/bin:/bin",
    "PYTHONPATH": str(HERE.parent),
    "HOME": str(PLACE),
}


@dataclass(frozen=True, slots=True)
class PeerRun:
    """What a peer found.

    Attributes:
        found: Ids by query, best first.
        cpu_ms: Of each query, its embedding included.
        index_cpu_s: To index, embedding aside.
    """

    found: dict[str, list[str]]
    cpu_ms: dict[str, float]
    index_cpu_s: float


def check_embedder(texts: Sequence[str]) -> None:
    """Make sure that peers get the vectors Aliquot gets.

    Raises:
        RuntimeError: They differ.
    """
    PLACE.mkdir(parents=True, exist_ok=True)
    theirs, ours = BgeSmall(_model(), VECTORS), bge_small_en()
    same = np.allclose(theirs.passages(texts), ours.embed(texts, "document"), atol=TOLERANCE)
    asked = np.stack([theirs.query(text) for text in texts])
    if not same or not np.allclose(asked, ours.embed(texts, "query"), atol=TOLERANCE):
        raise RuntimeError("retrieval_peers/embedder.py no longer gives Aliquot's vectors")


def run_peer(
    system: str,
    documents: Sequence[tuple[str, str]],
    queries: Mapping[str, str],
    k: int,
) -> PeerRun:
    """Return what a peer finds, from the cache where it was asked the same before.

    Args:
        system: A name in `SYSTEMS`.
        documents: Id and text of each.
        queries: By id.
        k: How many parts of documents are wanted.

    Raises:
        CalledProcessError: The peer ended with an error, which is on standard error.
        TimeoutExpired: It took more than an hour.
    """
    request = {
        "documents": list(documents),
        "queries": dict(queries),
        "k": k,
        "model": str(_model()),
        "cache": str(VECTORS),
    }
    environment = SYSTEMS[system][0]
    kept = PLACE / "found" / f"{_key(system, environment, request)}.json"
    if not kept.exists():
        python = _prepare(environment)
        done = subprocess.run(
            [python, "-m", "retrieval_peers.ask", system],
            input=json.dumps(request),
            stdout=subprocess.PIPE,
            env=ENVIRONMENT,
            cwd=PLACE,
            encoding="utf-8",
            timeout=TIMEOUT_S,
            check=True,
        )
        PeerRun(**json.loads(done.stdout))
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(done.stdout, encoding="utf-8")
    return PeerRun(**json.loads(kept.read_text("utf-8")))


def pins() -> dict[str, str]:
    """Return the version of every package that is pinned for a peer."""
    lines = [
        line
        for path in sorted((HERE / "requirements").glob("*.txt"))
        for line in path.read_text("utf-8").splitlines()
    ]
    return dict(sorted(tuple(line.split("==")) for line in lines if line))  # type: ignore[arg-type]


def _key(system: str, environment: str, request: Mapping[str, Any]) -> str:
    """Name an answer by all that decides it: other pins or another way to call make another."""
    decides = [_pinned(environment).read_bytes(), system.encode()]
    decides += [(HERE / name).read_bytes() for name in ("systems.py", "embedder.py", "ask.py")]
    decides += [json.dumps([request[one] for one in ("documents", "queries", "k")]).encode()]
    return hashlib.sha256(b"\0".join(decides)).hexdigest()[:32]


def _model() -> Path:
    return locate(BGE_SMALL_EN, BGE_SMALL_EN.weights).parent


def _prepare(environment: str) -> Path:
    """Make an environment where it is not there yet; return its Python."""
    folder, wanted = PLACE / environment, _pinned(environment)
    python, installed = folder / "bin" / "python", folder / "installed.txt"
    if installed.exists() and installed.read_text("utf-8") == wanted.read_text("utf-8"):
        return python
    uv = ROOT / ".venv" / "bin" / "uv"
    # From elsewhere: pyproject.toml tells uv of Aliquot's own dependencies.
    make = partial(subprocess.run, cwd=tempfile.gettempdir(), check=True)
    make([uv, "venv", "--quiet", "--clear", "--python", sys.executable, folder])
    # Copied: some read none of their own files that are links into a cache.
    install = [uv, "pip", "install", "--quiet", "--link-mode", "copy", "--python", python]
    make([*install, "--override", OVERRIDES, "-r", wanted])
    installed.write_text(wanted.read_text("utf-8"), encoding="utf-8")
    return python


def _pinned(environment: str) -> Path:
    return HERE / "requirements" / f"{environment}.txt"
