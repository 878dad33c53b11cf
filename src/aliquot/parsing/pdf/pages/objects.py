"""List what is drawn on a page, in order, forms looked through: text, paths, images, shadings."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from aliquot.parsing.pdf.pages.calls import (
    address_of,
    form_object,
    matrix_of_object,
    object_kind,
    page_object,
)

__all__ = [
    "Colour",
    "Drawn",
    "Matrix",
    "Rectangle",
    "colour_of",
    "drawn_objects",
    "own_matrix",
]

# A page of figures has thousands of paths; what frames a table, or lies under or over a line of
# text, is drawn early or late.
MAXIMUM_OBJECTS = 5000
MAXIMUM_DEPTH = 2

Rectangle = tuple[float, float, float, float]
Colour = tuple[int, int, int, int]


class Matrix(NamedTuple):
    """What turns the space of an object into that around it."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @property
    def is_level(self) -> bool:
        """Whether boxes stay boxes: turned by quarters only."""
        return self.b == self.c == 0 or self.a == self.d == 0

    @property
    def scale(self) -> float:
        """How much longer it makes lines, on average of all directions."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point comes to lie."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def box(self, x0: float, y0: float, x1: float, y1: float) -> Rectangle:
        """Return the box around a box that is turned, as left, bottom, right, top."""
        corners = [self.point(x, y) for x in (x0, x1) for y in (y0, y1)]
        xs, ys = zip(*corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def inside(self, outer: Matrix) -> Matrix:
        """Return the matrix that applies this one first and `outer` after it."""
        x, y = outer.point(self.e, self.f)
        return Matrix(
            outer.a * self.a + outer.c * self.b,
            outer.b * self.a + outer.d * self.b,
            outer.a * self.c + outer.c * self.d,
            outer.b * self.c + outer.d * self.d,
            x,
            y,
        )


class Drawn(NamedTuple):
    """One object of a page.

    Attributes:
        address: Of pdfium's object, while the page is open.
        kind: pdfium's `FPDF_PAGEOBJ_...`, never that of a form.
        outer: What turns the space around the object into user space.
        in_form: Lies in a form, which may be transparent, or belong to a layer that is not shown.
    """

    address: int
    kind: int
    outer: Matrix
    in_form: bool

    @property
    def handle(self) -> raw.FPDF_PAGEOBJECT:
        """The object as functions of pdfium take it."""
        return ctypes.cast(self.address, raw.FPDF_PAGEOBJECT)


def drawn_objects(page: pdfium.PdfPage) -> list[Drawn]:
    """Return what is drawn on a page, in order; of a page of very many the first and the last."""
    holder = address_of(page.raw)
    numbers = _numbers(raw.FPDFPage_CountObjects(page))
    return [
        drawn for number in numbers for drawn in _opened(page_object(holder, number), Matrix(), 0)
    ]


def own_matrix(drawn: Drawn) -> Matrix:
    """Return what turns an object's own space into that of the form or page it lies in."""
    values = raw.FS_MATRIX()
    if not matrix_of_object(drawn.address, ctypes.addressof(values)):
        return Matrix()
    return Matrix(values.a, values.b, values.c, values.d, values.e, values.f)


def colour_of(read: Any, drawn: Drawn) -> Colour | None:
    """Return red, green, blue, alpha, each to 255; None for a pattern or another colour space."""
    parts = [ctypes.c_uint() for _ in range(4)]
    if not read(drawn.handle, *parts):
        return None
    red, green, blue, alpha = (part.value for part in parts)
    return red, green, blue, alpha


def _numbers(count: int) -> Iterator[int]:
    half = MAXIMUM_OBJECTS // 2
    if count <= MAXIMUM_OBJECTS:
        yield from range(count)
        return
    yield from range(half)
    yield from range(count - half, count)


def _opened(address: int | None, outer: Matrix, depth: int) -> Iterator[Drawn]:
    if not address:
        return  # damaged
    kind = object_kind(address)
    if kind != raw.FPDF_PAGEOBJ_FORM:
        yield Drawn(address, kind, outer, depth > 0)
        return
    if depth >= MAXIMUM_DEPTH:
        return
    form = Drawn(address, kind, outer, depth > 0)
    inner = own_matrix(form).inside(outer)
    for number in _numbers(raw.FPDFFormObj_CountObjects(form.handle)):
        yield from _opened(form_object(address, number), inner, depth + 1)
