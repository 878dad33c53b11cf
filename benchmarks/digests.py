"""Does who asks what a document is about, or what it found, get sentences of its abstract?

Each question of `benchmarks/data/digest_questions.jsonl` names how the title of the document begins
that is asked about; "" where there is none, "-" where one value is asked for and no digest. The
halves are "tuning", which the rules were made on, and "held out", which was asked when they were
done. Reported by half: right (nothing but the abstract of that document is quoted), and of the
others those that got no digest.

    python benchmarks/digests.py --library DIR [--show] [--save]
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aliquot import Answer, Library
from aliquot.types import SectionClass
from record import save

QUESTIONS = Path(__file__).resolve().parent / "data/digest_questions.jsonl"
# A short answer may happen to quote an abstract alone; more sentences are a digest.
LEAST = 4


def judged(library: Library, question: dict[str, Any], answer: Answer) -> dict[str, bool]:
    """Tell what is right about an answer."""
    cited = [one for statement in answer.statements for one in statement.citations]
    titles = {library.document(one.document_id).title for one in cited}
    classes = {
        chunk.section_class
        for one in cited
        for chunk in library.chunks(one.document_id)
        if chunk.id == one.chunk_id
    }
    is_abstract = bool(cited) and classes == {SectionClass.ABSTRACT}
    if question["title"] in ("", "-"):
        return {"no digest": not (is_abstract and len(answer.statements) >= LEAST)}
    is_right = is_abstract and all(one.startswith(question["title"]) for one in titles)
    return {"right": is_right}


def shares(outcomes: Sequence[dict[str, bool]]) -> dict[str, float]:
    """Return the share of questions each outcome is true of, among those it may be of."""
    found: dict[str, float] = {}
    for name in ("right", "no digest"):
        told = [one[name] for one in outcomes if name in one]
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
        print(save("digests", figures))


if __name__ == "__main__":
    main()
