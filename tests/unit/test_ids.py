from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.metadata.ids import MAX_LENGTH, base_id, free_id, slug
from aliquot.types import Document, DocumentKind, Source


def document(
    kind: DocumentKind = DocumentKind.NOTES, title: str = "", **fields: object
) -> Document:
    return Document(kind=kind, title=title, text="", blocks=(), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Heat Shock: a Protocol (v2)", "heat-shock-a-protocol-v2"),
        ("Müller & Çelik", "muller-celik"),
        ("実験ノート 2025-03", "実験ノート-2025-03"),
        ("ガラス", "ガラス"),
        ("snake_case", "snake-case"),
        ("***", ""),
    ],
)
def test_slug_keeps_letters_of_every_script(text: str, expected: str) -> None:
    assert slug(text) == expected


@given(st.text(max_size=200))
def test_slug_is_short_and_typeable(text: str) -> None:
    found = slug(text)
    assert len(found) <= MAX_LENGTH
    assert not re.search(r"[\s#/\\_]", found)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (document(DocumentKind.TRIAL, "A trial", nct="NCT01234567"), "nct01234567"),
        (
            document(DocumentKind.GENE, "p53", accession="P04637", extra={"gene": ("TP53",)}),
            "p04637-tp53",
        ),
        (
            document(
                DocumentKind.PAPER,
                "The fate of cells",
                authors=("Smith, Ann", "Lee, Bo"),
                year=2023,
                journal="Nature",
            ),
            "2023-smith-nature",
        ),
        (
            document(DocumentKind.PAPER, "The fate of cells", authors=("Smith, A",), year=2023),
            "2023-smith-fate-cells",
        ),
        (document(title="Cell culture"), "cell-culture"),
        (document(source=Source(path="/lab/plan B.txt")), "plan-b"),
        (document(), "notes"),
    ],
)
def test_base_id_names_what_a_reader_would(made: Document, expected: str) -> None:
    assert base_id(made) == expected


def test_an_id_of_the_same_source_is_kept() -> None:
    assert free_id("a", "/x", {"a": "/x"}, lambda _: False) == "a"


def test_an_id_of_another_source_or_of_this_batch_is_left() -> None:
    taken = {"a": "/other", "a-3": "/other"}
    assert free_id("a", "/x", taken, {"a-2"}.__contains__) == "a-4"
