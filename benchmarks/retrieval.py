"""nDCG@10, recall and MRR of the default retrieval on a public test collection.

Each document of the collection becomes a Markdown file and goes the way of any lab file; each
query goes through `Library.search` as a question. Legs are scored apart as well, each alone.

    python benchmarks/retrieval.py --collection ../shared/data/dev/benchmarks/scifact [--save]
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from aliquot import Library
from record import save

ROOT = Path(__file__).resolve().parent.parent
DEPTH = 100


def export(collection: Path, folder: Path) -> int:
    """Write every document of the collection as a Markdown file; return how many."""
    count = 0
    with gzip.open(collection / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            one = json.loads(line)
            title = " ".join(one.get("title", "").split())
            body = f"# {title}\n\n{one['text']}\n" if title else f"{one['text']}\n"
            (folder / f"{one['_id']}.md").write_text(body, encoding="utf-8")
            count += 1
    return count


def judged(collection: Path) -> tuple[dict[str, str], dict[str, dict[str, int]]]:
    """Return the queries that have judgements, and the judgements."""
    qrels: dict[str, dict[str, int]] = {}
    for line in (collection / "qrels.tsv").read_text("utf-8").strip().split("\n")[1:]:
        query, document, grade = line.split("\t")
        if int(grade) > 0:
            qrels.setdefault(query, {})[document] = int(grade)
    queries = {}
    for line in (collection / "queries.jsonl").read_text("utf-8").strip().split("\n"):
        one = json.loads(line)
        if one["_id"] in qrels:
            queries[one["_id"]] = one["text"]
    return queries, qrels


def measures(
    runs: Mapping[str, Sequence[str]], qrels: Mapping[str, Mapping[str, int]]
) -> dict[str, float]:
    """Average nDCG@10, R@10, R@100 and RR@10 over the queries."""
    table: dict[str, list[float]] = {"nDCG@10": [], "R@10": [], "R@100": [], "RR@10": []}
    for query, found in runs.items():
        wanted = qrels[query]
        gains = [wanted.get(one, 0) / math.log2(n + 2) for n, one in enumerate(found[:10])]
        best = sorted(wanted.values(), reverse=True)[:10]
        ideal = sum(grade / math.log2(n + 2) for n, grade in enumerate(best))
        table["nDCG@10"].append(sum(gains) / ideal)
        for k in (10, 100):
            table[f"R@{k}"].append(len(set(found[:k]) & set(wanted)) / len(wanted))
        first = next((n for n, one in enumerate(found[:10], start=1) if one in wanted), 0)
        table["RR@10"].append(1 / first if first else 0.0)
    return {name: round(statistics.mean(values), 4) for name, values in table.items()}


def search_all(library: Library, queries: Mapping[str, str]) -> tuple[dict[str, list[str]], float]:
    """Return the documents found for each query, best first, and median CPU milliseconds."""
    runs: dict[str, list[str]] = {}
    spent = []
    for query, text in queries.items():
        started = time.process_time()
        ranking = library.search(text, DEPTH)
        spent.append(time.process_time() - started)
        names = [Path(str(one.chunk.metadata["source"])).stem for one in ranking]
        runs[query] = list(dict.fromkeys(names))
    return runs, round(statistics.median(spent) * 1000, 2)


def alone(leg: str) -> dict[str, Any]:
    """Return the settings under which one leg decides."""
    weights = {"lexical_weight": 0.0, "name_weight": 0.0, "dense_weight": 0.0}
    if leg == "lexical":
        return {"retrieval": weights | {"lexical_weight": 1.0}}
    return {"retrieval": weights | {"dense_weight": 1.0}, "embedding": {"legs": [leg]}}


def measure(collection: Path, place: Path) -> dict[str, Any]:
    """Read the collection into a library and score it whole and leg by leg."""
    folder = place / "files"
    folder.mkdir(parents=True, exist_ok=True)
    export(collection, folder)
    queries, qrels = judged(collection)
    started = time.process_time()
    with Library.create(place / "library") as library:
        report = library.add(folder)
        cpu_s = time.process_time() - started
        runs, cpu_ms = search_all(library, queries)
        legs = [one["name"] for one in library.status()["embedder"]]
    result: dict[str, Any] = {
        "collection": collection.name,
        "queries": len(queries),
        "documents": report.files,
        "chunks": report.chunks,
        "add cpu s, parser processes aside": round(cpu_s, 1),
        "add wall s": report.seconds,
        "search cpu ms p50, k=100": cpu_ms,
        "all": measures(runs, qrels),
    }
    for leg in ("lexical", *legs):
        with Library.open(place / "library", alone(leg)) as library:
            result[leg] = measures(search_all(library, queries)[0], qrels)
    return result


def main() -> int:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--collection", type=Path, required=True, help="folder in BEIR layout")
    parser.add_argument("--place", type=Path, help="keep files and library here; used again")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        result = measure(options.collection.resolve(), options.place or Path(scratch))
    print(json.dumps(result, indent=1))
    if options.save:
        print(f"saved {save('retrieval_' + result['collection'], result)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
