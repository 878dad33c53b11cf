"""Turn the cells of a sheet into blocks: remarks as lines, tables as grids.

What enters: rows of cell texts, from a spreadsheet or a text file. What leaves: blocks in a
`DocumentBuilder`. Instruments write a few lines about the measurement above, between and below
their tables; those become `Label: value` lines, so that each table begins with its own header.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.tables.regions import find_regions
from aliquot.types import BlockType

__all__ = [
    "MAX_COLUMNS",
    "MAX_ROWS",
    "Sheet",
    "cell_text",
    "evident_title",
    "trimmed",
    "write_sheet",
]

Grid = list[list[str]]

# Beyond these a table is data for a program, not for a reader. Rows: a gene list of a genome has
# about 20,000. Columns: a plate reader writes one per well (96) or per cycle (200), and old Excel
# ended at 256.
MAX_ROWS = 20_000
MAX_COLUMNS = 256

# Spreadsheet programs store 15 significant digits; the rest is noise of binary fractions.
DIGITS = 15


@dataclass(slots=True)
class Sheet:
    """One sheet's cells and what was found out about them.

    Attributes:
        name: As on its tab; empty for a text file.
        number: 1-based place in the workbook; 0 for a text file.
        flags: Doubts that hold for every table of the sheet.
        warnings: What was cut or doubted.
        row_count: Rows in the source where only the first were read.
        is_cut: Whether rows or columns were left out.
    """

    name: str
    number: int
    rows: Grid
    flags: set[str] = field(default_factory=set)
    warnings: list[str] = field(default_factory=list)
    row_count: int = 0
    is_cut: bool = False


def cell_text(value: object) -> str:
    """Return a cell's text: dates as ISO, numbers without noise, white space collapsed."""
    if value is None or isinstance(value, str):
        return " ".join((value or "").split())
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return (
            str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.{DIGITS}g}"
        )
    if isinstance(value, datetime.datetime):
        is_day = value.time() == datetime.time(0)
        return value.date().isoformat() if is_day else value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value)


def trimmed(sheet: Sheet) -> Sheet:
    """Cut empty margins, and what is beyond `MAX_ROWS` and `MAX_COLUMNS`, with a warning."""
    rows = _without_margins(sheet.rows)
    width, height = max(map(len, rows), default=0), max(len(rows), sheet.row_count)
    where = f"Sheet {sheet.name!r}" if sheet.name else "The table"
    if height > MAX_ROWS:
        sheet.warnings.append(f"{where} has {height:,} rows; the first {MAX_ROWS:,} were read.")
    if width > MAX_COLUMNS:
        sheet.warnings.append(f"{where} has {width:,} columns; the first {MAX_COLUMNS} were read.")
    sheet.is_cut = height > MAX_ROWS or width > MAX_COLUMNS
    sheet.rows = [row[:MAX_COLUMNS] for row in rows[:MAX_ROWS]]
    _mark_gene_dates(sheet)
    return sheet


def _without_margins(rows: Grid) -> Grid:
    filled = [number for number, row in enumerate(rows) if any(row)]
    if not filled:
        return []
    kept = rows[filled[0] : filled[-1] + 1]
    starts = (next(number for number, cell in enumerate(row) if cell) for row in kept if any(row))
    left = min(starts)
    right = max(_filled_width(row) for row in kept)
    return [[*row[left:right], *[""] * (right - max(len(row), left))] for row in kept]


def _filled_width(row: Sequence[str]) -> int:
    return max((number + 1 for number, cell in enumerate(row) if cell), default=0)


def evident_title(rows: Grid) -> str:
    """Return the text of a lone first cell that reads like a title, above a table."""
    cells = [cell for cell in (rows[0] if rows else ()) if cell]
    is_lone = len(cells) == 1 and any(sum(map(bool, row)) > 1 for row in rows[1:])
    if not is_lone:
        return ""
    text = cells[0]
    reads_like_title = len(text.split()) > 1 and len(text) < 150 and not re.search(r"[:;=]", text)
    return text if reads_like_title else ""


# ------------------------------------------------------------------------------ writing


def write_sheet(builder: DocumentBuilder, sheet: Sheet, *, caption: str = "") -> None:
    """Append a sheet: a heading where it has a name, remarks as lines, tables as grids."""
    pages = (sheet.number,) if sheet.number else ()
    builder.heading(sheet.name, pages=pages)
    for region in find_regions(sheet.rows):
        if region.is_table:
            rows = _without_margins(region.rows)
            title = region.caption or caption
            builder.table(rows, caption=title, pages=pages, flags=sheet.flags)
        else:
            text = "\n".join(map(_remark, region.rows))
            builder.add(BlockType.FIELD, text, pages=pages, flags=sheet.flags)


def _remark(row: Sequence[str]) -> str:
    """Return "Measurement wavelength: 600 nm"."""
    cells = [cell for cell in row if cell]
    if len(cells) < 2 or cells[0].endswith(":"):
        return " ".join(cells)
    return f"{cells[0]}: {' '.join(cells[1:])}"


# ------------------------------------------------------------------------------ genes as dates

# Month-like gene symbols that spreadsheet programs turn into dates: MARCH1-11, MARC1-2,
# SEPT1-15, DEC1-2, OCT1-11, FEB1-10, APR-1/2, NOV1-2, MAY1, JUN.
# Source: Ziemann, Eren & El-Osta, Genome Biology 17:177 (2016).
GENE_MONTHS = ("02", "03", "04", "05", "06", "09", "10", "11", "12")
ISO_DATE = re.compile(rf"^\d{{4}}-(?:{'|'.join(GENE_MONTHS)})-\d{{2}}$")
SHORT_DATE = re.compile(
    r"^(?:\d{1,2}-(?:Feb|Mar|Apr|May|Jun|Sept?|Oct|Nov|Dec)"
    r"|(?:Feb|Mar|Apr|May|Jun|Sept?|Oct|Nov|Dec)-\d{1,2})$",
    re.I,
)
# HGNC and MGI symbols: capital first, then letters, digits, hyphens.
GENE_SYMBOL = re.compile(r"^[A-Z][A-Za-z]*[0-9]*[A-Za-z0-9-]{0,10}$")
# In a damaged gene list nearly all cells are symbols; a column of dates with a few words is not.
GENE_SHARE = 0.6
LEAST_GENES = 3


def _mark_gene_dates(sheet: Sheet) -> None:
    for number in range(max(map(len, sheet.rows), default=0)):
        cells = [row[number] for row in sheet.rows if number < len(row) and row[number]]
        dates = [cell for cell in cells if ISO_DATE.match(cell) or SHORT_DATE.match(cell)]
        if dates and _is_gene_column(cells[1:], dates):
            shown = ", ".join(dict.fromkeys(dates[:5]))
            sheet.flags.add("gene_date")
            sheet.warnings.append(
                f"Column {cells[0]!r} holds dates among gene names ({shown}): "
                "a spreadsheet program probably changed names such as SEPT2 or MARCH1."
            )


def _is_gene_column(cells: Sequence[str], dates: Sequence[str]) -> bool:
    genes = sum(1 for cell in cells if _looks_like_gene(cell))
    return (
        genes >= LEAST_GENES
        and genes + len(dates) >= GENE_SHARE * len(cells)
        and (genes > len(dates))
    )


def _looks_like_gene(cell: str) -> bool:
    has_capitals = sum(character.isupper() for character in cell) >= 2
    return bool(GENE_SYMBOL.match(cell)) and (has_capitals or any(map(str.isdigit, cell)))
