"""Every vector index side by side: what it finds, how fast, how large, and who may use it at once.

    python benchmarks/engines.py --rows 20000 --save
    python benchmarks/engines.py --rows 200000 --engine local qdrant chroma pgvector --save
    python benchmarks/engines.py --table

Vectors are made as `vector_search.py` makes them. Times are wall clock: servers work elsewhere.
`--table` writes the page `docs/engines.md` from what was saved. Weaviate and Pinecone are only
tested against stand-ins here, whose speed says nothing: the contract is all they are in for.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from aliquot.backends import available, load
from aliquot.config import VectorIndexConfig
from aliquot.errors import AliquotError
from aliquot.protocols import ChunkRecord, Scope, VectorIndex
from aliquot.types import Chunk, Span
from record import RESULTS, save
from vector_search import DIMENSION, made_vectors

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

K = 10
SHARES = (0.05, 0.005)
QUERIES = 50
# Chunks applied before each flush, as following the change log does.
STEP = 10_000
# Where each engine runs in this measurement, the tests that hold it to the contract, and who may
# use it at once, which the tests of two processes hold.
ENGINES: dict[str, tuple[str, str, str]] = {
    "local": ("files", "test_vector_indexes.py", "many readers, one writer"),
    "chroma": ("folder", "test_engine_chroma.py -k InAFolder", "one process; its server: many"),
    "qdrant": ("folder", "test_engine_qdrant.py -k InAFolder", "one process; its server: many"),
    "milvus": ("Milvus Lite", "test_engine_milvus.py -k Folder", "one process; its server: many"),
    "pgvector": ("PostgreSQL server", "test_engine_pgvector.py", "many readers, one writer"),
    "weaviate": ("stand-in", "test_engine_weaviate.py", "many readers, one writer"),
    "pinecone": ("stand-in", "test_engine_pinecone.py", "many readers, one writer"),
}
STAND_IN = "stand-in"


def main() -> None:
    """Measure, or write the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--engine", nargs="+", default=list(ENGINES), choices=list(ENGINES))
    parser.add_argument("--save", action="store_true", help="write benchmarks/results/")
    parser.add_argument("--table", action="store_true", help="write docs/engines.md")
    options = parser.parse_args()
    if options.table:
        (ROOT / "docs" / "engines.md").write_text(page(), encoding="utf-8")
        return
    result = known()
    for name in options.engine:
        result.setdefault(name, {})["contract"] = contract(name)
        if ENGINES[name][0] != STAND_IN:
            result[name][str(options.rows)] = measured(name, options.rows)
        print(name, json.dumps(result[name]), flush=True)
        if options.save:
            # After each engine: an hour's figures do not wait for the last one.
            save("engines", {"engines": result})


def known() -> dict[str, Any]:
    """Return what was measured before: engines and sizes are measured one at a time."""
    path = RESULTS / "engines.json"
    found: dict[str, Any] = json.loads(path.read_text())["engines"] if path.exists() else {}
    return found


def contract(name: str) -> str:
    """Run an engine's contract; return how many tests passed, failed and were skipped."""
    file, *rest = ENGINES[name][1].split()
    command = [sys.executable, "-m", "pytest", "-q", f"tests/contract/{file}", *rest]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = re.findall(r"(\d+) (passed|failed|skipped|error)", ran.stdout)
    if not found:
        # `addopts` may leave the last line out: the dots say the same.
        dots = "".join(line.split()[0] for line in ran.stdout.splitlines() if "%]" in line)
        found = [(str(dots.count(sign)), word) for sign, word in ((".", "passed"), ("F", "failed"))]
    return ", ".join(f"{count} {what}" for count, what in found if count != "0")


def measured(name: str, rows: int) -> dict[str, Any]:
    """Return the figures of one engine at one size; an error where it does not run here."""
    if not available("vector_indexes", name):
        return {"error": "not installed"}
    vectors = made_vectors(rows + QUERIES, uniform=False)
    vectors, queries = vectors[:rows], vectors[rows:]
    with tempfile.TemporaryDirectory() as folder, location(name, Path(folder)) as place:
        try:
            index = opened(name, Path(folder) / "index", place)
            began = time.perf_counter()
            filled(index, vectors)
            build = time.perf_counter() - began
            figures = {
                "build_s": round(build, 1),
                **found_and_timed(index, vectors, queries),
                "megabytes": round(size(Path(folder)) / 1e6, 1),
            }
            index.close()
        except AliquotError as exc:
            # The first word a vendor gives its error says more here than a folder's name.
            told = re.search(r"[A-Z]+_[A-Z_]+|\w+Error", exc.message)
            return {"error": f"gave up: {told[0] if told else 'failed'}"}
        return figures


@contextmanager
def location(name: str, folder: Path) -> Iterator[str]:
    """Give where an engine runs: its server's address, or nothing for the folder."""
    if name != "pgvector":
        yield ""
        return
    from postgres import postgres_server

    with postgres_server(folder / "server") as address:
        yield address


def opened(name: str, folder: Path, place: str) -> VectorIndex:
    """Open an empty index."""
    index: VectorIndex = load("vector_indexes", name)(
        folder,
        name="v",
        dimension=DIMENSION,
        embedder_id="e",
        library="l",
        settings=VectorIndexConfig(backend=name, location=place),
    )
    return index


def filled(index: VectorIndex, vectors: np.ndarray) -> None:
    """Put every vector in, flushed as often as a library does."""
    for start in range(0, len(vectors), STEP):
        rows = enumerate(vectors[start : start + STEP], start=start)
        index.apply([ChunkRecord(key, chunk(key), one) for key, one in rows], [], start + 1)
        index.flush()


def chunk(key: int) -> Chunk:
    """Return a chunk of an ordinary size."""
    text = f"Chunk {key}. " + "Cells were lysed in buffer and spun at 4 °C for ten minutes. " * 12
    return Chunk(
        id=f"2020-smith#methods-{key}",
        document_id="2020-smith",
        text=text,
        header="A paper",
        span=Span(0, len(text)),
        metadata={"kind": "paper", "year": 2020, "authors": ("Smith, A.", "Lee, B.")},
    )


def found_and_timed(
    index: VectorIndex, vectors: np.ndarray, queries: np.ndarray
) -> dict[str, float]:
    """Return recall and median milliseconds, of all chunks and of those a filter leaves."""
    rng = np.random.default_rng(1)
    figures = {}
    for share in (1.0, *SHARES):
        keys = np.sort(rng.choice(len(vectors), int(len(vectors) * share), replace=False))
        scope = None if share == 1.0 else Scope(keys.astype(np.int64))
        recall, milliseconds = one_share(index, vectors, queries, keys, scope)
        what = "" if share == 1.0 else f", {share:.1%} of the chunks"
        figures[f"recall@{K}{what}"] = recall
        figures[f"p50_ms{what}"] = milliseconds
    return figures


def one_share(
    index: VectorIndex,
    vectors: np.ndarray,
    queries: np.ndarray,
    keys: np.ndarray,
    scope: Scope | None,
) -> tuple[float, float]:
    """Return mean recall and the median time."""
    index.search(queries[0], K, scope)
    right, times = 0, []
    for query in queries:
        best = keys[np.argsort(-(vectors[keys] @ query), kind="stable")[:K]]
        began = time.perf_counter()
        hits = index.search(query, K, scope)
        times.append(time.perf_counter() - began)
        right += len({hit.key for hit in hits} & set(best.tolist()))
    return round(right / (K * len(queries)), 3), round(1000 * statistics.median(times), 1)


def size(folder: Path) -> int:
    """Return the bytes of all files."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


# ------------------------------------------------------------------------------ the page

HEAD = """# Vector indexes, measured

One command: `python benchmarks/engines.py --rows 20000 --save`, then `--table`. Times are medians
of wall clock on {machine}, {date}; vectors of {dimension} numbers in clusters, ten nearest asked
for. Filters are the catalog's keys; what an engine's own filter would miss is compared exactly, so
that a filter means the same everywhere. Qdrant in a folder has no graph and compares every row:
quickly built, and searched more slowly the more there are; its server has one. Milvus Lite compares
every row too. At 200,000 chunks other work ran beside: those times are upper bounds.

"""
FOOT = """
Weaviate and Pinecone could not run where this was measured: their contract was held against local
servers written from their published protocols, and is held against real ones where
`ALIQUOT_TEST_WEAVIATE_URL` or a Pinecone key is set. How servers of
Qdrant, Chroma and Milvus were tested: [choose a vector index](how-to/choose-a-vector-index.md).
"""


def page() -> str:
    """Return the page of all that was saved."""
    saved = json.loads((RESULTS / "engines.json").read_text())
    rows = [
        (name, size_, figures)
        for name, kept in saved["engines"].items()
        for size_, figures in sizes(kept)
    ]
    titles = (
        "index",
        "ran as",
        "chunks",
        "contract",
        "recall@10",
        "filtered 5 % / 0.5 %",
        "p50 ms, filtered",
        "build s",
        "MB",
        "at once",
    )
    lines = [titles, ("---",) * len(titles)]
    lines += [cells(name, count, figures, saved["engines"][name]) for name, count, figures in rows]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    head = HEAD.format(machine=saved["machine"], date=saved["date"][:10], dimension=DIMENSION)
    return f"{head}{table}\n{FOOT}"


def sizes(kept: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return an engine's figures by size; one line without any for a stand-in."""
    found = [(name, value) for name, value in kept.items() if name.isdigit()]
    return sorted(found, key=lambda one: int(one[0])) or [("", {})]


def cells(name: str, count: str, figures: dict[str, Any], kept: dict[str, Any]) -> tuple[str, ...]:
    """Return one line of the table."""

    def of(what: str) -> str:
        return " / ".join(
            str(figures.get(f"{what}, {share:.1%} of the chunks", "")) for share in SHARES
        )

    where, _, together = ENGINES[name]
    return (
        name,
        where,
        f"{int(count):,}" if count else "",
        kept.get("contract", ""),
        str(figures.get(f"recall@{K}", figures.get("error", ""))),
        of(f"recall@{K}") if figures and "error" not in figures else "",
        f"{figures.get('p50_ms', '')}, {of('p50_ms')}" if "p50_ms" in figures else "",
        str(figures.get("build_s", "")),
        str(figures.get("megabytes", "")),
        together,
    )


if __name__ == "__main__":
    main()
