"""How often are answerable questions answered, and questions about other things refused?

Two libraries and two question sets: each library is asked its own questions, which it should
answer, and the other's, which it should refuse; beside them questions of public sets on subjects
neither holds. Prints rates with 95 % Wilson intervals, and with `--signals` the signs the judge
saw for every question, from which its thresholds were chosen.

    python benchmarks/refusal.py --lab LIBRARY --dev LIBRARY [--signals FILE] [--save]
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from aliquot import Library
from record import save

ROOT = Path(__file__).resolve().parent.parent
DEV = ROOT.parent / "shared/data/dev"
LAB = ROOT / "examples/lab"
# Every n-th question of a public set: enough for an interval of a few points.
FOREIGN_STEP = 5


def questions(path: Path) -> list[dict[str, Any]]:
    """Read a question set."""
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line.strip()]


def cases(own: Sequence[dict[str, Any]], other: Sequence[dict[str, Any]]) -> Iterator[Any]:
    """Yield (group, question, should be answered)."""
    for one in own:
        answerable = one["kind"] != "unanswerable"
        group = "own" if answerable else "unanswerable"
        yield f"{group} {one['language']}", one["question"], answerable
    for one in other:
        yield f"other lab {one['language']}", one["question"], False
    for name in ("pubmedqa", "medquad"):
        path = DEV / "benchmarks" / name / "queries.jsonl"
        for one in questions(path)[::FOREIGN_STEP] if path.exists() else ():
            yield name, one["text"], False


def wilson(hits: int, n: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a proportion."""
    z = 1.96
    p = hits / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return round(middle - half, 3), round(middle + half, 3)


def signals(library: Library, question: str) -> dict[str, float]:
    """Return what the judge sees: shares of words, and the best cosine of each dense leg."""
    ask = library._opened.parts.ask
    asked = ask.understand(question)
    evidence = library.search(question, library.config.answer.evidence_chunks)
    found = ask._refuser._judge.signs(asked.subject, ask._terms_of(asked), evidence)
    signs = {"coverage": found.coverage, "whole": found.whole, "missing": found.missing}
    return signs | dict(found.cosines)


def measure(name: str, library: Library, asked: Iterator[Any]) -> Iterator[dict[str, Any]]:
    """Ask every question once."""
    for group, question, should_answer in asked:
        answer = library.ask(question)
        yield {
            "library": name,
            "group": group,
            "question": question,
            "should answer": should_answer,
            "answered": not answer.abstained,
        } | signals(library, question)


def summarise(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the rate of right decisions by library and group."""
    table: dict[str, Any] = {}
    for key in sorted({(row["library"], row["group"]) for row in rows}):
        group = [row for row in rows if (row["library"], row["group"]) == key]
        right = sum(row["answered"] == row["should answer"] for row in group)
        table[" ".join(key)] = {
            "n": len(group),
            "right": round(right / len(group), 3),
            "interval": wilson(right, len(group)),
        }
    return table


def main() -> int:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lab", type=Path, required=True, help="library of examples/lab; made")
    parser.add_argument("--dev", type=Path, required=True, help="library made by questions.py")
    parser.add_argument("--signals", type=Path, help="write what the judge saw, one JSON a line")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    options = parser.parse_args()
    lab_set = questions(ROOT / "examples/questions.jsonl")
    dev_set = questions(DEV / "questions.jsonl")
    rows: list[dict[str, Any]] = []
    with Library.create(options.lab) as library:
        library.add(LAB)
        rows += measure("lab", library, cases(lab_set, dev_set))
    with Library.open(options.dev) as library:
        rows += measure("dev", library, cases(dev_set, lab_set))
    if options.signals:
        lines = [json.dumps(row, ensure_ascii=False) for row in rows]
        options.signals.write_text("\n".join(lines) + "\n", encoding="utf-8")
    table = summarise(rows)
    for name, found in table.items():
        print(f"{name:<28} n={found['n']:<4} right={found['right']:<6} {found['interval']}")
    if options.save:
        print(f"saved {save('refusal', table)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
