"""A question for what changed between versions is answered by the comparison."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from aliquot.library import Library
from aliquot.types import Comparison, Operator


def protocol(version: int, temperature: str, *more: str) -> str:
    steps = (
        "Thaw the lysate on ice.",
        f"Wash the beads twice at {temperature}.",
        "Vortex the beads.",
        "Elute in 20 µL water.",
        *more,
    )
    listed = "\n".join(f"{n}. {step}" for n, step in enumerate(steps, 1))
    return f"# Bead washing\n\nVersion {version}\n\n## Procedure\n\n{listed}\n"


FILES = {
    "protocols/bead_v1.md": protocol(1, "4 °C"),
    "protocols/bead_v2.md": protocol(2, "20 °C", "Store at -20 °C."),
    "protocols/lysis.md": "# Lysis\n\nVersion 1\n\n## Procedure\n\n1. Add buffer.\n2. Mix.\n",
}


@pytest.fixture
def versions(library: Library, write_lab: Callable[..., Path], tmp_path: Path) -> Library:
    library.add(write_lab(tmp_path / "lab", FILES))
    return library


@pytest.mark.parametrize(
    "question",
    [
        "What changed between v1 and v2 of the bead washing protocol?",
        "How does version 2 of the bead washing protocol differ from version 1?",
        "Bead washingプロトコルの版の違いは？",
        "Bead washingプロトコルの第1版と第2版で何が変わりましたか？",
    ],
)
def test_an_answer_tells_what_changed_values_first(versions: Library, question: str) -> None:
    answer = versions.ask(question)
    assert answer.survey is not None
    first, *others = answer.survey.rows
    assert "4 °C -> 20 °C" in first.values["change"]
    assert first.values["step"] == "2"
    assert any("Store at -20 °C." in one.values["after"] for one in others)
    cited = [one for row in answer.survey.rows for one in row.citations]
    assert cited
    for one in cited:
        assert one.verified
        assert one.span.of(versions.document(one.document_id).text) == one.quote
    assert answer.text == answer.survey.summary
    assert not answer.abstained


def test_what_changed_is_told_in_the_language_of_the_question(versions: Library) -> None:
    english = versions.ask("What changed between v1 and v2 of the bead washing protocol?")
    japanese = versions.ask("Bead washingプロトコルの版の違いは？")
    assert "1 changed value" in english.text
    assert "値の変更1件" in japanese.text


def test_a_protocol_in_english_is_found_by_its_japanese_name(
    library: Library, write_lab: Callable[..., Path], tmp_path: Path
) -> None:
    files = {
        f"protocols/v{n}.md": protocol(n, f"{n} °C").replace("Bead washing", "DNA extraction")
        for n in (1, 2)
    }
    library.add(write_lab(tmp_path / "lab", files))
    answer = library.ask("DNA抽出プロトコルの版の違いは？")
    assert answer.survey is not None
    assert "1 °C -> 2 °C" in answer.survey.rows[0].values["change"]


def test_each_version_is_told_with_the_next(
    library: Library, write_lab: Callable[..., Path], tmp_path: Path
) -> None:
    files = {f"protocols/bead_v{n}.md": protocol(n, f"{n} °C") for n in (1, 2, 3)}
    library.add(write_lab(tmp_path / "lab", files))
    survey = library.survey("What changed between the versions of the bead washing protocol?")
    assert [one.values["versions"] for one in survey.rows] == [
        "version 1 -> version 2",
        "version 2 -> version 3",
    ]


@pytest.mark.parametrize(
    "question",
    [
        "What changed between v1 and v2 of the lysis protocol?",
        "lysisプロトコルの第1版と第2版の違いは？",
    ],
)
def test_without_versions_the_answer_names_the_command(versions: Library, question: str) -> None:
    answer = versions.ask(question)
    assert answer.survey is None
    assert any("aliquot compare OLD NEW" in one for one in answer.hints)
    survey = versions.survey(question)
    assert survey.rows == ()
    assert any("aliquot compare OLD NEW" in one for one in survey.notes)


def test_versions_somebody_may_not_see_are_not_compared(versions: Library) -> None:
    newer = next(one.id for one in versions.documents() if one.extra.get("version") == "2")
    others = Comparison("document_id", Operator.NE, newer)
    answer = versions.ask("What changed between v1 and v2 of the bead washing protocol?", others)
    assert answer.survey is None
    assert all("20 °C" not in one.text for one in answer.statements)


def test_versions_that_are_the_same_are_said_to_be(
    library: Library, write_lab: Callable[..., Path], tmp_path: Path
) -> None:
    files = {f"protocols/bead_v{n}.md": protocol(n, "4 °C") for n in (1, 2)}
    library.add(write_lab(tmp_path / "lab", files))
    answer = library.ask("What changed between v1 and v2 of the bead washing protocol?")
    assert answer.survey is not None
    assert answer.survey.rows == ()
    assert "nothing changed" in answer.text
