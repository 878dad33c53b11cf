"""Follow-ups after questions of the development set: is the right file found, are others left be?

Each line of follow_ups.jsonl names the question asked before, the follow-up, and the files that
answer it; `is_new` marks a question that goes on with nothing and has to stay as it is, `held_out`
one that the rules were not made on. A follow-up is asked as the rules make it and as it was typed,
to see what the rules bring.

    python benchmarks/follow_ups.py LIBRARY QUESTIONS
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aliquot import Library
from aliquot.analysis.follow_ups import made_standalone
from aliquot.language import detect_language
from record import save

PAIRS = Path(__file__).with_suffix(".jsonl")
# An answer is drawn from the first ten chunks.
DEPTH = 10


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Return the records of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]


def rank_of(library: Library, question: str, files: Sequence[str]) -> int | None:
    """Return the rank of the first chunk from one of the files."""
    sources = {one.id: Path(one.source.path).name for one in library.documents()}
    found = library.search(question, DEPTH)
    ranks = (one.rank for one in found if sources[one.chunk.document_id] in files)
    return next(ranks, None)


def measure(library: Library, before: dict[str, str]) -> list[dict[str, Any]]:
    """Ask each follow-up both ways."""
    rows = []
    for pair in read_lines(PAIRS):
        typed = pair["question"]
        asked = made_standalone(typed, detect_language(typed), before[pair["first"]])
        ranks = {
            "typed": rank_of(library, typed, pair["files"]),
            "asked": rank_of(library, asked, pair["files"]),
        }
        rows.append(pair | {"asked_as": asked} | ranks)
    return rows


def figures(rows: Sequence[dict[str, Any]]) -> dict[str, int]:
    """Count what was found."""
    going_on = [one for one in rows if not one.get("is_new")]
    new = [one for one in rows if one.get("is_new")]
    return {
        "follow_ups": len(going_on),
        "found_as_typed": sum(one["typed"] is not None for one in going_on),
        "found_as_asked": sum(one["asked"] is not None for one in going_on),
        "first_as_typed": sum(one["typed"] == 1 for one in going_on),
        "first_as_asked": sum(one["asked"] == 1 for one in going_on),
        "new_questions": len(new),
        "left_as_they_are": sum(one["asked_as"] == one["question"] for one in new),
    }


def main() -> None:
    """Measure, show a line for each, and keep the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("questions", type=Path)
    given = parser.parse_args()
    before = {one["id"]: one["question"] for one in read_lines(given.questions)}
    with Library.open(given.library) as library:
        rows = measure(library, before)
    for row in rows:
        print(
            f"{row['typed']!s:>5} {row['asked']!s:>5}  {row['question']}\n{'':14}{row['asked_as']}"
        )
    result = {
        "depth": DEPTH,
        "rules_were_made_on": figures([one for one in rows if not one.get("held_out")]),
        "held_out": figures([one for one in rows if one.get("held_out")]),
    }
    print(json.dumps(result, indent=2))
    save("follow_ups", result)


if __name__ == "__main__":
    sys.exit(main())
