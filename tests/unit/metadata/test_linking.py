from __future__ import annotations

import random
from dataclasses import replace

import pytest

from aliquot.metadata.linking import LinkRecord, link, link_record, notices_of
from aliquot.types import Document, DocumentKind, Source
from aliquot.types.references import Relation, RelationKind
from cpu_time import cpu_time

TITLE = "Effect of Curcuma longa on myocardial apoptosis in rats"
AUTHORS = ("Mohanty, Ipseeta", "Arya, Dharamvir Singh")
PAPER = LinkRecord(
    id="paper",
    kind=DocumentKind.PAPER,
    title=TITLE,
    authors=AUTHORS,
    year=2006,
    journal="BMC Medicine",
    doi="10.1186/1",
    parser="pdf",
    path="/lab/paper.pdf",
    characters=30_000,
)
PREPRINT = replace(PAPER, id="pre", doi="10.1101/123456", journal="bioRxiv", year=2005)


def pairs(*records: LinkRecord) -> list[tuple[str, str, str]]:
    return [(str(one.kind), one.document_id, one.other_id) for one in link(records)]


# ------------------------------------------------------------------------------ same work


def test_a_publishers_xml_stands_before_the_pdf_of_the_same_paper() -> None:
    xml = replace(PAPER, id="xml", parser="jats", path="/lab/paper.xml")
    (found,) = link([PAPER, xml])
    assert (found.document_id, found.other_id) == ("paper", "xml")
    assert "same DOI, 10.1186/1" in found.reason
    assert "JATS" in found.reason


def test_an_xml_without_a_body_gives_way_to_the_pdf() -> None:
    front = replace(PAPER, id="xml", parser="jats", is_whole=False)
    assert pairs(PAPER, front) == [("same_work", "xml", "paper")]


def test_a_scan_stands_last() -> None:
    scan = replace(PAPER, id="a-scan", is_scanned=True, characters=90_000)
    assert pairs(PAPER, scan) == [("same_work", "a-scan", "paper")]


def test_three_sources_of_one_work_point_to_one() -> None:
    by_pmid = replace(PAPER, id="b", doi="", pmid="1")
    both = replace(PAPER, id="c", parser="jats", pmid="1")
    assert pairs(PAPER, by_pmid, both) == [("same_work", "b", "c"), ("same_work", "paper", "c")]


def test_the_same_long_title_authors_and_year_join_what_prints_no_doi() -> None:
    old = replace(PAPER, id="old", doi="")
    assert pairs(PAPER, old) == [("same_work", "old", "paper")]


@pytest.mark.parametrize(
    "other",
    [
        replace(PAPER, title=f"Correction: {TITLE}"),
        replace(PAPER, article_type="correction"),
        replace(PAPER, title=f"Supplementary Information for: {TITLE}"),
        replace(PAPER, path="/lab/paper_suppl.pdf"),
        replace(PAPER, title="Chapter 2. Methods of cell culture", path="/lab/2.pdf"),
        replace(PAPER, title=f"{TITLE}. Part II"),
        replace(PAPER, title="", authors=()),
        replace(PAPER, pmid="2"),
        replace(PAPER, kind=DocumentKind.SLIDES),
    ],
)
def test_another_work_that_bears_the_doi_is_not_joined(other: LinkRecord) -> None:
    relations = link([replace(PAPER, pmid="1"), replace(other, id="other")])
    assert RelationKind.SAME_WORK not in {one.kind for one in relations}


@pytest.mark.parametrize(
    "other",
    [
        replace(PAPER, doi="10.1186/2"),
        replace(PAPER, doi="", characters=2_000),
        replace(PAPER, doi="", year=2010),
        replace(PAPER, doi="", authors=("Tanaka, Y",)),
        replace(PAPER, doi="", authors=()),
    ],
)
def test_a_title_alone_joins_nothing(other: LinkRecord) -> None:
    assert pairs(PAPER, replace(other, id="other")) == []


def test_a_doi_misread_in_every_paper_of_a_journal_joins_none() -> None:
    numbers = random.Random(3)
    titles = ["".join(numbers.choices("abcdefghij ", k=60)) for _ in range(200)]
    papers = [replace(PAPER, id=f"p{n}", title=title) for n, title in enumerate(titles)]
    assert link(papers) == []


def test_chapters_of_a_book_in_two_formats_join_chapter_by_chapter() -> None:
    chapters = [
        replace(PAPER, id=f"{parser}{n}", title=f"Chapter {n}: {topic} of cells", parser=parser)
        for n, topic in ((1, "Culture"), (2, "Transfection"))
        for parser in ("pdf", "epub")
    ]
    assert pairs(*chapters) == [("same_work", "pdf1", "epub1"), ("same_work", "pdf2", "epub2")]


# ------------------------------------------------------------------------------ register entries

GENE = LinkRecord(id="g1", kind=DocumentKind.GENE, title="PAX4", accession="O43316", version="118")
TRIAL = LinkRecord(id="t1", kind=DocumentKind.TRIAL, title="A trial", nct="NCT04280705")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (GENE, replace(GENE, version="120")),
        (replace(GENE, characters=10), replace(GENE, characters=20)),
        (replace(GENE, version="", year=2010), replace(GENE, version="", year=2012)),
        (
            replace(GENE, version="", accession="ENSG1.4"),
            replace(GENE, version="", accession="ENSG1.10"),
        ),
        (replace(TRIAL, updated="2020-08-17"), replace(TRIAL, updated="2021-01-02")),
        (replace(TRIAL, characters=9_000), replace(TRIAL, updated="2021-01-02", characters=10)),
    ],
)
def test_the_newest_entry_stands_else_the_richest(older: LinkRecord, newer: LinkRecord) -> None:
    records = replace(older, id="older"), replace(newer, id="newer")
    assert pairs(*records) == [("same_work", "older", "newer")]


def test_entries_of_other_numbers_are_apart() -> None:
    assert pairs(GENE, replace(GENE, id="g2", accession="O43317"), TRIAL) == []


def test_a_trial_states_when_it_was_updated() -> None:
    text = "Overview\n\nNCT number: NCT04332380\nLast update posted: August 17, 2020\nSponsor: x"
    document = Document(kind=DocumentKind.TRIAL, title="x", text=text, blocks=())
    assert link_record(document).updated == "2020-08-17"


# ------------------------------------------------------------------------------ versions

PROTOCOL = LinkRecord(id="p1", kind=DocumentKind.PROTOCOL, title="DNA extraction v1.0")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (PROTOCOL, replace(PROTOCOL, title="DNA extraction v2.0")),
        (
            replace(PROTOCOL, title="DNA extraction v9"),
            replace(PROTOCOL, title="DNA extraction v10"),
        ),
        (
            replace(PROTOCOL, title="DNA extraction", version="A"),
            replace(PROTOCOL, title="DNA extraction", version="C"),
        ),
        (
            replace(PROTOCOL, title="Clean", path="/l/Clean_2023-05-01.docx"),
            replace(PROTOCOL, title="Clean", path="/l/Clean_2024-01-09.docx"),
        ),
        (
            replace(PROTOCOL, title="Clean", path="/l/clean.docx"),
            replace(PROTOCOL, title="Clean", path="/l/clean_v2.docx"),
        ),
        (
            replace(PROTOCOL, title="One", doi="10.17504/protocols.io.abcd"),
            replace(PROTOCOL, title="One, renamed", doi="10.17504/protocols.io.abcd/v2"),
        ),
        (
            replace(PROTOCOL, title="細胞培養 第1版"),
            replace(PROTOCOL, title="細胞培養 第2版"),
        ),
    ],
)
def test_versions_of_a_protocol_are_put_in_order(older: LinkRecord, newer: LinkRecord) -> None:
    records = replace(newer, id="a-newer"), replace(older, id="b-older")
    (found,) = link(records)
    assert (found.kind, found.document_id, found.other_id, found.order) == (
        RelationKind.VERSION_OF,
        "b-older",
        "a-newer",
        1,
    )


def test_every_version_points_to_the_newest() -> None:
    versions = [replace(PROTOCOL, id=f"v{n}", title=f"DNA extraction v{n}") for n in (1, 2, 3)]
    assert [(one.document_id, one.other_id, one.order) for one in link(versions)] == [
        ("v1", "v3", 1),
        ("v2", "v3", 2),
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (replace(PROTOCOL, title="Western Blot"), replace(PROTOCOL, title="Western Blot")),
        (PROTOCOL, replace(PROTOCOL, title="RNA extraction v2.0")),
        (PROTOCOL, replace(PROTOCOL, title="DNA extraction v1.0")),
        (
            replace(PROTOCOL, authors=("Nair, P",)),
            replace(PROTOCOL, title="DNA extraction v2", authors=("Tanabe, M",)),
        ),
        (
            replace(PROTOCOL, title="eDNA 12S metabarcoding v1"),
            replace(PROTOCOL, title="eDNA 16S metabarcoding v2"),
        ),
    ],
)
def test_protocols_of_one_name_are_not_versions(first: LinkRecord, second: LinkRecord) -> None:
    assert pairs(first, replace(second, id="p2")) == []


# ------------------------------------------------------------------------------ preprints


def test_a_preprint_is_joined_with_its_paper_by_title_and_authors() -> None:
    (found,) = link([PAPER, PREPRINT])
    assert (found.kind, found.document_id, found.other_id) == ("preprint_of", "pre", "paper")


def test_a_title_that_changed_a_little_is_still_joined() -> None:
    changed = replace(PREPRINT, title="Effects of Curcuma longa on myocardial apoptosis of rats")
    assert pairs(PAPER, changed) == [("preprint_of", "pre", "paper")]


def test_a_link_one_side_states_joins_whatever_the_titles() -> None:
    renamed = replace(PREPRINT, title="Turmeric and the heart", related=(PAPER.doi,))
    assert pairs(PAPER, renamed) == [("preprint_of", "pre", "paper")]
    stating = replace(PAPER, related=(PREPRINT.doi,))
    unlinked = replace(renamed, related=())
    assert pairs(stating, unlinked) == [("preprint_of", "pre", "paper")]


@pytest.mark.parametrize(
    "preprint",
    [
        replace(PREPRINT, authors=("Tanaka, Y",)),
        replace(PREPRINT, authors=()),
        replace(PREPRINT, year=1990),
        replace(PREPRINT, title=f"{TITLE}. Part II"),
        replace(PREPRINT, title="Effect of Ocimum sanctum on gastric ulcers in mice"),
    ],
)
def test_a_preprint_of_something_else_is_not_joined(preprint: LinkRecord) -> None:
    assert pairs(PAPER, preprint) == []


def test_a_preprint_in_two_files_is_one_work_and_both_have_the_paper() -> None:
    copy = replace(PREPRINT, id="pre-html", parser="html")
    assert pairs(PAPER, PREPRINT, copy) == [
        ("preprint_of", "pre", "paper"),
        ("same_work", "pre", "pre-html"),
        ("preprint_of", "pre-html", "paper"),
    ]


# ------------------------------------------------------------------------------ notices

NOTICE = LinkRecord(
    id="notice",
    kind=DocumentKind.PAPER,
    title=f"Retraction: {TITLE}",
    year=2007,
    doi="10.1186/notice",
)


def test_a_retraction_marks_the_paper_it_names_by_doi() -> None:
    notice = replace(NOTICE, title="Retraction note", related=(PAPER.doi, "10.1000/absent"))
    relations = link([PAPER, notice])
    assert notices_of(relations) == {"paper": "retracted"}
    assert relations[0].document_id == "notice"


def test_a_retraction_marks_the_paper_it_names_by_title_in_every_source() -> None:
    xml = replace(PAPER, id="xml", parser="jats")
    assert notices_of(link([PAPER, xml, NOTICE])) == {"paper": "retracted", "xml": "retracted"}


def test_the_gravest_notice_of_a_paper_counts() -> None:
    corrected = replace(NOTICE, id="c", title=f"Correction: {TITLE}", doi="10.1186/c")
    assert notices_of(link([PAPER, NOTICE, corrected])) == {"paper": "retracted"}


@pytest.mark.parametrize(
    "notice",
    [
        replace(NOTICE, title="Retraction: Something else altogether in mice"),
        replace(
            NOTICE, title="Retraction: Something else altogether in rats", related=(PAPER.doi,)
        ),
        replace(NOTICE, year=2001),
        replace(NOTICE, title=f"Comment on: {TITLE}"),
        replace(NOTICE, title="Erratum"),
        replace(NOTICE, kind=DocumentKind.SLIDES),
    ],
)
def test_a_notice_of_something_else_marks_nothing(notice: LinkRecord) -> None:
    assert notices_of(link([PAPER, notice])) == {}


def test_a_title_two_papers_bear_is_left_open_unless_the_journal_tells() -> None:
    namesake = replace(PAPER, id="other", doi="10.1000/2", journal="Another Journal")
    assert notices_of(link([PAPER, namesake, NOTICE])) == {}
    told = replace(NOTICE, journal="BMC Medicine")
    assert notices_of(link([PAPER, namesake, told])) == {"paper": "retracted"}


# ------------------------------------------------------------------------------ as a whole


def test_records_in_any_order_give_the_same_relations() -> None:
    records = [PAPER, PREPRINT, NOTICE, GENE, replace(PAPER, id="xml", parser="jats")]
    expected = link(records)
    for seed in range(5):
        random.Random(seed).shuffle(records)
        assert link(records) == expected


def test_a_document_becomes_a_record() -> None:
    document = Document(
        id="x",
        kind=DocumentKind.PAPER,
        title="T",
        text="text",
        blocks=(),
        doi="https://doi.org/10.1000/X",
        parser="pdf",
        source=Source(path="/lab/x.pdf"),
        extra={"version": "2", "article_type": "research-article"},
    )
    assert link_record(document, ("10.1000/y",)) == LinkRecord(
        id="x",
        kind=DocumentKind.PAPER,
        title="T",
        doi="10.1000/x",
        version="2",
        article_type="research-article",
        path="/lab/x.pdf",
        parser="pdf",
        characters=4,
        related=("10.1000/y",),
    )


@pytest.mark.slow
def test_a_hundred_thousand_records_are_linked_in_seconds() -> None:
    numbers = random.Random(1)
    words = ["".join(numbers.choices("abcdefghijklmnop", k=7)) for _ in range(20_000)]
    families = [f"{word.title()}, A." for word in words[:3000]]
    records = []
    for n in range(50_000):
        paper = replace(
            PAPER,
            id=f"p{n}",
            title=" ".join(numbers.choices(words, k=8)),
            authors=tuple(numbers.choices(families, k=4)),
            year=numbers.randint(1990, 2024),
            doi=f"10.1000/{n}",
        )
        twin = replace(paper, id=f"t{n}", doi=f"10.1101/{100_000 + n}", journal="bioRxiv")
        records += [paper, twin if n % 10 == 0 else replace(paper, id=f"x{n}", parser="jats")]
    with cpu_time() as spent:
        relations: list[Relation] = link(records)
    assert spent.seconds < 25  # measured: under 5; a quadratic join takes hours
    assert len(relations) == 50_000
