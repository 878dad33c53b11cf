"""Which questions ask for what changed between versions, and which versions."""

from __future__ import annotations

import pytest

from aliquot.generation.comparing import ChangesAsked, asks_for_changes
from aliquot.types import Understanding


def asked(question: str) -> ChangesAsked | None:
    language = "en" if question.isascii() else "ja"
    return asks_for_changes(Understanding(question=question, language=language))


@pytest.mark.parametrize(
    ("question", "subject", "versions"),
    [
        (
            "What changed between version 1 and version 2 of the DNA extraction protocol?",
            "DNA extraction protocol",
            ("1", "2"),
        ),
        (
            "What is the difference between v2 and v1.1 of HL-P02?",
            "HL-P02",
            ("1.1", "2"),
        ),
        (
            "What has changed in the new version of the heat shock protocol?",
            "heat shock protocol",
            (),
        ),
        ("Compare versions 1 and 3 of the lysis protocol.", "lysis protocol", ("1", "3")),
        (
            "How does the latest version of the RNA protocol differ from the previous version?",
            "RNA protocol",
            (),
        ),
        ("DNA抽出プロトコルのバージョン1と2の違いは？", "DNA抽出プロトコル", ("1", "2")),
        ("HL-P06の第1版と第2版の違いは何ですか", "HL-P06", ("1", "2")),
        ("固定プロトコルの前の版から何が変わりましたか？", "固定プロトコル", ()),
    ],
)
def test_a_question_for_changes_names_subject_and_versions(
    question: str, subject: str, versions: tuple[str, ...]
) -> None:
    assert asked(question) == ChangesAsked(subject, versions)


@pytest.mark.parametrize(
    "question",
    [
        "Which version of the protocol uses 33.5 °C?",
        "What temperature changes the colour of the medium?",
        "How does the cell line differ from HEK293?",
        "What changed in the new genome version?",
        "Which software version was used to compare the reads?",
        "細胞株の違いは何ですか",
        "この論文の出版後に変わったことは？",
    ],
)
def test_other_questions_are_left_alone(question: str) -> None:
    assert asked(question) is None
