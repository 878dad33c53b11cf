"""What a source states of itself: title, authors, year, journal, numbers, licence.

What enters: the fields a format's reader found in one place. What leaves: one record that all
formats with front matter share, and the same as fields of a `Document` with their provenance.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any

from aliquot.parsing.writing.provenance import found_in

__all__ = ["FrontMatter", "bare_doi", "find_year", "normal_pmcid"]

YEAR = re.compile(r"(?<!\d)(?:19[5-9]\d|20\d\d)(?!\d)")
DOI_RESOLVER = re.compile(r"^(?:https?://)?(?:dx\.)?doi\.org/|^doi:\s*", re.I)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a source states of itself, by the names of `Document`; empty where it states nothing.

    A format that states more adds to it in a record of its own.
    """

    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    journal: str = ""
    doi: str = ""
    pmid: str = ""
    pmcid: str = ""
    licence: str = ""

    def found_in(self, place: str) -> dict[str, Any]:
        """Return the fields of a document with their provenance, for `DocumentBuilder.build`.

        Args:
            place: As a receipt shows it: "front matter", "TEI header".
        """
        names = (field.name for field in fields(FrontMatter))
        return found_in(place, **{name: getattr(self, name) for name in names})


def find_year(text: str) -> int | None:
    """Return the first year from 1950 to 2099 in a date."""
    found = YEAR.search(text)
    return int(found.group()) if found else None


def bare_doi(stated: str) -> str:
    """Return a DOI without the address or the word before it."""
    return DOI_RESOLVER.sub("", stated)


def normal_pmcid(number: str) -> str:
    """Return a number of PubMed Central with its letters, which half of the sources leave out."""
    return f"PMC{number.upper().removeprefix('PMC')}" if number else ""
