"""Does who asks how something is done get all steps of the right protocol, and nobody else?

Each question of `benchmarks/data/procedure_questions.jsonl` names the titles of the protocols that
answer it, and the section where a part of one is asked for; none where no protocol does. The halves
are "tuning", which the rules were made on, and "held out", which was asked when they were done.
Reported by half: whole (every step of the protocol or section, in order, and nothing else), right
protocol (nothing but it is quoted), and of the questions without one those that got no steps.

    python benchmarks/procedures.py --library DIR [--show] [--save]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aliquot import Answer, Library
from aliquot.types import BlockType
from halves import measure

QUESTIONS = "procedure_questions.jsonl"
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


if __name__ == "__main__":
    measure(__doc__, "procedures", QUESTIONS, judged)
