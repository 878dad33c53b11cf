"""Turn the bytes of an RTF file into characters: code pages of fonts, symbol fonts.

What enters: the font table, bytes, and the font they are set in. What leaves: text.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass, field

from aliquot.parsing.docx.text import SYMBOL
from aliquot.parsing.rtf.tokens import DOUBLE_BYTE_PAGES

__all__ = ["Fonts", "symbol_character"]

# Character sets of fonts as code pages. Source: RTF specification 1.9.1, "Font table".
CHARSETS = {
    0: 1252, 77: 10000, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254,
    163: 1258, 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
}  # fmt: skip
# Python's names where they are not "cp" and the number.
ENCODINGS = {708: "cp864", 1361: "johab", 10000: "mac_roman", 10001: "shift_jis", 65001: "utf-8"}
ANSI_CHARSET = 0
SYMBOL_CHARSET = 2
# Symbol fonts other than Symbol itself hold arrows, ticks and bullets.
OTHER_SYMBOL = "•"


@dataclass(slots=True)
class Font:
    """A font of the font table."""

    name: str = ""
    charset: int | None = None
    code_page: int | None = None


@dataclass(slots=True)
class Fonts:
    """The fonts of one file.

    Attributes:
        declared: Code page of the file, for fonts that state none.
        default: Number of the font that text is set in where no other is named.
    """

    declared: int
    default: int = 0
    _fonts: dict[int, Font] = field(default_factory=dict)

    def define(self, number: int) -> Font:
        """Return the entry of a font, made where there is none yet."""
        return self._fonts.setdefault(number, Font())

    def name(self, number: int, data: bytes) -> None:
        """Add bytes to a font's name; that of a symbol font is not written in symbols."""
        font = self.define(number)
        is_symbol = font.charset == SYMBOL_CHARSET
        text = data.decode("latin-1") if is_symbol else self.decode(data, number)
        font.name += text.strip("; ")

    def decode(self, data: bytes, number: int | None) -> str:
        """Return bytes as text in the code page of the font they are set in."""
        font = self._fonts.get(self.default if number is None else number, Font())
        if font.charset == SYMBOL_CHARSET:
            return "".join(_symbol(code, font) for code in data)
        page = font.code_page or CHARSETS.get(-1 if font.charset is None else font.charset)
        if font.charset == ANSI_CHARSET and self.declared in DOUBLE_BYTE_PAGES:
            page = self._ansi_page(data)
        return data.decode(_encoding(page or self.declared), "replace")

    def symbol(self, character: str, number: int | None) -> str:
        """Return the character a private one of a symbol font stands for."""
        code = ord(character)
        if not 0xF000 <= code <= 0xF0FF:
            return "" if code < 0x20 else character
        font = self._fonts.get(self.default if number is None else number, Font())
        return _symbol(code - 0xF000, font)

    def _ansi_page(self, data: bytes) -> int:
        """Tell Japanese in a Western font, as some programs write it, from µ and °."""
        try:
            text = data.decode(_encoding(self.declared))
        except UnicodeDecodeError:
            return 1252
        beyond = [character for character in text if ord(character) > 0x7F]
        return self.declared if all(ord(each) < 0xFF61 for each in beyond) else 1252


def symbol_character(code: int) -> str:
    """Return the character of the Symbol font that has a code, with or without F000 on top."""
    code &= 0xFF
    return SYMBOL.get(chr(code), chr(code) if code < 0x80 else OTHER_SYMBOL)


def _symbol(code: int, font: Font) -> str:
    if font.name.casefold().startswith("symbol"):
        return symbol_character(code)
    return chr(code) if code <= 0x20 else OTHER_SYMBOL


def _encoding(page: int) -> str:
    name = ENCODINGS.get(page, f"cp{page}")
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"
