"""Asking every query, and what is reported of it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from aliquot.evaluation.measures import DEFAULT_MEASURES, parse_measures
from aliquot.evaluation.questions import Question
from aliquot.evaluation.report import Report, System
from aliquot.evaluation.retrieval import JudgedQuery, ask_all, rankings_of
from aliquot.evaluation.tasks import QuestionTask, depth_for, score_rankings
from aliquot.types import Chunk, ScoredChunk, Span

QUERIES = [JudgedQuery("1", "heat", "en", "fact"), JudgedQuery("2", "熱", "ja", "fact")]
QRELS = {"1": {"a": 1}, "2": {"b": 1}}


def scored(source: str, text: str, rank: int) -> ScoredChunk:
    chunk = Chunk(
        id=f"{source}-{rank}",
        document_id=source,
        text=text,
        header="",
        span=Span(0, len(text)),
        metadata={"source": source},
    )
    return ScoredChunk(chunk, 1 / rank, rank)


def test_every_query_is_asked_once_after_a_first_one_that_is_not_timed() -> None:
    texts: list[str] = []

    def search(text: str, k: int) -> Sequence[str]:
        texts.append(text)
        return ["a"] * k

    asked = ask_all(QUERIES, search, k=3)
    assert texts == ["heat", "heat", "熱"]
    assert asked.spent.keys() == {"1", "2"}
    assert asked.found["2"] == ["a", "a", "a"]


def test_no_query_is_no_search() -> None:
    assert ask_all([], lambda _, __: [1 // 0]).found == {}


def test_an_id_stands_where_it_was_found_first() -> None:
    assert rankings_of({"q": ["ab", "bc"]}, lambda one: one) == {"q": ["a", "b", "c"]}


def test_measures_decide_how_deep_to_look() -> None:
    assert depth_for(DEFAULT_MEASURES) == 100
    assert depth_for(parse_measures("R@500")) == 500


def test_a_report_has_the_shape_that_is_promised() -> None:
    measures = parse_measures("nDCG@10, RR")
    whole = score_rankings(measures, QRELS, {"1": ["a"], "2": ["x", "b"]})
    leg = score_rankings(measures, QRELS, {"1": ["a"]})
    shape = json.loads(json.dumps(Report("set", QUERIES, whole, {"lexical": leg}).shape()))
    assert shape["measures"] == {"nDCG@10": 0.8155, "RR": 0.75}
    assert shape["legs"] == {"lexical": {"nDCG@10": 0.5, "RR": 0.5}}
    assert shape["gains"]["lexical"]["RR"] == {"gain": 0.25, "interval": [0.0, 0.5]}
    assert shape["intervals"]["RR"] == [0.5, 1.0]
    assert shape["kinds"] == {"fact": {"queries": 2, "nDCG@10": 0.8155, "RR": 0.75}}
    assert shape["languages"]["ja"] == {"queries": 1, "nDCG@10": 0.6309, "RR": 0.5}
    assert shape["latency_ms"] == {}


def test_queries_that_found_nothing_are_counted() -> None:
    assert score_rankings(DEFAULT_MEASURES, QRELS, {"1": []}).found_nothing == 2


def test_a_measure_no_query_has_is_left_out() -> None:
    report = Report("set", QUERIES, System({"evidence@5": {}}))
    assert report.shape()["measures"] == {}


def test_questions_are_scored_by_files_and_by_chunks() -> None:
    task = QuestionTask([Question("1", "How hot?", "en", "fact", ("p/a.md",), ("42 °C",))])

    def search(_: str, __: int) -> Sequence[ScoredChunk]:
        return [scored("/x/b.md", "42 °C", 1), scored("/x/p/a.md", "at 42 °C", 2)]

    system, rankings = task.measure(search, parse_measures("RR"))
    means = system.means()
    assert rankings == {"1": ["/x/b.md", "p/a.md"]}
    assert (means["RR"], means["file@1"], means["evidence@5"]) == (0.5, 0, 1)
    assert system.spent["1"].wall_ms >= 0


def test_a_question_nothing_answers_is_asked_and_left_out_of_the_figures() -> None:
    questions = [Question("1", "a", files=("a.md",)), Question("2", "b")]
    system, rankings = QuestionTask(questions).measure(lambda _, __: [], parse_measures("RR"))
    assert system.means() == {"file@1": 0, "file@5": 0, "file@10": 0, "RR": 0}
    assert rankings.keys() == {"1", "2"}
