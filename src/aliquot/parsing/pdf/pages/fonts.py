"""Read how text is set: font, size, weight, direction, visibility."""

from __future__ import annotations

import ctypes
import math
import re

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from aliquot.parsing.pdf.records import Style

__all__ = ["StyleReader"]

# How foundries and TeX spell weights and slants in PostScript names: Minion-Semibold, AdvTT.B,
# CMBX10, Arial,BoldItalic, ...-Bd. "Medium" counts as bold: journals set headings in it.
BOLD_NAME = re.compile(
    r"bold|black|heavy|demi|[-.,]b(i|d)?$|\.b$|-?bd|semib|medi|[-.]md|cmbx|[-_]B\b", re.IGNORECASE
)
ITALIC_NAME = re.compile(r"ital|obl|[-.]i$|\.i$|[-.,](it|bdit|mdit|boldit)$|cmti", re.IGNORECASE)
BOLD_WEIGHT = 600

# Lighter or more transparent text may be hard to see, of 255; `visibility` looks at it.
PALE = 200
OPAQUE = 250

UNKNOWN = Style("", 0.0, False, False, 0, False, False)


class StyleReader:
    """Styles of one page, read once per text object and once per font.

    Object and font addresses are only unique while the page is open, so a reader lives for a page.
    """

    def __init__(self, textpage: pdfium.PdfTextPage) -> None:
        self._textpage = textpage
        self._styles: dict[int, tuple[Style, float]] = {}
        self._fonts: dict[int, tuple[str, bool, bool]] = {}
        self._font_of: dict[int, int] = {}
        self._matrix = raw.FS_MATRIX()
        self._last = (UNKNOWN, 0.0)

    def read(self, text_object: int | None, index: int) -> Style:
        """Return the style of a text object; `index` is one of its characters."""
        return self.read_with_baseline(text_object, index)[0]

    def read_with_baseline(self, text_object: int | None, index: int) -> tuple[Style, float]:
        """Return style and baseline, which tells a superscript set in the same size."""
        if not text_object:
            return self._last  # a character pdfium generated
        if text_object not in self._styles:
            self._styles[text_object] = self._read(text_object, index)
        self._last = self._styles[text_object]
        return self._last

    def font(self, text_object: int | None) -> int:
        """Return the address of a text object's font once its style was read, else 0."""
        return self._font_of.get(text_object or 0, 0)

    def _read(self, address: int, index: int) -> tuple[Style, float]:
        text_object = ctypes.cast(address, raw.FPDF_PAGEOBJECT)
        font = ctypes.cast(raw.FPDFTextObj_GetFont(text_object), ctypes.c_void_p).value or 0
        self._font_of[address] = font
        name, bold, italic = self._font(font)
        matrix = self._matrix
        raw.FPDFText_GetMatrix(self._textpage, index, matrix)
        size = abs(raw.FPDFText_GetFontSize(self._textpage, index))
        size *= math.hypot(matrix.b, matrix.d) or 1.0
        mode = raw.FPDFTextObj_GetTextRenderMode(text_object)
        style = Style(
            font=name,
            size=round(size, 1),
            bold=bold,
            italic=italic,
            angle=_quarter_turn(matrix.a, matrix.b),
            invisible=mode == raw.FPDF_TEXTRENDERMODE_INVISIBLE,
            white=_is_white(text_object),
        )
        return style, round(matrix.f, 1)

    def _font(self, address: int) -> tuple[str, bool, bool]:
        if address not in self._fonts:
            font = ctypes.cast(address, raw.FPDF_FONT)
            self._fonts[address] = _describe(font) if address else ("", False, False)
        return self._fonts[address]


def _describe(font: raw.FPDF_FONT) -> tuple[str, bool, bool]:
    buffer = ctypes.create_string_buffer(256)
    raw.FPDFFont_GetBaseFontName(font, buffer, len(buffer))
    name = buffer.value.decode("utf-8", "replace").rsplit("+", 1)[-1]
    bold = bool(BOLD_NAME.search(name)) or raw.FPDFFont_GetWeight(font) >= BOLD_WEIGHT
    return name, bold, bool(ITALIC_NAME.search(name))


def _quarter_turn(a: float, b: float) -> int:
    """Return the direction (a, b) as 0, 90, 180 or 270 degrees, -1 if more than 15 off."""
    degrees = math.degrees(math.atan2(b, a)) % 360
    nearest = round(degrees / 90) * 90
    return nearest % 360 if abs(degrees - nearest) <= 15 else -1


def _is_white(text_object: raw.FPDF_PAGEOBJECT) -> bool:
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not raw.FPDFPageObj_GetFillColor(text_object, red, green, blue, alpha):
        return False
    return min(red.value, green.value, blue.value) >= PALE or alpha.value < OPAQUE
