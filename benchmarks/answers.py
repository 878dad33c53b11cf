"""How good are extractive answers? Two question sets over the development files.

- dev: the development questions, on which the extractor was tuned;
- more: `benchmarks/data/answer_questions.jsonl`, written from files those questions do not use; its
  even ones ("held out") took no part in tuning the extractor. The models of refusal were fitted on
  all of them; their own figures are cross-validated, in `aliquot.generation.relevance`.

An answer is held against the reference by `aliquot.evaluation.correctness`. Reported by set and
language: answered (the expected value or the whole evidence stands in the answer), first (its first
statement alone holds it), over-abstention, statements an answer, refusals where nothing answers.

    python benchmarks/answers.py --library DIR [--dev DIR] [--show] [--save]
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from aliquot import Answer, Library
from aliquot.analysis.analyser import StandardAnalyser
from aliquot.analysis.content_words import content_terms
from aliquot.evaluation.correctness import assess, is_list
from aliquot.evaluation.questions import plain
from record import save
from refusal import wilson

ROOT = Path(__file__).resolve().parent.parent
DEV = ROOT.parent / "shared/data/dev"
MORE = ROOT / "benchmarks/data/answer_questions.jsonl"
ANALYSER = StandardAnalyser()


def terms_of(text: str) -> list[str]:
    """Return the content terms of a text."""
    return list(content_terms(text, ANALYSER.piece_terms))


def questions(dev: Path) -> Iterator[dict[str, Any]]:
    """Yield every question with the set it belongs to."""
    for name, path in (("dev", dev / "questions.jsonl"), ("more", MORE)):
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            yield record | {"set": f"{name} {record.get('half', '')}".strip()}


def evidence_of(question: dict[str, Any]) -> tuple[str, ...]:
    """Return the quotes that prove the answer."""
    evidence = question.get("evidence") or ()
    return (evidence,) if isinstance(evidence, str) else tuple(evidence)


def holds(question: dict[str, Any], text: str, quotes: Sequence[str]) -> bool:
    """Tell whether a text holds the expected value, or quotes what proves it."""
    values = [plain(one) for one in question.get("values", ())]
    shown = plain(" ".join([text, *quotes]))
    if values and all(one in shown for one in values):
        return True
    checked = assess(
        text,
        question["answer"],
        evidence_of(question),
        terms_of=terms_of,
        kind=question["kind"],
        quotes=quotes,
    )
    return checked.holds_value_or_quote


def score(question: dict[str, Any], answer: Answer, seconds: float) -> dict[str, Any]:
    """Score one answer."""
    kind = question["kind"]
    asks_list = is_list(kind, evidence_of(question))
    group = "nothing" if kind == "unanswerable" else "list" if asks_list else "answerable"
    first = answer.statements[:1]
    return {
        "set": question["set"],
        "id": question["id"],
        "language": question["language"],
        "kind": kind,
        "group": group,
        "refused": answer.abstained,
        "answered": holds(question, answer.text, [one.quote for one in answer.citations()]),
        "first": bool(first)
        and holds(question, first[0].text, [one.quote for one in first[0].citations]),
        "statements": len(answer.statements),
        "characters": len(answer.text),
        "cpu_ms": round(1000 * seconds),
    }


def rate(rows: Sequence[dict[str, Any]], name: str) -> dict[str, Any]:
    """Return a share with its interval."""
    count = sum(bool(row[name]) for row in rows)
    share = round(count / len(rows), 3)
    return {"share": share, "interval": wilson(count, len(rows)), "n": len(rows)}


def summarise(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the figures of one set of questions."""
    answerable = [row for row in rows if row["group"] == "answerable"]
    nothing = [row for row in rows if row["group"] == "nothing"]
    shown = [row for row in answerable if not row["refused"]]
    figures: dict[str, Any] = {"cpu ms p50": statistics.median(row["cpu_ms"] for row in rows)}
    if answerable:
        figures["answered"] = rate(answerable, "answered")
        figures["first"] = rate(answerable, "first")
        figures["over-abstention"] = rate(answerable, "refused")
    if shown:
        figures["statements"] = round(statistics.mean(row["statements"] for row in shown), 2)
        figures["characters"] = round(statistics.mean(row["characters"] for row in shown))
    if nothing:
        figures["refused where nothing answers"] = rate(nothing, "refused")
    return figures


def show(question: dict[str, Any], answer: Answer, row: dict[str, Any]) -> None:
    """Print one answer."""
    mark = "refused" if row["refused"] else "first" if row["first"] else "held"
    mark = mark if row["answered"] or row["refused"] else "MISSED"
    print(f"== {question['id']} {question['kind']} [{mark}] {question['question']}")
    print(f"   expected: {question['answer']}")
    for statement in answer.statements:
        print(f"   - {statement.text[:300]} [{statement.citations[0].label}]")
    if row["refused"]:
        print(f"   {answer.reason}")


def main() -> int:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, required=True, help="made by questions.py")
    parser.add_argument("--dev", type=Path, default=DEV)
    parser.add_argument("--show", action="store_true", help="print every answer")
    parser.add_argument("--only", default="", help="the sets whose name holds this")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    options = parser.parse_args()
    rows = []
    with Library.open(options.library) as library:
        library.ask("warm up")
        for question in questions(options.dev):
            if options.only not in question["set"]:
                continue
            started = time.process_time()
            answer = library.ask(question["question"])
            row = score(question, answer, time.process_time() - started)
            rows.append(row)
            if options.show and "held out" not in question["set"]:
                show(question, answer, row)
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[row["set"]].append(row)
        groups[f"{row['set']}, {row['language']}"].append(row)
    table = {name: summarise(group) for name, group in sorted(groups.items())}
    for name, figures in table.items():
        shares = (
            f"{key} {value['share']} ({value['n']})"
            if isinstance(value, dict)
            else f"{key} {value}"
            for key, value in figures.items()
        )
        print(f"{name:<22} " + " · ".join(shares))
    if options.save:
        print(f"saved {save('answers', {'figures': table, 'rows': rows})}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
