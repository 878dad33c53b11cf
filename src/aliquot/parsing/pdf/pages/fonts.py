"""Read how text is set: font, size, weight, direction, visibility."""

from __future__ import annotations

import ctypes
import math
import re
from functools import lru_cache

import pypdfium2.raw as raw

from aliquot.parsing.pdf.pages.calls import (
    fill_colour,
    font_of,
    font_size,
    matrix_of_text,
    render_mode,
)
from aliquot.parsing.pdf.records import Style

__all__ = ["StyleReader", "base_of_name"]

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

    def __init__(self, textpage: int) -> None:
        """Take the address of the open page of text."""
        self._textpage = textpage
        self._styles: dict[int, tuple[Style, float]] = {}
        self._fonts: dict[int, tuple[str, bool, bool]] = {}
        self._font_of: dict[int, int] = {}
        self._shared: dict[tuple[object, ...], Style] = {}
        self._matrix = raw.FS_MATRIX()
        self._matrix_address = ctypes.addressof(self._matrix)
        self._colour = (ctypes.c_uint * 4)()
        first, size = ctypes.addressof(self._colour), ctypes.sizeof(ctypes.c_uint)
        self._colour_addresses = [first + size * part for part in range(4)]
        self._last = (UNKNOWN, 0.0)

    def read(self, text_object: int | None, index: int) -> Style:
        """Return the style of a text object; `index` is one of its characters."""
        return self.read_with_baseline(text_object, index)[0]

    def read_with_baseline(self, text_object: int | None, index: int) -> tuple[Style, float]:
        """Return style and baseline, which tells a superscript set in the same size."""
        if not text_object:
            return self._last  # a character pdfium generated
        found = self._styles.get(text_object)
        if found is None:
            found = self._styles[text_object] = self._read(text_object, index)
        self._last = found
        return found

    def font(self, text_object: int | None) -> int:
        """Return the address of a text object's font once its style was read, else 0."""
        return self._font_of.get(text_object or 0, 0)

    def _read(self, text_object: int, index: int) -> tuple[Style, float]:
        font = self._font_of[text_object] = font_of(text_object) or 0
        matrix = self._matrix
        matrix_of_text(self._textpage, index, self._matrix_address)
        size = abs(font_size(self._textpage, index)) * (math.hypot(matrix.b, matrix.d) or 1.0)
        looks = (
            font,
            round(size, 1),
            _quarter_turn(matrix.a, matrix.b),
            render_mode(text_object) == raw.FPDF_TEXTRENDERMODE_INVISIBLE,
            self._is_pale(text_object),
        )
        style = self._shared.get(looks)
        if style is None:
            style = self._shared[looks] = self._style(*looks)
        return style, round(matrix.f, 1)

    def _style(self, font: int, size: float, angle: int, invisible: bool, pale: bool) -> Style:
        name, bold, italic = self._font(font)
        return Style(name, size, bold, italic, angle, invisible, pale)

    def _font(self, address: int) -> tuple[str, bool, bool]:
        if address not in self._fonts:
            font = ctypes.cast(address, raw.FPDF_FONT)
            self._fonts[address] = _describe(font) if address else ("", False, False)
        return self._fonts[address]

    def _is_pale(self, text_object: int) -> bool:
        if not fill_colour(text_object, *self._colour_addresses):
            return False
        red, green, blue, alpha = self._colour
        return min(red, green, blue) >= PALE or alpha < OPAQUE


@lru_cache(maxsize=4096)
def base_of_name(font: str) -> str:
    """Return a font's name without what foundries and programs put between its parts."""
    return re.sub(r"[\W_]|MT$|Regular$", "", font).lower()


def _describe(font: raw.FPDF_FONT) -> tuple[str, bool, bool]:
    buffer = ctypes.create_string_buffer(256)
    raw.FPDFFont_GetBaseFontName(font, buffer, len(buffer))
    name = buffer.value.decode("utf-8", "replace").rsplit("+", 1)[-1]
    bold = bool(BOLD_NAME.search(name)) or raw.FPDFFont_GetWeight(font) >= BOLD_WEIGHT
    return name, bold, bool(ITALIC_NAME.search(name))


def _quarter_turn(a: float, b: float) -> int:
    """Return the direction (a, b) as 0, 90, 180 or 270 degrees, -1 if more than 15 off."""
    if b == 0 and a > 0:
        return 0
    degrees = math.degrees(math.atan2(b, a)) % 360
    nearest = round(degrees / 90) * 90
    return nearest % 360 if abs(degrees - nearest) <= 15 else -1
