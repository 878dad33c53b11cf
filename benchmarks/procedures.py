"""Does who asks how something is done get all steps of the right protocol, and nobody else?

Each question of `benchmarks/data/procedure_questions.jsonl` names the titles of the protocols that
answer it, and the section where a part of one is asked for; none where no protocol does. The halves
are "tuning", which the rules were made on, and "held out", which was asked when they were done.
Reported by half: whole (every step of the protocol or section, in order, and nothing else), right
protocol (nothing but it is quoted), and of the questions without one those that got no steps.

    python benchmarks/procedures.py --library DIR [--show] [--save]
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aliquot import Answer, Library
from aliquot.types import BlockType
from record import save

QUESTIONS = Path(__file__).resolve().parent / "data/procedure_questions.jsonl"
# A short answer's sentences may all be steps; more of them are a procedure.
LEAST_STEPS = 4


def steps_of(library: Library, titles: Sequence[str], section: str) -> list[list[str]]:
    """Return the first words of the steps, of each protocol."""
    documents = [one for one in library.documents() if one.title in titles]
    return [
        [
            _words(block.text)
            for block in library.document(one.id).blocks
            if block.type is BlockType.STEP
            and block.level <= 1
            and (not section or block.section_path[-1] == section)
        ]
        for one in documents
    ]


def judged(library: Library, question: dict[str, Any], answer: Answer) -> dict[str, bool]:
    """Tell what is right about an answer."""
    said = [_words(one.text) for one in answer.statements]
    if not question["protocols"]:
        kinds = {
            library.document(c.document_id).kind for s in answer.statements for c in s.citations
        }
        return {"no steps": len(said) < LEAST_STEPS or kinds != {"protocol"}}
    cited = {library.document(c.document_id).title for s in answer.statements for c in s.citations}
    protocols = steps_of(library, question["protocols"], question["section"])
    return {
        "whole": any(_is_whole(said, steps) for steps in protocols),
        "right protocol": bool(cited) and cited <= set(question["protocols"]),
    }


def _is_whole(said: Sequence[str], steps: Sequence[str]) -> bool:
    return len(said) == len(steps) and all(map(str.startswith, said, steps))


def _words(text: str) -> str:
    return " ".join(text.split("\n")[0].split())[:60]


def shares(outcomes: Sequence[dict[str, bool]]) -> dict[str, float]:
    """Return the share of questions each outcome is true of, among those it may be of."""
    found: dict[str, float] = {}
    for name in ("whole", "right protocol", "no steps"):
        told = [one[name] for one in outcomes if name in one]
        if told:
            found[name] = round(sum(told) / len(told), 3)
    return {"questions": len(outcomes)} | found


def main() -> None:
    """Ask every question, and print and keep what was right."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--library", type=Path, required=True, help="of the development files")
    parser.add_argument("--show", choices=["tuning", "held out"], help="print what was not right")
    parser.add_argument("--half", choices=["tuning", "held out"], help="ask one half alone")
    parser.add_argument("--save", action="store_true")
    given = parser.parse_args()

    found: defaultdict[str, list[dict[str, bool]]] = defaultdict(list)
    with Library.open(given.library) as library:
        for line in QUESTIONS.read_text("utf-8").splitlines():
            question = json.loads(line)
            if given.half not in (None, question["half"]):
                continue
            answer = library.ask(question["question"])
            outcome = judged(library, question, answer)
            found[question["half"]].append(outcome)
            if question["half"] == given.show and not all(outcome.values()):
                print(question["id"], question["question"], outcome)
                print("   ", answer.strategy, len(answer.statements), answer.reason[:100])
                for one in answer.statements[:2]:
                    print("   ", one.text[:100], one.citations[0].label)
    figures = {name: shares(outcomes) for name, outcomes in found.items()}
    print(json.dumps(figures, indent=1))
    if given.save:
        print(save("procedures", figures))


if __name__ == "__main__":
    main()
