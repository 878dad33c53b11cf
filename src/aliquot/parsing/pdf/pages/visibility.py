"""Tell text a reader sees from text that only machines see: how prompts are injected.

Text may have the colour of its ground, be covered, be transparent, or lie in a layer that is
switched off. Rules for each of these would have to know all that a viewer knows, so the viewer is
asked: the page is drawn with and without the text in doubt, and text that changes no pixel is not
seen, unless what covers it shows the same words. Only text that lies on or under something, is
pale, or is in a layer, is in doubt.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw

__all__ = ["covers_page", "unseen"]

# A page of figures has thousands of paths; what lies under or over a line of text is drawn early or
# late, or is large.
MAXIMUM_OBJECTS = 5000
MAXIMUM_DEPTH = 2
# Smaller shapes are ticks, rules and markers: no word fits on them.
SMALLEST_PT = 4.0
WHITE = 250
# Pages are drawn at one pixel a point; larger ones coarser.
LONGEST_SIDE = 1500
# Least change of a colour, of 255, at some pixel of a word: #E8E8E8 on white stays below it,
# #CCCCCC in the smallest print is above.
NOTICED = 16
# Darker than this, of 255, is ink.
INK = 128
# Ground without words varies by less, in grey levels. The same words drawn again correlate with
# their ink by 0.7 to 0.96, other words in their place by 0.26 (dev set, November 2026).
CONTRAST = 12
RESEMBLANCE = 0.6
# A scan covers its page but for a margin; a figure does not.
SCAN_COVERAGE = 0.5

Rectangle = tuple[float, float, float, float]
Boxes = np.ndarray[Any, np.dtype[np.float32]]
Pixels = np.ndarray[Any, np.dtype[np.int16]]


class _Area(NamedTuple):
    """What is drawn over an area, in user space."""

    box: Rectangle
    is_image: bool


class _Frame(NamedTuple):
    """Where a form is drawn: the matrix of its content."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def box(self, x0: float, y0: float, x1: float, y1: float) -> Rectangle:
        xs = [self.a * x + self.c * y + self.e for x in (x0, x1) for y in (y0, y1)]
        ys = [self.b * x + self.d * y + self.f for x in (x0, x1) for y in (y0, y1)]
        return min(xs), min(ys), max(xs), max(ys)

    def within(self, outer: _Frame) -> _Frame:
        return _Frame(
            outer.a * self.a + outer.c * self.b,
            outer.b * self.a + outer.d * self.b,
            outer.a * self.c + outer.c * self.d,
            outer.b * self.c + outer.d * self.d,
            outer.a * self.e + outer.c * self.f + outer.e,
            outer.b * self.e + outer.d * self.f + outer.f,
        )


def unseen(
    page: pdfium.PdfPage, boxes: Boxes, texts: Sequence[int], pale: Sequence[bool]
) -> set[int]:
    """Return the indices of the pieces of text that no reader sees.

    Args:
        page: Open page.
        boxes: Left, bottom, right and top of each piece in user space: float32 (n, 4).
        texts: Address of the text object of each piece.
        pale: Whether each piece is set in white, nearly so, or transparent.
    """
    doubted = _in_doubt(page, boxes, texts, pale)
    if not doubted:
        return set()
    shown = _draw(page)
    without = _draw_without(page, {texts[index] for index in doubted})
    changed = np.abs(shown - without).max(axis=2) > NOTICED
    places = {index: _pixels(page, boxes[index].tolist(), changed.shape) for index in doubted}
    hidden = {index for index, place in places.items() if not changed[place].any()}
    covered = [index for index in hidden if not pale[index]]
    return hidden - _shown_by_cover(page, shown, places, covered, texts) if covered else hidden


def _shown_by_cover(
    page: pdfium.PdfPage,
    shown: Pixels,
    places: Mapping[int, tuple[slice, slice]],
    covered: Sequence[int],
    texts: Sequence[int],
) -> set[int]:
    """Return the covered pieces whose words the cover shows.

    Exports draw a box with its words as a picture, over the words themselves.
    """
    by_object: dict[int, list[int]] = {}
    for index in covered:
        by_object.setdefault(texts[index], []).append(index)
    # pdfium reads words once that are drawn twice, for instance under and over a box.
    others = {address for address, is_text in _addresses(page) if not is_text or address in texts}
    alone = _draw_without(page, others - by_object.keys()).min(axis=2) < INK
    found: set[int] = set()
    for together in by_object.values():
        grey = np.concatenate([shown[places[index]].mean(axis=2).ravel() for index in together])
        ink = np.concatenate([alone[places[index]].ravel() for index in together])
        if _same_words(grey, ink):
            found.update(together)
    return found


def covers_page(page: pdfium.PdfPage) -> bool:
    """Tell whether images cover the page, as those of a scan do; strips of a scan add up."""
    width, height = page.get_size()
    covered = sum(
        max(x1 - x0, 0.0) * max(y1 - y0, 0.0)
        for (x0, y0, x1, y1), is_image in _areas(page)
        if is_image
    )
    return covered > SCAN_COVERAGE * max(float(width * height), 1.0)


# ------------------------------------------------------------------------------ doubts


def _in_doubt(
    page: pdfium.PdfPage, boxes: Boxes, texts: Sequence[int], pale: Sequence[bool]
) -> list[int]:
    if not len(boxes):
        return []
    doubted = np.array(pale, dtype=np.bool_)
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    for x0, y0, x1, y1 in {area.box for area in _areas(page)}:
        doubted |= (x0 <= x) & (x <= x1) & (y0 <= y) & (y <= y1)
    layered = {text for text in set(texts) if text and _is_in_layer(text)}
    return [i for i, text in enumerate(texts) if text and (doubted[i] or text in layered)]


def _areas(page: pdfium.PdfPage) -> Iterator[_Area]:
    """Yield images and filled shapes; white ones only where they may cover text drawn before."""
    over_text = False
    for drawn, frame in _objects(page):
        kind = raw.FPDFPageObj_GetType(drawn)
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            over_text = True
            continue
        if kind == raw.FPDF_PAGEOBJ_PATH and not _is_filled(drawn, white_too=over_text):
            continue
        bounds = [ctypes.c_float() for _ in range(4)]
        if raw.FPDFPageObj_GetBounds(drawn, *bounds):
            box = frame.box(*(bound.value for bound in bounds))
            if min(box[2] - box[0], box[3] - box[1]) >= SMALLEST_PT:
                yield _Area(box, kind == raw.FPDF_PAGEOBJ_IMAGE)


def _objects(page: pdfium.PdfPage) -> Iterator[tuple[raw.FPDF_PAGEOBJECT, _Frame]]:
    """Yield what is drawn, in order, forms looked through."""
    count = min(raw.FPDFPage_CountObjects(page), MAXIMUM_OBJECTS)
    for index in range(count):
        yield from _opened(raw.FPDFPage_GetObject(page, index), _Frame(), 0)


def _opened(
    drawn: raw.FPDF_PAGEOBJECT, frame: _Frame, depth: int
) -> Iterator[tuple[raw.FPDF_PAGEOBJECT, _Frame]]:
    if raw.FPDFPageObj_GetType(drawn) != raw.FPDF_PAGEOBJ_FORM:
        yield drawn, frame
        return
    matrix = raw.FS_MATRIX()
    if depth >= MAXIMUM_DEPTH or not raw.FPDFPageObj_GetMatrix(drawn, matrix):
        return
    inner = _Frame(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f).within(frame)
    for index in range(min(raw.FPDFFormObj_CountObjects(drawn), MAXIMUM_OBJECTS)):
        yield from _opened(raw.FPDFFormObj_GetObject(drawn, index), inner, depth + 1)


def _is_filled(path: raw.FPDF_PAGEOBJECT, *, white_too: bool) -> bool:
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    if not raw.FPDFPath_GetDrawMode(path, mode, stroke) or mode.value == raw.FPDF_FILLMODE_NONE:
        return False
    colour = [ctypes.c_uint() for _ in range(4)]
    if not raw.FPDFPageObj_GetFillColor(path, *colour):
        return True  # a pattern or another colour space
    return (white_too or min(part.value for part in colour[:3]) < WHITE) and colour[3].value > 0


def _is_in_layer(text: int) -> bool:
    """Tell whether a text object belongs to optional content, which may be switched off."""
    drawn = ctypes.cast(text, raw.FPDF_PAGEOBJECT)
    for index in range(max(raw.FPDFPageObj_CountMarks(drawn), 0)):
        mark = raw.FPDFPageObj_GetMark(drawn, index)
        name, length = (ctypes.c_ushort * 8)(), ctypes.c_ulong()
        raw.FPDFPageObjMark_GetName(mark, name, ctypes.sizeof(name), length)
        if bytes(name)[:4] == "OC".encode("utf-16-le") and length.value == 6:
            return True
    return False


# ------------------------------------------------------------------------------ drawing


def _draw_without(page: pdfium.PdfPage, objects: set[int]) -> Pixels:
    _switch(objects, on=False)
    try:
        return _draw(page)
    finally:
        _switch(objects, on=True)


def _switch(objects: set[int], *, on: bool) -> None:
    for address in objects:
        raw.FPDFPageObj_SetIsActive(ctypes.cast(address, raw.FPDF_PAGEOBJECT), on)


def _draw(page: pdfium.PdfPage) -> Pixels:
    bitmap = page.render(scale=min(1.0, LONGEST_SIDE / max(*page.get_size(), 1.0)))
    try:
        pixels: Pixels = bitmap.to_numpy()[:, :, :3].astype(np.int16)
        return pixels
    finally:
        bitmap.close()


def _addresses(page: pdfium.PdfPage) -> Iterator[tuple[int, bool]]:
    """Yield the address of each object, and whether it is text."""
    for drawn, _ in _objects(page):
        is_text = raw.FPDFPageObj_GetType(drawn) == raw.FPDF_PAGEOBJ_TEXT
        yield ctypes.cast(drawn, ctypes.c_void_p).value or 0, is_text


def _pixels(page: pdfium.PdfPage, box: list[float], shape: tuple[int, ...]) -> tuple[slice, slice]:
    """Return the rows and columns of a drawn page that a box in user space covers."""
    height, width = shape[:2]
    corners = [_to_device(page, x, y, width, height) for x in box[::2] for y in box[1::2]]
    xs, ys = sorted(x for x, _ in corners), sorted(y for _, y in corners)
    return slice(max(ys[0], 0), max(ys[-1] + 1, 0)), slice(max(xs[0], 0), max(xs[-1] + 1, 0))


def _to_device(
    page: pdfium.PdfPage, x: float, y: float, width: int, height: int
) -> tuple[int, int]:
    across, down = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, across, down)
    return across.value, down.value


def _same_words(grey: np.ndarray[Any, Any], ink: np.ndarray[Any, np.dtype[np.bool_]]) -> bool:
    """Tell whether the shown pixels stand out where the words have ink."""
    if not ink.any() or ink.all() or grey.std() < CONTRAST:
        return False
    return bool(abs(np.corrcoef(grey, ink)[0, 1]) > RESEMBLANCE)
