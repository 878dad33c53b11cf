"""Superscripts, ligatures and the damage that symbol fonts do.

Publishers set micro signs and operators in fonts whose glyphs carry Latin codes: what is drawn as
"10 µl" is stored as "10 ml". The outline of the glyph tells what is drawn, the name of the font
where there is no outline; a repair is made only where one of them is certain, the rest is flagged.
"""

from __future__ import annotations

import ctypes
import re
import unicodedata
from collections import Counter
from collections.abc import Collection

import pypdfium2.raw as raw

from aliquot.parsing.pdf.pages.glyph_shapes import drawn_symbol
from aliquot.parsing.pdf.pages.symbol_fonts import is_symbol_font, meaning
from aliquot.parsing.writing.typography import superscript

__all__ = ["UNKNOWN", "SymbolReader", "expand_ligatures", "is_suspect", "to_superscript"]

SUPERSCRIPTS = str.maketrans("0123456789+-−–()=n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁽⁾⁼ⁿ")
# Digits with signs, separated as in citation marks, and signs of authors' notes.
RAISED_NUMBER = re.compile(r"[+\-−–(]?\d[\d+\-−–,.;)]*[*†‡§¶#∗]*|[+\-−–]|\d*[+\-−–]|[+\-−–]\d")
# Letters that mark notes and addresses: "Smith a,b" with the letters raised.
RAISED_MARKS = re.compile(r"[a-z\d](?:[,;]\s?[a-z\d*†‡§¶#∗]{1,2})*[,;]?")

# The characters seen in place of symbols; only these are compared with their outline.
MISREAD = frozenset("mlnu0123456789,.;:$&%!#@C¼½¾þÀÁÂÃÄÆÇÐÕÔðÞ¡²³¹·\u00ad\ufffd?*")
# Left over in a symbol font, standing alone, these may be µ, =, <, ×, ±, ° or a Greek letter.
SUSPECT = frozenset("¼½¾þÀÁÂÆðÞÐ2345678,.mnlabgdkps")
# Runs of symbols are short; a longer one is a word.
LONGEST_RUN = 3
# Characters that an outline of a bar or dot confirms rather than contradicts.
CONFIRMED = frozenset({("\u00ad", "−"), (".", "·")})

UNKNOWN = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff]")

LIGATURES = {
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "ﬅ": "st",
    "ﬆ": "st",
}
LIGATURE = re.compile("[ﬀ-ﬆ]")
# Codes of private use that no repair has claimed: what they show is not known.
PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")
# Plane-1 letters of mathematical type ("𝑃 < 0.05") read as the letters they show.
MATHEMATICAL = re.compile("[\U0001d400-\U0001d7ff]")


class SymbolReader:
    """Reads the short runs of one page that may be symbols, and counts what it repaired.

    Font addresses are only unique while the page is open, so a reader lives for a page.

    Attributes:
        repaired: How often which stored character was read as which symbol.
    """

    def __init__(self, word_fonts: Collection[int]) -> None:
        """Take the addresses of the fonts that set whole words on the page."""
        self.repaired: Counter[tuple[str, str]] = Counter()
        self._word_fonts = word_fonts
        self._drawn: dict[tuple[int, str], str] = {}

    def read(self, text: str, font: int, name: str) -> tuple[str, bool]:
        """Return the text with every symbol that is certain, and whether others may be left."""
        sets_words = font in self._word_fonts
        if text.isascii() and (sets_words or len(text) > LONGEST_RUN) and not is_symbol_font(name):
            return text, False
        read = "".join(self._symbol(character, font, name) for character in text)
        if read != text:
            self.repaired.update(
                (old, new) for old, new in zip(text, read, strict=True) if old != new
            )
        return read, is_suspect(read, "" if sets_words else name)

    def _symbol(self, character: str, font: int, name: str) -> str:
        may_be_other = character in MISREAD or UNKNOWN.match(character)
        # A font that sets words may hold the letter and the symbol under the same code.
        if may_be_other and font not in self._word_fonts:
            drawn = self._outline(character, font)
            if drawn and (character, drawn) not in CONFIRMED:
                return drawn
        return meaning(character, name) or character

    def _outline(self, character: str, font: int) -> str:
        key = (font, character)
        if key not in self._drawn:
            handle = ctypes.cast(font, raw.FPDF_FONT)
            self._drawn[key] = drawn_symbol(handle, character) if font else ""
        return self._drawn[key]


def to_superscript(text: str, before: str = "") -> str:
    """Raise a number, charge or mark ("-6" to "⁻⁶", "a,b" to "ᵃ,ᵇ"); words stay as they are.

    Args:
        text: What is raised.
        before: The text in front of it: a raised "o" after a number is a degree sign.
    """
    if RAISED_NUMBER.fullmatch(text):
        return text.translate(SUPERSCRIPTS)
    if RAISED_MARKS.fullmatch(text):
        return "".join(
            superscript(part, before=before) if part.isalnum() else part
            for part in re.split(r"([,;\s]+)", text)
        )
    return text


def is_suspect(text: str, font: str) -> bool:
    """Tell whether text in a font of this name may stand for other characters than those drawn."""
    if not text.isascii() and UNKNOWN.search(text):
        return True
    return (
        len(text) <= LONGEST_RUN and is_symbol_font(font) and any(map(SUSPECT.__contains__, text))
    )


def expand_ligatures(text: str) -> str:
    """Write ligatures and mathematical letters as plain ones."""
    if text.isascii():
        return text
    text = PRIVATE.sub("", text)
    text = LIGATURE.sub(lambda match: LIGATURES[match[0]], text)
    return MATHEMATICAL.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
