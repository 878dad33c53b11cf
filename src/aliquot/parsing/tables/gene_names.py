"""Find gene names that a spreadsheet program has turned into dates or numbers.

What enters: the rows of a table, header first. What leaves: a warning for each damaged column, with
the names the cells may have had. Cells stay as they are: which name it was, nobody can tell.
Source: Zeeberg et al., BMC Bioinformatics 5:80 (2004); Ziemann, Eren & El-Osta, Genome Biology
17:177 (2016).
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence

__all__ = ["damaged_gene_columns"]

# Month -> symbols that read like its name with a day, before HGNC renamed most of them in 2020.
FAMILIES = {
    2: ("FEB",),
    3: ("MARCH", "MARC"),
    4: ("APR",),
    5: ("MAY",),
    6: ("JUN",),
    9: ("SEPT",),
    10: ("OCT",),
    11: ("NOV",),
    12: ("DEC",),
}
# SEPT14 and OCT11 are the highest numbers; a later day is a date.
HIGHEST = 15
MONTHS = {
    "jan": 1,
    "feb": 2,
    "mar": 3,
    "march": 3,
    "apr": 4,
    "may": 5,
    "jun": 6,
    "jul": 7,
    "aug": 8,
    "sep": 9,
    "sept": 9,
    "oct": 10,
    "nov": 11,
    "dec": 12,
}
ISO_DATE = re.compile(r"^\d{4}[-/](?P<month>\d{1,2})[-/](?P<day>\d{1,2})$")
DAY_FIRST = re.compile(r"^(?P<day>\d{1,2})-(?P<name>[A-Za-z]{3,5})(?:-\d{2,4})?$")
MONTH_FIRST = re.compile(r"^(?P<name>[A-Za-z]{3,5})-(?P<day>\d{1,2})(?:-\d{2,4})?$")
JAPANESE = re.compile(r"^(?:\d{4}年)?(?P<month>\d{1,2})月(?P<day>\d{1,2})日$")
# Days since 1899-12-30 between 1982 and 2064: what a date becomes when a column is made "General".
SERIAL = re.compile(r"^[3-5]\d{4}$")
SERIAL_ORIGIN = datetime.date(1899, 12, 30)
# RIKEN clones such as 2310009E13 read as 2310009 times ten to the 13.
RIKEN = re.compile(r"^\d(?:\.\d+)?[eE]\+?\d{1,2}$|^\d{11,}$")

# HGNC and MGI symbols: capital first, then letters, digits, hyphens; RIKEN clones.
GENE_SYMBOL = re.compile(r"^[A-Z][A-Za-z]*[0-9]*[A-Za-z0-9-]{0,10}$|^\d{7}[A-Z]\d{2}(?:Rik)?$")
GENE_HEADER = re.compile(
    r"\b(?:genes?|symbols?|hgnc|mgi)\b|gene[_ ]?(?:name|symbol|id)|遺伝子", re.I
)
# In a damaged gene list nearly all cells are symbols; a column of dates with a few words is not.
GENE_SHARE = 0.6
LEAST_GENES = 3
SHOWN = 5


def damaged_gene_columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a warning for every column of genes that holds dates or rounded numbers."""
    header = rows[0] if rows else ()
    for number, name in enumerate(header):
        cells = [row[number] for row in rows[1:] if number < len(row) and row[number]]
        damaged = {cell: origin for cell in dict.fromkeys(cells) if (origin := _origin(cell))}
        if damaged and _is_gene_column(name, cells, damaged):
            shown = ", ".join(f"{cell} ({was})" for cell, was in list(damaged.items())[:SHOWN])
            yield (
                f"Column {name!r} holds dates or numbers among gene names: {shown}. "
                "A spreadsheet program changed them; take the names from the original list."
            )


def _is_gene_column(name: str, cells: Sequence[str], damaged: dict[str, str]) -> bool:
    genes = sum(1 for cell in cells if cell not in damaged and _looks_like_gene(cell))
    hits = sum(1 for cell in cells if cell in damaged)
    if genes + hits < GENE_SHARE * len(cells):
        return False
    return genes >= 1 if GENE_HEADER.search(name) else genes >= LEAST_GENES and genes > hits


def _looks_like_gene(cell: str) -> bool:
    has_capitals = sum(character.isupper() for character in cell) >= 2
    return bool(GENE_SYMBOL.match(cell)) and (has_capitals or any(map(str.isdigit, cell)))


def _origin(cell: str) -> str:
    """Return what a cell may have been, such as "MARCH1 or MARC1?"; empty for what is sound."""
    month, day = _month_and_day(cell)
    if month in FAMILIES and 1 <= day <= HIGHEST:
        return " or ".join(f"{family}{day}" for family in FAMILIES[month]) + "?"
    return "a RIKEN clone?" if RIKEN.match(cell) else ""


def _month_and_day(cell: str) -> tuple[int, int]:
    for pattern in (ISO_DATE, JAPANESE):
        if match := pattern.match(cell):
            return int(match["month"]), int(match["day"])
    match = DAY_FIRST.match(cell) or MONTH_FIRST.match(cell)
    if match:
        return MONTHS.get(match["name"].casefold(), 0), int(match["day"])
    if SERIAL.match(cell):
        date = SERIAL_ORIGIN + datetime.timedelta(days=int(cell))
        return date.month, date.day
    return 0, 0
