"""Tables in text files."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.tables.csv import CsvParser
from aliquot.types import BlockType, Document, DocumentKind, DocumentStatus

Grid = tuple[tuple[str, ...], ...]


def parse(tmp_path: Path, text: str, name: str = "samples.csv") -> Document:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    (document,) = CsvParser().parse(path)
    return document


def grids(document: Document) -> list[Grid]:
    return [block.grid for block in document.blocks if block.grid is not None]


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
def test_delimiter_is_found(tmp_path: Path, delimiter: str) -> None:
    text = "\n".join(delimiter.join(row) for row in (("a", "b"), ("1", "2"), ("3", "4")))
    assert grids(parse(tmp_path, text)) == [(("a", "b"), ("1", "2"), ("3", "4"))]


def test_decimal_commas_do_not_split_cells(tmp_path: Path) -> None:
    document = parse(tmp_path, "well;od\nA1;0,13\nA2;0,14\n")
    assert grids(document) == [(("well", "od"), ("A1", "0,13"), ("A2", "0,14"))]


def test_table_is_named_after_its_file(tmp_path: Path) -> None:
    document = parse(tmp_path, "\ufeffsample,condition\nERR1,wt\n")
    assert document.kind is DocumentKind.TABLE
    assert document.title == "samples"
    assert grids(document) == [(("sample", "condition"), ("ERR1", "wt"))]


def test_lone_first_line_is_the_title(tmp_path: Path) -> None:
    document = parse(tmp_path, "Freezer inventory 2024\nbox,tube\n1,A\n")
    assert document.title == "Freezer inventory 2024"


def test_quoted_cells_may_hold_delimiters_and_line_breaks(tmp_path: Path) -> None:
    document = parse(tmp_path, 'name,note\nTris,"1 M, pH 8\nfiltered"\n')
    assert grids(document) == [(("name", "note"), ("Tris", "1 M, pH 8 filtered"))]


def test_unclosed_quotation_mark_does_not_swallow_the_file(tmp_path: Path) -> None:
    document = parse(tmp_path, 'tube,size\nA,"5\nB,6\nC,7\n')
    assert len(grids(document)[0]) == 4


def test_plate_reader_export_has_its_header_on_top(tmp_path: Path) -> None:
    wells = [f"A{number}" for number in range(1, 7)]
    lines = [
        "BLOCKS= 1",
        "Plate:\tPlate1\t1.3\tKinetic\t600",
        "\t".join(["Time", *wells]),
        "\t".join(["0:00:00", *["0.08"] * 6]),
        "\t".join(["0:03:00", *["0.09"] * 6]),
        "\t" * 6,
        "~End",
        "Original Filename: x; Date Last Saved: 5/18/2018",
    ]
    path = tmp_path / "growth.txt.gz"
    path.write_bytes(gzip.compress("\r\n".join(lines).encode()))
    (document,) = CsvParser().parse(path)
    assert document.title == "growth"
    assert grids(document)[0][0] == ("Time", *wells)
    fields = [block.text for block in document.blocks if block.type is BlockType.FIELD]
    assert fields[0] == "BLOCKS= 1\nPlate: Plate1 1.3 Kinetic 600"
    assert fields[1].startswith("~End")


def test_huge_table_is_cut_with_a_warning(tmp_path: Path) -> None:
    document = parse(tmp_path, "a,b\n" + "1,2\n" * 20_500)
    assert len(grids(document)[0]) == 20_000
    assert document.status is DocumentStatus.PARTIAL
    assert "20,501 rows" in document.warnings[0]


def test_japanese_table_is_japanese(tmp_path: Path) -> None:
    path = tmp_path / "試薬.csv"
    path.write_bytes("試薬,濃度\nトリス,1 M\n食塩,5 M\n".encode("cp932"))
    (document,) = CsvParser().parse(path)
    assert document.language == "ja"
    assert grids(document)[0][1] == ("トリス", "1 M")


def test_table_without_cells_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParseError) as caught:
        parse(tmp_path, ",,\n,,\n")
    assert caught.value.status == "empty"


def test_excel_may_state_the_delimiter_first(tmp_path: Path) -> None:
    document = parse(tmp_path, "sep=;\na;b\n1,5;2\n")
    assert grids(document) == [(("a", "b"), ("1,5", "2"))]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "cp932", "euc_jp"])
def test_encodings_of_japanese_programs_are_read(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "表.csv"
    path.write_bytes("試薬,濃度\r\nトリス,1 M\r\n食塩,5 M\r\n".encode(encoding))
    (document,) = CsvParser().parse(path)
    assert grids(document)[0] == (("試薬", "濃度"), ("トリス", "1 M"), ("食塩", "5 M"))


def test_rows_and_columns_of_a_layout_name_its_wells(tmp_path: Path) -> None:
    rows = "".join(f"{r},{c},{'wt' if c < 3 else 'ko'}\n" for r in "AB" for c in (1, 2, 3, 4))
    document = parse(tmp_path, "Row,Col,Strain\n" + rows, "layout.csv")
    assert grids(document)[0][1] == ("A1", "A", "1", "wt")
    assert document.text.endswith("wells by Strain:\nwt: A1-A2, B1-B2\nko: A3-A4, B3-B4")


def test_leading_zeros_are_kept(tmp_path: Path) -> None:
    assert grids(parse(tmp_path, "tube,lot\nA,00123\n")) == [(("tube", "lot"), ("A", "00123"))]


def test_note_below_a_table_is_no_row(tmp_path: Path) -> None:
    document = parse(tmp_path, "gene,fold,p\nMYC,2.1,0.01\n* Welch test with correction,,\n")
    assert grids(document) == [(("gene", "fold", "p"), ("MYC", "2.1", "0.01"))]
    assert document.blocks[-1].text == "* Welch test with correction"


@pytest.mark.parametrize("header", ["Row,Strain", "Col,Strain"])
def test_half_a_place_on_a_plate_names_no_wells(tmp_path: Path, header: str) -> None:
    place = "A" if header.startswith("Row") else "1"
    document = parse(tmp_path, f"{header}\n{place},wt\n{place},ko\n{place},wt\n")
    assert grids(document)[0][0] == tuple(header.split(","))
