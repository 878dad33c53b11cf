"""Scoring chunks against the files and quotes of a question."""

from __future__ import annotations

import unicodedata

import pytest

from aliquot.evaluation.questions import (
    BUDGET,
    BUDGET_CHARACTERS,
    FileNames,
    Found,
    Question,
    qrels_of,
    score_question,
    share_held,
)


def question(*evidence: str, files: tuple[str, ...] = ("a.pdf",)) -> Question:
    return Question("1", "How hot?", files=files, evidence=evidence)


def test_a_file_counts_from_the_chunk_it_stands_at() -> None:
    scores = score_question(question(), [Found("b.pdf", "")] * 4 + [Found("a.pdf", "")])
    assert (scores["file@1"], scores["file@5"]) == (0, 1)


def test_evidence_in_a_wrong_file_does_not_count() -> None:
    scores = score_question(question("42 °C"), [Found("b.pdf", "at 42 °C")])
    assert scores["evidence@5"] == 0


def test_evidence_is_the_share_of_quotes_found() -> None:
    scores = score_question(question("42 °C", "for 30 min"), [Found("a.pdf", "at 42 °C")])
    assert scores["evidence@5"] == 0.5


def test_without_quotes_or_files_there_is_nothing_to_score() -> None:
    scores = score_question(question(files=()), [Found("b.pdf", "x")])
    assert set(scores.values()) == {None}


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("10 µL of IL-6", "10 μl of IL‑6"),
        ("p < 0.05", "P&lt;0.05"),
        ("heat shock", "heat-\nshock"),
        ("electro\u00adphoresis", "Electrophoresis"),
        ("５０ ℃", "50 °C"),
    ],
)
def test_the_same_words_written_otherwise_are_the_same(quote: str, text: str) -> None:
    assert share_held([quote], [text]) == 1


def test_a_quote_of_hyphens_alone_proves_nothing() -> None:
    assert share_held(["--"], ["anything"]) is None


def test_wrong_chunks_use_up_the_budget() -> None:
    long = Found("b.pdf", "x" * BUDGET_CHARACTERS)
    scores = score_question(question("42 °C"), [long, Found("a.pdf", "42 °C")])
    assert (scores[BUDGET], scores["evidence@5"]) == (0, 1)


def test_a_chunk_over_the_end_of_the_budget_counts_up_to_it() -> None:
    start = Found("b.pdf", "x" * (BUDGET_CHARACTERS - 5))
    scores = score_question(question("42 °C"), [start, Found("a.pdf", "42 °C and more")])
    assert scores[BUDGET] == 1


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/lab/papers/smith.pdf", "papers/smith.pdf"),
        ("C:\\lab\\papers\\smith.pdf", "papers/smith.pdf"),
        ("/lab/old/smith.pdf", "smith.pdf"),
        ("/lab/goldsmith.pdf", "/lab/goldsmith.pdf"),
        (unicodedata.normalize("NFD", "/lab/プロトコル.md"), "プロトコル.md"),
        ("", ""),
    ],
)
def test_a_path_has_the_longest_name_it_ends_with(path: str, name: str) -> None:
    names = FileNames(["smith.pdf", "papers/smith.pdf", "プロトコル.md"])
    assert names.name(path) == name


def test_questions_no_file_answers_make_no_judgement() -> None:
    assert qrels_of([question(), Question("2", "Why?")]) == {"1": {"a.pdf": 1}}
