"""Which values a library is found to state, against what a reader finds in its files.

    python benchmarks/survey_values.py LIBRARY [--show]

The questions and their truth are `data/survey_values.jsonl`: values by document, in any unit.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from aliquot import Library
from aliquot.quantities import find_quantities
from aliquot.types import Survey

TRUTH = Path(__file__).parent / "data" / "survey_values.jsonl"


def one_form(written: str) -> str:
    """Return a value in one form: its canonical unit, or its version without trailing zeros."""
    amount, per, rest = written.partition("/") if "kg" in written else (written, "", "")
    quantity = next(iter(find_quantities(amount)), None)
    if quantity is None:
        return "".join(written.split()).casefold().removesuffix(".0")
    unit = rest.split()[0].partition("/")[0] if per else ""
    return f"{quantity.kind} {quantity.low:.6g} {quantity.high:.6g}{per}{unit}"


def stated(survey: Survey, column: str) -> set[tuple[str, str]]:
    """Return what a survey says: documents with values."""
    return {
        (document, one_form(row.values[column]))
        for row in survey.rows
        for document in row.documents
    }


def main() -> None:
    """Print precision and recall of each question and of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library")
    parser.add_argument(
        "--show", action="store_true", help="print what is missed and what is not so"
    )
    arguments = parser.parse_args()
    found = right = wanted = 0
    with Library.open(arguments.library) as library:
        for line in TRUTH.read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            survey = library.survey(item["question"])
            column = survey.columns[-2]
            said = stated(survey, column)
            truth = {
                (key, one_form(one)) for key, all_of in item["values"].items() for one in all_of
            }
            found, right, wanted = found + len(said), right + len(said & truth), wanted + len(truth)
            report = f"{item['id']:18} {len(said & truth):3} of {len(truth):3}, told {len(said):3}"
            sys.stdout.write(f"{report}, differing {len(survey.disagreements)}\n")
            if arguments.show:
                for one in sorted(truth - said):
                    sys.stdout.write(f"    missed {one}\n")
                for one in sorted(said - truth):
                    sys.stdout.write(f"    beside {one}\n")
    sys.stdout.write(
        f"precision {right / max(1, found):.2f}, recall {right / max(1, wanted):.2f}\n"
    )


if __name__ == "__main__":
    main()
