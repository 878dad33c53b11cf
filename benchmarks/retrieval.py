"""How well each leg, fusion and reranker finds, and how well other systems do, on collections.

Each document of a collection becomes a Markdown file and goes the way of any lab file; each query
goes through `Library.search`. Every system is compared with the default by a bootstrap paired by
query. Peers run in environments of their own, over the same English embedder.

    python benchmarks/retrieval.py [FOLDER ...] [--only finding peers ...] [--sparse] [--save]

Folders are in BEIR's layout; the three of ../shared unless named. Libraries are kept in `--place`
(.bench) and used again, what peers found in .bench/retrieval_peers. `--sparse` adds splade-tiny,
which encodes every chunk first. `--save` writes benchmarks/results and docs/retrieval.md.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from subprocess import CalledProcessError, TimeoutExpired
from typing import Any

from aliquot import Library
from aliquot.evaluation.beir import Collection, open_collection
from aliquot.evaluation.measures import parse_measures
from aliquot.evaluation.report import System
from aliquot.evaluation.retrieval import DEPTH, Spent
from aliquot.evaluation.tasks import CollectionTask, Search, score_rankings
from aliquot.types import ScoredChunk
from record import save
from retrieval_peers.environments import check_embedder, pins, run_peer
from retrieval_peers.page import write_page
from retrieval_peers.systems import SYSTEMS
from retrieval_peers.table import print_table, shape_of

ROOT = Path(__file__).resolve().parent.parent
BENCHMARKS = ROOT.parent / "shared" / "data" / "dev" / "benchmarks"
COLLECTIONS = ("scifact", "pubmedqa", "medquad")
MEASURES = parse_measures("nDCG@10 R@10 R@100 RR@10")

DEFAULT = "default"
# Aliquot with the embedder the peers have, and nothing else that they have not.
FAIR = "lexical + bge-small"
BGE, E5, SPLADE = "bge-small-en-v1.5", "multilingual-e5-small", "splade-tiny"
RERANKER = "minilm-l12"
RERANK_DEPTHS = (10, 20, 50)
# A cross-encoder takes seconds a query: so many of a collection's queries, always the same.
RERANK_SAMPLE = 150
# Enough to notice another prefix, pooling or length.
CHECKED_TEXTS = 20
NO_WEIGHTS = {"lexical_weight": 0.0, "name_weight": 0.0, "dense_weight": 0.0}


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to set a library.

    Attributes:
        group: The table it stands in: `legs`, `fusions` or `rerankers`.
        name: As the tables show it.
        settings: Over those of the library.
        only: The leg whose chunks alone count; empty for all. A leg without weight still puts
            what only it found at the end.
    """

    group: str
    name: str
    settings: Mapping[str, Any]
    only: str = ""


# ------------------------------------------------------------------------------ what is compared


def _legs(with_sparse: bool) -> Iterator[Variant]:
    words = NO_WEIGHTS | {"lexical_weight": 1.0}
    # One dense leg has to be there, and takes its time without a say.
    yield Variant("legs", "lexical", _set(words, legs=[BGE]), "lexical")
    for name in (BGE, E5):
        dense = NO_WEIGHTS | {"dense_weight": 1.0}
        yield Variant("legs", name, _set(dense, legs=[name]), f"dense:{name}")
    if with_sparse:
        sparse = NO_WEIGHTS | {"sparse_weight": 1.0}
        yield Variant("legs", SPLADE, _set(sparse, legs=[BGE], sparse=SPLADE), f"sparse:{SPLADE}")


def _fusions(with_sparse: bool) -> Iterator[Variant]:
    yield Variant("fusions", FAIR, _set(legs=[BGE]))
    yield Variant("fusions", "lexical + e5-small", _set(legs=[E5]))
    yield Variant("fusions", "bge-small + e5-small", _set({"lexical_weight": 0.0}))
    for fusion in ("rrf", "min-max"):
        yield Variant("fusions", f"default legs, {fusion}", _set({"fusion": fusion}))
        yield Variant("fusions", f"{FAIR}, {fusion}", _set({"fusion": fusion}, legs=[BGE]))
    if with_sparse:
        yield Variant("fusions", "default legs + splade-tiny", _set(sparse=SPLADE))


def _rerankers() -> Iterator[Variant]:
    for depth in RERANK_DEPTHS:
        settings = {"reranker": RERANKER, "rerank_depth": depth}
        yield Variant("rerankers", f"{RERANKER}, depth {depth}", _set(settings))


def _set(retrieval: Mapping[str, Any] | None = None, **embedding: Any) -> dict[str, Any]:
    return {"retrieval": dict(retrieval or {}), "embedding": embedding}


# ------------------------------------------------------------------------------ the library


def export(collection: Path, folder: Path) -> int:
    """Write every document of a collection as a Markdown file; return how many."""
    return len(_export(open_collection(collection), folder))


def _export(collection: Collection, folder: Path) -> dict[str, tuple[str, ...]]:
    """Write the documents that are not there yet; return the ids each file's stem stands for.

    Equal files are one document, so each stands for the ids of all of them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    equal: defaultdict[str, list[str]] = defaultdict(list)
    for one in collection.texts():
        title = " ".join(one.title.split())
        body = f"# {title}\n\n{one.text}\n" if title else f"{one.text}\n"
        equal[body].append(one.id)
        path = folder / f"{one.id}.md"
        # What is there stays as it is: a file with a new date would be read again.
        if not path.exists() or path.read_text("utf-8") != body:
            path.write_text(body, encoding="utf-8")
    return {name: tuple(ids) for ids in equal.values() for name in ids}


@dataclass(frozen=True)
class Bench:
    """A collection in a library of its own.

    Attributes:
        task: The collection.
        path: Of the library.
        chunks: In the library.
        with_sparse: Whether the sparse leg is filled.
    """

    task: CollectionTask
    path: Path
    chunks: int
    with_sparse: bool

    def measure(self, variant: Variant, task: CollectionTask | None = None) -> System:
        """Ask every query of the library set in one way."""
        with Library.open(self.path, variant.settings) as library:
            return (task or self.task).measure(_only(variant.only, library.search), MEASURES)[0]

    def sample(self) -> CollectionTask:
        """Return the task with few enough queries for a reranker, always the same."""
        collection = self.task.collection
        wanted = sorted(one.id for one in collection.queries)
        kept = set(random.Random(0).sample(wanted, min(RERANK_SAMPLE, len(wanted))))
        queries = tuple(one for one in collection.queries if one.id in kept)
        qrels = {query: grades for query, grades in collection.qrels.items() if query in kept}
        return replace(self.task, collection=replace(collection, queries=queries, qrels=qrels))


def open_bench(folder: Path, place: Path, *, with_sparse: bool) -> Bench:
    """Read a collection into a library; what is read and embedded already is left as it is."""
    collection = open_collection(folder)
    files, path = place / collection.name / "files", place / collection.name / "library"
    ids = _export(collection, files)
    with Library.create(path, _set(sparse=SPLADE) if with_sparse else None) as library:
        library.add(files)
        chunks = int(library.status()["chunks"])
    return Bench(CollectionTask(collection, ids), path, chunks, with_sparse)


def _only(leg: str, search: Search) -> Search:
    def alone(question: str, k: int) -> Sequence[ScoredChunk]:
        return [one for one in search(question, k) if not leg or leg in one.legs]

    return alone


# ------------------------------------------------------------------------------ measuring


def measure_finding(bench: Bench) -> dict[str, Any]:
    """Measure the default, every leg alone and every fusion."""
    default = bench.measure(Variant("default", DEFAULT, {}))
    systems: dict[str, dict[str, Any]] = {"default": {DEFAULT: shape_of(default)}}
    print_table(f"{bench.task.collection.name}: the default", systems["default"])
    for one in [*_legs(bench.with_sparse), *_fusions(bench.with_sparse)]:
        shape = shape_of(bench.measure(one), default)
        systems.setdefault(one.group, {})[one.name] = shape
        print_table(f"{one.group}: {one.name}", {one.name: shape})
    return {"queries": len(bench.task.queries), "chunks": bench.chunks, "systems": systems}


def measure_rerankers(bench: Bench) -> dict[str, Any]:
    """Measure every depth of a reranker, and the default, on a sample of the queries."""
    task = bench.sample()
    default = bench.measure(Variant("rerankers", DEFAULT, {}), task)
    systems = {DEFAULT: shape_of(default)}
    for one in _rerankers():
        systems[one.name] = shape_of(bench.measure(one, task), default)
        print_table(f"rerankers: {one.name}", {one.name: systems[one.name]})
    return {"queries": len(task.queries), "chunks": bench.chunks, "systems": systems}


def measure_peers(bench: Bench) -> dict[str, Any]:
    """Measure every peer beside Aliquot with the same embedder alone, and whole.

    Gains are over Aliquot with the same embedder: below 0 where that is ahead of the peer.
    """
    fair = bench.measure(Variant("peers", FAIR, _set(legs=[BGE])))
    default = bench.measure(Variant("peers", DEFAULT, {}))
    found = {f"Aliquot, {FAIR}": shape_of(fair), "Aliquot, default": shape_of(default, fair)}
    for one in _fusions(with_sparse=False):
        if one.name.startswith(f"{FAIR}, "):
            found[f"Aliquot, {one.name}"] = shape_of(bench.measure(one), fair)
    texts = bench.task.collection.texts()
    documents = [(one.id, f"{one.title}\n{one.text}".strip()) for one in texts]
    queries = {one.id: one.text for one in bench.task.queries}
    check_embedder([text for _, text in documents[:CHECKED_TEXTS]])
    for name in SYSTEMS:
        try:
            run = run_peer(name, documents, queries, DEPTH)
        except (CalledProcessError, TimeoutExpired) as exc:
            print(f"    {name}: {exc}", file=sys.stderr)
            continue
        spent = {query: Spent(0.0, cpu_ms) for query, cpu_ms in run.cpu_ms.items()}
        system = score_rankings(MEASURES, bench.task.qrels, run.found, spent)
        found[name] = shape_of(system, fair) | {"index cpu s": round(run.index_cpu_s, 1)}
        print_table(f"peers: {name}", {name: found[name]})
    sizes = {"queries": len(queries), "documents": len(documents)}
    return sizes | {"pins": pins(), "systems": found}


MEASURED: Mapping[str, Callable[[Bench], dict[str, Any]]] = {
    "finding": measure_finding,
    "peers": measure_peers,
    "rerankers": measure_rerankers,
}


def main() -> int:
    """Measure every collection named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("folders", nargs="*", type=Path, help="collections in BEIR's layout")
    parser.add_argument("--place", type=Path, default=ROOT / ".bench", help="keep libraries here")
    parser.add_argument(
        "--only", nargs="+", choices=MEASURED, default=[*MEASURED], help="what to measure"
    )
    parser.add_argument("--sparse", action="store_true", help="measure splade-tiny as well")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results and docs")
    options = parser.parse_args()
    for folder in options.folders or [BENCHMARKS / name for name in COLLECTIONS]:
        place = options.place.resolve()
        bench = open_bench(folder.resolve(), place, with_sparse=options.sparse)
        for part in options.only:
            result = {"collection": bench.task.collection.name} | MEASURED[part](bench)
            if options.save:
                print(f"saved {save(f'retrieval_{part}_{bench.task.collection.name}', result)}")
    if options.save:
        print(f"saved {write_page()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
