"""A reranker is taken only where it wins for certain."""

from __future__ import annotations

import pytest

from aliquot.errors import ConfigError
from aliquot.evaluation.retrieval import JudgedQuery
from aliquot.evaluation.tuning import OFF, tune

WRONG = [f"x{n}" for n in range(9)]


def questions(count: int) -> tuple[list[JudgedQuery], dict[str, dict[str, int]]]:
    queries = [JudgedQuery(str(n), str(n)) for n in range(count)]
    return queries, {one.id: {"right": 1} for one in queries}


def ranked(place: int) -> list[str]:
    return [*WRONG[:place], "right", *WRONG[place:]]


def test_a_reranker_that_wins_is_taken_at_its_best_depth() -> None:
    queries, qrels = questions(30)
    places = {OFF: 5, 10: 3, 20: 0, 50: 1, 100: 2}
    tuning = tune(queries, qrels, lambda _, depth: ranked(places[depth]), reranker="r")
    assert tuning.keys == {"reranker": "r", "rerank_depth": 20}


def test_the_shallowest_of_equal_depths_is_taken() -> None:
    queries, qrels = questions(30)
    tuning = tune(queries, qrels, lambda _, depth: ranked(0 if depth else 5), reranker="r")
    assert tuning.depth == 10


def test_a_better_mean_whose_interval_holds_0_is_not_enough() -> None:
    queries, qrels = questions(30)

    def rank(question: str, depth: int) -> list[str]:
        return ranked(0 if depth != OFF and question == "7" else 3)

    tuning = tune(queries, qrels, rank, reranker="r")
    assert tuning.settings[1].figure > tuning.settings[0].figure
    assert tuning.keys == {"reranker": ""}


def test_a_reranker_that_loses_is_turned_off() -> None:
    queries, qrels = questions(30)
    tuning = tune(queries, qrels, lambda _, depth: ranked(9 if depth else 0), reranker="r")
    assert tuning.keys == {"reranker": ""}
    assert all(one.gain is not None and one.gain.figure < 0 for one in tuning.settings[1:])


def test_a_handful_of_questions_proves_nothing() -> None:
    queries, qrels = questions(5)
    tuning = tune(queries, qrels, lambda _, depth: ranked(0 if depth else 9), reranker="r")
    assert tuning.depth == OFF
    assert "too few" in tuning.reason


def test_intervals_widen_with_the_number_of_depths() -> None:
    queries, qrels = questions(20)
    tuning = tune(queries, qrels, lambda _, __: ranked(0), reranker="r", depths=(10, 20))
    gain = tuning.settings[1].gain
    assert gain is not None
    assert gain.confidence == pytest.approx(0.975)


def test_a_question_no_file_answers_is_not_asked() -> None:
    queries, qrels = questions(20)
    asked: list[str] = []

    def rank(question: str, depth: int) -> list[str]:
        asked.append(question)
        return ranked(depth and 1)

    tuning = tune([*queries, JudgedQuery("no", "no")], qrels, rank, reranker="r")
    assert "no" not in asked
    assert tuning.questions == 20


def test_depths_are_asked_one_after_the_other() -> None:
    queries, qrels = questions(20)
    depths: list[int] = []

    def rank(_: str, depth: int) -> list[str]:
        depths.append(depth)
        return ranked(0)

    tune(queries, qrels, rank, reranker="r", depths=(20, 10))
    assert list(dict.fromkeys(depths)) == [0, 10, 20]
    assert depths == sorted(depths)


@pytest.mark.parametrize("depths", [(), (0, 10)])
def test_depths_that_are_none_are_refused(depths: tuple[int, ...]) -> None:
    queries, qrels = questions(20)
    with pytest.raises(ConfigError):
        tune(queries, qrels, lambda _, __: ["right"], reranker="r", depths=depths)
