"""Read the runs of a page from pdfium with as few calls as the information allows.

A call into pdfium costs about half a microsecond and a page has thousands of characters, so the
text is taken in bulk and only the first and last character of each word are asked for place and
style; a word is looked at character by character only where its two ends differ.
"""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from aliquot.parsing.pdf.pages.fonts import StyleReader
from aliquot.parsing.pdf.pages.rules import read_rules
from aliquot.parsing.pdf.pages.symbols import SymbolReader
from aliquot.parsing.pdf.pages.vertical import TURNED, is_vertical, turned_runs
from aliquot.parsing.pdf.pages.visibility import covers_page, unseen
from aliquot.parsing.pdf.records import Break, Rule, Run, Style

__all__ = ["SOFT_HYPHEN", "PageRuns", "read_runs"]

SOFT_HYPHEN = "\u00ad"  # a hyphen that ends a line, until `hyphens` has decided what it is

# Smaller text cannot be read on paper: it is there for machines.
MINIMUM_SIZE_PT = 2.0
# The same by width, for each character: letters of readable print are 0.5 points wide and more.
# Shorter runs may be accents, which have no width of their own.
SQUEEZED_PT = 0.15
SQUEEZED_CHARACTERS = 2

WORD = re.compile(r"[^\s\x00]+")
# pdfium writes U+FFFE for a hyphen it takes for a line-end hyphen, older builds U+0002.
HYPHENS = str.maketrans({"\ufffe": SOFT_HYPHEN, "\x02": SOFT_HYPHEN})
# Symbols stand in shorter runs than words; a font with runs of so many letters sets words.
WORD_LETTERS = 4
# A wider word than this many ems a letter is none: a full-width letter takes one.
STRETCHED_EM = 1.3
CONTROL = re.compile(r"[\x01\x03-\x08\x0e-\x1f]")


class PageRuns(NamedTuple):
    """Runs of a page in pdfium's order, in the frame in which most text is upright.

    Attributes:
        turned: Degrees, clockwise, between the page as shown and that frame.
        hidden: Runs left out, by reason.
        hidden_words: Their text, in order.
        is_ocr: Whether the text is an invisible layer over a scan.
        rules: Lines drawn on the page, in the same frame.
        repaired: How often which stored character was read as which symbol.
        aside: What is printed across the direction of reading.
        vertical: Whether it is set in columns from top to bottom, which the frame turns into lines.
    """

    width: float
    height: float
    turned: int
    runs: list[Run]
    hidden: dict[str, int]
    is_ocr: bool
    rules: tuple[Rule, ...] = ()
    repaired: Mapping[tuple[str, str], int] = MappingProxyType({})
    hidden_words: str = ""
    aside: str = ""
    vertical: bool = False


class _Piece(NamedTuple):
    start: int
    end: int
    style: Style
    before: Break
    font: int


def _prototype(function: Any, *arguments: Any) -> Any:
    """Return `function` with plain integer pointers: a third of the cost of typed ones."""
    address = ctypes.cast(function, ctypes.c_void_p).value or 0
    return ctypes.CFUNCTYPE(ctypes.c_void_p, *arguments)(address)


_text_object = _prototype(raw.FPDFText_GetTextObject, ctypes.c_void_p, ctypes.c_int)
_loose_box = _prototype(
    raw.FPDFText_GetLooseCharBox, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p
)


def read_runs(page: pdfium.PdfPage) -> PageRuns:
    """Read a page's runs; the caller closes the page."""
    textpage = page.get_textpage()
    try:
        return _read(page, textpage)
    finally:
        textpage.close()


def _read(page: pdfium.PdfPage, textpage: pdfium.PdfTextPage) -> PageRuns:
    handle = ctypes.cast(textpage.raw, ctypes.c_void_p).value
    text = _page_text(textpage)
    pieces = list(_pieces(text, handle, StyleReader(textpage)))
    rotation = page.get_rotation()
    angle = _dominant_angle(pieces, default=rotation)
    pieces = list(_cut_apart(pieces, _boxes(pieces, handle), handle))
    user_boxes = _boxes(pieces, handle)
    boxes, width, height = _upright(user_boxes, page, angle)
    is_ocr = _mostly_invisible(pieces) and covers_page(page)
    hides = set() if is_ocr else _unseen(page, pieces, user_boxes, handle)
    if len(hides) > 0.5 * len(pieces) and covers_page(page):
        is_ocr, hides = True, set()  # a scan drawn over its text
    symbols = SymbolReader(_word_fonts(pieces, text))
    hidden: Counter[str] = Counter()
    hidden_words: list[str] = []
    aside: list[str] = []
    runs = []
    for index, (piece, (x0, y0, x1, y1)) in enumerate(zip(pieces, boxes, strict=True)):
        if piece.style.angle != angle:
            aside.append(_clean(text[piece.start : piece.end]))
            continue  # side banners, the arXiv stamp, axis labels
        words = _clean(text[piece.start : piece.end])
        if not words:
            continue
        read, suspect = symbols.read(words, piece.font, piece.style.font)
        run = Run(read, x0, y0, x1, y1, piece.style, piece.before, suspect, read != words)
        reason = _hidden_reason(run, width, height, is_ocr=is_ocr)
        reason = reason or ("unseen" if index in hides else "")
        if reason:
            hidden[reason] += 1
            hidden_words.append(words)
        else:
            runs.append(run)
    turned = (angle - rotation) % 360
    vertical = turned == 0 and is_vertical(runs)
    if vertical:
        runs, turned = turned_runs(runs, width), TURNED
        width, height = height, width
    return PageRuns(
        width,
        height,
        turned,
        runs,
        dict(hidden),
        is_ocr,
        _upright_rules(page, angle),
        symbols.repaired,
        " ".join(hidden_words),
        " ".join(aside),
        vertical,
    )


def _unseen(
    page: pdfium.PdfPage,
    pieces: list[_Piece],
    boxes: np.ndarray[Any, np.dtype[np.float32]],
    handle: int | None,
) -> set[int]:
    texts = [_text_object(handle, piece.start) or 0 for piece in pieces]
    return unseen(page, boxes, texts, [piece.style.white for piece in pieces])


def _upright_rules(page: pdfium.PdfPage, angle: int) -> tuple[Rule, ...]:
    drawn = read_rules(page)
    if not drawn:
        return ()
    boxes, _, _ = _upright(np.array(drawn, dtype=np.float32), page, angle)
    return tuple(Rule(*box) for box in boxes)


def _page_text(textpage: pdfium.PdfTextPage) -> str:
    """Return the page's text, one character (or surrogate) per pdfium character index."""
    count = max(textpage.count_chars(), 0)
    buffer = (ctypes.c_ushort * (2 * count + 2))()  # twice the room, should a build write pairs
    written = raw.FPDFText_GetText(textpage, 0, count, buffer) - 1
    if written != count:  # characters without a code are left out: ask one by one
        codes = (raw.FPDFText_GetUnicode(textpage, index) for index in range(count))
        text = "".join(chr(code) if 0 < code < 0x110000 else "\0" for code in codes)
    else:
        text = bytes(buffer)[: 2 * count].decode("utf-16-le", "surrogatepass")
        if len(text) != count:
            text = "".join(map(chr, buffer[:count]))
    return text.translate(HYPHENS)


def _clean(text: str) -> str:
    """Join surrogate pairs and drop characters that stand for nothing."""
    if text.isascii() and text.isprintable():
        return text
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return CONTROL.sub("", joined)


def _pieces(text: str, handle: int | None, styles: StyleReader) -> Iterator[_Piece]:
    position = 0
    for word in WORD.finditer(text):
        start, end = word.span()
        gap = text[position:start]
        before = Break.LINE if "\n" in gap or "\r" in gap or not position else Break.SPACE
        position = end
        first = _text_object(handle, start)
        last = first if end - start == 1 else _text_object(handle, end - 1)
        if first == last:
            yield _Piece(start, end, styles.read(first, start), before, styles.font(first))
            continue
        yield from _split_by_style(start, end, before, handle, styles)


def _split_by_style(
    start: int, end: int, before: Break, handle: int | None, styles: StyleReader
) -> Iterator[_Piece]:
    begin = start
    opened = _text_object(handle, start)
    current = styles.read_with_baseline(opened, start)
    for index in range(start + 1, end):
        text_object = _text_object(handle, index)
        style = styles.read_with_baseline(text_object, index)
        if style != current:
            yield _Piece(begin, index, current[0], before, styles.font(opened))
            begin, current, before, opened = index, style, Break.NONE, text_object
    yield _Piece(begin, end, current[0], before, styles.font(opened))


def _cut_apart(
    pieces: list[_Piece], boxes: np.ndarray[Any, np.dtype[np.float32]], handle: int | None
) -> Iterator[_Piece]:
    """Cut words that run over the white of a table: pdfium reads "-", "-" of two cells as one."""
    spans = np.maximum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]).tolist()
    for piece, span in zip(pieces, spans, strict=True):
        count, size = piece.end - piece.start, piece.style.size
        if count < 2 or span < STRETCHED_EM * count * size or not size:
            yield piece
            continue
        letters = [piece._replace(start=i, end=i + 1) for i in range(piece.start, piece.end)]
        placed = _boxes(letters, handle).tolist()
        apart = [i for i in range(1, count) if _apart(placed[i - 1], placed[i]) > size]
        ends = [piece.start + i for i in apart] + [piece.end]
        start, before = piece.start, piece.before
        for end in ends:
            yield piece._replace(start=start, end=end, before=before)
            start, before = end, Break.SPACE


def _apart(a: list[float], b: list[float]) -> float:
    return max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3])


def _word_fonts(pieces: list[_Piece], text: str) -> set[int]:
    """Return the fonts that set whole words: what is in them is letters."""
    return {
        piece.font
        for piece in pieces
        if piece.end - piece.start >= WORD_LETTERS and text[piece.start : piece.end].isalpha()
    }


def _boxes(pieces: list[_Piece], handle: int | None) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return left, bottom, right, top of each piece in user space: float32 (n, 4)."""
    ends = np.zeros((2 * len(pieces), 4), dtype=np.float32)
    address = ends.ctypes.data
    for piece in pieces:
        _loose_box(handle, piece.start, address)
        _loose_box(handle, piece.end - 1, address + 16)
        address += 32
    first, last = ends[0::2], ends[1::2]  # pdfium fills left, top, right, bottom
    return np.stack(
        [
            np.minimum(first[:, 0], last[:, 0]),
            np.minimum(first[:, 3], last[:, 3]),
            np.maximum(first[:, 2], last[:, 2]),
            np.maximum(first[:, 1], last[:, 1]),
        ],
        axis=1,
    )


def _dominant_angle(pieces: list[_Piece], *, default: int) -> int:
    counts: Counter[int] = Counter()
    for piece in pieces:
        counts[piece.style.angle] += piece.end - piece.start
    counts.pop(-1, None)
    return counts.most_common(1)[0][0] if counts else default


def _upright(
    boxes: np.ndarray[Any, np.dtype[np.float32]], page: pdfium.PdfPage, angle: int
) -> tuple[list[list[float]], float, float]:
    """Turn user space boxes into top-left ones in the frame where `angle` reads left to right."""
    left, bottom, right, top = page.get_cropbox()
    wide, high = right - left, top - bottom
    x0, y0 = boxes[:, 0] - left, boxes[:, 1] - bottom
    x1, y1 = boxes[:, 2] - left, boxes[:, 3] - bottom
    turned = {
        0: (x0, high - y1, x1, high - y0),
        90: (y0, x0, y1, x1),
        180: (wide - x1, y0, wide - x0, y1),
        270: (high - y1, wide - x1, high - y0, wide - x0),
    }[angle]
    width, height = (wide, high) if angle in (0, 180) else (high, wide)
    return np.stack(turned, axis=1).tolist(), width, height


def _mostly_invisible(pieces: list[_Piece]) -> bool:
    invisible = sum(piece.end - piece.start for piece in pieces if piece.style.invisible)
    return invisible > 0.5 * sum(piece.end - piece.start for piece in pieces)


def _hidden_reason(run: Run, width: float, height: float, *, is_ocr: bool) -> str:
    if run.style.invisible and not is_ocr:
        return "invisible"
    if run.style.size < MINIMUM_SIZE_PT:
        return "tiny"
    if len(run.text) >= SQUEEZED_CHARACTERS and run.x1 - run.x0 < SQUEEZED_PT * len(run.text):
        return "tiny"
    x, y = (run.x0 + run.x1) / 2, (run.y0 + run.y1) / 2
    if not (0 <= x <= width and 0 <= y <= height):
        return "off-page"
    return ""
