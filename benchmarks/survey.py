"""Surveys of the development library: are all documents found, and only those?

    python benchmarks/survey.py LIBRARY QUESTIONS.jsonl

Takes the questions whose answer is a set of documents (`list_across_documents`, `trial_filter`),
compares the documents of the rows with those expected, and checks that every row cites a verified
quote that stands in its document and every survey counts all it was put to. Questions of kind
`negative` ask for a fact: they must not be taken for surveys.

    python benchmarks/survey.py --fresh LIBRARY

judges surveys and their recognition by questions read by hand (`data/survey_questions.jsonl`), by
kind and split.

What thousands of made documents take is measured by `survey_made.py`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aliquot import Library
from aliquot.generation.surveying.recognising import is_survey
from aliquot.types import Survey
from record import save
from survey_fresh import fresh

SET_KINDS = ("list_across_documents", "trial_filter")
FACT_KIND = "negative"


def main(arguments: list[str]) -> None:
    """Run what the arguments name."""
    if arguments[0] == "--fresh":
        with Library.open(arguments[1]) as opened:
            report = fresh(opened)
        written = str(save("survey_fresh", report))
        print(
            json.dumps(
                {**report, "questions": len(report["questions"]), "written to": written}, indent=2
            )
        )
        return
    library, questions = arguments
    asked = [json.loads(line) for line in Path(questions).read_text("utf-8").splitlines()]
    with Library.open(library) as opened:
        results = list(surveyed(opened, asked))
        taken = [
            one["id"]
            for one in asked
            if one["kind"] == FACT_KIND and is_survey(opened.understand(one["question"]))
        ]
    report = {kind: summary([one for one in results if one["kind"] == kind]) for kind in SET_KINDS}
    whole = {**report, "facts taken for surveys": taken, "questions": results}
    print(json.dumps(report | {"written to": str(save("survey", whole))}, indent=2))


def surveyed(library: Library, asked: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield what a survey of each question found, against what is expected."""
    for one in asked:
        if one["kind"] not in SET_KINDS:
            continue
        survey = library.survey(one["question"])
        sources = {row.citations[0].source for row in survey.rows}
        wanted = set(one["files"])
        found = {
            next((file for file in wanted if source.endswith(file)), source) for source in sources
        }
        yield {
            "id": one["id"],
            "kind": one["kind"],
            "expected": len(wanted),
            "found": len(found),
            "right": len(found & wanted),
            "extra": sorted(Path(source).name for source in found - wanted),
            "rows": len(survey.rows),
            "rows proved": sum(
                is_proved(library, survey, number) for number in range(len(survey.rows))
            ),
            "in scope": survey.coverage.in_scope,
            "read": survey.coverage.read,
            "seconds": round(survey.usage.seconds, 2),
        }


def is_proved(library: Library, survey: Survey, number: int) -> bool:
    """Tell whether each quote of a row is verified and stands where it is said to."""
    cited = survey.rows[number].citations
    return bool(cited) and all(
        one.verified and one.span.of(library.document(one.document_id).text) == one.quote
        for one in cited
    )


def summary(results: list[dict[str, Any]]) -> dict[str, Any]:
    """Return precision and recall over documents of all questions together."""
    right = sum(one["right"] for one in results)
    return {
        "questions": len(results),
        "precision": round(right / max(1, sum(one["found"] for one in results)), 3),
        "recall": round(right / max(1, sum(one["expected"] for one in results)), 3),
        "all rows proved": all(one["rows"] == one["rows proved"] for one in results),
        "all show coverage": all(one["in scope"] >= one["read"] >= 0 for one in results),
    }


if __name__ == "__main__":
    main(sys.argv[1:])
