"""Read the bibliography of a text out of its TEI header, and of the works it cites.

What enters: the `teiHeader`, or a `biblStruct` or `bibl`. What leaves: a `Header` record, or one
line for a reference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from aliquot.parsing.files.xml import local_name
from aliquot.parsing.files.xml_fields import find_all, find_first
from aliquot.parsing.tei.inline import inline_text
from aliquot.parsing.writing.front_matter import FrontMatter, bare_doi, find_year, normal_pmcid
from aliquot.parsing.writing.licences import licence_name
from aliquot.parsing.writing.names import family_first
from aliquot.parsing.writing.references import CitedWork
from aliquot.parsing.writing.typography import collapse, join_text

__all__ = ["Header", "read_header", "reference_text"]

# Of the checksum of the PDF, of persons and of grants: none identifies a cited work.
FOREIGN_IDS = frozenset({"md5", "orcid", "issn", "eissn", "grant-number"})
Element = etree._Element


@dataclass(frozen=True, slots=True)
class Header(FrontMatter):
    """What a TEI header states about a text; empty where it states nothing."""

    keywords: tuple[str, ...] = ()
    is_article: bool = False


def read_header(header: Element | None) -> Header:
    """Return what the header states; an empty record where there is none."""
    file = None if header is None else find_first(header, "fileDesc")
    if header is None or file is None:
        return Header()
    work = next(file.iter("{*}biblStruct", "{*}biblFull"), file)
    titles = find_first(file, "titleStmt")
    return Header(
        title=_title(work) or ("" if titles is None else _title(titles)),
        authors=_authors(work) or (() if titles is None else _authors(titles)),
        year=_year(work) or _year(file),
        journal=inline_text(_titled(work, "j")),
        doi=bare_doi(_identifier(work, "DOI") or _identifier(file, "DOI")),
        pmid=_identifier(work, "PMID"),
        pmcid=normal_pmcid(_identifier(work, "PMCID", "PMC")),
        licence=_licence(file),
        keywords=tuple(dict.fromkeys(filter(None, _keywords(header)))),
        is_article=_titled(work, "a") is not None or _titled(work, "j") is not None,
    )


def reference_text(work: Element) -> str:
    """Return a cited work as printed where the source keeps that, otherwise from its parts."""
    for note in work.iter("{*}note"):
        if note.get("type") == "raw_reference":
            return inline_text(note)
    if local_name(work) != "biblStruct":
        return inline_text(work)
    scopes = {scope.get("unit", ""): scope for scope in work.iter("{*}biblScope")}
    return CitedWork(
        authors=tuple(name.replace(",", "") for name in _authors(work)),
        year=str(_year(work) or ""),
        titles=tuple(dict.fromkeys(filter(None, (inline_text(_titled(work, "a")),)))),
        source=inline_text(_titled(work, "j")) or inline_text(_titled(work, "m")),
        volume=inline_text(scopes.get("volume")),
        pages=_pages(scopes.get("page")),
        publisher=inline_text(next(work.iter("{*}publisher"), None)),
        identifiers=tuple(_identifiers(work)),
    ).text()


def _title(work: Element) -> str:
    """Return the main title, with its subtitle; that of the article before that of the journal."""
    article = [title for title in work.iter("{*}title") if title.get("level", "a") == "a"]
    found = article or list(work.iter("{*}title"))
    main = next((title for title in found if title.get("type", "main") == "main"), None)
    if main is None:
        return ""
    parts = (title for title in found if title.get("type") == "sub")
    subtitle = inline_text(next((part for part in parts if main.getparent() is not None), None))
    return join_text(inline_text(main), subtitle, separator=": ")


def _titled(work: Element, level: str) -> Element | None:
    """Return the title of a level: `a` article, `j` journal, `m` book."""
    return next((title for title in work.iter("{*}title") if title.get("level") == level), None)


def _authors(work: Element) -> tuple[str, ...]:
    """Return the names of the persons; what stands as author without a name is an address."""
    holder = find_first(work, "analytic")
    authors = find_all(work if holder is None else holder, "author")
    return tuple(dict.fromkeys(name for author in authors if (name := _author(author))))


def _author(author: Element) -> str:
    name = next(author.iter("{*}persName"), None)
    if name is None and len(author):
        names = (child for child in author if local_name(child) in ("name", "orgName"))
        name = next(names, None)
        if name is None and not (author.text or "").strip():
            return ""
    name = author if name is None else name
    family = " ".join(inline_text(part) for part in name.iter("{*}surname"))
    given = " ".join(inline_text(part) for part in name.iter("{*}forename"))
    if family:
        return join_text(family, given, separator=", ")
    return given or family_first(inline_text(name))


def _year(work: Element) -> int | None:
    for date in work.iter("{*}date"):
        if (year := find_year(date.get("when", "") or inline_text(date))) is not None:
            return year
    return None


def _identifier(work: Element, *kinds: str) -> str:
    for item in work.iter("{*}idno"):
        if item.get("type", "").upper() in kinds:
            return inline_text(item)
    return ""


def _identifiers(work: Element) -> Iterator[str]:
    for item in work.iter("{*}idno"):
        kind = item.get("type", "").casefold()
        if kind not in FOREIGN_IDS:
            yield join_text(kind, bare_doi(inline_text(item)), separator=":")


def _pages(scope: Element | None) -> str:
    if scope is None:
        return ""
    return join_text(scope.get("from", ""), scope.get("to", ""), separator="–") or inline_text(
        scope
    )


def _licence(file: Element) -> str:
    for licence in file.iter("{*}licence"):
        if (text := inline_text(licence)) or licence.get("target"):
            return licence_name(text, licence.get("target", ""))
    return ""


def _keywords(header: Element) -> Iterator[str]:
    """Yield the terms; GROBID leaves those it cannot part in one text."""
    for keywords in header.iter("{*}keywords"):
        terms = [inline_text(term) for term in keywords.iter("{*}term")]
        yield from terms or [collapse(inline_text(keywords))]
