"""Exact titles and identifiers of the demonstration lab come first, every time.

The expectation is made from the documents themselves: what one is called by has to find it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from aliquot.library import Library
from aliquot.types import Document, ScoredChunk

LAB = Path(__file__).parents[2] / "examples" / "lab"
CONFIG = {"embedding": {"legs": ["fake"]}}
IDENTITIES = ("doi", "nct", "accession", "pmid", "pmcid")
CATALOGUE_NUMBER = re.compile(r"\b(?:NW|CB|PS|QR|TO)-[A-Z0-9]+(?:-[0-9]+)?\b|\bHL-AB-[0-9]+")
RRID = re.compile(r"RRID:AB_[0-9]+")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.create(tmp_path_factory.mktemp("lookup") / "library", CONFIG) as made:
        report = made.add(LAB)
        assert not report.failed
        yield made


@pytest.fixture(scope="module")
def documents(library: Library) -> list[Document]:
    return [library.document(one.id) for one in library.documents()]


def first(library: Library, question: str) -> ScoredChunk:
    """Return the best chunk, which must be the same when asked again."""
    best, again = (library.search(question, k=10)[0] for _ in range(2))
    assert (best.chunk.id, best.score) == (again.chunk.id, again.score), question
    return best


def test_every_title_finds_its_document(library: Library, documents: list[Document]) -> None:
    for document in documents:
        for question in (document.title, document.title.upper(), f"\u201c{document.title}\u201d"):
            best = first(library, question)
            # Two versions of a protocol share a title.
            assert best.chunk.metadata["title"] == document.title, question


def test_every_identifier_finds_the_document_it_is_of(
    library: Library, documents: list[Document]
) -> None:
    asked = 0
    for document in documents:
        for name in IDENTITIES:
            if identity := getattr(document, name):
                for question in (identity, identity.lower(), f"{identity}とは何ですか？"):
                    assert first(library, question).chunk.document_id == document.id, question
                    asked += 1
    assert asked >= 3 * 13


@pytest.mark.parametrize("pattern", [CATALOGUE_NUMBER, RRID])
def test_every_number_of_a_reagent_finds_its_row(
    library: Library, documents: list[Document], pattern: re.Pattern[str]
) -> None:
    numbers = {found for one in documents for found in pattern.findall(one.text)}
    assert len(numbers) >= 5
    for number in sorted(numbers):
        best = first(library, number).chunk
        assert number in best.text, number
        assert best.document_id == "reagents", number


def test_what_a_filter_leaves_out_is_not_found_by_its_name(library: Library) -> None:
    ranking = library.search("NCT99000342", where="kind = slides")
    assert {one.chunk.metadata["kind"] for one in ranking} == {"slides"}


def test_a_ranking_is_ordered_by_score_with_the_record_in_it(library: Library) -> None:
    scores = [one.score for one in library.search("NCT99000101")]
    assert scores == sorted(scores, reverse=True)
