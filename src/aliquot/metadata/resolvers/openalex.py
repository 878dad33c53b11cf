"""Look papers up at OpenAlex: records by DOI, PubMed number and title, with a mark of retraction.

Source: OpenAlex API (`/works/{id}` with `doi:` and `pmid:` prefixes, `filter=title.search:`).
"""

from __future__ import annotations

import re
from urllib.parse import quote

from aliquot.metadata.identifiers import normal_doi, normal_pmcid, normal_pmid
from aliquot.metadata.resolvers.client import PoliteClient
from aliquot.metadata.resolvers.records import Record, inner, read_json, records, said
from aliquot.metadata.resolvers.seam import Question
from aliquot.types.references import NOTICES, Reference

__all__ = ["OpenAlex"]

ADDRESS = "https://api.openalex.org"
# Source: OpenAlex documentation, "Rate limits": ten requests a second.
EVERY_S = 0.2
CANDIDATES = "5"
# A comma or a bar would part the filter in two.
FILTER_SIGNS = re.compile(r"[,|:!\"']+")


class OpenAlex:
    """Records of the works in OpenAlex."""

    name = "OpenAlex"
    version = "1"
    asks_by = frozenset({"doi", "pmid", "title"})
    is_local = False

    def __init__(
        self, client: PoliteClient, *, email: str = "", key: str = "", address: str = ADDRESS
    ) -> None:
        """Take the shared client, an e-mail address or a key, and where to ask."""
        self._client = client
        self._address = address.rstrip("/")
        credentials = {"mailto": email, "api_key": key}
        self._credentials = {name: value for name, value in credentials.items() if value}

    def ask(self, question: Question) -> list[Reference]:
        """Return the record of an identifier, or the best candidates for a title.

        Raises:
            LookupFailedError: OpenAlex gave no usable answer.
        """
        if question.by != "title":
            answer = self._get(f"/works/{question.by}:{quote(question.value, safe='/')}", {})
            return [_reference(answer)] if answer else []
        words = " ".join(FILTER_SIGNS.sub(" ", question.value).split())
        answer = self._get("/works", {"filter": f"title.search:{words}", "per-page": CANDIDATES})
        return [_reference(item) for item in records(answer, "results")]

    def _get(self, path: str, parameters: dict[str, str]) -> Record:
        asked = parameters | self._credentials
        text = self._client.get(self._address + path, asked, every_s=EVERY_S, accept="json")
        return {} if text is None else read_json(text, self.name)


def _reference(record: Record) -> Reference:
    ids = inner(record, "ids")
    place = inner(record, "primary_location")
    people = (said(inner(one, "author"), "display_name") for one in records(record, "authorships"))
    return Reference(
        title=said(record, "title") or said(record, "display_name"),
        key=said(record, "id").rpartition("/")[2],
        type=said(record, "type"),
        authors=tuple(_family_first(name) for name in people if name),
        year=said(record, "publication_year"),
        container=said(inner(place, "source"), "display_name"),
        doi=normal_doi(said(record, "doi")),
        pmid=normal_pmid(said(ids, "pmid")),
        pmcid=normal_pmcid(said(ids, "pmcid")),
        language=said(record, "language"),
        licence=said(place, "license"),
        notice=NOTICES[0] if record.get("is_retracted") is True else "",
        origin=OpenAlex.name,
    )


def _family_first(name: str) -> str:
    """Write "Given M. Family" as "Family, Given M."; OpenAlex does not say which is which."""
    given, _, family = name.rpartition(" ")
    return f"{family}, {given}" if given and "," not in name else name
