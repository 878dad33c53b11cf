"""Surveys judged against questions read by hand, by kind of question and by split."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aliquot import Library
from aliquot.generation.surveying.recognising import is_survey
from aliquot.types import Survey
from record import RESULTS

DATA = Path(__file__).parent / "data"
QUESTIONS, RECOGNITION = DATA / "survey_questions.jsonl", DATA / "survey_recognition.jsonl"
LOOKED_AT = DATA / "survey_fresh.jsonl"
"""Written blind, and looked at since: its first figure was held out, every later one is tuned."""
HELD_OUT = DATA / "survey_questions_unseen.jsonl"
"""Written blind, and put once the rules were final: no rule was made with any of them."""
# Where a question's truth lists only what must be there.
ANY = "*"


@dataclass(slots=True)
class Judged:
    """One question's rows against its truth.

    Attributes:
        id: Of the question.
        kind: What it asks for.
        split: `tune`, `held`, `fresh` or `unseen`.
        right: Of what was found, expected.
        found: What was found, without what may be counted or not.
        expected: What there is.
        missed: Names of what was not found.
        extra: Names of what was found and is not so.
    """

    id: str
    kind: str
    split: str
    right: int
    found: int
    expected: int
    missed: list[str] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)


def questions(path: Path, split: str = "") -> list[dict[str, Any]]:
    """Return the questions of a file, of one split or of both."""
    every = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [one for one in every if not split or one["split"] == split]


def judged(library: Library, asked: Iterable[Mapping[str, Any]]) -> Iterator[Judged]:
    """Yield what a survey of each question found, against its truth."""
    documents = {one.id: one for one in library.documents()}
    sources = {key: str(one.source.path) for key, one in documents.items() if one.source}
    titles: dict[str, set[str]] = {}
    for key, one in documents.items():
        titles.setdefault(one.title, set()).add(sources.get(key, key))
    for one in asked:
        survey = library.survey(one["question"], one.get("columns"))
        truth, found = JUDGES[one["kind"]](one, survey, sources, titles)
        doubtful = set(one.get("doubtful", ()))
        named = {_known(name, truth | doubtful) for name in found} - doubtful
        if ANY in one.get("doubtful_names", ()):
            named &= truth
        yield Judged(
            one["id"],
            one["kind"],
            one["split"],
            len(named & truth),
            len(named),
            len(truth),
            sorted(truth - named),
            sorted(named - truth),
        )


def _known(name: str, known: Iterable[str]) -> str:
    """Return the file of the truth a path ends in, else the path."""
    return next((one for one in known if name.endswith(one)), name)


Found = tuple[set[str], set[str]]


def _files(
    one: Mapping[str, Any], survey: Survey, sources: Mapping[str, str], _: Mapping[str, set[str]]
) -> Found:
    documents = {document for row in survey.rows for document in row.documents}
    return set(one["files"]), {sources.get(key, key) for key in documents}


def _count(
    one: Mapping[str, Any], survey: Survey, _: Mapping[str, str], __: Mapping[str, set[str]]
) -> Found:
    """A number is right or wrong; where none was given the rows are counted by the reader."""
    number = len(survey.rows) if survey.count is None else survey.count
    right = str(number if number in one["counts"] else one["counts"][0])
    return {right}, {str(number)}


def _names(
    one: Mapping[str, Any], survey: Survey, _: Mapping[str, str], __: Mapping[str, set[str]]
) -> Found:
    found = set()
    for row in survey.rows:
        said = [*row.values.values(), *row.merged]
        spellings = {alike[0] for alike in one["names"] if any(_says(said, name) for name in alike)}
        found |= spellings or {said[0]}
    return {alike[0] for alike in one["names"]}, found


def _says(texts: Iterable[str], name: str) -> bool:
    return any(_folded(name) in _folded(text) for text in texts)


def _folded(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _absent_names(
    one: Mapping[str, Any], survey: Survey, _: Mapping[str, str], __: Mapping[str, set[str]]
) -> Found:
    return set(one["absent"]), {absence.name for absence in survey.absent}


def _absent_files(
    one: Mapping[str, Any], survey: Survey, _: Mapping[str, str], titles: Mapping[str, set[str]]
) -> Found:
    """What is absent is shown as absent; rows would have to be proved by a quote."""
    found = {path for absence in survey.absent for path in titles.get(absence.name, {absence.name})}
    return set(one["absent_files"]), found | {f"row {n}" for n in range(len(survey.rows))}


def _never(
    one: Mapping[str, Any], survey: Survey, sources: Mapping[str, str], _: Mapping[str, set[str]]
) -> Found:
    """Nothing is to be found, and that is to be said."""
    found = {sources.get(key, key) for row in survey.rows for key in row.documents}
    return {"said to be absent"}, found | ({"said to be absent"} if survey.absent else set())


JUDGES = {
    "documents": _files,
    "table": _files,
    "count": _count,
    "names": _names,
    "absent_names": _absent_names,
    "absent_documents": _absent_files,
    "never": _never,
}


def summary(results: Iterable[Judged]) -> dict[str, Any]:
    """Return precision and recall of questions together and the mean of each alone."""
    listed = list(results)
    right, found = sum(one.right for one in listed), sum(one.found for one in listed)
    expected = sum(one.expected for one in listed)
    alone = [
        (one.right / one.found if one.found else 0.0, one.right / max(1, one.expected))
        for one in listed
    ]
    return {
        "questions": len(listed),
        "precision": round(right / max(1, found), 3),
        "recall": round(right / max(1, expected), 3),
        "mean precision": round(sum(one for one, _ in alone) / max(1, len(alone)), 3),
        "mean recall": round(sum(one for _, one in alone) / max(1, len(alone)), 3),
        "exact": sum(one.right == one.found == one.expected for one in listed),
    }


def recognised(library: Library, asked: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return how many questions to every document are taken for such, and how many others are."""
    taken: dict[bool, list[bool]] = {True: [], False: []}
    wrong = []
    for one in asked:
        is_one = is_survey(library.understand(one["question"]))
        taken[one["needs_every_document"]].append(is_one)
        if is_one is not one["needs_every_document"]:
            wrong.append(one["question"])
    return {
        "recall": round(sum(taken[True]) / max(1, len(taken[True])), 3),
        "false alarms": round(sum(taken[False]) / max(1, len(taken[False])), 3),
        "wrong": wrong,
    }


def fresh(library: Library) -> dict[str, Any]:
    """Return every figure: of each split, and of those written blind as they first were."""
    asked = [one for path in (QUESTIONS, LOOKED_AT, HELD_OUT) for one in questions(path)]
    results = list(judged(library, asked))
    report: dict[str, Any] = {}
    for split in ("tune", "held", "fresh", "unseen"):
        of_split = [one for one in results if one.split == split]
        report[split] = {
            "all": summary(of_split),
            **{
                kind: summary(one for one in of_split if one.kind == kind)
                for kind in JUDGES
                if any(one.kind == kind for one in of_split)
            },
        }
    for split in ("tune", "held"):
        report[split]["recognition"] = recognised(library, questions(RECOGNITION, split))
    report["held out"] = _first_figure("held out", report["fresh"])
    report["unseen, first put"] = _first_figure("unseen, first put", report["unseen"])
    report["questions"] = [
        {"id": one.id, "split": one.split, "right": one.right, "found": one.found}
        | {"expected": one.expected}
        | {"missed": [*map(_short, one.missed[:20])], "extra": [*map(_short, one.extra[:20])]}
        for one in results
    ]
    return report


def _short(name: str) -> str:
    """Return a path by its last two parts: where a folder lies is nobody's figure."""
    path = Path(name)
    return "/".join(path.parts[-2:]) if path.is_absolute() else name


def _first_figure(name: str, of_today: dict[str, Any]) -> dict[str, Any]:
    """Return what questions written blind gave when first put; every later figure may be tuned."""
    kept = RESULTS / "survey_fresh.json"
    earlier = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    first: dict[str, Any] = earlier.get(name, of_today)
    return first
