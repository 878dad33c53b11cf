"""Question sets in two halves: "tuning", which rules were made on, and "held out".

What a library answers is judged question by question; figures are shares, by half.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from aliquot import Answer, Library
from record import save

__all__ = ["HALVES", "asked", "measure", "shares"]

HALVES = ("tuning", "held out")
DATA = Path(__file__).resolve().parent / "data"

Question = dict[str, Any]
Answered = tuple[Question, Answer]
Judge = Callable[[Library, Question, Answer], dict[str, bool]]


def asked(library: Library, name: str, half: str | None = None) -> Iterator[Answered]:
    """Yield the questions of a set, or of one half, with their answers.

    Args:
        library: What is asked.
        name: Of the set's file in `benchmarks/data`.
        half: Which; both unless given.
    """
    for line in (DATA / name).read_text("utf-8").splitlines():
        question = json.loads(line)
        if half in (None, question["half"]):
            yield question, library.ask(question["question"])


def shares(outcomes: Sequence[dict[str, bool]]) -> dict[str, float]:
    """Return the share of questions each outcome is true of, among those it may be of."""
    names = dict.fromkeys(name for one in outcomes for name in one)
    told = {name: [one[name] for one in outcomes if name in one] for name in names}
    return {"questions": len(outcomes)} | {
        name: round(sum(values) / len(values), 3) for name, values in told.items()
    }


def measure(doc: str | None, result: str, name: str, judged: Judge) -> None:
    """Ask every question, and print and keep what was right.

    Args:
        doc: Of the benchmark, whose first line says what is measured.
        result: Name of the figures kept.
        name: Of the set's file in `benchmarks/data`.
        judged: What is right about an answer.
    """
    parser = argparse.ArgumentParser(description=doc.splitlines()[0] if doc else None)
    parser.add_argument("--library", type=Path, required=True, help="of the development files")
    parser.add_argument("--show", choices=HALVES, help="print what was not right")
    parser.add_argument("--half", choices=HALVES, help="ask one half alone")
    parser.add_argument("--save", action="store_true")
    given = parser.parse_args()

    found: defaultdict[str, list[dict[str, bool]]] = defaultdict(list)
    with Library.open(given.library) as library:
        for question, answer in asked(library, name, given.half):
            outcome = judged(library, question, answer)
            found[question["half"]].append(outcome)
            if question["half"] == given.show and not all(outcome.values()):
                print(question["id"], question["question"], outcome)
                print("   ", answer.strategy, len(answer.statements), answer.reason[:100])
                for one in answer.statements[:2]:
                    print("   ", one.text[:100], one.citations[0].label)
    figures = {half: shares(outcomes) for half, outcomes in found.items()}
    print(json.dumps(figures, indent=1))
    if given.save:
        print(save(result, figures))
