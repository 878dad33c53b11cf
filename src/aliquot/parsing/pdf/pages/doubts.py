"""Find the text of a page that a reader may not see, without drawing the page.

In doubt is text that is pale, lies in a layer, or meets a shape or an image: unless the shape is
drawn before it in a colour that is known and quite another. Rectangles of one colour replace what
is below them; any other shape may or may not lie under a word of its box.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from aliquot.parsing.pdf.pages.calls import bounds_of, count_marks, render_mode
from aliquot.parsing.pdf.pages.objects import Drawn, Rectangle, colour_of, drawn_objects, own_matrix

__all__ = ["Boxes", "covers_page", "in_doubt"]

# Smaller shapes are ticks, rules and markers: no word fits on them.
SMALLEST_PT = 4.0
# Text that differs less from its ground in every colour, of 255, is looked at. In the smallest
# print a stroke shows a third of its colour: above `drawing.NOTICED`, with room to spare.
CERTAIN_CONTRAST = 56
OPAQUE = 255
# A scan covers its page but for a margin; a figure does not.
SCAN_COVERAGE = 0.5
# Four sides, and one more where the path is closed by a line of its own.
CORNERS = (4, 5)
# Sides that are level to within this are level.
LEVEL_PT = 0.01
# A word's box is that of its font and may reach this far over the row that is shaded for it.
OVERHANG_PT = 3.0

Boxes = np.ndarray[Any, np.dtype[np.float32]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]

# Modes in which all of a letter is filled.
FILLED = frozenset({raw.FPDF_TEXTRENDERMODE_FILL, raw.FPDF_TEXTRENDERMODE_FILL_STROKE})


class _Look(NamedTuple):
    """How an object that is drawn looks.

    Attributes:
        colour: Red, green, blue; None where it has many or is not known.
        fills: Whether all of its box is covered.
    """

    colour: tuple[int, int, int] | None
    fills: bool = False


def in_doubt(
    drawn: Sequence[Drawn], boxes: Boxes, texts: Sequence[int], pale: Sequence[bool]
) -> list[int]:
    """Return the indices of the pieces of text that may not be seen; see `visibility.unseen`."""
    if not len(boxes):
        return []
    by_address = {o.address: (i, o) for i, o in enumerate(drawn) if _is_text(o)}
    order = np.array([by_address[text][0] if text in by_address else -1 for text in texts])
    ground = _Ground(boxes, order)
    for place, found in enumerate(drawn):
        if not _is_text(found):
            ground.add(found, place)
    doubted = np.array(pale, dtype=np.bool_) | ground.covered | ground.is_on_area
    for index in np.flatnonzero(doubted & ~ground.covered).tolist():
        if texts[index] in by_address:
            doubted[index] = not ground.shows(index, by_address[texts[index]][1])
    layered = {text for text in set(texts) if text and _is_in_layer(text)}
    return [i for i, text in enumerate(texts) if text and (doubted[i] or text in layered)]


def covers_page(page: pdfium.PdfPage, drawn: Sequence[Drawn] | None = None) -> bool:
    """Tell whether images cover the page, as those of a scan do; strips of a scan add up."""
    width, height = page.get_size()
    boxes = [
        _box(o)
        for o in (drawn_objects(page) if drawn is None else drawn)
        if o.kind == raw.FPDF_PAGEOBJ_IMAGE
    ]
    covered = sum(max(x1 - x0, 0.0) * max(y1 - y0, 0.0) for x0, y0, x1, y1 in boxes)
    return covered > SCAN_COVERAGE * max(float(width * height), 1.0)


class _Ground:
    """The colours that may lie under each piece of text, as the range of each colour."""

    def __init__(self, boxes: Boxes, order: np.ndarray[Any, np.dtype[Any]]) -> None:
        self._boxes = boxes
        self._order = order
        self._x = (boxes[:, 0] + boxes[:, 2]) / 2
        self._y = (boxes[:, 1] + boxes[:, 3]) / 2
        self._darkest = np.full((len(boxes), 3), 255, dtype=np.int16)
        self._lightest = self._darkest.copy()
        self._unknown = np.zeros(len(boxes), dtype=np.bool_)
        self.is_on_area = np.zeros(len(boxes), dtype=np.bool_)
        self.covered = np.zeros(len(boxes), dtype=np.bool_)

    def add(self, drawn: Drawn, place: int) -> None:
        """Put the object that is drawn next over what was drawn before."""
        box = x0, y0, x1, y1 = _box(drawn)
        if min(x1 - x0, y1 - y0) < SMALLEST_PT:
            return
        inside = (x0 <= self._x) & (self._x <= x1) & (y0 <= self._y) & (self._y <= y1)
        look = _look(drawn) if inside.any() else None
        if look is None:
            return
        self.covered |= inside & (self._order < place)
        below = inside & (self._order > place)
        self.is_on_area |= below
        if look.colour is None:
            self._unknown |= below
        else:
            self._paint(below, box, look.colour, fills=look.fills)

    def _paint(
        self, below: Mask, box: Rectangle, colour: tuple[int, int, int], *, fills: bool
    ) -> None:
        paint = np.array(colour, dtype=np.int16)
        if fills:
            under = below & self._within(box)
            self._darkest[under] = self._lightest[under] = paint
            self._unknown &= ~under
            below = below & ~under
        self._darkest[below] = np.minimum(self._darkest[below], paint)
        self._lightest[below] = np.maximum(self._lightest[below], paint)

    def _within(self, box: Rectangle) -> Mask:
        x0, y0, x1, y1 = box
        left, bottom, right, top = self._boxes.T
        across = (left >= x0 - OVERHANG_PT) & (right <= x1 + OVERHANG_PT)
        return np.asarray(across & (bottom >= y0 - OVERHANG_PT) & (top <= y1 + OVERHANG_PT))

    def shows(self, index: int, text: Drawn) -> bool:
        """Tell whether a text's colour stands out from all that may lie under it."""
        colour = _fill(text)
        if self._unknown[index] or colour is None or render_mode(text.address) not in FILLED:
            return False
        ranges = zip(
            colour, self._darkest[index].tolist(), self._lightest[index].tolist(), strict=True
        )
        return any(
            part < low - CERTAIN_CONTRAST or part > high + CERTAIN_CONTRAST
            for part, low, high in ranges
        )


# ------------------------------------------------------------------------------ objects


def _look(drawn: Drawn) -> _Look | None:
    """Return how an image, shading, filled shape or broad stroke looks; None for any other."""
    if drawn.kind != raw.FPDF_PAGEOBJ_PATH:
        return _Look(None)
    is_filled, is_stroked = _drawn_how(drawn)
    if is_stroked:
        return _Look(None) if is_filled or _stroke_width(drawn) >= SMALLEST_PT else None
    colour = _fill(drawn) if is_filled else None
    return _Look(colour, colour is not None and _is_rectangle(drawn)) if is_filled else None


def _is_text(drawn: Drawn) -> bool:
    return bool(drawn.kind == raw.FPDF_PAGEOBJ_TEXT)


def _box(drawn: Drawn) -> Rectangle:
    bounds = (ctypes.c_float * 4)()
    first, size = ctypes.addressof(bounds), ctypes.sizeof(ctypes.c_float)
    bounds_of(drawn.address, first, first + size, first + 2 * size, first + 3 * size)
    x0, y0, x1, y1 = bounds
    return drawn.outer.box(x0, y0, x1, y1) if drawn.in_form else (x0, y0, x1, y1)


def _drawn_how(path: Drawn) -> tuple[bool, bool]:
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    if not raw.FPDFPath_GetDrawMode(path.handle, mode, stroke):
        return False, False
    is_filled = mode.value != raw.FPDF_FILLMODE_NONE
    colour = colour_of(raw.FPDFPageObj_GetFillColor, path) if is_filled else None
    return is_filled and (colour is None or colour[3] > 0), bool(stroke.value)


def _stroke_width(path: Drawn) -> float:
    width = ctypes.c_float()
    if not raw.FPDFPageObj_GetStrokeWidth(path.handle, width):
        return 0.0
    return width.value * own_matrix(path).inside(path.outer).scale


def _fill(drawn: Drawn) -> tuple[int, int, int] | None:
    """Return the one opaque colour an object is surely shown in, if it has such a colour."""
    if drawn.in_form or _is_in_layer(drawn.address):
        return None
    if raw.FPDFPageObj_HasTransparency(drawn.handle):
        return None
    colour = colour_of(raw.FPDFPageObj_GetFillColor, drawn)
    return colour[:3] if colour and colour[3] == OPAQUE else None


def _is_rectangle(path: Drawn) -> bool:
    """Tell a path that fills all of its box, not clipped."""
    count = raw.FPDFPath_CountSegments(path.handle)
    clip = raw.FPDFPageObj_GetClipPath(path.handle)
    is_whole = not clip or raw.FPDFClipPath_CountPaths(clip) <= 0
    if count not in CORNERS or not is_whole:
        return False
    if not (path.outer.is_level and own_matrix(path).is_level):
        return False
    points = list(_corners(path, count))
    if len(points) != count:
        return False
    turns = [_turn(one, other) for one, other in pairwise([*points, points[0]])]
    sides = [turn for turn in turns if turn]
    return sides in (["-", "|", "-", "|"], ["|", "-", "|", "-"])


def _corners(path: Drawn, count: int) -> Iterator[tuple[float, float]]:
    x, y = ctypes.c_float(), ctypes.c_float()
    for index in range(count):
        segment = raw.FPDFPath_GetPathSegment(path.handle, index)
        kind = raw.FPDFPathSegment_GetType(segment)
        wanted = raw.FPDF_SEGMENT_LINETO if index else raw.FPDF_SEGMENT_MOVETO
        if kind == wanted and raw.FPDFPathSegment_GetPoint(segment, x, y):
            yield x.value, y.value


def _turn(one: tuple[float, float], other: tuple[float, float]) -> str:
    """Return "-" for a level side, "|" for an upright one, "" for none, "x" for any other."""
    across, up = abs(one[0] - other[0]) > LEVEL_PT, abs(one[1] - other[1]) > LEVEL_PT
    return {(False, False): "", (True, False): "-", (False, True): "|"}.get((across, up), "x")


def _is_in_layer(text: int) -> bool:
    """Tell whether a text object belongs to optional content, which may be switched off."""
    for index in range(max(count_marks(text), 0)):
        mark = raw.FPDFPageObj_GetMark(ctypes.cast(text, raw.FPDF_PAGEOBJECT), index)
        name, length = (ctypes.c_ushort * 8)(), ctypes.c_ulong()
        raw.FPDFPageObjMark_GetName(mark, name, ctypes.sizeof(name), length)
        if bytes(name)[:4] == "OC".encode("utf-16-le") and length.value == 6:
            return True
    return False
