"""Ligatures that a file stores as some other letter are told by how wide they are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.parsing.pdf.pages.ligatures import BOLD, REGULAR
from aliquot.parsing.pdf.parser import PdfParser
from aliquot.types import Document

from .symbol_pdf import pdf_file, stream, to_unicode

# A letter of the made font is half an em wide.
LETTER = 500


def ligature_pdf(path: Path, text: str, glyphs: dict[str, tuple[str, float]], font: str) -> Path:
    """Write `text` in a font without outlines; characters of `glyphs` are glyphs of their own.

    Args:
        path: Where to write.
        text: One line, in the letters of ASCII and the keys of `glyphs`.
        glyphs: The character stored for each glyph, and its width in ems.
        font: Base name of the font.
    """
    codes = {name: 1 + place for place, name in enumerate(glyphs)}
    content = "".join(f"{codes.get(letter, ord(letter)):02x}" for letter in text)
    widths = [LETTER] * 127
    for name, (_, width) in glyphs.items():
        widths[codes[name]] = round(1000 * width)
    stored = [(code, chr(code)) for code in range(32, 127)]
    stored += [(codes[name], letter) for name, (letter, _) in glyphs.items()]
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        stream(f"BT /F1 10 Tf 70 700 Td <{content}> Tj ET".encode()),
        (
            f"<< /Type /Font /Subtype /TrueType /BaseFont /{font} /FirstChar 0 /LastChar 126 "
            f"/Widths [{' '.join(map(str, widths))}] /FontDescriptor 6 0 R /ToUnicode 7 0 R >>"
        ).encode(),
        f"<< /Type /FontDescriptor /FontName /{font} /Flags 4 /FontBBox [0 -236 1000 928] "
        f"/ItalicAngle 0 /Ascent 928 /Descent -236 /CapHeight 700 /StemV 80 >>".encode(),
        stream(to_unicode(reversed(stored), digits=2)),
    ]
    path.write_bytes(pdf_file(objects))
    return path


def parse(path: Path) -> Document:
    (document,) = PdfParser().parse(path)
    return document


def flags(document: Document) -> set[str]:
    return {str(flag) for block in document.blocks for flag in block.flags}


@pytest.mark.parametrize(
    ("font", "widths"), [("ABCDEF+Calibri", REGULAR), ("ABCDEF+Calibri-Bold", BOLD)]
)
@pytest.mark.parametrize(
    ("drawn", "name", "stored", "read"),
    [
        ("what maLers is", "tt", "S", "what matters is"),
        ("the soLware is", "ft", "p", "the software is"),
        ("a parLal set", "ti", "9", "a partial set"),
        ("puLng it", "tti", "a", "putting it"),
    ],
)
def test_ligature_of_a_known_font_is_read_by_its_width(
    tmp_path: Path,
    font: str,
    widths: dict[str, float],
    drawn: str,
    name: str,
    stored: str,
    read: str,
) -> None:
    path = ligature_pdf(tmp_path / "a.pdf", drawn, {"L": (stored, widths[name])}, font)
    document = parse(path)
    assert read in document.text
    assert "symbol_repaired" in flags(document)
    assert any(f"{stored} as {name} (1)" in warning for warning in document.warnings)


def test_letter_drawn_as_wide_as_ever_is_itself(tmp_path: Path) -> None:
    path = ligature_pdf(tmp_path / "a.pdf", "the maSers of ConDeTri", {}, "ABCDEF+Calibri")
    document = parse(path)
    assert "the maSers of ConDeTri" in document.text
    assert not flags(document)


def test_ligature_that_is_stored_rightly_is_left_alone(tmp_path: Path) -> None:
    glyphs = {"L": ("ft", REGULAR["ft"])}
    document = parse(ligature_pdf(tmp_path / "a.pdf", "the soLware", glyphs, "ABCDEF+Calibri"))
    assert "the software" in document.text
    assert not flags(document)


def test_ligature_of_an_unknown_font_is_flagged_not_guessed(tmp_path: Path) -> None:
    path = ligature_pdf(tmp_path / "a.pdf", "what maLers", {"L": ("S", 0.634)}, "ABCDEF+Optima")
    document = parse(path)
    assert "maSers" in document.text
    assert flags(document) == {"symbol_suspect"}
