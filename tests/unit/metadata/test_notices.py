from __future__ import annotations

import pytest

from aliquot.metadata.notices import (
    TitleRole,
    gravest,
    is_marked_retracted,
    notice_named,
    notice_of_type,
    split_role,
)


@pytest.mark.parametrize(
    ("title", "role", "bare"),
    [
        ("Retraction: Heat shock", TitleRole.RETRACTION, "Heat shock"),
        ("Retraction Note to: Heat shock", TitleRole.RETRACTION, "Heat shock"),
        ("Retraction of “Heat shock”", TitleRole.RETRACTION, "Heat shock"),
        ('Retraction notice to "Heat" [J. Cell 12 (2010) 1-9]', TitleRole.RETRACTION, "Heat"),
        ("Author Correction: Heat shock", TitleRole.CORRECTION, "Heat shock"),
        ("Publisher’s correction: Heat shock", TitleRole.CORRECTION, "Heat shock"),
        ("Erratum to Heat shock", TitleRole.CORRECTION, "Heat shock"),
        ("Expression of Concern: Heat shock", TitleRole.CONCERN, "Heat shock"),
        ("In reply: Heat shock", TitleRole.REPLY, "Heat shock"),
        ("Supporting Information for: Heat", TitleRole.SUPPLEMENT, "Heat"),
        ("訂正：熱ショック応答", TitleRole.CORRECTION, "熱ショック応答"),
        ("RETRACTED: Heat shock", TitleRole.WORK, "Heat shock"),
    ],
)
def test_a_notice_is_told_from_what_it_concerns(title: str, role: TitleRole, bare: str) -> None:
    assert split_role(title) == (role, bare)


@pytest.mark.parametrize(
    "title",
    [
        "Withdrawal of opioids in adults",
        "Correction of scoliosis in children",
        "Correction-free methods",
        "Response to heat in plants",
        "Removal of arsenic from water",
        "Retracted citations in PubMed",
        "Comments",
        "Supplementary oxygen in infants",
    ],
)
def test_papers_that_begin_with_such_words_are_papers(title: str) -> None:
    assert split_role(title) == (TitleRole.WORK, title)


@pytest.mark.parametrize(
    ("article_type", "title", "expected"),
    [
        ("retraction", "Heat", "retracted"),
        ("partial-retraction", "Heat", "retracted"),
        ("expression_of_concern", "Heat", "expression of concern"),
        ("correction", "Heat", "corrected"),
        ("", "Corrigendum: Heat", "corrected"),
        ("", "Erratum", "corrected"),
        ("research-article", "Heat", ""),
        ("", "Comment on: Heat", ""),
        ("", "RETRACTED: Heat", ""),
    ],
)
def test_only_a_notice_says_something_of_another_paper(
    article_type: str, title: str, expected: str
) -> None:
    assert notice_of_type(article_type, title) == expected


def test_services_words_become_our_notices() -> None:
    words = ["retraction", "withdrawal", "expression_of_concern", "erratum", "new_version"]
    named = [notice_named(word) for word in words]
    assert named == ["retracted", "retracted", "expression of concern", "corrected", ""]


def test_the_gravest_notice_counts() -> None:
    assert gravest(["corrected", "", "retracted"]) == "retracted"
    assert gravest([]) == ""


def test_a_retracted_paper_bears_its_mark() -> None:
    assert is_marked_retracted("WITHDRAWN: Heat shock in yeast")
    assert not is_marked_retracted("Retraction: Heat shock in yeast")
