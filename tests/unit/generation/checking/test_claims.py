from __future__ import annotations

import pytest

from aliquot.generation.checking import claims_of


def texts(draft: str) -> list[str]:
    return [one.text for one in claims_of(draft)]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Cells were fixed for 10 min [3].", "Cells were fixed for 10 min."),
        ("Cells were fixed [3-5, 7].", "Cells were fixed."),
        ("Cells were fixed (Smith et al., 2020; Lee & Kim 2019b).", "Cells were fixed."),
        ("Cells were fixed (see Smith 2020).", "Cells were fixed."),
        ("Cells were fixed.¹²", "Cells were fixed."),
        (r"Cells were fixed \citep{smith2020}.", "Cells were fixed."),
        ("Cells were fixed [@smith2020].", "Cells were fixed."),
        ("Cells were fixed (May 2020).", "Cells were fixed (May 2020)."),
        ("Mice (C57BL/6) were used.", "Mice (C57BL/6) were used."),
        ("It was 5 (3-7) kg.", "It was 5 (3-7) kg."),
        ("細胞を10分間固定した(佐藤ら 2020)。", "細胞を10分間固定した。"),
    ],
)
def test_marks_of_citation_are_left_aside(written: str, said: str) -> None:
    assert texts(written) == [said]


def test_a_claim_keeps_its_words_as_written() -> None:
    (claim,) = claims_of("Cells were fixed for 10 min [3].")
    assert claim.written == "Cells were fixed for 10 min [3]."


def test_headings_questions_and_rules_claim_nothing() -> None:
    draft = "# Methods\n\nWhich buffer was used?\n\n---\n\nMethods and materials\n\nIt was Tris."
    assert texts(draft) == ["It was Tris."]


def test_items_of_a_list_are_claims_of_their_own() -> None:
    assert texts("- Cells were fixed\n  with formalin.\n- Cells were washed twice in PBS") == [
        "Cells were fixed with formalin.",
        "Cells were washed twice in PBS",
    ]


def test_a_reference_list_ends_the_text() -> None:
    draft = "It was Tris.\n\n## References\n\nSmith A. Tris buffers. Nature. 2020."
    assert texts(draft) == ["It was Tris."]


def test_a_sentence_that_goes_on_in_the_next_line_is_one_claim() -> None:
    assert texts("Cells were fixed\nfor 10 min. Then they were washed.") == [
        "Cells were fixed for 10 min.",
        "Then they were washed.",
    ]


def test_a_hostile_line_is_read_in_linear_time() -> None:
    assert len(texts("(A " * 20_000 + "2020")) <= 1
