"""Read what an EPUB's package file says of the book: title, creators, date, numbers.

What enters: the root of the package file. What leaves: a `Metadata` record. Sources: Open Packaging
Format 2.0.1 section 2.2, EPUB Packages 3.3 section 5.5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from aliquot.parsing.files.xml import local_name
from aliquot.parsing.files.xml_fields import text
from aliquot.parsing.writing.front_matter import FrontMatter, find_year
from aliquot.parsing.writing.licences import licence_name
from aliquot.parsing.writing.names import cited_names
from aliquot.parsing.writing.typography import collapse, join_text

__all__ = ["Metadata", "read_metadata"]

Element = etree._Element
OPF = "{http://www.idpf.org/2007/opf}"
ISBN = re.compile(r"(?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx]")
DOI = re.compile(r"10\.\d{4,9}/\S+")
# Dates of making or changing the file say nothing of the book.
OTHER_DATES = frozenset({"modification", "creation", "conversion"})
# Editors, illustrators and the programs that made the file are not its authors.
# Source: MARC relator codes.
AUTHOR_ROLES = frozenset({"", "aut", "cre", "edt"})


@dataclass(frozen=True, slots=True)
class Metadata(FrontMatter):
    """What a package states about its book, whose `journal` is the publisher."""

    language: str = ""
    isbn: str = ""
    subjects: tuple[str, ...] = ()


def read_metadata(package: Element) -> Metadata:
    """Return the metadata of a package file."""
    holder = next(package.iter("{*}metadata"), package)
    refined = _refinements(holder)
    fields: dict[str, list[Element]] = {}
    for element in holder.iter():
        fields.setdefault(local_name(element).casefold(), []).append(element)
    rights = text(next(iter(fields.get("rights", ())), None))
    return Metadata(
        title=_title(fields.get("title", []), refined),
        authors=cited_names(_authors(fields.get("creator", []), refined)),
        year=_year(fields.get("date", [])),
        journal=text(next(iter(fields.get("publisher", ())), None)),
        language=text(next(iter(fields.get("language", ())), None))[:2].casefold(),
        licence=licence_name(rights) if rights else "",
        isbn=_isbn(fields.get("identifier", [])),
        doi=_doi(fields.get("identifier", [])),
        subjects=tuple(dict.fromkeys(filter(None, map(text, fields.get("subject", ()))))),
    )


def _refinements(holder: Element) -> dict[tuple[str, str], str]:
    """Return what EPUB 3 says in `meta` about other elements, by their id and property."""
    return {
        (meta.get("refines", "").lstrip("#"), meta.get("property", "")): text(meta)
        for meta in holder.iter("{*}meta")
        if meta.get("refines")
    }


def _property(element: Element, name: str, refined: dict[tuple[str, str], str]) -> str:
    stated = element.get(f"{OPF}{name}") or element.get(name) or ""
    return collapse(stated or refined.get((element.get("id", ""), name), ""))


def _title(titles: list[Element], refined: dict[tuple[str, str], str]) -> str:
    """Return the main title with its subtitle; the first title where none says what it is."""
    kinds = {_property(title, "title-type", refined): text(title) for title in reversed(titles)}
    first = text(titles[0]) if titles else ""
    return join_text(kinds.get("main", first), kinds.get("subtitle", ""), separator=": ")


def _authors(creators: list[Element], refined: dict[tuple[str, str], str]) -> Iterator[str]:
    for creator in creators:
        if _property(creator, "role", refined).casefold() in AUTHOR_ROLES:
            filed = _property(creator, "file-as", refined)
            yield filed if "," in filed else text(creator)


def _year(dates: list[Element]) -> int | None:
    events = [(date.get(f"{OPF}event") or date.get("event") or "", text(date)) for date in dates]
    stated = [date for event, date in events if event == "publication"]
    stated += [date for event, date in events if event not in OTHER_DATES]
    return next((year for date in stated if (year := find_year(date)) is not None), None)


def _isbn(identifiers: list[Element]) -> str:
    for identifier in identifiers:
        shown = text(identifier)
        scheme = identifier.get(f"{OPF}scheme") or identifier.get("scheme") or ""
        found = ISBN.search(shown)
        is_stated = "isbn" in f"{scheme} {shown}".casefold() or shown.startswith(("978", "979"))
        if found and is_stated:
            return re.sub(r"[- ]", "", found.group())
    return ""


def _doi(identifiers: list[Element]) -> str:
    found = (DOI.search(text(identifier)) for identifier in identifiers)
    return next((match.group() for match in found if match), "")
