"""Measure the lexical leg alone on a BEIR-style folder: nDCG@10, recall@100, CPU time.

    python benchmarks/lexical_scifact.py FOLDER [--header-weight W] [--save]

The folder holds `corpus.jsonl.gz` (title and text), `queries.jsonl` and `qrels.tsv`. A title is
indexed as a chunk's header. Reference: BM25 with a single field reaches .665-.69 on SciFact (BEIR,
Thakur et al., 2021, table 2).
"""

from __future__ import annotations

import argparse
import datetime
import gzip
import json
import math
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.analysis.weighting import question_weights
from aliquot.protocols import ChunkRecord
from aliquot.storage.terms_tantivy import HEADER_WEIGHT, TantivyTermIndex
from aliquot.types import Chunk, Span

RESULTS = Path(__file__).parent / "results"
DEPTH = 100

Qrels = Mapping[str, Mapping[str, int]]


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


def read_queries(folder: Path) -> dict[str, str]:
    """Return question texts by id."""
    with (folder / "queries.jsonl").open(encoding="utf-8") as file:
        return {row["_id"]: row["text"] for row in map(json.loads, file)}


def read_qrels(folder: Path) -> Qrels:
    """Return relevant documents by question id."""
    qrels: dict[str, dict[str, int]] = {}
    with (folder / "qrels.tsv").open(encoding="utf-8") as file:
        next(file)
        for line in file:
            question, document, grade = line.split("\t")
            qrels.setdefault(question, {})[document] = int(grade)
    return qrels


def ndcg(ranking: list[str], relevant: Mapping[str, int], k: int) -> float:
    """Return nDCG@k with linear gains. Source: Järvelin & Kekäläinen (2002), as in trec_eval."""

    def gain(grades: list[int]) -> float:
        return sum(grade / math.log2(place + 2) for place, grade in enumerate(grades[:k]))

    ideal = gain(sorted(relevant.values(), reverse=True))
    return gain([relevant.get(document, 0) for document in ranking]) / ideal if ideal else 0.0


def recall(ranking: list[str], relevant: Mapping[str, int], k: int) -> float:
    """Return the share of relevant documents among the first `k`."""
    wanted = {document for document, grade in relevant.items() if grade > 0}
    return len(wanted & set(ranking[:k])) / len(wanted) if wanted else 0.0


def measure(folder: Path, header_weight: float) -> dict[str, float]:
    """Index the corpus, search every judged question, and return quality and CPU time."""
    chunks = list(read_corpus(folder))
    questions, qrels = read_queries(folder), read_qrels(folder)
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
            if question in qrels
        }
        searched = time.process_time()
        index.close()
    return {
        "nDCG@10": _mean(ndcg(ranking, qrels[q], 10) for q, ranking in rankings.items()),
        "R@100": _mean(recall(ranking, qrels[q], DEPTH) for q, ranking in rankings.items()),
        "questions": len(rankings),
        "documents": len(chunks),
        "index_cpu_s": round(indexed - started, 2),
        "search_cpu_ms": round(1000 * (searched - indexed) / len(rankings), 3),
    }


def _mean(values: Iterator[float]) -> float:
    numbers = list(values)
    return round(sum(numbers) / len(numbers), 4)


def _commit() -> str:
    found = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return found.stdout.strip() or "none"


def main() -> None:
    """Read the command line, measure, and write JSON to stdout and, if asked, to results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="corpus.jsonl.gz, queries.jsonl, qrels.tsv")
    parser.add_argument("--header-weight", type=float, default=HEADER_WEIGHT)
    parser.add_argument("--save", action="store_true", help="keep the result in results/")
    arguments = parser.parse_args()
    result = {
        "benchmark": "lexical",
        "set": arguments.folder.name,
        "header_weight": arguments.header_weight,
        "analyser": StandardAnalyser.id,
        "measures": measure(arguments.folder, arguments.header_weight),
        "commit": _commit(),
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }
    text = json.dumps(result, indent=2, ensure_ascii=False) + "\n"
    sys.stdout.write(text)
    if arguments.save:
        (RESULTS / f"lexical_{arguments.folder.name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
