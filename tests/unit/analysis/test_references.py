from __future__ import annotations

import pytest

from aliquot.analysis.references import asks_for_references
from aliquot.filters import parse_filter


@pytest.mark.parametrize(
    "question",
    [
        "Which papers does Smith 2019 cite?",
        "Is Watson and Crick cited anywhere?",
        "Show the references of the holy basil paper",
        "What is in the bibliography?",
        "What is reference 12?",
        "この論文の参考文献は？",
        "Which papers are cited in the methods?",
    ],
)
def test_questions_about_citations_ask_for_references(question: str) -> None:
    assert asks_for_references(question)


@pytest.mark.parametrize(
    "question",
    [
        "Which reference genome was used?",
        "Which genes served as reference genes for qPCR?",
        "What is the reference range of TSH?",
        "How large is the excitation current?",
        "参照ゲノムはどれか",
    ],
)
def test_reference_genomes_and_genes_are_no_citations(question: str) -> None:
    assert not asks_for_references(question)


@pytest.mark.parametrize("words", ["section_class = references", "year > 2000 and not section = A"])
def test_a_filter_by_section_knows_what_it_wants(words: str) -> None:
    assert asks_for_references("light", parse_filter(words))


def test_another_filter_asks_for_no_references() -> None:
    assert not asks_for_references("light", parse_filter("kind = paper and year >= 2020"))
