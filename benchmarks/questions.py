"""Ask a library the questions of a question set and score what it finds.

Reads every folder of lab files under DEV (never the truth beside the papers) into a library, then
sends each question through `Library.search`. Scores, as the peers were scored:

- file-hit@k: a right file is among the first k chunks.
- evidence-hit@k: share of the evidence quotes that stand in the first k chunks, in a right file.
- evidence@2000tokens: the same within the first 2,000 tokens retrieved (8,000 characters).
- answer evidence: share of the evidence quotes that a statement of `Library.ask` holds, or most of
  which it is; lists and questions without an answer left out, a refusal counts as none.

Text is compared without case, white space and hyphens, after Unicode NFKC, and with HTML entities
read as the characters they stand for.

    python benchmarks/questions.py --dev ../shared/data/dev [--library DIR] [--save]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aliquot import Answer, IngestReport, Library, ScoredChunk
from aliquot.evaluation.questions import (
    BUDGET,
    FileNames,
    Found,
    Question,
    plain,
    read_questions,
    score_question,
)
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
DEPTH = 40


def score(question: Question, ranking: Sequence[ScoredChunk], names: FileNames) -> dict[str, Any]:
    """Score one ranking."""
    found = [
        Found(names.name(str(one.chunk.metadata["source"])), one.chunk.text) for one in ranking
    ]
    row = {"id": question.id, "kind": question.kind, "language": question.language}
    # The ends of paths: where the files lie is no result.
    top = ["/".join(Path(one.file).parts[-2:]) for one in found[:5]]
    return row | score_question(question, found) | {"top": top}


def answered(question: Question, answer: Answer) -> float | None:
    """Return the share of the evidence the statements hold; `None` where nothing is to be held."""
    evidence = [quote for quote in map(plain, question.evidence) if quote]
    if not evidence or question.kind.startswith("list"):
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
    questions = read_questions(dev / "questions.jsonl")
    names = FileNames(file for question in questions for file in question.files)
    rows = []
    spent = []
    library.search("warm up", 5)
    for question in questions:
        started = time.process_time()
        ranking = library.search(question.text, DEPTH)
        spent.append(time.process_time() - started)
        row = score(question, ranking, names)
        row["answer evidence"] = answered(question, library.ask(question.text))
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
    names = ["file@1", "file@5", "evidence@5", BUDGET, "answer evidence"]
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
