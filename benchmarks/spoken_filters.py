"""Restrictions said in questions: are they all read, and is nothing read that was not said?

Each line of data/spoken_filters.jsonl is a question with the filter its words mean, empty where
they restrict nothing; `also` holds filters that are as right. data/README.md says which part was
written when, and what was tuned on. Two filters are equal when no document tells them apart.
Counted are:

- exact: questions whose whole filter is right.
- precision, recall: of restrictions, one for each thing restricted (year, phase, age ...).
- false alarms: questions that restrict nothing and are given a filter.

With --dev, questions and claims that restrict nothing are read as well: the public collections, the
claims of `check`. With --library too, no question may lose a file that answers it.

    python benchmarks/spoken_filters.py [--dev ../shared/data/dev] [--library DIR] [--save]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import product
from pathlib import Path
from typing import Any

from aliquot import Library
from aliquot.analysis.understanding import understand
from aliquot.evaluation.questions import read_questions
from aliquot.filters import both, describe, parse_filter
from aliquot.language import detect_language
from aliquot.types import And, Comparison, Filter, Not, Operator, Or
from record import save

DATA = Path(__file__).resolve().parent / "data"
# The day the questions were written for: "the last five years" counts from it.
TODAY = date(2026, 6, 15)
# Names that the questions take the library to hold.
HELD = {
    "authors": {"smith", "keller", "osei", "tanaka", "田中", "佐藤"},
    "journal": {"nature methods", "plos one", "elife"},
    "collection": {"hydroid core", "toxicology", "毒性試験"},
}
PARTS = ("tuning", "held out", "fresh", "last")
PUBLIC = ("scifact", "pubmedqa", "medquad")
# Ages and the mark that a record states any belong together.
TOPICS = {"minimum_age": "age", "maximum_age": "age", "study_type": "age"}

Value = str | float | tuple[str | float, ...] | None


def known(where: Filter) -> bool:
    """Tell whether the library the questions are written for holds such a document."""
    if isinstance(where, And):
        return all(known(one) for one in where.parts)
    if not isinstance(where, Comparison):
        return False
    if where.field in HELD:
        return str(where.value).casefold() in HELD[where.field]
    return where.field in ("year", "kind")


def read(question: str) -> Filter | None:
    """Return the filter that the words of a question are read as."""
    return understand(question, detect_language(question), known=known, today=TODAY).where


# ------------------------------------------------------------------------------ equality


def comparisons(where: Filter) -> Iterator[Comparison]:
    """Yield every comparison of a filter."""
    match where:
        case And(parts) | Or(parts):
            for part in parts:
                yield from comparisons(part)
        case Not(part):
            yield from comparisons(part)
        case Comparison():
            yield where


def passes(where: Filter, document: Mapping[str, Value]) -> bool:
    """Tell whether a document of these fields passes, told apart from the catalog's own rules."""
    match where:
        case And(parts):
            return all(passes(part, document) for part in parts)
        case Or(parts):
            return any(passes(part, document) for part in parts)
        case Not(part):
            return not passes(part, document)
        case Comparison():
            value = document[where.field]
            values = value if isinstance(value, tuple) else (value,)
            return value is not None and _compares(where, values)
    raise TypeError(f"not a filter: {where!r}")


def _compares(where: Comparison, values: Sequence[Any]) -> bool:
    wanted: Any = _plain(where.value)
    values = [_plain(one) for one in values]
    match where.operator:
        case Operator.EXISTS:
            return bool(wanted)
        case Operator.NE:
            return wanted not in values
        case Operator.IN:
            return any(one in wanted for one in values)
        case Operator.EQ:
            return wanted in values
        case Operator.LT:
            return any(one < wanted for one in values)
        case Operator.LE:
            return any(one <= wanted for one in values)
        case Operator.GT:
            return any(one > wanted for one in values)
        case Operator.GE:
            return any(one >= wanted for one in values)


def _plain(value: Any) -> Any:
    """Return a value as it is compared: text without case."""
    if isinstance(value, tuple):
        return tuple(_plain(one) for one in value)
    return value.casefold() if isinstance(value, str) else value


def is_same(one: Filter, other: Filter) -> bool:
    """Tell whether no document passes one of two filters and not the other."""
    told: dict[str, set[Value]] = defaultdict(lambda: {None, "something else"})
    for part in (*comparisons(one), *comparisons(other)):
        parts = part.value if isinstance(part.value, tuple) else (part.value,)
        plain: set[Value] = {value for value in parts if not isinstance(value, bool)}
        numbers = {value for value in plain if isinstance(value, int | float)}
        told[part.field] |= plain | {near for n in numbers for near in (n - 1, n + 1)}
        if numbers:
            told[part.field] -= {"something else"}
    for name, values in told.items():
        several: tuple[Any, ...] = tuple(value for value in values if value is not None)
        told[name] = values | {several[:2], several}
    documents = (dict(zip(told, values, strict=True)) for values in product(*told.values()))
    return all(passes(one, document) == passes(other, document) for document in documents)


def by_topic(where: Filter | None) -> dict[str, Filter]:
    """Return what a filter demands of each thing it restricts."""
    topics: dict[str, Filter] = {}
    waiting = [] if where is None else [where]
    while waiting:
        part = waiting.pop()
        if isinstance(part, And):
            waiting += part.parts
            continue
        field = next(comparisons(part)).field
        topic = TOPICS.get(field, field)
        topics[topic] = both(topics.get(topic), part) or part
    return topics


def agreed(wanted: Filter | None, found: Filter | None) -> tuple[int, int, int]:
    """Return how many restrictions are right, wanted and found."""
    want, have = by_topic(wanted), by_topic(found)
    right = sum(is_same(want[topic], have[topic]) for topic in want.keys() & have.keys())
    return right, len(want), len(have)


# ------------------------------------------------------------------------------ measuring


def measured(row: dict[str, Any]) -> dict[str, Any]:
    """Read one question and hold it against what its words mean, the nearest of several."""
    found = read(row["question"])
    meanings = [parse_filter(one) if one else None for one in (row["filter"], *row.get("also", ()))]
    right, wanted, had = max(
        (agreed(meaning, found) for meaning in meanings), key=lambda one: 2 * one[0] - one[1]
    )
    is_exact = right == wanted == had
    return row | {"found": describe(found), "counts": (right, wanted, had), "is_exact": is_exact}


def figures(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Count what was read of some questions."""
    said = [row for row in rows if row["filter"]]
    unsaid = [row for row in rows if not row["filter"]]
    right, wanted, found = (sum(row["counts"][n] for row in said) for n in range(3))
    return {
        "questions": len(rows),
        "restricting": len(said),
        "exact": sum(row["is_exact"] for row in said),
        "precision": round(right / found, 3) if found else None,
        "recall": round(right / wanted, 3) if wanted else None,
        "false_alarms": sum(not row["is_exact"] for row in unsaid),
        "restricting_nothing": len(unsaid),
    }


def lines(path: Path, field: str) -> list[str]:
    """Return one field of each record of a file of JSON lines."""
    # Texts hold signs that `splitlines` takes for ends of lines.
    return [json.loads(line)[field] for line in path.read_text("utf-8").split("\n") if line]


def alarms(texts: Iterable[str]) -> dict[str, Any]:
    """Read texts that restrict nothing."""
    read_as = {text: describe(read(text)) for text in texts}
    return {"texts": len(read_as), "filtered": {one: why for one, why in read_as.items() if why}}


def unrestricting(dev: Path) -> dict[str, Any]:
    """Read the public questions and the claims, none of which says where to look."""
    found = {
        name: alarms(lines(dev / "benchmarks" / name / "queries.jsonl", "text")) for name in PUBLIC
    }
    return found | {"claims": alarms(lines(DATA / "check_claims.jsonl", "claim"))}


def hidden(library: Path, dev: Path) -> dict[str, Any]:
    """Ask what the development questions' filters leave of the files that answer them."""
    filtered, lost = {}, []
    with Library.open(library) as opened:
        for asked in read_questions(dev / "questions.jsonl"):
            where = opened.understand(asked.text).where
            if where is None:
                continue
            filtered[asked.text] = describe(where)
            left = [one.source.path for one in opened.documents(where) if one.source]
            if asked.files and not any(path.endswith(tuple(asked.files)) for path in left):
                lost.append(asked.text)
    return {"filtered": filtered, "lost": lost}


def main() -> None:
    """Measure, show what is wrong, and keep the result if wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dev", type=Path)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--show", choices=PARTS, help="what is wrong in a part")
    parser.add_argument("--save", action="store_true")
    given = parser.parse_args()
    text = (DATA / "spoken_filters.jsonl").read_text("utf-8")
    rows = [measured(json.loads(line)) for line in text.splitlines()]
    result: dict[str, Any] = {
        part: figures([row for row in rows if row["part"] == part]) for part in PARTS
    }
    result["by_group"] = {
        group: figures([row for row in rows if row["group"] == group])
        for group in dict.fromkeys(row["group"] for row in rows)
    }
    if given.dev:
        result["restricting_nothing"] = unrestricting(given.dev)
        if given.library:
            result["development_questions"] = hidden(given.library, given.dev)
    for row in rows:
        if row["part"] == given.show and not row["is_exact"]:
            shown = f"{row['question']}\n  said  {row['filter']}\n  read  {row['found']}\n"
            sys.stdout.write(shown)
    sys.stdout.write(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
    if given.save:
        wrong = [row["id"] for row in rows if not row["is_exact"]]
        sys.stdout.write(f"{save('spoken_filters', result | {'wrong': wrong})}\n")


if __name__ == "__main__":
    main()
