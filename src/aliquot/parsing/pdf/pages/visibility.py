"""Tell white text on white paper from white text on a coloured ground."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import pypdfium2 as pdfium
import pypdfium2.raw as raw

__all__ = ["Grounds"]

# A page of figures has thousands of paths; what lies under a heading is drawn early or is large.
MAXIMUM_OBJECTS = 5000
WHITE = 250

Rectangle = tuple[float, float, float, float]


class Grounds:
    """The coloured areas and images of a page, looked up only where white text was met."""

    def __init__(self, page: pdfium.PdfPage) -> None:
        self._page = page
        self._areas: list[Rectangle] | None = None

    def lies_under(self, x: float, y: float) -> bool:
        """Tell whether anything but white paper is drawn at a point in user space."""
        if self._areas is None:
            self._areas = list(_areas(self._page))
        return any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in self._areas)


def _areas(page: pdfium.PdfPage) -> Iterator[Rectangle]:
    bounds = [ctypes.c_float() for _ in range(4)]
    count = min(raw.FPDFPage_CountObjects(page), MAXIMUM_OBJECTS)
    for index in range(count):
        drawn = raw.FPDFPage_GetObject(page, index)
        kind = raw.FPDFPageObj_GetType(drawn)
        if kind == raw.FPDF_PAGEOBJ_TEXT or (kind == raw.FPDF_PAGEOBJ_PATH and not _is_dark(drawn)):
            continue
        if raw.FPDFPageObj_GetBounds(drawn, *bounds):
            yield bounds[0].value, bounds[1].value, bounds[2].value, bounds[3].value


def _is_dark(path: raw.FPDF_PAGEOBJECT) -> bool:
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    if not raw.FPDFPath_GetDrawMode(path, mode, stroke) or mode.value == raw.FPDF_FILLMODE_NONE:
        return False
    colour = [ctypes.c_uint() for _ in range(4)]
    if not raw.FPDFPageObj_GetFillColor(path, *colour):
        return True  # a pattern or another colour space
    return min(part.value for part in colour[:3]) < WHITE and colour[3].value > 0
