"""Evaluations are kept with their questions, and two of them can be held side by side."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aliquot import Library
from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.evaluation.questions import Question
from aliquot.library.evaluating import evaluate
from aliquot.protocols import ProgressEvent
from aliquot.types import EvaluatedQuestion, Evaluation, EvaluationKind, Score


def made(name: str = "set", **right: float) -> Evaluation:
    rows = tuple(
        EvaluatedQuestion(
            id=one, question=f"What of {one}?", figures={"right": figure}, is_failure=figure < 1
        )
        for one, figure in right.items()
    )
    mean = sum(right.values()) / max(1, len(right))
    return Evaluation(
        kind=EvaluationKind.ANSWERS,
        name=name,
        scores=(Score("right", mean, 0.0, 1.0, len(rows)),),
        question_count=len(rows),
        failure_count=sum(row.is_failure for row in rows),
        rows=rows,
    )


def test_what_is_kept_is_read_back_whole(library: Library) -> None:
    kept = library.evaluations.put(made(a=1.0, b=0.0), by="ada")
    found = library.evaluations.get(kept.id)
    assert found == kept
    assert found.by == "ada"
    assert found.settings["retrieval.k"] == str(library.config.retrieval.k)


def test_lists_are_newest_first_without_rows_and_go_on(library: Library) -> None:
    ids = [library.evaluations.put(made(name, a=1.0)).id for name in ("x", "y", "x")]
    listed = library.evaluations.list()
    assert [one.id for one in listed] == ids[::-1]
    assert not any(one.rows for one in listed)
    assert [one.id for one in library.evaluations.list(name="x", count=1)] == [ids[2]]
    assert [one.id for one in library.evaluations.list(before=ids[2])] == [ids[1], ids[0]]


def test_what_is_removed_is_gone(library: Library) -> None:
    kept = library.evaluations.put(made(a=1.0))
    library.evaluations.remove(kept.id)
    with pytest.raises(UnknownDocumentError):
        library.evaluations.get(kept.id)
    with pytest.raises(UnknownDocumentError):
        library.evaluations.remove(kept.id)


def test_two_runs_show_what_was_mended_broken_and_still_fails(library: Library) -> None:
    before = library.evaluations.put(made(a=1.0, b=0.0, c=0.0, gone=1.0))
    after = library.evaluations.put(made(a=0.0, b=1.0, c=0.0, new=1.0))
    found = library.evaluations.compare(before.id, after.id)
    changed = {one.after.id: one.is_mended for one in found.changed}
    assert changed == {"a": False, "b": True}
    assert [one.id for one in found.still_failing] == ["c"]
    assert found.shared == 3
    assert found.gains[0].figure == 0
    assert not found.gains[0].is_change


def test_a_question_whose_words_changed_is_another_one(library: Library) -> None:
    before = made(a=1.0, b=1.0)
    reworded = tuple(replace(row, question=f"{row.question} Now?") for row in before.rows)
    kept = library.evaluations.put(before), library.evaluations.put(replace(before, rows=reworded))
    with pytest.raises(ConfigError, match="no question in common"):
        library.evaluations.compare(kept[0].id, kept[1].id)


@pytest.mark.parametrize("kind", [EvaluationKind.ANSWERS, EvaluationKind.RETRIEVAL])
def test_an_evaluation_asks_every_question_and_is_kept(
    filled: Library, kind: EvaluationKind
) -> None:
    document = next(one for one in filled.documents() if one.source)
    assert document.source is not None
    name = document.source.path.rpartition("/")[2]
    asked = [Question("1", document.title, "en", "", (name,), (), document.title)]
    told: list[ProgressEvent] = []
    kept = evaluate(filled, asked, told.append, kind=kind, name="mine", by="ada")
    assert (kept.question_count, kept.kind, kept.by) == (1, kind, "ada")
    assert filled.evaluations.get(kept.id).rows[0].question == document.title
    assert told[-1].done == told[-1].total == 1
    assert filled.evaluations.list(kind, "mine") == [replace(kept, rows=())]
