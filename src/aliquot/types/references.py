"""Bibliographic records, and how documents of one library are related.

A `Reference` says what a bibliography file or a look-up service states about one work. A
`Relation` joins two documents of the library.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

__all__ = ["NOTICES", "Reference", "Relation", "RelationKind"]

# What may have happened to a published paper, gravest first: the values of the field `notice`.
NOTICES = ("retracted", "expression of concern", "corrected")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """One work as a bibliography or a look-up service states it; authors are "Family, Given".

    Attributes:
        key: Citation key, or the service's own id.
        type: Kind of work in the source's own words.
        year: As stated, since files hold "in press" too; `year_number` is the number.
        container: Journal, book or series.
        file: Attachments in the reference manager's own notation.
        notice: What happened to it, one of `NOTICES`; empty where nothing is known to have.
        related: Kind of relation and DOI: ("preprint_of", "10.1038/...").
        origin: Who states it: path of the bibliography file, or name of the service.
    """

    title: str
    key: str = ""
    type: str = ""
    authors: tuple[str, ...] = ()
    editors: tuple[str, ...] = ()
    year: str = ""
    container: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    doi: str = ""
    pmid: str = ""
    pmcid: str = ""
    isbn: str = ""
    url: str = ""
    abstract: str = ""
    keywords: str = ""
    note: str = ""
    file: str = ""
    language: str = ""
    licence: str = ""
    notice: str = ""
    related: tuple[tuple[str, str], ...] = ()
    origin: str = ""

    @property
    def year_number(self) -> int | None:
        """The year, where it is one."""
        return int(self.year) if len(self.year) == 4 and self.year.isdecimal() else None

    def to_plain(self) -> dict[str, Any]:
        """Return what is stated, as data that JSON can hold."""
        return {name: value for name, value in asdict(self).items() if value}

    @classmethod
    def from_plain(cls, stated: Mapping[str, Any]) -> Reference:
        """Return the reference that `to_plain` wrote, lists being tuples again.

        Raises:
            TypeError: A field is unknown.
        """
        lists = {name: tuple(value) for name, value in stated.items() if isinstance(value, list)}
        if "related" in lists:
            lists["related"] = tuple(tuple(pair) for pair in lists["related"])
        return cls(**{"title": "", **stated, **lists})


class RelationKind(StrEnum):
    """What the first document of a relation is to the second."""

    SAME_WORK = "same_work"
    VERSION_OF = "version_of"
    PREPRINT_OF = "preprint_of"
    NOTICE_OF = "notice_of"


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """`document_id` is `kind` `other_id`; the other one is the one that stands.

    The other is the preferred source of the same work, the newest version, the published paper,
    or the paper a notice concerns.

    Attributes:
        reason: Why, in words a reader can check.
        order: Place among the versions, 1 for the oldest; 0 for other kinds.
        notice: What the notice says of the paper, one of `NOTICES`; empty for other kinds.
    """

    kind: RelationKind
    document_id: str
    other_id: str
    reason: str
    order: int = 0
    notice: str = ""
