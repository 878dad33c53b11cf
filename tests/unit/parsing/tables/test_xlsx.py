"""Excel workbooks."""

from __future__ import annotations

import datetime
import zipfile
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from aliquot.errors import ParseError
from aliquot.parsing.tables.xlsx import XlsxParser
from aliquot.types import Block, Document, DocumentKind, DocumentStatus


def workbook() -> tuple[Workbook, Worksheet]:
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    return book, sheet


def parse(tmp_path: Path, book: Workbook) -> Document:
    path = tmp_path / "reagents.xlsx"
    book.save(path)
    (document,) = XlsxParser().parse(path)
    return document


def tables(document: Document) -> list[Block]:
    return [block for block in document.blocks if block.grid is not None]


def test_each_sheet_is_a_section_on_its_own_page(tmp_path: Path) -> None:
    book, sheet = workbook()
    sheet.title = "Buffers"
    sheet.append(["Item", "Cost"])
    sheet.append(["Tris", 14.28])
    second = book.create_sheet("Kits")
    second.append(["Item", "Cost"])
    second.append(["DNeasy", "£489.77"])
    document = parse(tmp_path, book)
    assert document.kind is DocumentKind.TABLE
    assert document.title == "reagents"
    assert [(block.section_path, block.pages) for block in tables(document)] == [
        (("Buffers",), (1,)),
        (("Kits",), (2,)),
    ]
    assert "£489.77" in document.text


def test_dates_are_iso_and_numbers_without_noise(tmp_path: Path) -> None:
    book, sheet = workbook()
    sheet.append(["Date", "Amount"])
    sheet.append([datetime.date(2024, 3, 1), 0.1 + 0.2])
    (table,) = tables(parse(tmp_path, book))
    assert table.grid == (("Date", "Amount"), ("2024-03-01", "0.3"))


def test_hidden_sheet_is_read_and_flagged(tmp_path: Path) -> None:
    book, sheet = workbook()
    sheet.append(["a", "b"])
    hidden = book.create_sheet("old")
    hidden.append(["c", "d"])
    hidden.sheet_state = "hidden"
    flags = [block.flags for block in tables(parse(tmp_path, book))]
    assert flags == [frozenset(), frozenset({"hidden_sheet"})]


def test_merged_cell_stands_once(tmp_path: Path) -> None:
    book, sheet = workbook()
    sheet.append(["Antibody", "", "Dilution"])
    sheet.merge_cells("A1:B1")
    sheet.append(["anti-GFP", "rabbit", "1:500"])
    (table,) = tables(parse(tmp_path, book))
    assert table.grid == (("Antibody", "", "Dilution"), ("anti-GFP", "rabbit", "1:500"))


def test_formula_without_result_is_shown_and_flagged(tmp_path: Path) -> None:
    book, sheet = workbook()
    sheet.append(["a", "sum"])
    sheet.append([1, "=SUM(A2:A3)"])
    document = parse(tmp_path, book)
    (table,) = tables(document)
    assert table.flags == {"formula_without_value"}
    assert table.grid == (("a", "sum"), ("1", "=SUM(A2:A3)"))
    assert document.status is DocumentStatus.PARTIAL
    assert "Open and save" in document.warnings[0]


def test_formula_falls_on_its_cell_below_empty_rows(tmp_path: Path) -> None:
    book, sheet = workbook()
    sheet["C5"] = "total"
    sheet["D6"] = "=1+1"
    (table,) = tables(parse(tmp_path, book))
    assert table.grid == (("total", ""), ("", "=1+1"))


def test_gene_names_turned_into_dates_are_flagged(tmp_path: Path) -> None:
    book, sheet = workbook()
    for cell in ("Gene", "TP53", "MYC", "EGFR", datetime.date(2024, 9, 2)):
        sheet.append([cell])
    (table,) = tables(parse(tmp_path, book))
    assert "gene_date" in table.flags


def test_value_in_the_last_cell_of_a_sheet_costs_no_memory(tmp_path: Path) -> None:
    book, sheet = workbook()
    sheet.append(["a", "b"])
    sheet["XFD1048576"] = "stray"
    document = parse(tmp_path, book)
    assert tables(document)[0].grid == (("a", "b"),)
    assert "very sparse" in document.warnings[0]


def test_long_sheet_is_cut_with_its_true_length(tmp_path: Path) -> None:
    book, sheet = workbook()
    for number in range(20_100):
        sheet.append([number])
    document = parse(tmp_path, book)
    grid = tables(document)[0].grid
    assert grid is not None
    assert len(grid) == 20_000
    assert "20,100 rows" in document.warnings[0]


def test_workbook_without_cells_is_refused(tmp_path: Path) -> None:
    book, _ = workbook()
    with pytest.raises(ParseError) as caught:
        parse(tmp_path, book)
    assert caught.value.status == "empty"


def test_workbook_with_a_password_is_called_encrypted(tmp_path: Path) -> None:
    path = tmp_path / "locked.xlsx"
    magic = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    path.write_bytes(magic + bytes(500) + "EncryptedPackage".encode("utf-16-le") + bytes(500))
    with pytest.raises(ParseError) as caught:
        XlsxParser().parse(path)
    assert caught.value.status == "encrypted"
    assert caught.value.hint


def test_damaged_workbook_says_what_to_do(tmp_path: Path) -> None:
    book, sheet = workbook()
    sheet.append(["a", "b"])
    path = tmp_path / "damaged.xlsx"
    book.save(path)
    path.write_bytes(path.read_bytes()[:-400])
    with pytest.raises(ParseError) as caught:
        XlsxParser().parse(path)
    assert caught.value.hint


def test_workbook_without_its_parts_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "hollow.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/worksheets/sheet1.xml", "<worksheet/>")
    with pytest.raises(ParseError) as caught:
        XlsxParser().parse(path)
    assert caught.value.hint
