"""Are questions about a gene, a protein or a trial answered from its record?

Each question of `benchmarks/data/record_questions.jsonl` is one a biologist asks in passing ("What
does rhodopsin do?"), with the number of the record that answers it and words its answer holds. The
halves are "tuning", which the rules were made on, and "held out", which was asked when they were
done. Reported by half and language: right (some statement from that entry holds the words), first
(its first statement does), refused.

    python benchmarks/record_answers.py --library DIR [--show] [--save]
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

from aliquot import Answer, Library
from halves import HALVES, asked, shares
from record import save

QUESTIONS = "record_questions.jsonl"


def judged(question: dict[str, Any], answer: Answer) -> dict[str, bool]:
    """Tell what is right about an answer."""
    holds = [
        re.search(question["holds"], statement.text) is not None
        and any(question["accession"] in one.source for one in statement.citations)
        for statement in answer.statements
    ]
    return {"right": any(holds), "first": holds[:1] == [True], "refused": not answer.statements}


def main() -> None:
    """Ask every question, and print and keep what was right."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--show", choices=HALVES, help="print what was not first")
    parser.add_argument("--save", action="store_true")
    given = parser.parse_args()

    found: defaultdict[str, list[dict[str, bool]]] = defaultdict(list)
    with Library.open(given.library) as library:
        for question, answer in asked(library, QUESTIONS):
            outcome = judged(question, answer)
            found[question["half"]].append(outcome)
            found[f"{question['half']}, {question['language']}"].append(outcome)
            if given.show == question["half"] and not outcome["first"]:
                print(f"\n{question['question']}  ({question['section']}) {outcome}")
                for statement in answer.statements:
                    print(f"  - {statement.text[:150]} [{statement.citations[0].label}]")
    figures = {name: shares(outcomes) for name, outcomes in sorted(found.items())}
    print(json.dumps(figures, indent=1))
    if given.save:
        save("record_answers", figures)


if __name__ == "__main__":
    main()
