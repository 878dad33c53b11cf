"""Judge what is marked on pages by the characters pdfium says stand there.

Imported by `places.py`. It knows nothing of how quotes are marked: a character is marked where the
middle of its tight box, the box of its ink, is in a rectangle.
"""

from __future__ import annotations

import ctypes
import difflib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from aliquot.types import PagePlace, Rectangle

__all__ = ["Judge", "Verdict"]

# A quote is near where no more than this part of its letters is missing, or marked beside them;
# two letters are allowed in short ones: a number of a reference, a symbol.
NEAR_PROSE, NEAR_TABLE, NEAR_LETTERS = 0.03, 0.05, 2
# Words of a table of fewer letters must be found whole.
SHORT_WORD = 4
# A quote is left out where more of its letters are in no word of the file's text layer, or more of
# the characters marked have others on top of them.
UNTOLD = 0.05
WORD = re.compile(r"[^\W_]+")
# Characters drawn twice, for weight or in a second layer of text, lie so near each other.
DOUBLED_PT = 1.0
# Finer than any character.
DEVICE = 100_000


@dataclass(frozen=True)
class Verdict:
    """How what is marked differs from a quote, in letters."""

    printed: str
    length: int
    missing: int
    extra: int
    untold: str
    near: float

    @property
    def is_exact(self) -> bool:
        """Whether the letters marked are those of the quote."""
        return self.missing == self.extra == 0

    @property
    def is_near(self) -> bool:
        """Whether they differ by few."""
        allowed = max(NEAR_LETTERS, self.near * self.length)
        return self.missing <= allowed and self.extra <= allowed


@dataclass(frozen=True)
class _Page:
    text: str
    middles: np.ndarray
    has_ink: np.ndarray
    is_doubled: np.ndarray


class Judge:
    """Judges marks on one PDF."""

    def __init__(self, path: Path) -> None:
        self._pdf = pdfium.PdfDocument(path)
        self._pages: dict[int, _Page] = {}
        texts = [page.get_textpage().get_text_range() for page in self._pdf]
        self._layer = letters(" ".join(texts))

    def close(self) -> None:
        """Close the file."""
        self._pdf.close()

    def verdict(self, quote: str, places: Sequence[PagePlace], *, is_table: bool) -> Verdict:
        """Compare a quote with the characters in the rectangles of pages."""
        parts = [part for place in places for part in self._marked(place)]
        printed = "  ".join(parts)
        compare = _by_words if is_table else _in_order
        missing, extra = compare(quote, parts)
        untold = self._untold(quote, places) if places else ""
        near = NEAR_TABLE if is_table else NEAR_PROSE
        return Verdict(printed, len(letters(quote)), missing, extra, untold, near)

    def _untold(self, quote: str, places: Sequence[PagePlace]) -> str:
        """Return why characters cannot tell whether the marks are right; empty where they can.

        Words are looked for in the whole file, so that a mark on a wrong page is a miss.
        """
        if _unheld(quote, self._layer) > UNTOLD:
            return "other codes than are drawn"
        doubled = [self._page(one.number).is_doubled[self._inside(one)] for one in places]
        shares = np.concatenate(doubled)
        return "layers of text on each other" if len(shares) and shares.mean() > UNTOLD else ""

    def _inside(self, place: PagePlace) -> np.ndarray:
        """Return which characters have their middle in any rectangle."""
        page = self._page(place.number)
        inside = np.zeros(len(page.text), dtype=bool)
        for one in place.rectangles:
            inside |= self._in_one(place.number, one) & page.has_ink
        return inside

    def _in_one(self, number: int, one: Rectangle) -> np.ndarray:
        x0, y0, x1, y1 = self._corners(number, one)
        x, y = self._page(number).middles.T
        return np.asarray((x0 <= x) & (x <= x1) & (y0 <= y) & (y <= y1), dtype=bool)

    def _marked(self, place: PagePlace) -> Iterator[str]:
        """Yield the text in each rectangle, no character twice."""
        page = self._page(place.number)
        taken = ~page.has_ink
        for one in place.rectangles:
            inside = self._in_one(place.number, one) & ~taken
            taken |= inside
            yield _with_spaces(page, np.flatnonzero(inside))

    def _corners(self, number: int, one: Rectangle) -> tuple[float, float, float, float]:
        left, top = self._in_file(number, one.x, one.y)
        right, bottom = self._in_file(number, one.x + one.width, one.y + one.height)
        return min(left, right), min(top, bottom), max(left, right), max(top, bottom)

    def _in_file(self, number: int, x: float, y: float) -> tuple[float, float]:
        across, down = ctypes.c_double(), ctypes.c_double()
        at = round(x * DEVICE), round(y * DEVICE)
        page = self._pdf[number - 1]
        raw.FPDF_DeviceToPage(page, 0, 0, DEVICE, DEVICE, 0, *at, across, down)
        return across.value, down.value

    def _page(self, number: int) -> _Page:
        if number not in self._pages:
            self._pages[number] = _read(self._pdf[number - 1])
        return self._pages[number]


def _read(page: pdfium.PdfPage) -> _Page:
    textpage = page.get_textpage()
    count = textpage.count_chars()
    codes = [raw.FPDFText_GetUnicode(textpage, index) for index in range(count)]
    boxes = np.zeros((count, 4))
    has_ink = np.zeros(count, dtype=bool)
    seen: set[tuple[int, int, int]] = set()
    for index, code in enumerate(codes):
        box = [ctypes.c_double() for _ in range(4)]
        raw.FPDFText_GetCharBox(textpage, index, *box)
        left, right, bottom, top = (one.value for one in box)
        boxes[index] = left, bottom, right, top
        key = (code, round(left / DOUBLED_PT), round(bottom / DOUBLED_PT))
        has_ink[index] = right > left and key not in seen
        seen.add(key)
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    return _Page("".join(map(chr, codes)), middles, has_ink, _doubled(boxes, middles, has_ink))


def _doubled(boxes: np.ndarray, middles: np.ndarray, has_ink: np.ndarray) -> np.ndarray:
    """Return which characters have their middle within the ink of another one."""
    found = np.zeros(len(boxes), dtype=bool)
    inked = np.flatnonzero(has_ink)
    x0, y0, x1, y1 = np.ascontiguousarray(boxes[inked].T)
    for index in inked.tolist():
        x, y = middles[index]
        found[index] = np.count_nonzero((x0 < x) & (x < x1) & (y0 < y) & (y < y1)) > 1
    return found


def _with_spaces(page: _Page, indices: np.ndarray) -> str:
    """Return characters in the order of the file, with a space where some are left out."""
    text, before = "", None
    for index in indices.tolist():
        is_apart = before is not None and page.text[before + 1 : index].strip() != ""
        is_spaced = before is not None and index > before + 1
        text += (" " if is_apart or is_spaced else "") + page.text[index]
        before = index
    return text


def letters(text: str) -> str:
    """Return what is compared: letters and digits without case, accents and ligatures."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(one for one in plain if one.isalnum())


def _in_order(quote: str, parts: Sequence[str]) -> tuple[int, int]:
    """Return how many letters are missing and extra, one after the other."""
    says, printed = letters(quote), letters("".join(parts))
    if says == printed:
        return 0, 0
    matcher = difflib.SequenceMatcher(None, says, printed, autojunk=False)
    shared = sum(one.size for one in matcher.get_matching_blocks())
    return len(says) - shared, len(printed) - shared


def _by_words(quote: str, parts: Sequence[str]) -> tuple[int, int]:
    """Return the letters of words that are missing and extra, in whatever order.

    Cells of a table are printed in another order than they are written in, and merged ones once.
    """
    printed = " ".join(parts)
    return _unfound(quote, printed), _unfound(printed, quote)


def _unfound(text: str, other: str) -> int:
    words, whole = set(_words(other)), letters(other)
    return sum(
        len(word) for word in _words(text) if word not in words and not _is_parted(word, whole)
    )


def _words(text: str) -> list[str]:
    return WORD.findall(unicodedata.normalize("NFKD", text).casefold())


def _is_parted(word: str, whole: str) -> bool:
    """Tell whether a longer word stands in a text, or does in two parts as at a line end."""
    if len(word) < SHORT_WORD:
        return False
    if word in whole:
        return True
    cuts = range(2, len(word) - 1)
    return any(word[:cut] in whole and word[cut:] in whole for cut in cuts)


def _unheld(quote: str, layer: str) -> float:
    """Return which part of a quote's letters is in no word of a page's text layer."""
    words = [letters(one) for one in quote.split()]
    total = sum(map(len, words))
    lost = sum(len(one) for one in words if one not in layer and not _is_parted(one, layer))
    return lost / max(1, total)
