"""Tell ligatures that are stored as some other letter by their width: "maSers" for "matters".

Some producers write the glyph of "tt", "ft" or "ti" under whatever code it happened to get. A
letter that is drawn wider than its font sets it is another glyph; which one is certain where the
widths of the font's ligatures are known, otherwise the word is in doubt.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import pypdfium2.raw as raw

from aliquot.parsing.pdf.pages.calls import font_size, loose_box, matrix_of_text
from aliquot.parsing.pdf.pages.fonts import base_of_name
from aliquot.parsing.pdf.records import Style

__all__ = ["LigatureReader"]

# Widths of the ligatures of a font that have no code of their own, in ems.
# Source: advance widths of Carlito, made to the metrics of Calibri (Debian package
# fonts-crosextra-carlito 20220224); the same to three places in decks set in Calibri. Boxes of
# slanted letters reach over their widths, so slanted faces are left out.
REGULAR = {"tt": 0.634, "ft": 0.616, "tf": 0.612, "ti": 0.557, "tti": 0.856, "ttf": 0.912}
BOLD = {"tt": 0.656, "ft": 0.636, "tf": 0.633, "ti": 0.585, "tti": 0.895, "ttf": 0.942}
FACES: Mapping[str, Mapping[str, float]] = {"calibri": REGULAR, "calibribold": BOLD}
# Widths are stored to a thousandth of an em.
SAME_WIDTH = 0.0015
# A letter that is drawn so much wider, in ems, is another glyph: kerning moves letters, it does
# not widen them.
OTHER_WIDTH = 0.03
# Fonts whose ligatures are not known: more, since boxes may reach over the width of a letter.
DOUBTFUL_WIDTH = 0.1
# A word is looked at letter by letter where it is so much longer than its letters.
LONGER = 0.02
# Capitals, figures and signs do not stand between small letters.
MISPLACED = re.compile(r"(?<=[a-z])[A-Z\d*@](?=[a-z])")


class _Drawn(NamedTuple):
    """The box of a character: its width in ems, its left edge and its em in points."""

    width: float
    left: float
    em: float


class LigatureReader:
    """Reads the words of one page, and counts what it repaired.

    Font addresses are only unique while the page is open, so a reader lives for a page.

    Attributes:
        repaired: How often which stored character was read as which letters.
    """

    def __init__(self, textpage: int) -> None:
        """Take the address of the open page of text."""
        self.repaired: Counter[tuple[str, str]] = Counter()
        self._textpage = textpage
        self._widths: dict[tuple[int, str], float] = {}
        self._box = (ctypes.c_float * 4)()
        self._matrix = raw.FS_MATRIX()

    @staticmethod
    def knows(font: str) -> bool:
        """Tell whether the widths of a font's ligatures are known."""
        return base_of_name(font) in FACES

    def read(
        self, words: str, start: int, font: int, style: Style, width: float
    ) -> tuple[str, bool]:
        """Return a word with every ligature that is certain, and whether others may be left.

        Args:
            words: One character for each of the page's, from `start` on.
            start: Index of the first on the page of text.
            font: Address of its font.
            style: How it is set.
            width: Of the whole, in points.
        """
        if style.italic or style.angle or not style.size:
            return words, False
        read = words
        face = FACES.get(base_of_name(style.font))
        if face and self._may_hold_others(words, font, width / style.size):
            read = "".join(
                self._letters(index, character, font, face)
                for index, character in enumerate(words, start)
            )
        return read, read == words and self._is_doubtful(words, start, font)

    def _may_hold_others(self, words: str, font: int, width: float) -> bool:
        """Tell a word that is longer, in ems, than its letters, or holds figures or signs."""
        own = sum(self._width(font, character) for character in words)
        return width - own >= LONGER or not words.isalpha()

    def _is_doubtful(self, words: str, start: int, font: int) -> bool:
        """Tell a word in which a misplaced character is drawn wider than its font sets it."""
        for found in MISPLACED.finditer(words):
            own = self._width(font, found[0])
            drawn = self._drawn(start + found.start())
            following = self._drawn(start + found.end())
            # Boxes hold all of a letter's ink; the letter behind it begins where its width ends.
            width = min(drawn.width, (following.left - drawn.left) / (drawn.em or 1.0))
            if own and width - own > DOUBTFUL_WIDTH:
                return True
        return False

    def _letters(self, index: int, character: str, font: int, face: Mapping[str, float]) -> str:
        drawn = self._drawn(index)
        if drawn.width - self._width(font, character) < OTHER_WIDTH:
            return character
        # The letters of a ligature that is stored rightly share its box.
        if drawn.left in {self._drawn(index - 1).left, self._drawn(index + 1).left}:
            return character
        widths = face.items()
        letters = next((name for name, w in widths if abs(w - drawn.width) < SAME_WIDTH), "")
        if letters:
            self.repaired[(character, letters)] += 1
        return letters or character

    def _width(self, font: int, character: str) -> float:
        """Return how wide a font sets a character, in ems; 0 where it does not."""
        key = (font, character)
        if key not in self._widths:
            width = ctypes.c_float()
            handle = ctypes.cast(font, raw.FPDF_FONT)
            raw.FPDFFont_GetGlyphWidth(handle, ord(character), 1.0, width)
            self._widths[key] = width.value
        return self._widths[key]

    def _drawn(self, index: int) -> _Drawn:
        """Return how a character of the page of text is drawn."""
        if index < 0 or not loose_box(self._textpage, index, ctypes.addressof(self._box)):
            return _Drawn(0.0, math.nan, 0.0)
        matrix = self._matrix
        matrix_of_text(self._textpage, index, ctypes.addressof(matrix))
        em = abs(font_size(self._textpage, index)) * math.hypot(matrix.a, matrix.b)
        left, _, right, _ = self._box
        return _Drawn((right - left) / em if em else 0.0, left, em)
