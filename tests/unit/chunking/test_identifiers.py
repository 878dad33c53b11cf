from __future__ import annotations

import pytest

from aliquot.chunking.identifiers import ChunkNamer, slug


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Results and Discussion", "results-and-discussion"),
        ("3.2 TNF-α の測定", "3-2-tnf-alpha-の測定"),
        ("Résumé & β-cells", "resume-beta-cells"),
        ("ＰＣＲ条件：がん", "pcr条件-がん"),
        ("IL‑6 / µm", "il-6-mum"),
        ("…", ""),
    ],
)
def test_slug_is_readable(heading: str, expected: str) -> None:
    assert slug(heading) == expected


def test_long_heading_gives_a_short_slug() -> None:
    assert len(slug("a very long heading " * 20)) <= 48


def test_numbers_count_within_a_section() -> None:
    namer = ChunkNamer("2023-smith")
    names = [namer.name(section) for section in ("Results", "Results", "Methods", "Results", "")]
    assert names == [
        "2023-smith#results-1",
        "2023-smith#results-2",
        "2023-smith#methods-1",
        "2023-smith#results-3",
        "2023-smith#text-1",
    ]


def test_headings_with_one_slug_share_the_count() -> None:
    namer = ChunkNamer("d")
    assert [namer.name("A. B"), namer.name("a-b")] == ["d#a-b-1", "d#a-b-2"]
