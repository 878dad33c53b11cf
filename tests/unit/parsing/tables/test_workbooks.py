"""Workbooks that are not XLSX."""

from __future__ import annotations

import base64
import lzma
import struct
import zipfile
from pathlib import Path

import pytest

from aliquot.backends import load
from aliquot.errors import ParseError
from aliquot.parsing.sniff import sniff
from aliquot.parsing.tables.workbooks import OdsParser, XlsbParser, XlsParser
from aliquot.types import Document

XLS = """
{Wp48S^xk9=GL@E0stWa8~^|S5YJf5;1&M@VO;=dGrk;#Fn3_|q=YI!3><bRg7T4u+=$92y5XR=#sm{*o6VTHX*Crpnc)M|#
puk@^h-
b4s3P%T*|5j%FV#XmrK5@>cY#$Aa2quG5BsCaW&p=w%`2#&kRg|02D)j%jT4>Y+yZn(K4%~yY9`1c0%7w(4v|Z}nrLA`>;w$
VO;r?<19ccjgRxr3)z7axT?AbxTIP@5BN-!-22#rB_YF2qxExMFoz5amw+roq%B-
KtLIqWJsh5orKi4?juidCeym}T1_xf1=LOEkmuGQA&Cl_|hO}g*6Ew_$d^AhALyo)f{KS2dl2iB!%p`tAV{W3h;e$5Y!-
1C$Ulos$t+^*>hR%=$W_Qdg)HS~Mw-{L55b`NmD-
$!Kra8@Lr)8>o@Mb5vQ|KI@f%!<AcH?X)S%`7V_B|Awaz^!#J;~jz?Rd)T>0yRwVkIBo{25fQmq;f05>_!P0TUJPuA}v8yV*
wb(`aY!{9fKUC!T6Qqpgs(!vrDs9Bztq&h|Rm+moC_D^vlr)w<WteCHz`X8o3s6a=0-
@AL4t>qCF%f0I6`37b48rAI!|6oArGeXDv!QUQC(L1VW}zefRH#%NK-
~LLM*QvGL+&1>fG7M@;}*Pu8SYWnZzd5bFL?)FaM+Q>XIb+OuIIh5pN?4(oDqed?E-
u*F1DE095kz95|@>Q#NOQOVOh0X{Tqd`WLUO#h(cP%F7POrUA{CWgD5EMf#TG00|s{wk9j0p+mic{}Q&+xT{p%?-
5Hrl*9T<aB0BwdjwWDN*{G;z%fwnfn@*00000$DJq!H)>X000I33fGhw2WpUR-vBYQl0ssI200dcD
"""


def cell(text: str) -> str:
    number = f'office:value-type="float" office:value="{text}"'
    typed = 'office:value-type="string"' if text.isalpha() else number
    return f"<table:table-cell {typed}><text:p>{text}</text:p></table:table-cell>"


GAP = '<table:table-cell table:number-columns-repeated="1024"/>'
SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "table", "text")
)
ODS = f"""<office:document-content {SPACES}>
<office:body><office:spreadsheet><table:table table:name="試薬">
<table:table-row>{cell("Item")}{cell("Cost")}</table:table-row>
<table:table-row>{cell("Tris")}{cell("14.28")}</table:table-row>
<table:table-row table:number-rows-repeated="1048574">{GAP}</table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>"""


def grids(document: Document) -> list[tuple[tuple[str, ...], ...]]:
    return [block.grid for block in document.blocks if block.grid is not None]


def xls(path: Path) -> Path:
    path.write_bytes(lzma.decompress(base64.b85decode("".join(XLS.split()))))
    return path


def ods(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        archive.writestr("content.xml", ODS)
    return path


def record(kind: int, body: bytes = b"") -> bytes:
    number = bytes([kind]) if kind < 128 else bytes([kind & 127 | 128, kind >> 7])
    return number + bytes([len(body)]) + body


def wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def xlsb(path: Path) -> Path:
    """Write a workbook of two rows. Source: [MS-XLSB], 2.1.7 and 2.4."""
    sheet = struct.pack("<II", 0, 1) + wide("rId1") + wide("Stock")
    book = record(131) + record(143) + record(156, sheet) + record(144) + record(132)
    cells = b""
    for row, values in enumerate((("Item", "Cost"), ("Tris", 14.25))):
        cells += record(0, struct.pack("<IIHHBI", row, 0, 300, 0, 0, 0))
        for column, value in enumerate(values):
            head = struct.pack("<II", column, 0)
            is_text = isinstance(value, str)
            body = wide(value) if isinstance(value, str) else struct.pack("<d", value)
            cells += record(6 if is_text else 5, head + body)
    dimension = record(148, struct.pack("<IIII", 0, 1, 0, 1))
    data = record(129) + dimension + record(145) + cells + record(146) + record(130)
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.bin", book)
        archive.writestr("xl/worksheets/sheet1.bin", data)
        archive.writestr(
            "xl/_rels/workbook.bin.rels",
            "<Relationships xmlns="
            '"http://schemas.openxmlformats.org/package/2006/relationships"><Relationship '
            f'Id="rId1" Type="{relation}" Target="worksheets/sheet1.bin"/></Relationships>',
        )
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


def test_open_document_sheet_of_a_million_repeated_rows_is_read(tmp_path: Path) -> None:
    (document,) = OdsParser().parse(ods(tmp_path / "stock.ods"))
    assert grids(document) == [(("Item", "Cost"), ("Tris", "14.28"))]


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


def test_workbook_with_a_password_is_called_encrypted(tmp_path: Path) -> None:
    path = tmp_path / "locked.xlsb"
    magic = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    path.write_bytes(magic + bytes(500) + "EncryptedPackage".encode("utf-16-le") + bytes(500))
    with pytest.raises(ParseError) as caught:
        XlsbParser().parse(path)
    assert caught.value.status == "encrypted"
