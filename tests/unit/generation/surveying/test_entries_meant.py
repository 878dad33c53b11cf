"""Genes are meant as entries only where entries tell of what ties them to the rest."""

from __future__ import annotations

import pytest

from aliquot.generation.surveying.entries_meant import as_entries


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        (
            "Which human genes are associated with breast cancer?",
            "Which human gene entries are associated with breast cancer?",
        ),
        ("How many proteins bind JUN?", "How many gene entries bind JUN?"),
        ("Which proteins are located in the Golgi?", "Which gene entries mention Golgi?"),
        ("List all genes that cause blindness", "List all gene entries that cause blindness"),
        ("乳がんに関連する遺伝子は？", "乳がんに関連する遺伝子エントリは？"),
        ("核に局在するタンパク質を挙げて", "核に局在する遺伝子エントリを挙げて"),
    ],
)
def test_ties_that_entries_tell_of(question: str, meant: str) -> None:
    assert as_entries(question) == meant


@pytest.mark.parametrize(
    "question",
    [
        "Which genes were upregulated after heat shock?",
        "Which genes are mentioned in our papers?",
        "Which proteins did we purify?",
        "Are genes associated with breast cancer?",
        "Which gene is associated with breast cancer?",
        "遺伝子に関連する論文は？",
    ],
)
def test_other_questions_stay_as_they_are(question: str) -> None:
    assert as_entries(question) == question
