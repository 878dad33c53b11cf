"""Identity of the real papers: their bibliography fits them and only them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aliquot.metadata.claims import Standing, weigh
from aliquot.metadata.titles import TitleMatch, compare_titles
from aliquot.parsing.bibliography.references import read_bibliography
from aliquot.types import Document, DocumentKind, Source
from aliquot.types.references import Reference

DATA = Path(__file__).parents[4] / "shared" / "data" / "dev"
pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the development papers are not here")


def truth() -> list[Document]:
    """Return the papers as their publishers state them, without their text."""
    lines = (DATA / "papers" / "ground_truth.jsonl").read_text("utf-8").splitlines()
    return [
        Document(
            kind=DocumentKind.PAPER,
            title=one["title"],
            text=one["title"],
            blocks=(),
            authors=tuple(
                f"{person.get('family')}, {person.get('given')}" for person in one["authors"]
            ),
            year=one["year"],
            source=Source(path=one["file"]),
        )
        for one in map(json.loads, lines)
    ]


def references() -> list[Reference]:
    found, warnings = read_bibliography(DATA / "bibliography" / "library.bib", "bibtex")
    assert not warnings
    return found


def test_each_entry_agrees_with_its_own_paper_and_no_other() -> None:
    entries = {Path(one.file).name: one for one in references()}
    papers = [one for one in truth() if one.source and Path(one.source.path).name in entries]
    assert len(papers) >= 40
    for paper in papers:
        own = entries[Path(paper.source.path).name] if paper.source else None
        agreeing = [
            one for one in entries.values() if weigh(paper, one).standing is Standing.AGREES
        ]
        assert agreeing == [own]


def test_no_two_real_papers_are_taken_for_one() -> None:
    titles = sorted({paper.title for paper in truth()})
    for number, first in enumerate(titles):
        for second in titles[number + 1 :]:
            assert compare_titles(first, second) is TitleMatch.DIFFERENT, (first, second)


def test_the_three_bibliographies_state_the_same_works() -> None:
    folder = DATA / "bibliography"
    by_format = [
        read_bibliography(folder / name, form)[0]
        for name, form in (
            ("library.bib", "bibtex"),
            ("library.ris", "ris"),
            ("library.csl.json", "csl_json"),
        )
    ]
    stated = [[(one.title, one.authors, one.year, one.doi) for one in found] for found in by_format]
    assert stated[0] == stated[1] == stated[2]
