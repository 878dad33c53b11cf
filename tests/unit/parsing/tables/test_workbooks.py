"""Workbooks that are not XLSX."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.backends import load
from aliquot.errors import ParseError
from aliquot.parsing.sniff import sniff
from aliquot.parsing.tables.workbooks import OdsParser, XlsbParser, XlsParser
from aliquot.types import Document
from made_files.known import TABLE
from made_files.workbooks import write_ods, write_xls, write_xlsb


def grids(document: Document) -> list[tuple[tuple[str, ...], ...]]:
    return [block.grid for block in document.blocks if block.grid is not None]


def xls(path: Path) -> Path:
    write_xls(path)
    return path


def ods(path: Path) -> Path:
    write_ods(path)
    return path


def xlsb(path: Path, second_row: int = 1) -> Path:
    write_xlsb(path, second_row=second_row)
    return path


def test_old_workbook_is_read_with_its_merged_cells(tmp_path: Path) -> None:
    (document,) = XlsParser().parse(xls(tmp_path / "stock.xls"))
    rows = (("Item", "Cost"), ("Tris", "14.28"), ("DNeasy", "1"), ("DNeasy", "2"))
    assert grids(document)[0] == rows
    assert document.blocks[0].text == "試薬"
    assert document.blocks[-1].flags == {"hidden_sheet"}


def test_binary_workbook_is_read(tmp_path: Path) -> None:
    (document,) = XlsbParser().parse(xlsb(tmp_path / "stock.xlsb"))
    assert grids(document) == [(("Item", "Cost"), ("Tris", "14.25"))]


def test_binary_workbook_with_a_stray_value_far_away_names_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="far apart") as caught:
        XlsbParser().parse(xlsb(tmp_path / "stock.xlsb", second_row=2**31))
    assert "XLSX" in caught.value.hint


def test_open_document_sheet_of_a_million_repeated_rows_is_read(tmp_path: Path) -> None:
    (document,) = OdsParser().parse(ods(tmp_path / "stock.ods"))
    # A number has no zeros behind its point, however it is shown.
    assert grids(document) == [
        tuple(tuple(cell.removesuffix(".0") for cell in row) for row in TABLE)
    ]


@pytest.mark.parametrize(
    ("name", "make", "format_name"),
    [
        ("a.xls", xls, "xls"),
        ("a.xlsx", xls, "xls"),
        ("a.xlsb", xlsb, "xlsb"),
        ("a", xlsb, "xlsb"),
        ("a.ods", ods, "ods"),
        ("a.zip", ods, "ods"),
    ],
)
def test_content_tells_the_format(tmp_path: Path, name: str, make, format_name: str) -> None:  # type: ignore[no-untyped-def]
    assert sniff(make(tmp_path / name)) == format_name
    assert load("parsers", format_name).name == format_name


@pytest.mark.parametrize("parser", [XlsParser(), XlsbParser(), OdsParser()])
def test_damaged_workbook_says_what_to_do(tmp_path: Path, parser: XlsParser) -> None:
    make = {"xls": xls, "xlsb": xlsb, "ods": ods}[parser.name]
    path = make(tmp_path / "damaged")
    path.write_bytes(path.read_bytes()[:600])
    with pytest.raises(ParseError) as caught:
        parser.parse(path)
    assert caught.value.hint


def test_file_that_makes_the_reader_panic_is_called_damaged(tmp_path: Path) -> None:
    path = xls(tmp_path / "stock.xls")
    # The reader takes it for granted that sectors are whole.
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(ParseError, match="damaged") as caught:
        XlsParser().parse(path)
    assert type(caught.value.__cause__).__name__ == "PanicException"
    assert caught.value.hint


def test_workbook_with_a_password_is_called_encrypted(tmp_path: Path) -> None:
    path = tmp_path / "locked.xlsb"
    magic = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    path.write_bytes(magic + bytes(500) + "EncryptedPackage".encode("utf-16-le") + bytes(500))
    with pytest.raises(ParseError) as caught:
        XlsbParser().parse(path)
    assert caught.value.status == "encrypted"
