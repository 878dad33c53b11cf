from __future__ import annotations

import pytest

from aliquot.generation.labels import MAX_TITLE, citation_flags, citation_label
from aliquot.types import Chunk, FieldValue, Span


def label(section: str = "Results", pages: tuple[int, ...] = (), **metadata: FieldValue) -> str:
    chunk = Chunk(
        id="d#1",
        document_id="d",
        text="t",
        header="",
        span=Span(0, 1),
        pages=pages,
        section_path=("Top", section) if section else (),
        metadata=metadata,
    )
    return citation_label(chunk)


@pytest.mark.parametrize(
    ("authors", "expected"),
    [
        (("Smith, Ann",), "Smith, 2023, Results"),
        (("Smith, Ann", "Lee, Bo"), "Smith & Lee, 2023, Results"),
        (("Smith, Ann", "Lee, Bo", "Ito, C"), "Smith et al., 2023, Results"),
        (("WHO",), "WHO, 2023, Results"),
        (("山田, 太郎", "佐藤, 花子"), "山田 & 佐藤, 2023, Results"),
    ],
)
def test_authors_are_named_by_family(authors: tuple[str, ...], expected: str) -> None:
    assert label(authors=authors, year=2023) == expected


def test_a_trial_or_gene_goes_by_its_number() -> None:
    assert label(nct="NCT01234567", title="A trial") == "NCT01234567, Results"
    assert label(accession="P04637", title="p53", section="Function") == "P04637, Function"


def test_slides_and_sheets_go_by_their_page() -> None:
    assert label(kind="slides", title="Lab meeting", pages=(7,)) == "Lab meeting, slide 7"
    assert label(kind="table", title="Reagents", pages=(2,)) == "Reagents, sheet 2"
    assert label(kind="protocol", title="Fate", pages=(2,)) == "Fate, Results"


def test_a_paper_is_cited_by_its_outermost_section() -> None:
    assert label(kind="paper", title="Fate", pages=(2,)) == "Fate, Top"


def test_what_is_not_known_leaves_no_gap() -> None:
    assert label(section="", title="Notes") == "Notes"
    assert label(section="") == "d"


def test_a_long_title_is_cut() -> None:
    found = label(section="", title="word " * 40)
    assert len(found) <= MAX_TITLE
    assert found.endswith("…")


def test_a_retraction_shows_beside_the_doubts_about_the_text() -> None:
    chunk = Chunk(
        id="d#1",
        document_id="d",
        text="t",
        header="",
        span=Span(0, 1),
        flags=frozenset({"ocr"}),
        metadata={"notice": "retracted"},
    )
    assert citation_flags(chunk) == {"ocr", "retracted"}
