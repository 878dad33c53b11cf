"""Read the entries of BibTeX, RIS and CSL-JSON files as references.

What enters: a path and the name of its format. What leaves: one `Reference` an entry, which is
both what is shown of the file and what the documents beside it are identified by.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from aliquot.parsing.bibliography.bibtex import BibtexEntry, read_bibtex
from aliquot.parsing.bibliography.ris import read_ris
from aliquot.parsing.files.bytes import read_text
from aliquot.parsing.files.json_fields import Node, nodes, read_records, text, texts
from aliquot.parsing.writing.front_matter import bare_doi
from aliquot.parsing.writing.lines import filled, unique
from aliquot.parsing.writing.names import family_first, split_names
from aliquot.parsing.writing.typography import subscript, superscript
from aliquot.types.references import Reference

__all__ = ["BIBLIOGRAPHIES", "read_bibliography"]

YEAR = re.compile(r"\b(?:1[5-9]|20)\d{2}\b")
# What programs write where they know nothing.
NOTHING = frozenset({"none", "null", "n/a", "na", "nan", "undefined", "-", "--"})
# Rich text of titles. Source: CSL-JSON specification, "Rich text".
RAISED = re.compile(r"<(su[bp])>(.*?)</\1>")
MARKUP = re.compile(r"</?(?:i|b|sub|sup|span)\b[^>]*>")
# Zotero keeps in "extra" what a record has no field for: "PMID: 16504000".
NOTED = re.compile(r"\b(PMID|PMCID|DOI):\s*(\S+)", re.I)
PMID = re.compile(r"\d{1,8}")
OTHERS = frozenset({"others", "et al.", "et al"})

Reading = tuple[list[Reference], list[str]]


def read_bibliography(path: Path, format_name: str) -> Reading:
    """Return the references of a file, each with the file as its origin, and warnings.

    Args:
        path: The file.
        format_name: One of `BIBLIOGRAPHIES`, as `sniff` names it.

    Raises:
        ParseError: The file is not what its format promises.
    """
    references, warnings = BIBLIOGRAPHIES[format_name](path)
    return [_settled(one, str(path)) for one in references], warnings


def _settled(reference: Reference, origin: str) -> Reference:
    """Drop resolvers and words for nothing; take identifiers out of the note."""
    noted = {name.upper(): value for name, value in NOTED.findall(reference.note)}
    doi = bare_doi(reference.doi or noted.get("DOI", ""))
    pmid = reference.pmid or noted.get("PMID", "")
    return replace(
        reference,
        doi="" if doi.casefold() in NOTHING else doi,
        pmid=pmid if PMID.fullmatch(pmid) else "",
        pmcid=reference.pmcid or noted.get("PMCID", ""),
        origin=origin,
    )


def _read_bibtex(path: Path) -> Reading:
    entries, warnings = read_bibtex(read_text(path))
    return [_from_bibtex(entry) for entry in entries], warnings


def _read_ris(path: Path) -> Reading:
    return [_from_ris(record) for record in read_ris(read_text(path))], []


def _read_csl(path: Path) -> Reading:
    return [_from_csl(item) for item in _csl_items(read_records(path))], []


BIBLIOGRAPHIES: Mapping[str, Callable[[Path], Reading]] = {
    "bibtex": _read_bibtex,
    "ris": _read_ris,
    "csl_json": _read_csl,
}


def _year(*dates: str) -> str:
    matches = (YEAR.search(date) for date in dates)
    return next((match[0] for match in matches if match), "")


# ------------------------------------------------------------------------------ BibTeX


def _from_bibtex(entry: BibtexEntry) -> Reference:
    fields = entry.fields

    def first(*names: str) -> str:
        return next((fields[name] for name in names if fields.get(name)), "")

    return Reference(
        key=entry.key,
        type=entry.type,
        title=first("title", "booktitle"),
        authors=_people(entry.people.get("author", ())),
        editors=_people(entry.people.get("editor", ())),
        year=_year(first("year"), first("date"), first("urldate")),
        container=first("journal", "journaltitle", "booktitle", "series", "eprinttype"),
        volume=first("volume"),
        issue=first("number", "issue"),
        pages=first("pages"),
        publisher=first("publisher", "institution", "school", "organization"),
        doi=first("doi"),
        pmid=first("pmid", "eprint") if _is_pubmed(fields) else first("pmid"),
        isbn=first("isbn"),
        url=first("url", "howpublished"),
        abstract=first("abstract"),
        keywords=first("keywords"),
        note=first("note", "annotation"),
        file=first("file"),
        pmcid=first("pmcid", "pmc"),
        language=first("langid", "language"),
    )


def _is_pubmed(fields: Mapping[str, str]) -> bool:
    return fields.get("eprinttype", "").casefold() == "pubmed"


def _people(names: Iterable[str]) -> tuple[str, ...]:
    """Return "Family, Given" for people; groups, which stand in braces, as they stand."""
    people = (person for name in names for person in _names_family_first(name))
    return unique(person for person in people if person.casefold() not in OTHERS)


def _names_family_first(name: str) -> list[str]:
    if name.startswith("{"):
        return [name.strip("{}")]
    # "Given Family, Given Family, ..." is no BibTeX, and common.
    names = split_names(name) if name.count(",") > 1 else [name]
    # BibTeX's own rule: a family name does not begin in lower case ("Multiple authors").
    return [
        one if one.rpartition(" ")[2][:1].islower() else family_first(one) for one in names if one
    ]


# ------------------------------------------------------------------------------ RIS


def _from_ris(record: dict[str, list[str]]) -> Reference:
    def first(*tags: str) -> str:
        return next((record[tag][0] for tag in tags if record.get(tag)), "")

    def joined(*tags: str) -> tuple[str, ...]:
        return unique(value for tag in tags for value in record.get(tag, ()))

    start, end = first("SP"), first("EP")
    return Reference(
        key=first("ID"),
        type=first("TY"),
        title=first("TI", "T1", "CT", "BT"),
        authors=joined("AU", "A1"),
        editors=joined("ED", "A2"),
        year=_year(first("PY"), first("Y1"), first("DA")),
        container=first("JO", "JF", "T2", "JA", "J2"),
        volume=first("VL"),
        issue=first("IS"),
        pages="-".join(filled(start, end)),
        publisher=first("PB"),
        doi=first("DO"),
        pmid=first("AN"),
        isbn=first("SN"),
        url=first("UR", "L2"),
        abstract=first("AB", "N2"),
        keywords=", ".join(joined("KW")),
        note=" ".join(joined("N1")),
        file="; ".join(joined("L1")),
        pmcid=next((value for value in joined("C2") if value.startswith("PMC")), ""),
        language=first("LA"),
    )


# ------------------------------------------------------------------------------ CSL-JSON


def _csl_items(value: Any) -> Iterable[Node]:
    items = value.get("items", [value]) if isinstance(value, dict) else value
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _from_csl(item: Node) -> Reference:
    return Reference(
        key=text(item, "citation-key") or text(item, "id"),
        type=text(item, "type"),
        title=_plain_title(text(item, "title")),
        authors=_csl_people(item, "author"),
        editors=_csl_people(item, "editor"),
        year=_csl_year(item),
        container=" ".join(texts(item, "container-title")),
        volume=text(item, "volume"),
        issue=text(item, "issue"),
        pages=text(item, "page"),
        publisher=text(item, "publisher"),
        doi=text(item, "DOI"),
        pmid=text(item, "PMID"),
        isbn=text(item, "ISBN"),
        url=text(item, "URL"),
        abstract=text(item, "abstract"),
        keywords=text(item, "keyword"),
        note=text(item, "note"),
        pmcid=text(item, "PMCID"),
        language=text(item, "language"),
    )


def _plain_title(title: str) -> str:
    """Return "CO₂" for "CO<sub>2</sub>"; italics and the like are dropped."""
    shifted = {"sub": subscript, "sup": superscript}
    return MARKUP.sub("", RAISED.sub(lambda match: shifted[match[1]](match[2]), title))


def _csl_people(item: Node, role: str) -> tuple[str, ...]:
    return unique(
        text(name, "literal") or ", ".join(filled(_csl_family(name), text(name, "given")))
        for name in nodes(item, role)
    )


def _csl_family(name: Node) -> str:
    return " ".join(filled(text(name, "non-dropping-particle"), text(name, "family")))


def _csl_year(item: Node) -> str:
    issued = item.get("issued")
    if not isinstance(issued, dict):
        return _year(str(issued or ""))
    parts = issued.get("date-parts")
    # `[[2006, 4, 1]]`; some exporters write the numbers as text.
    return _year(str(parts or ""), text(issued, "raw"), text(issued, "literal"))
