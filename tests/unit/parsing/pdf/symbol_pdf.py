"""Write PDFs whose symbol font states wrong characters for its glyphs, as damaged papers do.

The outlines are those of Bitstream Vera, which reportlab carries; the ToUnicode map is written by
hand, so that "µ" is drawn and "m" is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import reportlab
from reportlab.pdfbase.ttfonts import TTFontFile

__all__ = ["Symbol", "pdf_file", "stream", "to_unicode", "write_symbol_pdf"]

VERA = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"


class Symbol(NamedTuple):
    """A glyph that is drawn, the character stored for it, and how it is set."""

    drawn: str
    stored: str
    rise: float = 0.0
    size: float = 10.0


@cache
def vera() -> TTFontFile:
    return TTFontFile(str(VERA))


def write_symbol_pdf(
    path: Path,
    lines: Sequence[Iterable[str | Symbol]],
    *,
    font: str = "ABCDEF+AdvP4C4E74",
    embed: bool = True,
) -> Path:
    """Write one page; strings are set in Helvetica, symbols in `font`.

    Args:
        path: Where to write.
        lines: Pieces of each line.
        font: Base name of the symbol font.
        embed: Whether its outlines are in the file; else the reader finds its name only.
    """
    pieces = [[*line] for line in lines]
    symbols = [piece for line in pieces for piece in line if isinstance(piece, Symbol)]
    content = b"\n".join(_line(line, 760 - 14 * row) for row, line in enumerate(pieces))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>",
        stream(content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        *(_embedded(font, symbols) if embed else _named(font, symbols)),
    ]
    path.write_bytes(pdf_file(objects))
    return path


def _line(pieces: Iterable[str | Symbol], y: float) -> bytes:
    parts = [f"BT 70 {y} Td".encode()]
    for piece in pieces:
        if isinstance(piece, str):
            text = piece.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            parts.append(b"/F1 10 Tf (" + text.encode("cp1252") + b") Tj")
        else:
            code = f"{_glyph(piece):04x}"
            parts.append(f"/F2 {piece.size} Tf {piece.rise} Ts <{code}> Tj 0 Ts".encode())
    return b" ".join([*parts, b"ET"])


def _glyph(symbol: Symbol) -> int:
    return int(vera().charToGlyph[ord(symbol.drawn)])


def _embedded(font: str, symbols: Sequence[Symbol]) -> list[bytes]:
    name = font.encode()
    widths = " ".join(
        f"{_glyph(symbol)} [{vera().charWidths[ord(symbol.drawn)]:.0f}]" for symbol in symbols
    )
    return [
        b"<< /Type /Font /Subtype /Type0 /BaseFont /%b /Encoding /Identity-H "
        b"/DescendantFonts [7 0 R] /ToUnicode 8 0 R >>" % name,
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /%b /FontDescriptor 9 0 R "
        b"/CIDToGIDMap /Identity /W [%b] "
        b"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>"
        % (name, widths.encode()),
        stream(to_unicode((_glyph(symbol), symbol.stored) for symbol in symbols)),
        b"<< /Type /FontDescriptor /FontName /%b /Flags 4 /FontBBox [0 -236 1000 928] "
        b"/ItalicAngle 0 /Ascent 928 /Descent -236 /CapHeight 700 /StemV 80 /FontFile2 10 0 R >>"
        % name,
        stream(VERA.read_bytes()),
    ]


def _named(font: str, symbols: Sequence[Symbol]) -> list[bytes]:
    """Return a font of Type 3, whose glyphs pdfium shows no outline of."""
    glyphs = {_glyph(symbol): symbol.stored for symbol in symbols}
    differences = " ".join(f"{code & 0xFF} /g{code}" for code in glyphs)
    procedures = " ".join(f"/g{code} 8 0 R" for code in glyphs)
    return [
        (
            f"<< /Type /Font /Subtype /Type3 /Name /{font} /BaseFont /{font} "
            "/FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 0 /LastChar 255"
            f" /Widths [{' '.join(['600'] * 256)}] /ToUnicode 7 0 R "
            f"/Encoding << /Type /Encoding /Differences [{differences}] >> "
            f"/CharProcs << {procedures} >> >>"
        ).encode(),
        stream(to_unicode((code & 0xFF, stored) for code, stored in glyphs.items())),
        stream(b"600 0 0 0 500 500 d1 0 0 500 500 re f"),
    ]


def to_unicode(pairs: Iterable[tuple[int, str]], *, digits: int = 4) -> bytes:
    """Return the map from codes of so many hexadecimal digits to what is stored for them."""
    entries = sorted({(code, stored) for code, stored in pairs})
    mapped = "\n".join(
        f"<{code:0{digits}x}> <{stored.encode('utf-16-be').hex()}>" for code, stored in entries
    )
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n"
        f"1 begincodespacerange <{'0' * digits}> <{'f' * digits}> endcodespacerange\n"
        f"{len(entries)} beginbfchar\n{mapped}\nendbfchar\n"
        "endcmap CMapName currentdict /CMap defineresource pop end end"
    ).encode()


def stream(content: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content)


def pdf_file(objects: Sequence[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.5\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        start,
    )
    return bytes(out)
