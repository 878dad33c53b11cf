"""Whether a server's memory stays as it is: thousands of mixed requests to one process.

The demonstration lab is served by `aliquot serve` in a process of its own. Each round asks the same
questions, searches, lists, opens documents and pages, logs nobody in with a made-up token, and
drops streams half way; memory is taken after every hundred requests. What a server keeps on purpose
(models, prepared statements, what was asked before) is there after the first rounds.

    python benchmarks/web_memory.py [--requests 2000] [--save]
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx

from aliquot.library import Library
from record import save
from web_load import ROOT, Server

API = "/api/v1"
LAB = ROOT / "examples" / "lab"
QUESTIONS = (
    "What is the dose of virellin?",
    "How long is the heat shock?",
    "Which cell lines were used?",
    "Who won the regatta of 1950?",
    "細胞は何度で培養しますか。",
)
EVERY = 100
# Requests until everything that is kept on purpose is there.
WARM = 500
# What the allocator gives and takes between two looks.
FLAT_MIB = 16.0


class Visitor:
    """Someone who does what people and programs do, in a fixed order of chance."""

    def __init__(self, client: httpx.Client) -> None:
        """Look at what there is."""
        self._client = client
        self._random = random.Random(1)
        listed = client.get(f"{API}/documents", params={"count": 200}).json()["documents"]
        self._ids: Sequence[str] = [one["document_id"] for one in listed]
        self._acts: Sequence[Callable[[], Any]] = (
            self._ask,
            self._search,
            self._drop,
            self._list,
            self._read,
            self._page,
            self._stranger,
            self._nothing,
        )

    def visit(self, number: int) -> None:
        """Make one request."""
        self._acts[number % len(self._acts)]()

    def _question(self) -> dict[str, Any]:
        return {"question": self._random.choice(QUESTIONS)}

    def _ask(self) -> None:
        body = {**self._question(), "strategy": "extract", "keep": False}
        self._client.post(f"{API}/ask", json=body)

    def _search(self) -> None:
        self._client.post(f"{API}/search", json=self._question())

    def _drop(self) -> None:
        """Ask for events, read the first and be gone."""
        headers = {"Accept": "text/event-stream"}
        body = {**self._question(), "strategy": "extract", "keep": False}
        with self._client.stream("POST", f"{API}/ask", json=body, headers=headers) as stream:
            next(stream.iter_bytes(), b"")

    def _list(self) -> None:
        sort = self._random.choice(("id", "-year", "title"))
        self._client.get(f"{API}/documents", params={"sort": sort})

    def _read(self) -> None:
        self._client.get(f"{API}/documents/{self._random.choice(self._ids)}/chunks")

    def _page(self) -> None:
        path = self._random.choice(("/", "/library", f"/documents/{self._ids[0]}", "/history"))
        self._client.get(path, headers={"Accept": "text/html"})

    def _stranger(self) -> None:
        secret = f"alq_{self._random.randrange(10**9):x}_{'a' * 43}"
        self._client.get(f"{API}/me", headers={"Authorization": f"Bearer {secret}"})

    def _nothing(self) -> None:
        self._client.get(f"/made-up/{self._random.randrange(10**9)}")


def measure(requests: int, folder: Path) -> dict[str, Any]:
    """Serve the lab and say what memory did."""
    with Library.create(folder / "library") as library:
        library.add(LAB)
    server = Server(folder / "library", folder / "server.log")
    seen = [server.rss_mib]
    try:
        with httpx.Client(base_url=server.url, timeout=60) as client:
            visitor = Visitor(client)
            for number in range(1, requests + 1):
                visitor.visit(number)
                if number % EVERY == 0:
                    seen.append(server.rss_mib)
    finally:
        server.stop()
    warm = seen[WARM // EVERY :]
    return {
        "requests": requests,
        "rss_mib": seen,
        "grown_since_warm_mib": round(warm[-1] - warm[0], 1),
        "most_grown_mib": round(max(b - a for a, b in itertools.pairwise(warm)), 1),
        "is_flat": warm[-1] - warm[0] < FLAT_MIB,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=2_000)
    parser.add_argument("--save", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        found = measure(given.requests, Path(made))
    print(json.dumps(found, indent=1))
    if given.save:
        print(save("web_memory", found))


if __name__ == "__main__":
    main()
