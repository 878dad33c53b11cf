"""Cut the text of a page into words of one style, with as few calls as the information allows.

A call into pdfium costs a third of a microsecond and more, and a page has thousands of characters,
so the text is taken in bulk and only the first and last character of each word are asked for place
and style; a word is looked at character by character only where its two ends differ.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from aliquot.parsing.pdf.pages.calls import address_of, loose_box, text_object
from aliquot.parsing.pdf.pages.fonts import StyleReader
from aliquot.parsing.pdf.pages.ligatures import LigatureReader
from aliquot.parsing.pdf.records import Break, Style

__all__ = ["SOFT_HYPHEN", "Boxes", "Piece", "PlacedText", "page_text", "read_text"]

SOFT_HYPHEN = "\u00ad"  # a hyphen that ends a line, until `hyphens` has decided what it is

WORD = re.compile(r"[^\s\x00]+")
# pdfium writes U+FFFE for a hyphen it takes for a line-end hyphen, older builds U+0002.
HYPHENS = str.maketrans({"\ufffe": SOFT_HYPHEN, "\x02": SOFT_HYPHEN})
# A wider word than this many ems a letter is none: a full-width letter takes one.
STRETCHED_EM = 1.3
CONTROL = re.compile(r"[\x01\x03-\x08\x0e-\x1f]")
UNCLEAN = re.compile(r"[\x01\x03-\x08\x0e-\x1f\ud800-\udfff]")

Boxes = np.ndarray[Any, np.dtype[np.float32]]


class Piece(NamedTuple):
    """A word, or the part of a word set in one style.

    Attributes:
        start: Index of its first character.
        end: Index behind its last character.
        font: Address of its font, while the page is open.
        drawn: Address of the text object that draws it, while the page is open.
    """

    start: int
    end: int
    style: Style
    before: Break
    font: int
    drawn: int


class PlacedText(NamedTuple):
    """The words of a page.

    Attributes:
        pieces: Words in pdfium's order.
        words: What each says.
        boxes: Left, bottom, right and top of each in user space: float32 (n, 4).
        ligatures: Words read with the ligatures they show, by their place.
        doubtful: Places of words that may hold a ligature under another code.
        repaired: How often which stored character was read as which letters.
    """

    pieces: list[Piece]
    words: list[str]
    boxes: Boxes
    ligatures: Mapping[int, str] = MappingProxyType({})
    doubtful: Collection[int] = ()
    repaired: Mapping[tuple[str, str], int] = MappingProxyType({})


def read_text(textpage: pdfium.PdfTextPage) -> PlacedText:
    """Read the words of a page of text."""
    handle = address_of(textpage.raw)
    text = page_text(textpage)
    pieces = list(_pieces(text, handle, StyleReader(handle)))
    pieces, boxes = _cut_apart(pieces, _boxes(pieces, handle), handle)
    words = [text[piece.start : piece.end] for piece in pieces]
    reader = LigatureReader(handle)
    ligatures, doubtful = _read_ligatures(reader, pieces, words, boxes)
    if UNCLEAN.search(text):
        words = [_clean(word) for word in words]
    return PlacedText(pieces, words, boxes, ligatures, doubtful, reader.repaired)


def _read_ligatures(
    reader: LigatureReader, pieces: Sequence[Piece], words: Sequence[str], boxes: Boxes
) -> tuple[dict[int, str], set[int]]:
    """Return words with their ligatures, and which may hold others, by their place."""
    fonts = {piece.font: piece.style.font for piece in pieces}
    known = {font for font, name in fonts.items() if reader.knows(name)}
    widths = (boxes[:, 2] - boxes[:, 0]).tolist()
    ligatures: dict[int, str] = {}
    doubtful: set[int] = set()
    for index, (piece, word) in enumerate(zip(pieces, words, strict=True)):
        if piece.font not in known and word.isalpha() and word.islower():
            continue
        read, is_doubtful = reader.read(word, piece.start, piece.font, piece.style, widths[index])
        if read != word:
            ligatures[index] = read
        if is_doubtful:
            doubtful.add(index)
    return ligatures, doubtful


def page_text(textpage: pdfium.PdfTextPage) -> str:
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
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return CONTROL.sub("", joined)


def _pieces(text: str, handle: int, styles: StyleReader) -> Iterator[Piece]:
    position = 0
    for word in WORD.finditer(text):
        start, end = word.span()
        is_first = start - position != 1 or not position or text[position] in "\r\n"
        before = _break(text[position:start], position) if is_first else Break.SPACE
        position = end
        first = text_object(handle, start) or 0
        last = first if end - start == 1 else text_object(handle, end - 1) or 0
        if first == last:
            style = styles.read(first, start)
            yield Piece(start, end, style, before, styles.font(first), first)
        else:
            yield from _split_by_style(start, end, before, handle, styles)


def _break(gap: str, position: int) -> Break:
    return Break.LINE if "\n" in gap or "\r" in gap or not position else Break.SPACE


def _split_by_style(
    start: int, end: int, before: Break, handle: int, styles: StyleReader
) -> Iterator[Piece]:
    begin = start
    opened = text_object(handle, start) or 0
    current = styles.read_with_baseline(opened, start)
    for index in range(start + 1, end):
        drawn = text_object(handle, index) or 0
        style = styles.read_with_baseline(drawn, index)
        if style != current:
            yield Piece(begin, index, current[0], before, styles.font(opened), opened)
            begin, current, before, opened = index, style, Break.NONE, drawn
    yield Piece(begin, end, current[0], before, styles.font(opened), opened)


def _boxes(pieces: Sequence[Piece], handle: int) -> Boxes:
    """Return left, bottom, right, top of each piece in user space: float32 (n, 4)."""
    ends = np.zeros((2 * len(pieces), 4), dtype=np.float32)
    address = ends.ctypes.data
    for piece in pieces:
        loose_box(handle, piece.start, address)
        loose_box(handle, piece.end - 1, address + 16)
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


def _cut_apart(pieces: list[Piece], boxes: Boxes, handle: int) -> tuple[list[Piece], Boxes]:
    """Cut words that run over the white of a table: pdfium reads "-", "-" of two cells as one."""
    spans = np.maximum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]).tolist()
    is_cut = [_is_stretched(piece, span) for piece, span in zip(pieces, spans, strict=True)]
    if not any(is_cut):
        return pieces, boxes
    cut: list[Piece] = []
    for piece, is_stretched in zip(pieces, is_cut, strict=True):
        cut += _letter_groups(piece, handle) if is_stretched else [piece]
    return cut, _boxes(cut, handle)


def _is_stretched(piece: Piece, span: float) -> bool:
    count, size = piece.end - piece.start, piece.style.size
    return count > 1 and size > 0 and span >= STRETCHED_EM * count * size


def _letter_groups(piece: Piece, handle: int) -> Iterator[Piece]:
    """Yield the parts of a word between which more than its size is left white."""
    letters = [piece._replace(start=i, end=i + 1) for i in range(piece.start, piece.end)]
    placed = _boxes(letters, handle).tolist()
    size = piece.style.size
    apart = [i for i in range(1, len(placed)) if _apart(placed[i - 1], placed[i]) > size]
    start, before = piece.start, piece.before
    for end in [*(piece.start + i for i in apart), piece.end]:
        yield piece._replace(start=start, end=end, before=before)
        start, before = end, Break.SPACE


def _apart(a: list[float], b: list[float]) -> float:
    return max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3])
