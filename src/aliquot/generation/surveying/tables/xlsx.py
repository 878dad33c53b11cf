"""A survey as a workbook: the table, every quote, and what was and was not read."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from datetime import date

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import Cell
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from aliquot.errors import ConfigError
from aliquot.generation.surveying.tables.cells import (
    FORMULA_SIGNS,
    Table,
    is_number,
    one_line,
    quote_table,
    said,
    survey_table,
)
from aliquot.generation.surveying.tables.drawing import columns_of
from aliquot.generation.surveying.tables.remarks import coverage_line, group_name
from aliquot.types import Scoped, Survey

__all__ = ["to_xlsx"]

# Limits of the format. Source: Microsoft, Excel specifications and limits.
MAX_ROWS = 1_048_576
MAX_CELL = 32_767
MAX_LINKS = 65_530
MAX_ADDRESS = 2_079
# What XML 1.0 cannot hold, and halves of characters. Source: XML 1.0, production 2.
UNHELD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
# Widths in characters: a column is as wide as its longest word-like cells, within these.
MIN_WIDTH, MAX_WIDTH = 9, 60
# Cells that a column's width is taken from: a later long one is wrapped all the same.
MEASURED_ROWS = 500
HEAD_FONT = Font(bold=True)
HEAD_FILL = PatternFill("solid", start_color="FFE3EAF3")
LINK_FONT = Font(color="FF0563C1", underline="single")
WRAPPED = Alignment(vertical="top", wrap_text=True)


def to_xlsx(survey: Survey, on: date) -> bytes:
    """Return a workbook.

    Args:
        survey: With its rows and coverage.
        on: The day it is dated.

    Raises:
        ConfigError: A sheet cannot hold as many rows.
    """
    book = Workbook(write_only=True)
    book.properties.title = _held(survey.question)
    book.properties.creator = "Aliquot"
    _add(book, "Survey", survey_table(survey))
    _add(book, "Quotes", quote_table(survey))
    _add(book, "Coverage", _coverage_table(survey, on))
    if survey.groups:
        _add(book, "Groups", _group_table(survey))
    if survey.disagreements:
        _add(book, "Disagreements", _disagreement_table(survey))
    if survey.absent:
        _add(book, "Absent", _absence_table(survey))
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


# ------------------------------------------------------------------------------ tables


def _coverage_table(survey: Survey, on: date) -> Table:
    """Return what the table is worth: the denominator, each file not read, and how it was asked."""
    coverage = survey.coverage
    asked = [
        ("question", survey.question),
        ("date", on.isoformat()),
        ("filter", survey.where),
        ("documents in scope", str(coverage.in_scope)),
        ("documents read", str(coverage.read)),
        ("coverage", coverage_line(coverage).removeprefix("Coverage: ")),
        ("count", "" if survey.count is None else f"{survey.count} ({survey.counted})"),
        ("looked for", survey.universe),
        *(("note", note) for note in survey.notes),
    ]
    rows = [(name, one_line(value), "") for name, value in asked if value]
    unread = [("not read", one.source, _why(one)) for one in coverage.unread]
    return Table(("what", "value", "reason"), (*rows, *unread))


def _why(unread: Scoped) -> str:
    return f"{unread.state}: {one_line(unread.reason)}" if unread.reason else str(unread.state)


def _group_table(survey: Survey) -> Table:
    rows = tuple(
        (
            group_name(one, survey.grouped_by),
            str(len(one.documents)),
            str(one.in_scope),
            "; ".join(one.names),
            "; ".join(one.documents),
        )
        for one in survey.groups
    )
    return Table((survey.grouped_by, "documents", "documents read", "names", "document ids"), rows)


def _disagreement_table(survey: Survey) -> Table:
    rows = tuple(
        (
            one.about,
            said(row),
            "; ".join(row.documents),
            one_line(row.citations[0].quote) if row.citations else "",
            row.citations[0].label if row.citations else "",
        )
        for one in survey.disagreements
        for row in one.rows
    )
    return Table(("about", "stated", "document ids", "quote", "citation"), rows)


def _absence_table(survey: Survey) -> Table:
    rows = tuple((one.name, ", ".join(one.searched), ", ".join(one.near)) for one in survey.absent)
    return Table(("absent", "searched", "near"), rows)


# ------------------------------------------------------------------------------ sheets


def _add(book: Workbook, title: str, table: Table) -> None:
    """Add a sheet with its head frozen, filters, and columns as wide as they need."""
    if len(table.rows) >= MAX_ROWS:
        raise ConfigError(
            f"{len(table.rows):,} rows are more than a sheet holds.",
            hint="Write a .csv file, or narrow the survey with a filter.",
        )
    sheet: Worksheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    last = get_column_letter(len(table.header))
    sheet.auto_filter.ref = f"A1:{last}{len(table.rows) + 1}"
    for number, width in enumerate(_widths(table), start=1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    sheet.append([_head(sheet, name) for name in table.header])
    are_numbers = _number_columns(table)
    links = 0
    for row in table.rows:
        cells = []
        for text, is_numeric in zip(row, are_numbers, strict=True):
            if is_numeric and text:
                cells.append(_number(sheet, text))
            elif links < MAX_LINKS and _is_address(text):
                cells.append(_link(sheet, text))
                links += 1
            else:
                cells.append(_text(sheet, text))
        sheet.append(cells)


def _number(sheet: Worksheet, text: str) -> Cell:
    cell = WriteOnlyCell(sheet, float(text) if "." in text else int(text))
    cell.alignment = WRAPPED
    return cell


def _text(sheet: Worksheet, text: str) -> Cell:
    """Return a cell that is a text, and never a formula, a date or an error."""
    cell = WriteOnlyCell(sheet, _held(text))
    cell.alignment = WRAPPED
    cell.data_type = "s"
    # Without it a text that looks like a formula becomes one when somebody edits the cell.
    cell.quotePrefix = text.startswith(FORMULA_SIGNS)
    return cell


def _head(sheet: Worksheet, name: str) -> Cell:
    cell = _text(sheet, name)
    cell.font, cell.fill = HEAD_FONT, HEAD_FILL
    return cell


def _link(sheet: Worksheet, address: str) -> Cell:
    cell = _text(sheet, address)
    cell.hyperlink = Hyperlink(ref="", target=_held(address))
    cell.font = LINK_FONT
    return cell


def _held(text: str) -> str:
    held = UNHELD.sub("", text)
    return held if len(held) <= MAX_CELL else held[: MAX_CELL - 1] + "…"


def _is_address(text: str) -> bool:
    return len(text) <= MAX_ADDRESS and ADDRESS.fullmatch(text) is not None


def _number_columns(table: Table) -> list[bool]:
    """Tell, of each column, whether all that stands in it are numbers."""
    columns = zip(*table.rows, strict=True) if table.rows else [()] * len(table.header)
    return [any(column) and all(is_number(one) for one in column if one) for column in columns]


def _widths(table: Table) -> list[int]:
    shown: Sequence[Sequence[str]] = (table.header, *table.rows[:MEASURED_ROWS])
    longest = [max(map(columns_of, column)) + 2 for column in zip(*shown, strict=True)]
    return [min(max(one, MIN_WIDTH), MAX_WIDTH) for one in longest]
