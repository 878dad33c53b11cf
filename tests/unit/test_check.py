"""A claim held against a small library: every verdict, with what shows it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from aliquot import Library
from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.types import Verdict, VerdictKind

NOTES = {
    "buffer.md": "# Lumen buffer\n\nLumen buffer is stored at 4 °C. Lumen buffer does not freeze.",
    "assay.md": (
        "# Virellin assay\n\nVirellin reduced the flash rate of Lumenella aquatica by 40 % at 5 µM."
        " The IC50 of virellin was 4.7 µM."
    ),
    "other.md": "# Second assay\n\nThe IC50 of virellin was 9.1 µM in our hands.",
    "保存.md": "# 抗体の保存\n\n抗体7F2は-80 °Cに保存する。凍結融解を繰り返さない。",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("check")
    for name, text in NOTES.items():
        (folder / name).write_text(text, encoding="utf-8")
    config = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
    with Library.create(folder / "library", config) as opened:
        opened.add(*(folder / name for name in NOTES))
        yield opened


def kind(library: Library, statement: str) -> VerdictKind:
    return library.check(statement).kind


@pytest.mark.parametrize(
    "statement",
    [
        "Lumen buffer is stored at 4 °C.",
        "Lumen buffer is stored at 4°C [12].",
        "Virellin reduced the flash rate of Lumenella aquatica by 40 percent at 5 µmol/L.",
        "抗体7F2は-80℃に保存する。",
    ],
)
def test_what_a_source_says_is_supported(library: Library, statement: str) -> None:
    verdict = library.check(statement)
    assert verdict.kind is VerdictKind.SUPPORTED
    assert verdict.citations
    assert verdict.citations[0].verified
    assert not verdict.failed_gates


@pytest.mark.parametrize(
    ("statement", "gate"),
    [
        ("Lumen buffer is stored at -20 °C.", "numbers"),
        ("Lumen buffer is not stored at 4 °C.", "negation"),
        ("Virellin increased the flash rate of Lumenella aquatica by 40 % at 5 µM.", "direction"),
        ("抗体7F2は-20℃に保存する。", "numbers"),
    ],
)
def test_what_a_source_says_otherwise_is_contradicted(
    library: Library, statement: str, gate: str
) -> None:
    verdict = library.check(statement)
    assert verdict.kind is VerdictKind.CONTRADICTED
    assert gate in verdict.failed_gates
    assert verdict.reasons
    assert verdict.citations[0].quote


def test_what_sources_say_less_of_is_unsupported(library: Library) -> None:
    assert kind(library, "Lumen buffer of 15 mM is stored at 4 °C.") is VerdictKind.UNSUPPORTED


def test_what_no_source_speaks_of_is_not_found(library: Library) -> None:
    verdict = library.check("Penguins prefer jazz on Tuesdays.")
    assert verdict == Verdict("Penguins prefer jazz on Tuesdays.", VerdictKind.NOT_FOUND)


def test_a_source_that_disagrees_is_named_beside_one_that_agrees(library: Library) -> None:
    verdict = library.check("The IC50 of virellin was 4.7 µM.")
    assert verdict.kind is VerdictKind.SUPPORTED
    assert ["9.1" in one.quote for one in verdict.against] == [True]


def test_a_claim_rests_only_on_the_chunks_named(library: Library) -> None:
    (other,) = [one for one in library.documents() if "Second" in one.title]
    ids = [one.id for one in library.chunks(other.id)]
    verdict = library.check("The IC50 of virellin was 4.7 µM.", ids)
    assert verdict.kind is VerdictKind.CONTRADICTED
    assert {one.document_id for one in verdict.citations} == {other.id}


def test_each_sentence_of_a_draft_gets_its_verdict(library: Library) -> None:
    draft = "# Draft\n\nLumen buffer is stored at 4 °C. Penguins prefer jazz on Tuesdays."
    assert [one.kind for one in library.check_text(draft)] == [
        VerdictKind.SUPPORTED,
        VerdictKind.NOT_FOUND,
    ]


def test_an_unknown_chunk_is_an_error(library: Library) -> None:
    with pytest.raises(UnknownDocumentError):
        library.check("Anything at all.", ["none#1"])


def test_no_words_are_an_error(library: Library) -> None:
    with pytest.raises(ConfigError):
        library.check(" ... ")
