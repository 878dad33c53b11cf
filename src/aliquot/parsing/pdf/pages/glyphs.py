"""Read the runs of a page: its words, upright, with the symbols they show, without hidden ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import pypdfium2 as pdfium

from aliquot.parsing.pdf.pages.doubts import covers_page
from aliquot.parsing.pdf.pages.objects import Drawn, drawn_objects
from aliquot.parsing.pdf.pages.pieces import SOFT_HYPHEN, Boxes, Piece, PlacedText, read_text
from aliquot.parsing.pdf.pages.rules import read_rules
from aliquot.parsing.pdf.pages.symbols import SymbolReader
from aliquot.parsing.pdf.pages.vertical import TURNED, is_vertical, turned_runs
from aliquot.parsing.pdf.pages.visibility import unseen
from aliquot.parsing.pdf.records import Rule, Run

__all__ = ["SOFT_HYPHEN", "PageRuns", "read_runs"]

# Smaller text cannot be read on paper: it is there for machines.
MINIMUM_SIZE_PT = 2.0
# The same by width, for each character: letters of readable print are 0.5 points wide and more.
# Shorter runs may be accents, which have no width of their own.
SQUEEZED_PT = 0.15
SQUEEZED_CHARACTERS = 2
# A word is read where this share of its box, which is that of its font, lies on the page: a third
# of it is room for descenders and accents.
ON_PAGE = 0.65
# Marks without width or height count as on the page where they stand on it.
SMALLEST_BOX_PT = 0.01
# Symbols stand in shorter runs than words; a font with runs of so many letters sets words.
WORD_LETTERS = 4
# So many words across the direction of reading may be a table; axis labels and stamps have fewer.
SIDEWAYS_WORDS = 12


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
        sideways: The same as runs in the frame in which it is upright, where it is long.
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
    sideways: PageRuns | None = None


class _Frame(NamedTuple):
    """The page as shown, in user space, and the direction in which most of it is read."""

    left: float
    bottom: float
    right: float
    top: float
    angle: int

    @property
    def size(self) -> tuple[float, float]:
        """Width and height where `angle` reads left to right."""
        wide, high = self.right - self.left, self.top - self.bottom
        return (wide, high) if self.angle in (0, 180) else (high, wide)

    def upright(self, boxes: Boxes) -> Boxes:
        """Turn user space boxes into top-left ones in the frame that is read left to right."""
        wide, high = self.right - self.left, self.top - self.bottom
        x0, y0 = boxes[:, 0] - self.left, boxes[:, 1] - self.bottom
        x1, y1 = boxes[:, 2] - self.left, boxes[:, 3] - self.bottom
        turned = {
            0: (x0, high - y1, x1, high - y0),
            90: (y0, x0, y1, x1),
            180: (wide - x1, y0, wide - x0, y1),
            270: (high - y1, wide - x1, high - y0, wide - x0),
        }[self.angle]
        return np.stack(turned, axis=1)


@dataclass(slots=True)
class _Sorted:
    """Words of a page by what becomes of them."""

    runs: list[Run] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)  # side banners, the arXiv stamp, axis labels
    hidden: Counter[str] = field(default_factory=Counter)
    hidden_words: list[str] = field(default_factory=list)


def read_runs(page: pdfium.PdfPage) -> PageRuns:
    """Read a page's runs; the caller closes the page."""
    textpage = page.get_textpage()
    try:
        return _read(page, read_text(textpage))
    finally:
        textpage.close()


def _read(page: pdfium.PdfPage, text: PlacedText) -> PageRuns:
    drawn = drawn_objects(page)
    rotation = page.get_rotation()
    left, bottom, right, top = page.get_bbox()
    angle = _dominant_angle(text.pieces, default=rotation)
    frame = _Frame(left, bottom, right, top, angle)
    is_ocr, reasons = _hidden(page, drawn, text, frame)
    symbols = SymbolReader(_word_fonts(text))
    found = _sort(text, frame, reasons, symbols)
    sideways = _sideways(text, frame, reasons, symbols, drawn, rotation)
    if sideways is not None:
        found.hidden.update(sideways.hidden)
        found.hidden_words.append(sideways.hidden_words)
    width, height = frame.size
    runs, turned = found.runs, (frame.angle - rotation) % 360
    vertical = turned == 0 and is_vertical(runs)
    if vertical:
        runs, turned = turned_runs(runs, width), TURNED
        width, height = height, width
    return PageRuns(
        width,
        height,
        turned,
        runs,
        dict(found.hidden),
        is_ocr,
        _upright_rules(drawn, frame),
        symbols.repaired + Counter(text.repaired),
        " ".join(filter(None, found.hidden_words)),
        " ".join(found.aside),
        vertical,
        sideways,
    )


def _sideways(
    text: PlacedText,
    frame: _Frame,
    reasons: Mapping[int, str],
    symbols: SymbolReader,
    drawn: Sequence[Drawn],
    rotation: int,
) -> PageRuns | None:
    """Return what is printed a quarter turn across the direction of reading, where it is long."""
    across = {(frame.angle + 90) % 360, (frame.angle - 90) % 360}
    pieces = [piece for piece in text.pieces if piece.style.angle in across]
    if len(pieces) < SIDEWAYS_WORDS:
        return None
    other = frame._replace(angle=_dominant_angle(pieces, default=frame.angle))
    found = _sort(text, other, reasons, symbols)
    turned = (other.angle - rotation) % 360
    return PageRuns(
        *other.size,
        turned,
        found.runs,
        dict(found.hidden),
        is_ocr=False,
        rules=_upright_rules(drawn, other),
        hidden_words=" ".join(found.hidden_words),
    )


def _sort(
    text: PlacedText, frame: _Frame, reasons: Mapping[int, str], symbols: SymbolReader
) -> _Sorted:
    found = _Sorted()
    placed = zip(text.pieces, text.words, frame.upright(text.boxes).tolist(), strict=True)
    for index, (piece, words, (x0, y0, x1, y1)) in enumerate(placed):
        style = piece.style
        if style.angle != frame.angle:
            found.aside.append(words)
        elif words:
            read, suspect = symbols.read(words, piece.font, style.font)
            read, suspect = text.ligatures.get(index, read), suspect or index in text.doubtful
            reason = reasons.get(index, "")
            if reason:
                found.hidden[reason] += 1
                found.hidden_words.append(words)
                continue
            found.runs.append(
                Run(read, x0, y0, x1, y1, style, piece.before, suspect, read != words)
            )
    return found


def _dominant_angle(pieces: Sequence[Piece], *, default: int) -> int:
    counts: Counter[int] = Counter()
    for piece in pieces:
        counts[piece.style.angle] += piece.end - piece.start
    counts.pop(-1, None)
    return counts.most_common(1)[0][0] if counts else default


def _word_fonts(text: PlacedText) -> set[int]:
    """Return the fonts that set whole words: what is in them is letters."""
    return {
        piece.font
        for piece, words in zip(text.pieces, text.words, strict=True)
        if piece.end - piece.start >= WORD_LETTERS and words.isalpha()
    }


def _upright_rules(drawn: Sequence[Drawn], frame: _Frame) -> tuple[Rule, ...]:
    rules = read_rules(drawn)
    if not rules:
        return ()
    boxes = frame.upright(np.array(rules, dtype=np.float32)).tolist()
    return tuple(Rule(*box) for box in boxes)


# ------------------------------------------------------------------------------ hidden words


def _hidden(
    page: pdfium.PdfPage, drawn: Sequence[Drawn], text: PlacedText, frame: _Frame
) -> tuple[bool, dict[int, str]]:
    """Return whether the text is a layer over a scan, and why which pieces are not seen."""
    pieces = text.pieces
    is_ocr = _mostly_invisible(pieces) and covers_page(page, drawn)
    hides: set[int] = set()
    if not is_ocr:
        texts, pale = [p.drawn for p in pieces], [p.style.white for p in pieces]
        hides = unseen(page, drawn, text.boxes, texts, pale)
    if len(hides) > 0.5 * len(pieces) and covers_page(page, drawn):
        is_ocr, hides = True, set()  # a scan drawn over its text
    reasons = dict.fromkeys(hides, "unseen")
    reasons.update(_out_of_sight(text, frame))
    if not is_ocr:
        reasons.update((i, "invisible") for i, p in enumerate(pieces) if p.style.invisible)
    return is_ocr, reasons


def _mostly_invisible(pieces: Sequence[Piece]) -> bool:
    invisible = sum(piece.end - piece.start for piece in pieces if piece.style.invisible)
    return invisible > 0.5 * sum(piece.end - piece.start for piece in pieces)


def _out_of_sight(text: PlacedText, frame: _Frame) -> dict[int, str]:
    """Return which pieces lie off the page or are too small to be read."""
    boxes = text.boxes
    lengths = np.array([len(words) for words in text.words])
    sizes = np.array([piece.style.size for piece in text.pieces])
    upright = frame.upright(boxes)
    widths = upright[:, 2] - upright[:, 0]
    on_page = (_share(boxes[:, 0], boxes[:, 2], frame.left, frame.right) >= ON_PAGE) & (
        _share(boxes[:, 1], boxes[:, 3], frame.bottom, frame.top) >= ON_PAGE
    )
    squeezed = (lengths >= SQUEEZED_CHARACTERS) & (widths < SQUEEZED_PT * lengths)
    tiny = (sizes < MINIMUM_SIZE_PT) | squeezed
    reasons = dict.fromkeys(np.flatnonzero(~on_page).tolist(), "off-page")
    return reasons | dict.fromkeys(np.flatnonzero(tiny).tolist(), "tiny")


def _share(
    low: np.ndarray[Any, Any], high: np.ndarray[Any, Any], least: float, most: float
) -> np.ndarray[Any, Any]:
    """Return how much of each stretch from `low` to `high` lies between `least` and `most`."""
    inside = np.minimum(high, most) - np.maximum(low, least)
    return np.asarray(inside / np.maximum(high - low, SMALLEST_BOX_PT))
