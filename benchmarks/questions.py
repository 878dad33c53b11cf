"""Ask a library the questions of a question set and score what it finds.

Reads every folder of lab files under DEV (never the truth beside the papers) into a library, then
sends each question through `Library.search`. Scores, as the peers were scored:

- file-hit@k: a right file is among the first k chunks.
- evidence-hit@k: share of the evidence quotes that stand in the first k chunks, in a right file.
- answer evidence: share of the evidence quotes that a statement of `Library.ask` holds, or most of
  which it is; lists and questions without an answer left out, a refusal counts as none.
- evidence in budget: the same within the first 2,000 tokens retrieved (8,000 characters).

Text is compared without case, white space and hyphens, after Unicode NFKC, and with HTML entities
read as the characters they stand for.

    python benchmarks/questions.py --dev ../shared/data/dev [--library DIR] [--save]
"""

from __future__ import annotations

import argparse
import html
import json
import re
import statistics
import sys
import tempfile
import time
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aliquot import Answer, IngestReport, Library, ScoredChunk
from record import save

ROOT = Path(__file__).resolve().parent.parent
# `papers/pdf_truth` holds the answers to the PDFs and stays out.
FOLDERS = (
    "papers/pdf",
    "papers/jats",
    "papers/pdf_special",
    "protocols",
    "slides",
    "trials",
    "genes",
    "notes",
    "eln",
    "spreadsheets",
    "bibliography",
    "notebooks",
    "latex",
)
BUDGET_CHARACTERS = 8000
DEPTH = 40
DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"), "-")


def plain(text: str) -> str:
    """Return text as it is compared."""
    text = (
        unicodedata.normalize("NFKC", html.unescape(text))
        .translate(DASHES)
        .replace("\u00ad", "")
        .casefold()
    )
    return re.sub(r"[\s\-]+", "", text)


def evidence_of(question: dict[str, Any]) -> list[str]:
    """Return the quotes that prove an answer, ready to be compared."""
    found = question["evidence"]
    quotes = found if isinstance(found, list) else [found]
    return [plain(quote) for quote in quotes if plain(quote)]


def share(evidence: Sequence[str], texts: Sequence[str]) -> float | None:
    """Return the share of the quotes that stand in one of the texts; `None` without quotes."""
    if not evidence:
        return None
    return statistics.mean(any(quote in text for text in texts) for quote in evidence)


def score(question: dict[str, Any], ranking: Sequence[ScoredChunk], dev: Path) -> dict[str, Any]:
    """Score one ranking."""
    files = set(question["files"])
    found = [(str(one.chunk.metadata["source"]), one.chunk.text) for one in ranking]
    located = [(str(Path(path).relative_to(dev)), text) for path, text in found]
    evidence = evidence_of(question)
    row: dict[str, Any] = {key: question[key] for key in ("id", "kind", "language")}
    for k in (1, 5, 10):
        row[f"file@{k}"] = float(any(path in files for path, _ in located[:k]))
        right = [plain(text) for path, text in located[:k] if path in files]
        row[f"evidence@{k}"] = share(evidence, right)
    left, inside = BUDGET_CHARACTERS, []
    for path, text in located:
        if left > 0 and path in files:
            inside.append(plain(text[:left]))
        left -= len(text)
    row["evidence in budget"] = share(evidence, inside)
    row["top"] = [path for path, _ in located[:5]]
    return row


def answered(question: dict[str, Any], answer: Answer) -> float | None:
    """Return the share of the evidence the statements hold; `None` where nothing is to be held."""
    evidence = evidence_of(question)
    if not evidence or question["kind"].startswith("list"):
        return None
    quotes = [plain(citation.quote) for citation in answer.citations()]

    def holds(quote: str, wanted: str) -> bool:
        return wanted in quote or (quote in wanted and 2 * len(quote) > len(wanted))

    return statistics.mean(any(holds(quote, one) for quote in quotes) for one in evidence)


def summarise(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Average every measure over the rows that have it."""
    names = [name for name in rows[0] if "@" in name or " " in name]
    means = {}
    for name in names:
        values = [row[name] for row in rows if row[name] is not None]
        means[name] = round(statistics.mean(values), 4) if values else None
    return {"n": len(rows)} | means


def read(library: Library, dev: Path) -> tuple[IngestReport, IngestReport]:
    """Read every file twice; the second time nothing may be embedded."""
    folders = [dev / folder for folder in FOLDERS if (dev / folder).exists()]
    return library.add(*folders), library.sync()


def measure(library: Library, dev: Path) -> dict[str, Any]:
    """Ask every question and return the scores by language and kind."""
    lines = (dev / "questions.jsonl").read_text("utf-8").strip().split("\n")
    rows = []
    spent = []
    library.search("warm up", 5)
    for question in map(json.loads, lines):
        started = time.process_time()
        ranking = library.search(question["question"], DEPTH)
        spent.append(time.process_time() - started)
        row = score(question, ranking, dev)
        row["answer evidence"] = answered(question, library.ask(question["question"]))
        rows.append(row)
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        groups["all"].append(row)
        groups[f"language {row['language']}"].append(row)
        groups[f"{row['language']} {row['kind']}"].append(row)
    return {
        "scores": {name: summarise(group) for name, group in sorted(groups.items())},
        "search cpu ms p50": round(statistics.median(spent) * 1000, 1),
        "rows": rows,
    }


def show(result: dict[str, Any]) -> None:
    """Print the table and what was missed."""
    names = ["file@1", "file@5", "evidence@5", "evidence in budget", "answer evidence"]
    print(f"{'group':<28}{'n':>4}" + "".join(f"{name:>20}" for name in names))
    for group, scores in result["scores"].items():
        cells = "".join(f"{'-' if scores[n] is None else scores[n]:>20}" for n in names)
        print(f"{group:<28}{scores['n']:>4}{cells}")
    print(f"search: {result['search cpu ms p50']} ms CPU, median")
    for row in result["rows"]:
        missed = row["evidence@5"] is not None and row["evidence@5"] < 1
        if not row["file@5"] or missed:
            print(
                f"  {row['id']} file@5={row['file@5']} evidence@5={row['evidence@5']}", row["top"]
            )


def main() -> int:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dev", type=Path, default=ROOT.parent / "shared/data/dev")
    parser.add_argument("--library", type=Path, help="keep the library here; used again if there")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    options = parser.parse_args()
    dev = options.dev.resolve()
    if not (dev / "questions.jsonl").exists():
        print(f"no questions in {dev}; name a folder with --dev", file=sys.stderr)
        return 2
    with (
        tempfile.TemporaryDirectory() as scratch,
        Library.create(options.library or scratch) as library,
    ):
        first, second = read(library, dev)
        result = measure(library, dev)
        result["status"] = library.status()["by_kind"]
    ingest = {
        "files": first.files,
        "chunks": first.chunks,
        "seconds": first.seconds,
        "failed": [[Path(one.source).name, one.status, one.reason] for one in first.failed],
        "second run embedded": second.embedded,
        "second run seconds": second.seconds,
    }
    result["ingest"] = ingest
    for name, status, reason in ingest["failed"]:
        print(f"not read: {name} ({status}) {reason}")
    print({key: value for key, value in ingest.items() if key != "failed"})
    show(result)
    if options.save:
        print(f"saved {save('questions', result)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
