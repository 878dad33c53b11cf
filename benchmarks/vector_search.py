"""Speed and recall of the local vector index.

    python benchmarks/vector_search.py --rows 20000 200000 --dtype float32 float16 int8 --save

Vectors are made: clusters on a curved surface of few dimensions inside many, as embeddings of texts
are. `--uniform` takes directions at random instead, the hardest case for a graph.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from aliquot.protocols import ChunkRecord, Scope
from aliquot.storage.vectors_local import LocalVectorIndex
from aliquot.types import Chunk, Span
from record import save
from timing import cpu_ms_p50, cpu_seconds

DIMENSION = 384
LATENT = 48
CLUSTERS = 400
CHUNK = Chunk(id="c", document_id="d", text="t", header="", span=Span(0, 1))


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, nargs="+", default=[20_000])
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--exact-limit", type=int, default=50_000)
    parser.add_argument("--ef-search", type=int, default=96)
    parser.add_argument("--dtype", nargs="+", default=["float32"])
    parser.add_argument("--uniform", action="store_true")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results/")
    options = parser.parse_args()
    figures = {
        dtype: {str(rows): measured(rows, dtype, options) for rows in options.rows}
        for dtype in options.dtype
    }
    result = {
        "uniform": options.uniform,
        "exact_limit": options.exact_limit,
        "ef_search": options.ef_search,
        "dtype": figures,
    }
    print(json.dumps(result, indent=1))
    if options.save:
        print(save("vector_search", result))


def measured(rows: int, dtype: str, options: argparse.Namespace) -> dict[str, Any]:
    """Return the figures for one size, with vectors kept as `dtype`."""
    vectors = made_vectors(rows + options.queries, uniform=options.uniform)
    vectors, queries = vectors[:rows], vectors[rows:]
    with tempfile.TemporaryDirectory() as folder:
        index = opened(Path(folder), dtype, options)
        records = [ChunkRecord(key, CHUNK, vector) for key, vector in enumerate(vectors)]
        index.apply(records, [], 1)
        build_s = cpu_seconds(index.flush)
        more = [ChunkRecord(rows, CHUNK, queries[0])]
        index.apply(more, [], 2)
        one_more_s = cpu_seconds(index.flush)
        started = time.perf_counter()
        index = opened(Path(folder), dtype, options)
        open_ms = 1000 * (time.perf_counter() - started)
        return {
            "build_cpu_s": round(build_s, 1),
            "flush_one_chunk_cpu_ms": round(1000 * one_more_s, 1),
            "open_ms": round(open_ms, 1),
            "megabytes": megabytes(Path(folder)),
            **speeds(index, queries, rows),
            **recalls(index, vectors, queries),
        }


def opened(folder: Path, dtype: str, options: argparse.Namespace) -> LocalVectorIndex:
    """Open the index."""
    return LocalVectorIndex(
        folder,
        name="v",
        dimension=DIMENSION,
        embedder_id="e",
        exact_limit=options.exact_limit,
        ef_search=options.ef_search,
        dtype=dtype,
    )


def megabytes(folder: Path) -> dict[str, float]:
    """Return the size on disk, of all files and of the neighbour graph among them."""
    sizes = {path.name: path.stat().st_size for path in folder.iterdir()}
    graph = sum(size for name, size in sizes.items() if name.endswith(".graph"))
    return {"all": round(sum(sizes.values()) / 1e6, 1), "graph": round(graph / 1e6, 1)}


def speeds(index: LocalVectorIndex, queries: np.ndarray, rows: int) -> dict[str, float]:
    """Return CPU milliseconds per search of 100 chunks, whole and under filters."""
    rng = np.random.default_rng(1)
    figures = {}
    for share in (1.0, 0.5, 0.25, 0.05, 0.001):
        keys = np.sort(rng.choice(rows, int(rows * share), replace=False)).astype(np.int64)
        scope = None if share == 1.0 else Scope(keys)
        spent = cpu_ms_p50(
            lambda place, scope=scope: index.search(queries[place], 100, scope), len(queries)
        )
        figures[f"search_cpu_ms_p50, {share:.1%} of the chunks"] = round(spent, 2)
    return figures


def recalls(index: LocalVectorIndex, vectors: np.ndarray, queries: np.ndarray) -> dict[str, float]:
    """Return the share of the true best chunks found."""
    figures = {}
    for k in (10, 100):
        found = 0
        for query in queries:
            best = np.argpartition(-(vectors @ query), k)[:k]
            found += len({*best.tolist()} & {hit.key for hit in index.search(query, k + 1)})
        figures[f"recall@{k}"] = round(found / (k * len(queries)), 4)
    return figures


def made_vectors(count: int, *, uniform: bool) -> np.ndarray:
    """Return float32 (count, DIMENSION), rows of unit length."""
    rng = np.random.default_rng(0)
    if uniform:
        vectors = rng.standard_normal((count, DIMENSION), dtype=np.float32)
    else:
        centres = rng.standard_normal((CLUSTERS, LATENT), dtype=np.float32)
        spread = rng.standard_normal((count, LATENT), dtype=np.float32)
        latent = centres[rng.integers(0, CLUSTERS, count)] + 0.7 * spread
        outward = rng.standard_normal((LATENT, DIMENSION), dtype=np.float32)
        noise = rng.standard_normal((count, DIMENSION), dtype=np.float32)
        vectors = np.tanh(latent @ outward / np.float32(np.sqrt(LATENT))) + 0.2 * noise
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


if __name__ == "__main__":
    main()
