"""Ask one peer every query; runs in that peer's environment.

python -m retrieval_peers.ask SYSTEM < request.json > answer.json
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sys
import time
from pathlib import Path
from typing import Any

from retrieval_peers.embedder import BgeSmall
from retrieval_peers.systems import SYSTEMS

__all__ = ["answer"]


def answer(system: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Index the documents, ask the queries, and return what was found and what it cost.

    Args:
        system: A name in `SYSTEMS`.
        asked: `documents` as pairs of id and text, `queries` by id, `k`, and the folder of the
            model and the file of the cache for `BgeSmall`.
    """
    embedder = BgeSmall(Path(asked["model"]), Path(asked["cache"]))
    started = time.process_time()
    search = SYSTEMS[system][1]([(name, text) for name, text in asked["documents"]], embedder)
    index_s = time.process_time() - started - embedder.cpu_s
    # Once beforehand, as Aliquot is asked: what loads at the first query is not the query's.
    search(next(iter(asked["queries"].values())), asked["k"])
    found, cpu_ms = {}, {}
    for query, text in asked["queries"].items():
        started = time.process_time()
        names = search(text, asked["k"])
        cpu_ms[query] = 1000 * (time.process_time() - started)
        found[query] = list(dict.fromkeys(names))
    return {"found": found, "cpu_ms": cpu_ms, "index_cpu_s": index_s}


def main() -> int:
    """Answer the one request on standard input."""
    logging.disable(logging.ERROR)
    # Peers print; only the answer may reach whoever asks.
    with contextlib.redirect_stdout(sys.stderr):
        result = answer(sys.argv[1], json.load(sys.stdin))
    json.dump(result, sys.stdout)
    sys.stdout.flush()
    # Some peers leave threads behind that never end.
    os._exit(0)


if __name__ == "__main__":
    main()
