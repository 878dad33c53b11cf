"""Look papers up at Crossref: records by DOI and by title, with what was published about them.

Source: Crossref REST API (`/works/{doi}`, `/works?query.bibliographic=`), its metadata of updates
(`update-to`, `updated-by`, which holds Retraction Watch's entries too) and relations.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from aliquot.metadata.identifiers import normal_doi
from aliquot.metadata.notices import gravest, notice_named
from aliquot.metadata.resolvers.client import PoliteClient
from aliquot.metadata.resolvers.records import Record, inner, read_json, records, said
from aliquot.metadata.resolvers.seam import Question
from aliquot.types.references import Reference

__all__ = ["Crossref"]

ADDRESS = "https://api.crossref.org"
# Who states an e-mail address is served from a pool of its own at a better pace. Both are well
# inside the limits the service announces in its headers.
POLITE_S = 0.2
ANONYMOUS_S = 1.0
# Enough for a paper, its preprint, its correction and a namesake.
CANDIDATES = "5"
FIELDS = (
    "DOI,title,subtitle,author,issued,published-print,container-title,type,language,license,"
    "publisher,volume,issue,page,update-to,updated-by,relation"
)
# What a work is to the other side of a relation -> kind here.
RELATIONS = {
    "is-preprint-of": "preprint_of",
    "has-preprint": "has_preprint",
    "is-version-of": "version_of",
    "is-comment-on": "comment_on",
    "is-reply-to": "reply_to",
}


class Crossref:
    """Records of the DOIs registered at Crossref."""

    name = "Crossref"
    version = "1"
    asks_by = frozenset({"doi", "title"})
    is_local = False

    def __init__(self, client: PoliteClient, *, email: str = "", address: str = ADDRESS) -> None:
        """Take the shared client, an e-mail address for the polite pool, and where to ask."""
        self._client = client
        self._address = address.rstrip("/")
        self._email = email

    def ask(self, question: Question) -> list[Reference]:
        """Return the record of a DOI, or the best candidates for a title.

        Raises:
            LookupFailedError: Crossref gave no usable answer.
        """
        if question.by == "doi":
            answer = self._get(f"/works/{quote(question.value, safe='')}", {})
            return [_reference(inner(answer, "message"))] if answer else []
        asked = {"query.bibliographic": question.value, "rows": CANDIDATES, "select": FIELDS}
        if question.author:
            asked["query.author"] = question.author
        answer = self._get("/works", asked)
        return [_reference(item) for item in records(inner(answer, "message"), "items")]

    def _get(self, path: str, parameters: dict[str, str]) -> Record:
        asked = parameters | ({"mailto": self._email} if self._email else {})
        every_s = POLITE_S if self._email else ANONYMOUS_S
        text = self._client.get(self._address + path, asked, every_s=every_s, accept="json")
        return {} if text is None else read_json(text, self.name)


def _reference(record: Record) -> Reference:
    licences = records(record, "license")
    return Reference(
        title=_title(record),
        key=said(record, "DOI"),
        type=said(record, "type"),
        authors=tuple(_people(record)),
        year=_year(record),
        container=said(record, "container-title") or _server(record),
        volume=said(record, "volume"),
        issue=said(record, "issue"),
        pages=said(record, "page"),
        publisher=said(record, "publisher"),
        doi=normal_doi(said(record, "DOI")),
        language=said(record, "language"),
        licence=said(licences[0], "URL") if licences else "",
        notice=_notice(record),
        related=tuple(_related(record)),
        origin=Crossref.name,
    )


def _title(record: Record) -> str:
    title, subtitle = said(record, "title"), said(record, "subtitle")
    return f"{title}: {subtitle}" if subtitle and subtitle not in title else title


def _people(record: Record) -> Iterator[str]:
    for person in records(record, "author"):
        family, given = said(person, "family"), said(person, "given")
        name = ", ".join(filter(None, (family, given))) or said(person, "name")
        if name:
            yield name


def _year(record: Record) -> str:
    """Return the year of publication: `[[2006, 4, 1]]`; a date not known is `[[null]]`."""
    parts = inner(record, "issued").get("date-parts")
    first = parts[0] if isinstance(parts, list) and parts else None
    year = first[0] if isinstance(first, list) and first else None
    return str(year) if isinstance(year, int) else ""


def _server(record: Record) -> str:
    """Return the server of a preprint, which has no journal."""
    institutions = records(record, "institution")
    return said(institutions[0], "name") if institutions else ""


def _notice(record: Record) -> str:
    return gravest(notice_named(said(one, "type")) for one in records(record, "updated-by"))


def _related(record: Record) -> Iterator[tuple[str, str]]:
    for update in records(record, "update-to"):
        if notice_named(said(update, "type")):
            yield "notice_of", normal_doi(said(update, "DOI"))
    for name, kind in RELATIONS.items():
        for one in records(inner(record, "relation"), name):
            if said(one, "id-type").casefold() == "doi":
                yield kind, normal_doi(said(one, "id"))
