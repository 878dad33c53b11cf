"""Write workbooks that are not XLSX, and a picture of text.

What enters: a path. What leaves: a file there. XLSB is written record by record (MS-XLSB, 2.1.7 and
2.4); the XLS is kept as bytes, since nothing here writes BIFF8.
"""

from __future__ import annotations

import base64
import lzma
import struct
import zipfile
from pathlib import Path

from PIL import Image, ImageDraw

from made_files.known import STEPS, TABLE

__all__ = ["write_ods", "write_png", "write_xls", "write_xlsb"]

# Four rows, "DNeasy" over the last two, and a hidden sheet behind them. LZMA in base 85.
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
ODF = "urn:oasis:names:tc:opendocument:xmlns"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="rId1" Type="{RELATION}" Target="worksheets/sheet1.bin"/></Relationships>'
)


def write_xls(path: Path) -> None:
    """Write a workbook of Excel 97."""
    path.write_bytes(lzma.decompress(base64.b85decode("".join(XLS.split()))))


def write_ods(path: Path) -> None:
    """Write an OpenDocument sheet with the million empty rows that programs put below."""
    rows = "".join(
        "<table:table-row>" + "".join(map(_ods_cell, row)) + "</table:table-row>" for row in TABLE
    )
    spaces = " ".join(f'xmlns:{name}="{ODF}:{name}:1.0"' for name in ("office", "table", "text"))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        archive.writestr(
            "content.xml",
            f"<office:document-content {spaces}><office:body><office:spreadsheet>"
            f'<table:table table:name="試薬">{rows}<table:table-row '
            'table:number-rows-repeated="1048570"><table:table-cell '
            'table:number-columns-repeated="1024"/></table:table-row></table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        )


def _ods_cell(text: str) -> str:
    is_number = text.replace(".", "").isdigit()
    kind = f'float" office:value="{text}' if is_number else "string"
    return (
        f'<table:table-cell office:value-type="{kind}"><text:p>{text}</text:p></table:table-cell>'
    )


def write_xlsb(path: Path, *, second_row: int = 1) -> None:
    """Write a binary workbook of two rows.

    Args:
        path: Where it goes.
        second_row: Number of the second row, from 0.
    """
    sheet = struct.pack("<II", 0, 1) + _wide("rId1") + _wide("Stock")
    book = _record(131) + _record(143) + _record(156, sheet) + _record(144) + _record(132)
    cells = b""
    for row, item, cost in ((0, "Item", "Cost"), (second_row, "Tris", 14.25)):
        cells += _record(0, struct.pack("<IIHHBI", row, 0, 300, 0, 0, 0))
        cells += _record(6, struct.pack("<II", 0, 0) + _wide(item))
        body = _wide(cost) if isinstance(cost, str) else struct.pack("<d", cost)
        cells += _record(6 if isinstance(cost, str) else 5, struct.pack("<II", 1, 0) + body)
    size = _record(148, struct.pack("<IIII", 0, 1, 0, 1))
    data = _record(129) + size + _record(145) + cells + _record(146) + _record(130)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.bin", book)
        archive.writestr("xl/worksheets/sheet1.bin", data)
        archive.writestr("xl/_rels/workbook.bin.rels", RELATIONS)


def _record(kind: int, body: bytes = b"") -> bytes:
    number = bytes([kind]) if kind < 128 else bytes([kind & 127 | 128, kind >> 7])
    return number + bytes([len(body)]) + body


def _wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def write_png(path: Path) -> None:
    """Write a picture of two lines."""
    picture = Image.new("L", (560, 90), 255)
    pen = ImageDraw.Draw(picture)
    for number, step in enumerate(STEPS[:2]):
        pen.text((10, 10 + 36 * number), step, fill=0, font_size=22)
    picture.save(path)
