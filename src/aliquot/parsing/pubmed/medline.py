"""Read MEDLINE files (.nbib): tagged lines, as PubMed's "PubMed" export writes them.

What enters: a text file of one or more records, an empty line between them. What leaves: one
`Document` per record. Source: NLM, "MEDLINE/PubMed data element (field) descriptions".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from aliquot.parsing.files.bytes import read_text
from aliquot.parsing.pubmed.document import pubmed_documents
from aliquot.parsing.pubmed.record import LINKS, Link, PubmedRecord
from aliquot.parsing.writing.lines import unique
from aliquot.types import Document

__all__ = ["MedlineParser"]

TAG = re.compile(r"^(?P<tag>[A-Z]{2,4}) *- ?(?P<value>.*)$")
CONTINUED = " " * 6
# `10.1371/journal.pone.0008519 [doi]`
LABELLED_ID = re.compile(r"^(?P<id>\S+) \[(?P<kind>\w+)\]$")
PMID = re.compile(r"\s*PMID: (\d+)\s*$")
# Where one part of a structured abstract ends and the next begins: "... cells. RESULTS: We ..."
LABEL = re.compile(r"(?:^|(?<=[.!?)\]] ))(?P<label>[A-Z][A-Z ,/&()'-]{2,60}[A-Z)]):\s+(?=\S)")
# `0 (Interleukin-6)`, `EC 3.6.5.2 (ras Proteins)`
SUBSTANCE = re.compile(r"^\S+(?: \S+)? \((.*)\)$")
NAMES = ("FAU", "CN")


class MedlineParser:
    """Read MEDLINE records."""

    name = "medline"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read every record of the file.

        Raises:
            ParseError: The file is damaged or holds no record.
        """
        records = map(_read, _records(read_text(path)))
        return pubmed_documents(records, path, parser=self.name, parser_version=self.version)


class _Fields:
    """The fields of one record in their order; a tag may stand many times."""

    def __init__(self) -> None:
        self._pairs: list[tuple[str, str]] = []

    def __bool__(self) -> bool:
        return bool(self._pairs)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._pairs)

    def add(self, tag: str, value: str) -> None:
        self._pairs.append((tag, value.strip()))

    def go_on(self, text: str) -> None:
        """Append a line to the last field."""
        if self._pairs:
            tag, value = self._pairs[-1]
            self._pairs[-1] = (tag, f"{value} {text.strip()}".strip())

    def all(self, *tags: str) -> tuple[str, ...]:
        return unique(value for tag, value in self._pairs if tag in tags)

    def first(self, *tags: str) -> str:
        return next((values[0] for tag in tags if (values := self.all(tag))), "")


def _records(text: str) -> Iterator[_Fields]:
    fields = _Fields()
    for line in text.splitlines():
        match = TAG.match(line)
        if match and match["tag"] == "PMID" and fields:
            yield fields
            fields = _Fields()
        if match:
            fields.add(match["tag"], match["value"])
        elif line.startswith(CONTINUED):
            fields.go_on(line)
    if fields:
        yield fields


def _read(fields: _Fields) -> PubmedRecord:
    ids = _ids(fields)
    has_full_names = bool(fields.all("FAU"))
    return PubmedRecord(
        pmid=fields.first("PMID"),
        title=fields.first("TI", "CTI") or fields.first("BTI"),
        vernacular_title=fields.first("TT"),
        authors=fields.all(*NAMES) if has_full_names else fields.all("AU", "CN"),
        editors=fields.all("FED") or fields.all("ED"),
        affiliations=fields.all("AD"),
        journal=fields.first("JT"),
        abbreviation=fields.first("TA"),
        volume=fields.first("VI"),
        issue=fields.first("IP"),
        pages=fields.first("PG"),
        date=fields.first("DP") or fields.first("DEP")[:4],
        doi=ids.get("doi", ""),
        pmcid=fields.first("PMC").split(" ")[0],
        language=fields.first("LA"),
        abstract=tuple(_split_labels(fields.first("AB"))),
        other_abstracts=tuple(("other", tuple(_split_labels(text))) for text in fields.all("OAB")),
        keywords=fields.all("OT"),
        mesh=fields.all("MH"),
        substances=unique(SUBSTANCE.sub(r"\1", one) for one in fields.all("RN", "NM")),
        genes=fields.all("GS"),
        types=fields.all("PT"),
        grants=fields.all("GR"),
        databanks=unique(one.replace("/", ": ", 1) for one in fields.all("SI")),
        links=tuple(_links(fields)),
        conflicts=fields.first("COIS"),
        copyright=fields.first("CI"),
        book=fields.first("BTI") if fields.first("TI", "CTI") else "",
        publisher=fields.first("PB"),
    )


def _split_labels(abstract: str) -> Iterator[tuple[str, str]]:
    """Yield label and text of each part of an abstract."""
    marks = list(LABEL.finditer(abstract))
    # One word in capitals before a colon may be a gene; structured abstracts have several.
    if len(marks) < 2:
        marks = []
    start = marks[0].start() if marks else len(abstract)
    if abstract[:start].strip():
        yield "", abstract[:start].strip()
    ends = [mark.start() for mark in marks[1:]] + [len(abstract)]
    for mark, end in zip(marks, ends, strict=False):
        yield mark["label"], abstract[mark.end() : end].strip()


def _ids(fields: _Fields) -> dict[str, str]:
    matches = (LABELLED_ID.match(value) for value in fields.all("LID", "AID"))
    found: dict[str, str] = {}
    for match in filter(None, matches):
        found.setdefault(match["kind"], match["id"])
    return found


def _links(fields: _Fields) -> Iterator[Link]:
    for tag, value in fields:
        if tag in LINKS and value:
            pmid = PMID.search(value)
            yield Link(kind=LINKS[tag], citation=PMID.sub("", value), pmid=pmid[1] if pmid else "")
