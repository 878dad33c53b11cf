"""A survey as tables of plain words: one row a finding, and one row a quote."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from aliquot.types import Citation, Survey, SurveyRow

__all__ = [
    "FORMULA_SIGNS",
    "Table",
    "is_number",
    "name_of",
    "neutral",
    "one_line",
    "quote_table",
    "said",
    "survey_table",
]

# A cell that begins like this is a formula to a spreadsheet, in East Asian locales also where the
# sign is full-width. Source: OWASP, CSV Injection.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
# 15 digits are what a spreadsheet's number keeps; "007" and "1e5" are names, not numbers.
NUMBER = re.compile(r"-?(?=[\d.]{1,16}\Z)(?:0|[1-9]\d*)(?:\.\d+)?")
DOCUMENT = "document"
TITLE = "title"
COUNT = "documents"


@dataclass(frozen=True, slots=True)
class Table:
    """Cells of words under distinct headings.

    Attributes:
        header: Names of the columns.
        rows: Each as many cells as the header.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def one_line(text: str) -> str:
    """Return a text without line ends, tabs and runs of blanks."""
    return " ".join(text.split())


def is_number(cell: str) -> bool:
    """Tell whether a cell is a plain number that a spreadsheet keeps as it is written."""
    return NUMBER.fullmatch(cell) is not None


def neutral(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula: an apostrophe makes it text."""
    return f"'{cell}" if cell.startswith(FORMULA_SIGNS) and not is_number(cell) else cell


def name_of(row: SurveyRow, columns: Sequence[str]) -> str:
    """Return what a row is about: a document's title, or the value of the first column."""
    title = one_line(row.values.get(TITLE, "")) if DOCUMENT in columns else ""
    return title or one_line(row.values.get(columns[0], "") if columns else "")


def said(row: SurveyRow) -> str:
    """Return what a row states, its values in a line; its documents are told beside them."""
    values = (value for name, value in row.values.items() if name != COUNT)
    return ", ".join(one_line(value) for value in values if value.strip())


def survey_table(survey: Survey) -> Table:
    """Return one line a row: its values, the first quote with its place, and where the rest is.

    Columns that would be empty in every row are left out: ids of documents where each row is one
    document, and other spellings where none were merged.
    """
    is_merged = any(row.merged for row in survey.rows)
    is_by_document = DOCUMENT in survey.columns
    header = [*survey.columns, "quote", "citation", "source", "more quotes"]
    header += ["document ids"] * (not is_by_document) + ["taken as one"] * is_merged
    rows = []
    for row in survey.rows:
        cells = [*_values(row, survey.columns), *_proof(row.citations)]
        cells += [] if is_by_document else ["; ".join(row.documents)]
        cells += [" = ".join(row.merged)] if is_merged else []
        rows.append(tuple(cells))
    return Table(_distinct(header), tuple(rows))


def quote_table(survey: Survey) -> Table:
    """Return one line a quote, and one for each document of a row of which none is shown.

    Filtered by what a row is about, it lists every document of the row.
    """
    header = ("row", "about", "document", "citation", "section", "page", "quote", "source")
    rows: list[tuple[str, ...]] = []
    for number, row in enumerate(survey.rows, start=1):
        head = (str(number), name_of(row, survey.columns))
        rows += ((*head, *_quoted(one)) for one in row.citations)
        quoted = {one.document_id for one in row.citations}
        rows += ((*head, one, *[""] * 5) for one in row.documents if one not in quoted)
    return Table(header, tuple(rows))


def _values(row: SurveyRow, columns: Sequence[str]) -> Iterator[str]:
    return (one_line(row.values.get(name, "")) for name in columns)


def _proof(citations: Sequence[Citation]) -> tuple[str, ...]:
    if not citations:
        return ("", "", "", "0")
    first = citations[0]
    return (one_line(first.quote), first.label, first.source, str(len(citations) - 1))


def _quoted(one: Citation) -> tuple[str, ...]:
    page = "" if one.page is None else str(one.page)
    return (one.document_id, one.label, one.section, page, one_line(one.quote), one.source)


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    """Return names, each once: a caller may have asked for a column called "quote"."""
    taken: list[str] = []
    for name in names:
        number, free = 1, name
        while free in taken:
            number += 1
            free = f"{name} {number}"
        taken.append(free)
    return tuple(taken)
