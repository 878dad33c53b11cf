"""Measure the lexical leg alone on a collection in BEIR layout, one document a chunk.

    python benchmarks/lexical.py FOLDER [--header-weight W] [--save]

Quick, since nothing is embedded: for choices of the analyser. Reference: BM25 with a single field
reaches .665-.69 on SciFact (BEIR, Thakur et al., 2021, table 2).
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.analysis.weighting import question_weights
from aliquot.protocols import ChunkRecord
from aliquot.storage.terms_tantivy import HEADER_WEIGHT, TantivyTermIndex
from aliquot.types import Chunk, Span
from record import save
from retrieval import DEPTH, judged, measures


def read_corpus(folder: Path) -> Iterator[Chunk]:
    """Yield one chunk per document, its title as the header."""
    with gzip.open(folder / "corpus.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            span = Span(0, len(row["text"]))
            yield Chunk(
                id=row["_id"],
                document_id=row["_id"],
                text=row["text"],
                header=row["title"],
                span=span,
            )


def measure(folder: Path, header_weight: float) -> dict[str, Any]:
    """Index the corpus, search every judged question, and return quality and CPU time."""
    chunks = list(read_corpus(folder))
    questions, qrels = judged(folder)
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
            question: [chunks[hit.key].id for hit in index.search(text, DEPTH)]
            for question, text in questions.items()
        }
        searched = time.process_time()
        index.close()
    return measures(rankings, qrels) | {
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
