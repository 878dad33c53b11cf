from __future__ import annotations

import pytest

from aliquot.metadata.bibliography import ReferenceBook, Way, attachments
from aliquot.types import Document, DocumentKind, Source
from aliquot.types.references import Reference

TITLE = "Effect of Curcuma longa on myocardial apoptosis"


def paper(path: str = "/lab/x.pdf", **fields: object) -> Document:
    fields = {"title": "", "text": "", "blocks": (), "source": Source(path=path)} | fields
    return Document(kind=DocumentKind.PAPER, **fields)  # type: ignore[arg-type]


def ways(document: Document, *references: Reference) -> list[tuple[str, Way]]:
    return [(one.reference.title, one.way) for one in ReferenceBook(references).find(document)]


@pytest.mark.parametrize(
    ("field", "paths"),
    [
        ("papers/a.pdf", ["papers/a.pdf"]),
        (":Smith/a.pdf:PDF", ["Smith/a.pdf"]),
        (
            r"Full Text:C\:\\Users\\x\\a b.pdf:application/pdf;Snap:files/b.html:text/html",
            [r"C:\\Users\\x\\a b.pdf", "files/b.html"],
        ),
        (r"C:\lab\a.pdf", [r"C:\lab\a.pdf"]),
        ("file:///home/u/a%20b.pdf", ["file:///home/u/a%20b.pdf"]),
        ("", []),
    ],
)
def test_attachments_are_read_as_managers_write_them(field: str, paths: list[str]) -> None:
    assert list(attachments(field)) == paths


@pytest.mark.parametrize(
    ("field", "path"),
    [
        ("papers/pdf/a.pdf", "/lab/papers/pdf/a.pdf"),
        ("/other/machine/A b.pdf", "/lab/a b.pdf"),
        (r"x:C\:\\Users\\x\\a b.pdf:PDF", "/lab/a b.pdf"),
        ("file:///home/u/a%20b.pdf", "/lab/a b.pdf"),
    ],
)
def test_an_entry_is_found_by_the_file_it_attaches(field: str, path: str) -> None:
    assert ways(paper(path), Reference(title="T", file=field)) == [("T", Way.FILE)]


def test_of_entries_with_the_same_file_name_the_nearest_folder_counts() -> None:
    far, near = (Reference(title=x, file=f"{x}/main.pdf") for x in ("one", "two"))
    assert ways(paper("/lab/two/main.pdf"), far, near) == [("two", Way.FILE)]


def test_an_entry_is_found_by_what_it_shares() -> None:
    by_doi = Reference(title="a", doi="https://doi.org/10.1000/ABC")
    by_pmid = Reference(title="b", pmid="123")
    by_title = Reference(title=TITLE.upper())
    document = paper(doi="10.1000/abc", pmid="123", title=TITLE)
    assert [way for _, way in ways(document, by_title, by_pmid, by_doi)] == [
        Way.DOI,
        Way.PMID,
        Way.TITLE,
    ]


def test_a_file_named_by_a_key_is_found_and_by_a_word_is_not() -> None:
    references = Reference(title="a", key="x.org/items/Mohanty2006a"), Reference(title="b", key="x")
    assert ways(paper("/lab/mohanty2006a.pdf"), *references) == [("a", Way.NAME)]
    assert ways(paper("/lab/x.pdf"), *references) == []


def test_an_entry_found_twice_counts_once_by_its_strongest_claim() -> None:
    reference = Reference(title=TITLE, doi="10.1000/abc", file="x.pdf")
    assert ways(paper(doi="10.1000/abc", title=TITLE), reference) == [(TITLE, Way.FILE)]
