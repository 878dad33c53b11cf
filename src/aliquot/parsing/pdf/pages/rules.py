"""Read the ruled lines of a page: what frames and divides tables.

Producers draw a rule as a stroked line, as a thin filled rectangle, as a side of a box, or as one
of many parts of a single path; all of these become boxes in user space. Images are left out:
figures are often stored as a pile of thin strips.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as raw

__all__ = ["Box", "read_rules"]

# A page of figures has thousands of paths and a map millions of points; tables are drawn with few.
MAXIMUM_OBJECTS = 5000
MAXIMUM_SEGMENTS = 600
MAXIMUM_RULES = 2000
MAXIMUM_DEPTH = 2
# Thicker is a bar or a shaded row; shorter is a dash, a tick or a part of a drawing.
THICKEST_PT = 2.6
SHORTEST_PT = 6.0
WHITE = 250

Box = tuple[float, float, float, float]


class _Matrix(NamedTuple):
    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def point(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def inside(self, outer: _Matrix) -> _Matrix:
        """Return the matrix that applies this one first and `outer` after it."""
        x, y = outer.point(self.e, self.f)
        return _Matrix(
            outer.a * self.a + outer.c * self.b,
            outer.b * self.a + outer.d * self.b,
            outer.a * self.c + outer.c * self.d,
            outer.b * self.c + outer.d * self.d,
            x,
            y,
        )


def read_rules(page: pdfium.PdfPage) -> list[Box]:
    """Return the visible rules of a page as left, bottom, right, top in user space."""
    rules: list[Box] = []
    for drawn in _objects(page.raw, raw.FPDFPage_CountObjects, raw.FPDFPage_GetObject):
        rules += _rules_of(drawn, _Matrix(), 0)
        if len(rules) >= MAXIMUM_RULES:
            break
    return rules[:MAXIMUM_RULES]


def _objects(holder: object, count: object, get: object) -> Iterator[raw.FPDF_PAGEOBJECT]:
    for index in range(min(count(holder), MAXIMUM_OBJECTS)):  # type: ignore[operator]
        yield get(holder, index)  # type: ignore[operator]


def _rules_of(drawn: raw.FPDF_PAGEOBJECT, outer: _Matrix, depth: int) -> Iterator[Box]:
    kind = raw.FPDFPageObj_GetType(drawn)
    if kind == raw.FPDF_PAGEOBJ_PATH:
        yield from _path_rules(drawn, outer)
    elif kind == raw.FPDF_PAGEOBJ_FORM and depth < MAXIMUM_DEPTH:
        matrix = _matrix(drawn).inside(outer)
        for inner in _objects(drawn, raw.FPDFFormObj_CountObjects, raw.FPDFFormObj_GetObject):
            yield from _rules_of(inner, matrix, depth + 1)


def _matrix(drawn: raw.FPDF_PAGEOBJECT) -> _Matrix:
    matrix = raw.FS_MATRIX()
    if not raw.FPDFPageObj_GetMatrix(drawn, matrix):
        return _Matrix()
    return _Matrix(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)


def _path_rules(path: raw.FPDF_PAGEOBJECT, outer: _Matrix) -> Iterator[Box]:
    count = raw.FPDFPath_CountSegments(path)
    if not 2 <= count <= MAXIMUM_SEGMENTS:
        return
    is_filled, is_stroked = _drawn_how(path)
    if not (is_filled or is_stroked):
        return
    matrix = _matrix(path).inside(outer)
    is_stroked = is_stroked and _is_fine(path, matrix)
    for points in _figures(path, count, matrix):
        whole = _bounds(points)
        if _is_rule(whole):
            yield whole
        elif is_stroked:
            sides = (_bounds(list(side)) for side in pairwise(points))
            yield from filter(_is_rule, sides)


def _drawn_how(path: raw.FPDF_PAGEOBJECT) -> tuple[bool, bool]:
    """Tell whether a path is filled and whether it is stroked, in a colour that can be seen."""
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    if not raw.FPDFPath_GetDrawMode(path, mode, stroke):
        return False, False
    is_filled = mode.value != raw.FPDF_FILLMODE_NONE and _shows(path, raw.FPDFPageObj_GetFillColor)
    return is_filled, bool(stroke.value) and _shows(path, raw.FPDFPageObj_GetStrokeColor)


def _is_fine(path: raw.FPDF_PAGEOBJECT, matrix: _Matrix) -> bool:
    """Tell whether the pen is fine enough for a rule: rows are shaded with broad ones."""
    width = ctypes.c_float()
    scale = math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c)) or 1.0
    return not raw.FPDFPageObj_GetStrokeWidth(path, width) or width.value * scale <= THICKEST_PT


def _shows(path: raw.FPDF_PAGEOBJECT, read_colour: object) -> bool:
    colour = [ctypes.c_uint() for _ in range(4)]
    if not read_colour(path, *colour):  # type: ignore[operator]
        return True  # a pattern or another colour space
    return min(part.value for part in colour[:3]) < WHITE and colour[3].value > 0


def _figures(
    path: raw.FPDF_PAGEOBJECT, count: int, matrix: _Matrix
) -> Iterator[list[tuple[float, float]]]:
    """Yield the corners of each part of a path; parts with curves are left out."""
    points: list[tuple[float, float]] = []
    has_curves = False
    x, y = ctypes.c_float(), ctypes.c_float()
    for index in range(count):
        segment = raw.FPDFPath_GetPathSegment(path, index)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            if len(points) > 1 and not has_curves:
                yield points
            points, has_curves = [], False
        has_curves = has_curves or kind == raw.FPDF_SEGMENT_BEZIERTO
        if raw.FPDFPathSegment_GetPoint(segment, x, y):
            points.append(matrix.point(x.value, y.value))
        if raw.FPDFPathSegment_GetClose(segment) and points:
            points.append(points[0])
    if len(points) > 1 and not has_curves:
        yield points


def _bounds(points: list[tuple[float, float]]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _is_rule(box: Box) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    return (height <= THICKEST_PT and width >= SHORTEST_PT) or (
        width <= THICKEST_PT and height >= SHORTEST_PT
    )
