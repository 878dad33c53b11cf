"""CPU time of a query by stage, beside its embedding, in libraries of 20,000 chunks and more.

A library of the development files is copied until it is large enough: each copy under ids of its
own, a tenth of the words of each chunk left out and its vectors moved a little, so that no two
chunks are alike while words stay as frequent as they are. Questions are the development questions;
their vectors are remembered from a first round, which is not counted.

    python benchmarks/query_speed.py --library .bench/dev --chunks 20000 200000 [--save]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from aliquot.assembly import (
    DenseIndex,
    make_analyser,
    make_followers,
    make_term_index,
)
from aliquot.assembly.finding import make_find, make_retriever
from aliquot.assembly.models import LibraryModel
from aliquot.backends import load
from aliquot.config import Config
from aliquot.language import detect_language
from aliquot.protocols import Embedder, Hit, Leg, Scope
from aliquot.retrieval.remembered_vectors import RememberedVectors
from aliquot.storage.catalog import Catalog
from aliquot.storage.records import hash_text
from aliquot.storage.vectors_local import LocalVectorIndex
from aliquot.types import Chunk, Document, Query, Source
from record import save

ROOT = Path(__file__).resolve().parent.parent
LEGS = ("bge-small-en-v1.5", "multilingual-e5-small")
K = 10
# Length of what is added to a vector of length 1: cosine .97 between a chunk and its copy.
NOISE = 0.25
LEFT_OUT = 0.1
ROUNDS = 3


class Timed:
    """A leg that keeps the CPU time of its own thread."""

    def __init__(self, leg: Leg, spent: dict[str, list[float]]) -> None:
        """Measure `leg` into `spent`."""
        self.name, self.languages, self.matches_words = leg.name, leg.languages, leg.matches_words
        self._leg, self._spent = leg, spent

    def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return what the leg does."""
        started = time.thread_time()
        hits = self._leg.search(query, k, scope)
        self._spent[self.name].append(time.thread_time() - started)
        return hits


def copies(catalog: Catalog, wanted: int) -> Iterator[tuple[Document, list[Chunk]]]:
    """Yield documents with chunks, `wanted` chunks in all, the originals first."""
    rng = random.Random(1)
    originals = [(one, catalog.chunks_of(one.id)) for one in catalog.documents()]
    given = round_number = 0
    while given < wanted:
        for document, chunks in originals:
            own = [_copied(chunk, round_number, rng) for chunk in chunks][: wanted - given]
            if own:
                yield replace(document, id=own[0].document_id), own
            given += len(own)
        round_number += 1


def _copied(chunk: Chunk, number: int, rng: random.Random) -> Chunk:
    if number == 0:
        return chunk
    words = [word for word in chunk.text.split(" ") if rng.random() > LEFT_OUT]
    document_id = f"{number}-{chunk.document_id}"
    return replace(chunk, id=f"{number}-{chunk.id}", document_id=document_id, text=" ".join(words))


def fill(target: Catalog, source: Catalog, embedders: Sequence[Embedder], chunks: int) -> None:
    """Write a library of `chunks` chunks with their vectors."""
    rng = np.random.default_rng(1)
    rows = {one.id: _vectors(source, one.id) for one in embedders}
    for number, (document, own) in enumerate(copies(source, chunks)):
        path = f"/made/{number}"
        target.replace(
            Source(path=path, sha256=str(number)),
            [(replace(document, source=Source(path=path)), own)],
            parser="made",
            status="ok",
            receipt={},
            now_ns=0,
        )
        for embedder_id, known in rows.items():
            hashes, vectors = _moved(own, known, rng)
            target.vectors.put(embedder_id, hashes, vectors)


def _vectors(catalog: Catalog, embedder_id: str) -> dict[str, npt.NDArray[np.float32]]:
    records = catalog.records(catalog.keys().tolist(), embedder_id)
    return {one.chunk.id: one.vector for one in records if one.vector is not None}


def _moved(
    chunks: Sequence[Chunk],
    known: dict[str, npt.NDArray[np.float32]],
    rng: np.random.Generator,
) -> tuple[list[str], npt.NDArray[np.float32]]:
    hashes, rows = [], []
    for chunk in chunks:
        original = known.get(chunk.id) if chunk.id in known else known.get(_original(chunk.id))
        if original is None:
            continue
        noise = rng.standard_normal(len(original)).astype(np.float32)
        moved = original + NOISE * noise / np.linalg.norm(noise)
        hashes.append(hash_text(chunk.searchable_text))
        rows.append(moved / np.linalg.norm(moved))
    return hashes, np.array(rows, dtype=np.float32)


def _original(chunk_id: str) -> str:
    return chunk_id.partition("-")[2]


def measure(folder: Path, source: Catalog, questions: Sequence[str], chunks: int) -> dict[str, Any]:
    """Build a library and return CPU milliseconds by stage."""
    config = Config()
    embedders = [
        RememberedVectors(load("embedders", name)(), remembered=len(questions)) for name in LEGS
    ]
    spent: dict[str, list[float]] = defaultdict(list)
    folder.mkdir(parents=True, exist_ok=True)
    with closing(Catalog.at(folder / "catalog.db")) as catalog:
        if not catalog.sequence:
            fill(catalog, source, embedders, chunks)
        dense = [
            DenseIndex(name, one, _vector_index(folder / name, name, one, config))
            for name, one in zip(LEGS, embedders, strict=True)
        ]
        analyser = make_analyser(config)
        terms = make_term_index(config, folder, analyser, lambda: catalog.sequence)
        followers = make_followers(catalog, terms, dense)
        started = time.process_time()
        followers.make_durable()
        build_s = time.process_time() - started
        retriever = make_retriever(config, catalog, terms, dense)
        _watch(retriever, spent)
        find = make_find(config, catalog, terms, retriever, folder, LibraryModel(config, folder))
        for question in questions:
            find.found(question, K)
        spent.clear()
        for _ in range(ROUNDS):
            for question in questions:
                started = time.process_time()
                followers.catch_up()
                find.found(question, K)
                spent["all"].append(time.process_time() - started)
        retriever.close()
        followers.close()
    return {
        "chunks": chunks,
        "index_cpu_s": round(build_s, 1),
        "cpu_ms": {name: _percentiles(values) for name, values in sorted(spent.items())},
    }


def _vector_index(place: Path, name: str, embedder: Embedder, config: Config) -> LocalVectorIndex:
    settings = config.vectors
    return LocalVectorIndex(
        place,
        name=name,
        dimension=embedder.dimension,
        embedder_id=embedder.id,
        exact_limit=settings.exact_limit,
        m=settings.m,
        ef_construction=settings.ef_construction,
        ef_search=settings.ef_search,
    )


def _watch(retriever: Any, spent: dict[str, list[float]]) -> None:
    retriever._legs = [Timed(leg, spent) for leg in retriever._legs]


def _percentiles(seconds: Sequence[float]) -> dict[str, float]:
    return {f"p{q}": round(1000 * float(np.percentile(seconds, q)), 2) for q in (50, 95)}


def main() -> int:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, required=True, help="of the development files")
    parser.add_argument("--dev", type=Path, default=ROOT.parent / "shared/data/dev")
    parser.add_argument("--chunks", type=int, nargs="+", default=[20_000])
    parser.add_argument("--place", type=Path, help="keep the libraries here; used again")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    options = parser.parse_args()
    lines = (options.dev / "questions.jsonl").read_text("utf-8").strip().split("\n")
    questions = [json.loads(line)["question"] for line in lines]
    by_language = {one: detect_language(one) for one in questions}
    figures = []
    with closing(Catalog.at(options.library / "catalog.db")) as source:
        for chunks in options.chunks:
            with tempfile.TemporaryDirectory() as scratch:
                folder = Path(scratch) if options.place is None else options.place / str(chunks)
                figures.append(measure(folder, source, questions, chunks))
            print(json.dumps(figures[-1], indent=1))
    languages = {name: list(by_language.values()).count(name) for name in ("en", "ja")}
    if options.save:
        print(save("query_speed", {"k": K, "questions": languages, "sizes": figures}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
