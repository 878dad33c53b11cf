"""Look papers up in a copy of the Retraction Watch list.

What enters: the path of `retraction_watch.csv`, as Crossref publishes it every working day. What
leaves: what was published about a paper. Asks no network.

Source: Crossref, "Retraction Watch" (columns and their meaning).
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from functools import cached_property
from pathlib import Path

from aliquot.errors import ConfigError
from aliquot.metadata.identifiers import normal_doi, normal_pmid
from aliquot.metadata.notices import gravest, notice_named
from aliquot.metadata.resolvers.seam import Question
from aliquot.types.references import Reference

__all__ = ["RetractionWatch"]

COLUMNS = frozenset({"Title", "OriginalPaperDOI", "RetractionNature"})
DATE_FORMATS = ("%m/%d/%Y %H:%M", "%m/%d/%Y", "%Y-%m-%d")
# The longest cells list hundreds of authors; Python's own limit is 128 KiB.
MAX_CELL = 2**20

Row = dict[str, str]


class RetractionWatch:
    """What became of papers, from a file."""

    name = "Retraction Watch"
    version = "1"
    asks_by = frozenset({"doi", "pmid"})
    is_local = True

    def __init__(self, path: Path) -> None:
        """Take the path; the file is looked at now, and read when first asked.

        Raises:
            ConfigError: The file cannot be read, or is another one.
        """
        self._path = path
        next(self._read(), None)

    def ask(self, question: Question) -> list[Reference]:
        """Return what the list has on a paper.

        Raises:
            ConfigError: The file was there when it was named, and cannot be read any more.
        """
        rows = self._rows.get((question.by, question.value), [])
        return [_reference(rows, question)] if rows else []

    @cached_property
    def _rows(self) -> dict[tuple[str, str], list[Row]]:
        found: defaultdict[tuple[str, str], list[Row]] = defaultdict(list)
        for row in self._read():
            for by, value in (
                ("doi", normal_doi(row.get("OriginalPaperDOI") or "")),
                ("pmid", normal_pmid(row.get("OriginalPaperPubMedID") or "")),
            ):
                if value:
                    found[by, value].append(row)
        return dict(found)

    def _read(self) -> Iterator[Row]:
        """Yield the rows, without the columns no one asks for."""
        wanted = (*COLUMNS, "OriginalPaperPubMedID", "RetractionDate", "RetractionDOI", "Journal")
        csv.field_size_limit(MAX_CELL)
        try:
            # A few names are in another encoding; they are not needed.
            with self._path.open(encoding="utf-8-sig", errors="replace", newline="") as handle:
                reader = csv.DictReader(handle)
                if not set(reader.fieldnames or ()) >= COLUMNS:
                    raise ConfigError(
                        f"{self._path.name} is not the Retraction Watch list.",
                        hint="Download retraction_watch.csv from Crossref again.",
                    )
                for row in reader:
                    yield {name: row.get(name) or "" for name in wanted}
        except (OSError, csv.Error) as exc:
            raise ConfigError(
                f"The Retraction Watch list {self._path.name} cannot be read: {exc}.",
                hint="Check its path in the settings, or download it again.",
            ) from exc


def _reference(rows: list[Row], question: Question) -> Reference:
    first = rows[0]
    return Reference(
        title=first["Title"],
        doi=normal_doi(first["OriginalPaperDOI"]),
        pmid=question.value if question.by == "pmid" else "",
        container=first["Journal"],
        notice=_standing(rows),
        origin=RetractionWatch.name,
    )


def _standing(rows: list[Row]) -> str:
    """Return what holds today: a reinstatement takes back what came before it."""
    notices: list[str] = []
    for row in sorted(rows, key=_date):
        notice = notice_named(row["RetractionNature"])
        if notice:
            notices.append(notice)
        else:
            notices.clear()
    return gravest(notices)


def _date(row: Row) -> str:
    for form in DATE_FORMATS:
        try:
            return datetime.strptime(row["RetractionDate"].strip(), form).date().isoformat()
        except ValueError:
            continue
    return ""
