"""Draw a part of a page, with and without some of its objects, to see what they change."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Collection, Iterable
from contextlib import closing
from typing import Any, NamedTuple

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw

__all__ = ["Canvas", "Pixels", "Place", "changed"]

# Pages are drawn at one pixel a point; larger ones coarser.
LONGEST_SIDE = 1500
# Least change of a colour, of 255, at some pixel of a word: #E8E8E8 on white stays below it,
# #CCCCCC in the smallest print is above.
NOTICED = 16
PAPER = (255, 255, 255, 255)
COLOURS = 3

# Blue, green, red and a byte without meaning of each pixel: uint8 (height, width, 4).
Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Place = tuple[slice, slice]


class _Window(NamedTuple):
    """Pixels of the drawn page: left, top, right, bottom."""

    x0: int
    y0: int
    x1: int
    y1: int


class Canvas:
    """The part of a page that holds some boxes.

    Args:
        page: Open page.
        boxes: Left, bottom, right and top of each in user space.
    """

    def __init__(self, page: pdfium.PdfPage, boxes: Iterable[list[float]]) -> None:
        self._page = page
        width, height = page.get_size()
        scale = min(1.0, LONGEST_SIDE / max(width, height, 1.0))
        self._size = math.ceil(width * scale), math.ceil(height * scale)
        windows = [self._window(box) for box in boxes]
        x0, y0 = min(w.x0 for w in windows), min(w.y0 for w in windows)
        x1, y1 = max(w.x1 for w in windows), max(w.y1 for w in windows)
        self._shown = _Window(x0, y0, max(x1, x0 + 1), max(y1, y0 + 1))
        #: Rows and columns of each box in what is drawn.
        self.places: list[Place] = [
            (slice(w.y0 - y0, w.y1 - y0), slice(w.x0 - x0, w.x1 - x0)) for w in windows
        ]

    def draw(self, without: Collection[int] = ()) -> Pixels:
        """Return the pixels, drawn without the objects at these addresses."""
        _switch(without, on=False)
        try:
            return self._draw()
        finally:
            _switch(without, on=True)

    def _draw(self) -> Pixels:
        x0, y0, x1, y1 = self._shown
        bitmap = pdfium.PdfBitmap.new_native(x1 - x0, y1 - y0, raw.FPDFBitmap_BGRx)
        with closing(bitmap):
            bitmap.fill_rect(PAPER, 0, 0, x1 - x0, y1 - y0)
            raw.FPDF_RenderPageBitmap(bitmap, self._page, -x0, -y0, *self._size, 0, raw.FPDF_ANNOT)
            pixels: Pixels = bitmap.to_numpy()
            return pixels

    def _window(self, box: list[float]) -> _Window:
        width, height = self._size
        corners = [self._to_pixel(x, y) for x in box[::2] for y in box[1::2]]
        xs, ys = sorted(x for x, _ in corners), sorted(y for _, y in corners)
        return _Window(
            _within(xs[0], width),
            _within(ys[0], height),
            _within(xs[-1] + 1, width),
            _within(ys[-1] + 1, height),
        )

    def _to_pixel(self, x: float, y: float) -> tuple[int, int]:
        across, down = ctypes.c_int(), ctypes.c_int()
        raw.FPDF_PageToDevice(self._page, 0, 0, *self._size, 0, x, y, across, down)
        return across.value, down.value


def changed(one: Pixels, other: Pixels) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return where two drawings differ so that a reader would notice: bool (height, width)."""
    change = np.maximum(one, other) - np.minimum(one, other) > NOTICED
    blue, green, red = (change[:, :, colour] for colour in range(COLOURS))
    return np.asarray(blue | green | red)


def _within(value: int, size: int) -> int:
    return min(max(value, 0), size)


def _switch(objects: Collection[int], *, on: bool) -> None:
    for address in objects:
        raw.FPDFPageObj_SetIsActive(ctypes.cast(address, raw.FPDF_PAGEOBJECT), on)
