"""Measure the lexical leg alone on a collection in BEIR layout, one document a chunk.

    python benchmarks/lexical.py FOLDER [--header-weight W] [--save]

Quick, since nothing is embedded: for choices of the analyser. Reference: BM25 with a single field
reaches .665-.69 on SciFact (BEIR, Thakur et al., 2021, table 2).
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.analysis.weighting import question_weights
from aliquot.evaluation.beir import Collection, open_collection
from aliquot.evaluation.measures import mean, parse_measures, score
from aliquot.evaluation.retrieval import DEPTH
from aliquot.protocols import ChunkRecord
from aliquot.storage.terms_tantivy import HEADER_WEIGHT, TantivyTermIndex
from aliquot.types import Chunk, Span
from record import save

MEASURES = parse_measures("nDCG@10 R@10 R@100 RR@10")


def chunks_of(collection: Collection) -> Iterator[Chunk]:
    """Yield one chunk per document, its title as the header."""
    for one in collection.texts():
        span = Span(0, len(one.text))
        yield Chunk(id=one.id, document_id=one.id, text=one.text, header=one.title, span=span)


def measure(folder: Path, header_weight: float) -> dict[str, Any]:
    """Index the corpus, search every judged question, and return quality and CPU time."""
    collection = open_collection(folder)
    chunks = list(chunks_of(collection))
    with tempfile.TemporaryDirectory() as temporary:
        index = TantivyTermIndex(
            Path(temporary) / "terms",
            name="terms",
            analyser=StandardAnalyser(),
            weigh=question_weights,
            header_weight=header_weight,
        )
        started = time.process_time()
        index.apply([ChunkRecord(key, chunk) for key, chunk in enumerate(chunks)], [], 1)
        index.flush()
        indexed = time.process_time()
        rankings = {
            one.id: [chunks[hit.key].id for hit in index.search(one.text, DEPTH)]
            for one in collection.queries
        }
        searched = time.process_time()
        index.close()
    scores = score(MEASURES, collection.qrels, rankings)
    return {str(one): round(mean(found.values()), 4) for one, found in scores.items()} | {
        "questions": len(rankings),
        "documents": len(chunks),
        "index_cpu_s": round(indexed - started, 2),
        "search_cpu_ms": round(1000 * (searched - indexed) / len(rankings), 3),
    }


def main() -> int:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="corpus.jsonl.gz, queries.jsonl, qrels.tsv")
    parser.add_argument("--header-weight", type=float, default=HEADER_WEIGHT)
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    options = parser.parse_args()
    result = measure(options.folder, options.header_weight)
    result |= {"header_weight": options.header_weight, "analyser": StandardAnalyser.id}
    print(json.dumps(result, indent=1))
    if options.save:
        print(f"saved {save('lexical_' + options.folder.name, result)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
