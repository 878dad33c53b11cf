from __future__ import annotations

import pytest

from aliquot.generation.citing.cleaning import closed, plain_line
from aliquot.generation.citing.works import work_of
from aliquot.types import Document, DocumentKind, FieldValue, Reference, Source


def document(kind: DocumentKind = DocumentKind.PAPER, **fields: object) -> Document:
    stated: dict[str, object] = {"title": "T", "text": "", "blocks": (), "id": "d"} | fields
    return Document(kind=kind, **stated)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("stated", "shown"),
    [
        ("Cells &amp; <i>E. coli</i>", "Cells & E. coli"),
        ("CO<sub>2</sub> at 10<sup>-6</sup> M", "CO₂ at 10⁻⁶ M"),
        ("p<0.05 and q>1", "p<0.05 and q>1"),
        ("A &lt;b&gt;bold&lt;/b&gt; claim", "A bold claim"),
        ("Twice &amp;amp; escaped", "Twice & escaped"),
        ("Two\r\n lines\ttab", "Two lines tab"),
        ("Bell\x07 and half \ud800 pair", "Bell and half pair"),
        ("<jats:italic>Danio</jats:italic> &#945;", "Danio α"),
        ("培養<b>細胞</b>", "培養細胞"),
    ],
)
def test_a_title_is_one_line_without_markup(stated: str, shown: str) -> None:
    assert " ".join(plain_line(stated).split()) == shown
    assert "\n" not in plain_line(stated)


@pytest.mark.parametrize(
    ("text", "ended"),
    [("A", "A."), ("A?", "A?"), ("A.", "A."), ("“A?”", "“A?”"), ("", ""), ("終わり。", "終わり。")],
)
def test_a_sentence_ends_once(text: str, ended: str) -> None:
    assert closed(text) == ended


@pytest.mark.parametrize(
    ("accession", "registry"),
    [
        ("P04637", "UniProt"),
        ("A0A9Z9LUM1", "UniProt"),
        ("ENSG00000141510.4", "Ensembl"),
        ("ENSMUSG00000017167", "Ensembl"),
        ("NM_000546.6", "RefSeq"),
        ("AL109817", "GenBank"),
        ("U12345", "GenBank"),
        ("made-up-7", ""),
    ],
)
def test_an_accession_tells_its_registry(accession: str, registry: str) -> None:
    work = work_of(document(DocumentKind.GENE, accession=accession))
    assert work.registry == registry
    assert (accession in work.url) == bool(registry)


def test_a_trial_is_an_entry_of_its_registry_and_a_paper_about_it_is_not() -> None:
    assert work_of(document(DocumentKind.TRIAL, nct="NCT1")).entry_name == "NCT1"
    assert work_of(document(nct="NCT1")).entry_name == ""


def test_what_nothing_states_stays_out() -> None:
    work = work_of(document())
    assert (work.volume, work.pages, work.journal, work.year, work.url) == ("", "", "", None, "")


def test_an_entry_of_the_same_work_adds_volume_and_pages_and_changes_nothing() -> None:
    stated = Reference(title="Other", volume="12", issue="3", pages="284--287", year="1999")
    work = work_of(document(title="T", year=2023), stated)
    assert (work.title, work.year, work.volume, work.issue, work.pages) == (
        ("T", 2023, "12", "3", "284-287")
    )


@pytest.mark.parametrize("path", ["/home/ann/secret/培養.pdf", "C:\\Users\\Ann\\secret\\培養.pdf"])
def test_folders_of_the_reader_stay_out(path: str) -> None:
    assert work_of(document(source=Source(path=path))).file_name == "培養.pdf"


def test_a_source_on_the_web_is_cited_by_its_address() -> None:
    work = work_of(document(source=Source(path="https://example.org/a.html")))
    assert (work.url, work.file_name) == ("https://example.org/a.html", "")


def test_a_retraction_is_said_once() -> None:
    extra: dict[str, FieldValue] = {"notice": "retracted"}
    assert work_of(document(title="A cure", extra=extra)).mark == "retracted"
    assert work_of(document(title="RETRACTED: A cure", extra=extra)).mark == ""
