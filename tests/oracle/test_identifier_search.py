"""An identifier finds the note that holds it, in every spelling, before notes that hold its parts.

What holds it is known because each note was made for one identifier. Decoys repeat the parts of the
names far more often, which is what term frequencies would rank first.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from aliquot.library import Library

CONFIG = {"embedding": {"legs": ["fake"]}}

# As the note writes it, then as it is searched.
IDENTIFIERS = {
    "IL-6": ["IL-6", "IL6", "il 6", "IL\u20116", "ＩＬ－６"],
    "TNF-α": ["TNF-α", "TNFα", "TNF-alpha", "tnf alpha", "TNFalpha"],
    "β-catenin": ["β-catenin", "beta-catenin", "beta catenin", "βcatenin"],
    "IL-2Rα": ["IL-2Rα", "IL2R alpha", "il-2r-alpha"],
    "CD8⁺": ["CD8⁺", "CD8+", "CD8(+)"],
    "Ca(OH)₂": ["Ca(OH)₂", "Ca(OH)2"],
    "MgCl₂": ["MgCl₂", "MgCl2", "mgcl2"],
    "p.R175H": ["p.R175H", "p.Arg175His", "R175H", "p.(Arg175His)"],
    "c.68_69delAG": ["c.68_69delAG", "c.68_69delag"],
    "ΔF508": ["ΔF508", "deltaF508", "delta F508"],
    "HLA-A*02:01": ["HLA-A*02:01", "HLA-A*0201", "hla-a*02:01"],
    "RRID:AB_2534069": ["RRID:AB_2534069", "AB_2534069", "ab_2534069"],
    "MMS-101P-200": ["MMS-101P-200", "mms\u2013101p\u2013200", "Cat# MMS-101P-200"],
    "15133172": ["15133172", "PMID: 15133172", "pmid 15133172"],
    "10.5897/ajb2015.15131": ["10.5897/ajb2015.15131", "https://doi.org/10.5897/AJB2015.15131"],
    "CHO-K1": ["CHO-K1", "CHOK1", "CHO K1", "cho-k1"],
    "RAW 264.7": ["RAW 264.7", "RAW264.7", "raw-264.7"],
    "C57BL/6J": ["C57BL/6J", "C57BL6J", "c57bl/6j"],
    "LNCaP": ["LNCaP", "lncap", "LNCAP"],
    "2-mercaptoethanol": ["2-mercaptoethanol", "2‑Mercaptoethanol"],
    "1,25-dihydroxyvitamin D3": ["1,25-dihydroxyvitamin D3", "1,25-dihydroxyvitamin D₃"],
    "遺伝子編集": ["遺伝子編集"],
    "プロテイナーゼ": ["プロテイナーゼ", "ﾌﾟﾛﾃｲﾅｰｾﾞ"],
}
PARTS = [
    "IL alpha beta", "6 6 6 and IL", "TNF", "catenin", "CD8 CD8 CD8", "Ca OH 2", "Mg Cl 2", "R175",
    "508 F delta", "HLA-A HLA-A A*03:01", "AB 2534 069", "MMS 200 101", "2015 AJB ajb2015 15131",
    "CHO CHO K1 K1 K1", "RAW 264", "C57BL/6 C57BL/6N", "mercaptoethanol 2 2", "vitamin D3 1 25",
    "遺伝子の編集", "編集者の遺伝子", "プロテアーゼ", "IL-10 IL-6R TNF-β",
]  # fmt: skip


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("notes")
    for number, name in enumerate(IDENTIFIERS):
        text = f"Freezer {number}, shelf two.\n\nOn this shelf we keep {name} for the course.\n"
        (folder / f"kept-{number}.txt").write_text(text, encoding="utf-8")
    for number, part in enumerate(PARTS):
        text = f"List {number}.\n\n{part}, {part}, {part}; and {part} again.\n"
        (folder / f"parts-{number}.txt").write_text(text, encoding="utf-8")
    place = tmp_path_factory.mktemp("identifiers") / "library"
    with Library.create(place, CONFIG) as made:
        report = made.add(folder)
        assert not report.failed
        yield made


@pytest.mark.parametrize("name", IDENTIFIERS)
def test_every_spelling_finds_the_note_that_holds_the_name(library: Library, name: str) -> None:
    for spelling in IDENTIFIERS[name]:
        assert name in library.search(spelling, 5)[0].chunk.text, spelling


def test_the_same_comes_first_every_time(library: Library) -> None:
    for name in IDENTIFIERS:
        rankings = {
            tuple((one.chunk.id, one.score) for one in library.search(name, 10)) for _ in range(5)
        }
        assert len(rankings) == 1, name


def test_parts_of_a_name_are_still_found_after_it(library: Library) -> None:
    texts = [one.chunk.text for one in library.search("3T3 CD8+", 10)]
    assert any("CD8 CD8" in text for text in texts)
