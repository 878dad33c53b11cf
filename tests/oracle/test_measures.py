"""Measures against ir-measures, which asks trec_eval, on random graded judgements and runs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from aliquot.evaluation.measures import mean, parse_measure, score
from aliquot.evaluation.runs import read_run, write_run

ir_measures = pytest.importorskip("ir_measures", reason="ir-measures is in the group 'test'")

# Ours, and what ir-measures calls the same.
MEASURES = {
    "nDCG@10": "nDCG@10",
    "nDCG@3": "nDCG@3",
    "nDCG": "nDCG",
    "R@5": "R@5",
    "R@100": "R@100",
    "R(rel=2)@5": "R(rel=2)@5",
    "P@1": "P@1",
    "P@5": "P@5",
    "P(rel=2)@10": "P(rel=2)@10",
    "RR": "RR",
    "RR@10": "RR@10",
    "RR(rel=2)": "RR(rel=2)",
    "AP": "AP",
    "AP@5": "AP@5",
    "AP(rel=2)": "AP(rel=2)",
    "hit@1": "Success@1",
    "hit@5": "Success@5",
}
# ir-measures gives a reciprocal rank with a cutoff to a scorer that orders ties otherwise than
# trec_eval does, so it is told our order.
TIES_DIFFER = frozenset({"RR@10"})
DOCUMENTS = [f"d{n}" for n in range(60)]


def random_qrels(source: random.Random) -> dict[str, dict[str, int]]:
    """Judge up to 12 documents a query, some below 0, some queries without a relevant one."""
    return {
        f"q{n}": {one: source.choice([-1, 0, 1, 1, 2, 3]) for one in source.sample(DOCUMENTS, size)}
        for n, size in enumerate(source.choices(range(1, 13), k=40))
    }


def random_scores(source: random.Random) -> dict[str, dict[str, float]]:
    """Score documents with few different scores, so that many tie; some queries find nothing."""
    return {
        f"q{n}": {
            one: source.choice([0.5, 1.0, 1.5, 2.0])
            for one in source.sample(DOCUMENTS, source.randint(1, 40))
        }
        for n in range(44)
        if n % 7
    }


def theirs(name: str, qrels: dict[str, dict[str, int]], run: dict[str, dict[str, float]]) -> float:
    measure = ir_measures.parse_measure(MEASURES[name])
    return float(ir_measures.calc_aggregate([measure], qrels, run)[measure])


def untied(rankings: dict[str, list[str]]) -> dict[str, dict[str, float]]:
    return {
        query: {one: -float(rank) for rank, one in enumerate(ranking)}
        for query, ranking in rankings.items()
    }


def written_run(path: Path, scores: dict[str, dict[str, float]]) -> Path:
    lines = [
        f"{query} Q0 {document} 1 {value} other\n"
        for query, found in scores.items()
        for document, value in found.items()
    ]
    path.write_text("".join(lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", MEASURES)
def test_mean_over_judged_queries_is_that_of_ir_measures(
    name: str, seed: int, tmp_path: Path
) -> None:
    source = random.Random(seed)
    qrels, scores = random_qrels(source), random_scores(source)
    measure = parse_measure(name)
    rankings = read_run(written_run(tmp_path / "run", scores))
    ours = score([measure], qrels, rankings)[measure]
    given = untied(rankings) if name in TIES_DIFFER else scores
    assert mean(ours.values()) == pytest.approx(theirs(name, qrels, given), abs=1e-6)


@pytest.mark.parametrize("name", ["nDCG@10", "AP", "RR"])
def test_each_query_has_the_figure_of_ir_measures(name: str, tmp_path: Path) -> None:
    source = random.Random(99)
    qrels, scores = random_qrels(source), random_scores(source)
    measure = parse_measure(name)
    rankings = read_run(written_run(tmp_path / "run", scores))
    ours = score([measure], qrels, rankings)[measure]
    asked = ir_measures.iter_calc([ir_measures.parse_measure(name)], qrels, scores)
    for one in asked:
        assert ours[one.query_id] == pytest.approx(one.value, abs=1e-6), one.query_id


def test_a_run_we_write_gives_others_the_same_figures(tmp_path: Path) -> None:
    source = random.Random(7)
    qrels = random_qrels(source)
    rankings = {f"q{n}": source.sample(DOCUMENTS, 30) for n in range(40)}
    write_run(tmp_path / "run", rankings)
    measure = ir_measures.parse_measure("nDCG@10")
    found = ir_measures.read_trec_run(str(tmp_path / "run"))
    ours = parse_measure("nDCG@10")
    expected = ir_measures.calc_aggregate([measure], qrels, found)[measure]
    assert mean(score([ours], qrels, rankings)[ours].values()) == pytest.approx(expected, abs=1e-6)
