"""Read the ruled lines of a page: what frames and divides tables.

Producers draw a rule as a stroked line, as a thin filled rectangle, as a side of a box, or as one
of many parts of a single path; all of these become boxes in user space. Images are left out:
figures are often stored as a pile of thin strips.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pypdfium2.raw as raw

from aliquot.parsing.pdf.pages.calls import (
    path_segment,
    segment_closes,
    segment_kind,
    segment_point,
)
from aliquot.parsing.pdf.pages.objects import Colour, Drawn, Matrix, colour_of, own_matrix

__all__ = ["Box", "read_rules"]

# A map has millions of points; tables are drawn with few.
MAXIMUM_SEGMENTS = 600
MAXIMUM_RULES = 2000
# Thicker is a bar or a shaded row; shorter is a dash, a tick or a part of a drawing.
THICKEST_PT = 2.6
SHORTEST_PT = 6.0
WHITE = 250

Box = tuple[float, float, float, float]


def read_rules(drawn: Sequence[Drawn]) -> list[Box]:
    """Return the visible rules among what is drawn as left, bottom, right, top in user space."""
    rules: list[Box] = []
    for path in drawn:
        if path.kind == raw.FPDF_PAGEOBJ_PATH:
            rules += _path_rules(path)
        if len(rules) >= MAXIMUM_RULES:
            break
    return rules[:MAXIMUM_RULES]


def _path_rules(drawn: Drawn) -> Iterator[Box]:
    path = drawn.handle
    count = raw.FPDFPath_CountSegments(path)
    if not 2 <= count <= MAXIMUM_SEGMENTS:
        return
    is_filled, is_stroked = _drawn_how(drawn)
    if not (is_filled or is_stroked):
        return
    matrix = own_matrix(drawn).inside(drawn.outer)
    is_stroked = is_stroked and _is_fine(path, matrix)
    for points in _figures(drawn.address, count, matrix):
        whole = _bounds(points)
        if _is_rule(whole):
            yield whole
        elif is_stroked:
            sides = (_bounds(list(side)) for side in pairwise(points))
            yield from filter(_is_rule, sides)


def _drawn_how(path: Drawn) -> tuple[bool, bool]:
    """Tell whether a path is filled and whether it is stroked, in a colour that can be seen."""
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    if not raw.FPDFPath_GetDrawMode(path.handle, mode, stroke):
        return False, False
    is_filled = mode.value != raw.FPDF_FILLMODE_NONE
    return (
        is_filled and _shows(colour_of(raw.FPDFPageObj_GetFillColor, path)),
        bool(stroke.value) and _shows(colour_of(raw.FPDFPageObj_GetStrokeColor, path)),
    )


def _is_fine(path: raw.FPDF_PAGEOBJECT, matrix: Matrix) -> bool:
    """Tell whether the pen is fine enough for a rule: rows are shaded with broad ones."""
    width = ctypes.c_float()
    scale = matrix.scale or 1.0
    return not raw.FPDFPageObj_GetStrokeWidth(path, width) or width.value * scale <= THICKEST_PT


def _shows(colour: Colour | None) -> bool:
    """Tell whether a colour is seen on paper; a pattern is."""
    return colour is None or (min(colour[:3]) < WHITE and colour[3] > 0)


def _figures(path: int, count: int, matrix: Matrix) -> Iterator[list[tuple[float, float]]]:
    """Yield the corners of each part of a path; parts with curves are left out."""
    points: list[tuple[float, float]] = []
    has_curves = False
    place = (ctypes.c_float * 2)()
    x = ctypes.addressof(place)
    y = x + ctypes.sizeof(ctypes.c_float)
    for index in range(count):
        segment = path_segment(path, index)
        kind = segment_kind(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            if len(points) > 1 and not has_curves:
                yield points
            points, has_curves = [], False
        has_curves = has_curves or kind == raw.FPDF_SEGMENT_BEZIERTO
        if has_curves:
            continue
        if segment_point(segment, x, y):
            points.append(matrix.point(*place))
        if segment_closes(segment) and points:
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
