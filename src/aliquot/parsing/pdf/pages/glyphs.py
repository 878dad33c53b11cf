"""Read the runs of a page from pdfium with as few calls as the information allows.

A call into pdfium costs about half a microsecond and a page has thousands of characters, so the
text is taken in bulk and only the first and last character of each word are asked for place and
style; a word is looked at character by character only where its two ends differ.
"""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from aliquot.parsing.pdf.pages.fonts import StyleReader
from aliquot.parsing.pdf.pages.visibility import Grounds
from aliquot.parsing.pdf.records import Break, Run, Style

__all__ = ["SOFT_HYPHEN", "PageRuns", "read_runs"]

SOFT_HYPHEN = "\u00ad"  # a hyphen that ends a line, until `hyphens` has decided what it is

# Smaller text cannot be read on paper: it is there for machines.
MINIMUM_SIZE_PT = 2.0

WORD = re.compile(r"[^\s\x00]+")
# pdfium writes U+FFFE for a hyphen it takes for a line-end hyphen, older builds U+0002.
HYPHENS = str.maketrans({"\ufffe": SOFT_HYPHEN, "\x02": SOFT_HYPHEN})
CONTROL = re.compile(r"[\x01\x03-\x08\x0e-\x1f]")


class PageRuns(NamedTuple):
    """Runs of a page in pdfium's order, in the frame in which most text is upright.

    Attributes:
        turned: Degrees, clockwise, between the page as shown and that frame.
        hidden: Runs left out, by reason.
        is_ocr: Whether the text is an invisible layer over a scan.
    """

    width: float
    height: float
    turned: int
    runs: list[Run]
    hidden: dict[str, int]
    is_ocr: bool


class _Piece(NamedTuple):
    start: int
    end: int
    style: Style
    before: Break


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
    user_boxes = _boxes(pieces, handle)
    boxes, width, height = _upright(user_boxes, page, angle)
    is_ocr = _mostly_invisible(pieces)
    grounds = Grounds(page)
    hidden: Counter[str] = Counter()
    runs = []
    for index, (piece, (x0, y0, x1, y1)) in enumerate(zip(pieces, boxes, strict=True)):
        if piece.style.angle != angle:
            continue  # side banners, the arXiv stamp, axis labels
        words = _clean(text[piece.start : piece.end])
        if not words:
            continue
        run = Run(words, x0, y0, x1, y1, piece.style, piece.before)
        reason = _hidden_reason(run, width, height, is_ocr=is_ocr)
        if not reason and piece.style.white and not is_ocr:
            left, bottom, right, top = user_boxes[index].tolist()
            on_paper = not grounds.lies_under((left + right) / 2, (bottom + top) / 2)
            reason = "white" if on_paper else ""
        if reason:
            hidden[reason] += 1
        else:
            runs.append(run)
    return PageRuns(width, height, (angle - rotation) % 360, runs, dict(hidden), is_ocr)


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
            yield _Piece(start, end, styles.read(first, start), before)
            continue
        yield from _split_by_style(start, end, before, handle, styles)


def _split_by_style(
    start: int, end: int, before: Break, handle: int | None, styles: StyleReader
) -> Iterator[_Piece]:
    begin = start
    current = styles.read_with_baseline(_text_object(handle, start), start)
    for index in range(start + 1, end):
        style = styles.read_with_baseline(_text_object(handle, index), index)
        if style != current:
            yield _Piece(begin, index, current[0], before)
            begin, current, before = index, style, Break.NONE
    yield _Piece(begin, end, current[0], before)


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
    x, y = (run.x0 + run.x1) / 2, (run.y0 + run.y1) / 2
    if not (0 <= x <= width and 0 <= y <= height):
        return "off-page"
    return ""
