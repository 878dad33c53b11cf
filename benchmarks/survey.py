"""Surveys of the development library: are all documents found, and only those?

    python benchmarks/survey.py LIBRARY QUESTIONS.jsonl

Takes the questions whose answer is a set of documents (`list_across_documents`, `trial_filter`),
compares the documents of the rows with those expected, and checks that every row cites a verified
quote that stands in its document and every survey counts all it was put to. Questions of kind
`negative` ask for a fact: they must not be taken for surveys.

    python benchmarks/survey.py --made 2000 10000

surveys libraries of so many made documents: seconds of CPU and peak memory.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aliquot import Library
from aliquot.generation.surveying.recognising import is_survey
from aliquot.types import Survey
from record import save

SET_KINDS = ("list_across_documents", "trial_filter")
FACT_KIND = "negative"
# Of made documents, one in so many says what is asked.
ONE_IN = 10


def main(arguments: list[str]) -> None:
    """Run what the arguments name."""
    if arguments[0] == "--made":
        result = {"libraries": [made(int(count)) for count in arguments[1:]]}
        print(json.dumps(result, indent=2))
        save("survey_made", result)
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


def made(count: int) -> dict[str, Any]:
    """Return what a survey of a made library takes."""
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "notes"
        notes.mkdir()
        for number in range(count):
            said = "quellin" if number % ONE_IN == 0 else "virellin"
            text = (
                f"# Note {number}\n\nSample {number} was treated with {said} at {number % 50} µM.\n"
            )
            (notes / f"{number}.md").write_text(text, "utf-8")
        config = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
        with Library.create(Path(folder) / "library", config) as library:
            library.add(notes)
            library.survey("Which documents mention nothing?")
            before, begun = peak_mib(), time.process_time()
            survey = library.survey("How many documents mention quellin?")
            seconds = time.process_time() - begun
            return {
                "documents": count,
                "count": survey.count,
                "cpu_s": round(seconds, 2),
                "peak_mib_before": before,
                "peak_mib": peak_mib(),
            }


def peak_mib() -> int:
    """Return the most memory this process has held, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main(sys.argv[1:])
