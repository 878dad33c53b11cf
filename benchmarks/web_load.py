"""Many people ask at once: latency, errors and memory of a server, with bad clients among them.

A library of the development files is copied until it holds the chunks wanted (see query_speed.py)
and is served by `aliquot serve` in a process of its own. Each user asks a question of the
development set by the JSON API, reads the answer for a while, and asks the next. Beside them are
clients that send a byte now and then, that never read their answer, and that hang up half way.

    python benchmarks/web_load.py --library .bench/dev [--users 50] [--seconds 60] [--save]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil

from aliquot.backends import load
from aliquot.library import Library
from query_speed import LEGS, fill
from record import save

ROOT = Path(__file__).resolve().parent.parent
SERVE = "from aliquot.cli import main; import sys; sys.argv[0] = 'aliquot'; main()"
# Reading an answer of three statements with its quotes takes longer; this is a busy lab.
READS_S = 5.0
SLOW_CLIENTS = 20


@dataclass
class Seen:
    """What users saw."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int | str] = field(default_factory=Counter)

    def summary(self) -> dict[str, Any]:
        """Return counts, and latency in seconds."""
        ranked = sorted(self.seconds)
        return {
            "answers": len(ranked),
            "statuses": {str(one): count for one, count in self.statuses.items()},
            "p50_s": round(statistics.median(ranked), 3),
            "p95_s": round(ranked[int(len(ranked) * 0.95)], 3),
            "max_s": round(ranked[-1], 3),
        }


def grown(source: Path, folder: Path, chunks: int) -> None:
    """Make a library of so many chunks out of another one's."""
    embedders = [load("embedders", name)() for name in LEGS]
    with Library.open(source) as given, Library.create(folder) as made:
        fill(made.catalog, given.catalog, embedders, chunks)
    with Library.open(folder) as made:
        made.search("which buffer elutes the DNA")


def questions(path: Path) -> list[str]:
    """Return the development questions."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["question"] for line in lines if line.strip()]


class Server:
    """`aliquot serve` in a process of its own."""

    def __init__(self, folder: Path, log: Path) -> None:
        """Start it and wait until it is ready."""
        with log.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", SERVE, "-L", str(folder), "serve", "--port", "0"],
                stdout=subprocess.PIPE,
                stderr=out,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().decode().split()[-1].rstrip("/")
        self._memory = psutil.Process(self.process.pid)
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                if httpx.get(f"{self.url}/readyz").status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.2)
        raise RuntimeError("the server does not answer")

    @property
    def rss_mib(self) -> float:
        """Memory it holds."""
        return round(self._memory.memory_info().rss / 2**20, 1)

    @property
    def connections(self) -> int:
        """Connections it holds open."""
        return sum(one.status == "ESTABLISHED" for one in self._memory.net_connections())

    @property
    def cpu_s(self) -> float:
        """CPU time it has taken."""
        times = self._memory.cpu_times()
        return times.user + times.system

    def stop(self) -> float:
        """Tell it to end; return how many seconds that took."""
        started = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(40)
        return round(time.monotonic() - started, 2)


async def use(url: str, asked: Sequence[str], until: float, reads_s: float, seed: int) -> Seen:
    """Ask one question after another, as one user."""
    rng, seen = random.Random(seed), Seen()
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        await asyncio.sleep(rng.uniform(0, reads_s))
        while time.monotonic() < until:
            body = {"question": rng.choice(asked), "strategy": "extract"}
            started = time.monotonic()
            try:
                answer = await client.post("/api/v1/ask", json=body)
                seen.statuses[answer.status_code] += 1
            except httpx.HTTPError as exc:
                seen.statuses[type(exc).__name__] += 1
            seen.seconds.append(time.monotonic() - started)
            await asyncio.sleep(rng.uniform(0.5, 1.5) * reads_s)
    return seen


async def trickle(port: int, until: float) -> None:
    """Send a byte of a head now and then, and never a whole one."""
    while time.monotonic() < until:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            for byte in b"POST /api/v1/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: " + b"a" * 999:
                writer.write(bytes((byte,)))
                await writer.drain()
                await asyncio.sleep(0.5)
                if time.monotonic() > until:
                    break
            writer.close()
        except OSError:
            await asyncio.sleep(0.5)


async def hang_up(port: int, until: float, asked: Sequence[str], seed: int) -> None:
    """Ask for events and be gone before the answer."""
    rng = random.Random(seed)
    while time.monotonic() < until:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        body = json.dumps({"question": rng.choice(asked)}).encode()
        head = (
            "POST /api/v1/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        await writer.drain()
        await asyncio.sleep(rng.uniform(0, 0.2))
        writer.transport.abort()
        await asyncio.sleep(2)


async def burden(
    url: str, asked: Sequence[str], users: int, seconds: float, reads_s: float, bad: int
) -> Seen:
    """Let everyone ask for so long; return what the users saw, not the bad clients."""
    until, port = time.monotonic() + seconds, int(url.rpartition(":")[2])
    others = [asyncio.create_task(trickle(port, until)) for _ in range(bad)]
    others += [asyncio.create_task(hang_up(port, until, asked, one)) for one in range(bad // 4)]
    each = await asyncio.gather(
        *(use(url, asked, until, reads_s, number) for number in range(users))
    )
    await asyncio.gather(*others, return_exceptions=True)
    whole = Seen()
    for one in each:
        whole.seconds += one.seconds
        whole.statuses += one.statuses
    return whole


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--grown", type=Path, help="Keep the large library here.")
    parser.add_argument(
        "--questions", type=Path, default=ROOT.parent / "shared/data/dev/questions.jsonl"
    )
    parser.add_argument("--chunks", type=int, default=20_000)
    parser.add_argument("--users", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--reads", type=float, default=READS_S, help="Seconds between questions.")
    parser.add_argument("--save", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = given.grown or Path(made) / "library"
        if not (folder / "aliquot.toml").exists():
            grown(given.library, folder, given.chunks)
        found = measure(given, folder, Path(made) / "server.log")
    print(json.dumps(found, indent=1))
    if given.save:
        print(save("web_load" if given.reads else "web_load_no_pause", found))


def measure(given: argparse.Namespace, folder: Path, log: Path) -> dict[str, Any]:
    """Serve a library to users twice: alone, and with bad clients; say what memory did."""
    # Whatever else the machine does meanwhile is in every figure.
    asked, busy = questions(given.questions), round(os.getloadavg()[0], 1)
    server = Server(folder, log)
    try:
        asyncio.run(burden(server.url, asked, 4, 10, 0.1, 0))
        memory, rounds = [server.rss_mib], {}
        for name, bad in (("users", 0), ("with bad clients", SLOW_CLIENTS)):
            before = server.cpu_s
            seen = asyncio.run(
                burden(server.url, asked, given.users, given.seconds, given.reads, bad)
            )
            rounds[name] = seen.summary() | {"cpu_s": round(server.cpu_s - before, 1)}
            memory.append(server.rss_mib)
        time.sleep(1)
        left = server.connections
    finally:
        ended = server.stop()
    return {
        "chunks": given.chunks,
        "users": given.users,
        "seconds": given.seconds,
        "reads_s": given.reads,
        "load_average_before": busy,
        "rounds": rounds,
        "rss_mib": {"warm": memory[0], "after users": memory[1], "after bad clients": memory[2]},
        "connections_left": left,
        "seconds_to_end": ended,
    }


if __name__ == "__main__":
    main()
