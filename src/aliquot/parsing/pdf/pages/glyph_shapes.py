"""Tell a symbol by the outline its font draws, whatever code stands in the file.

Where "10 µl" is stored as "10 ml" or "P < 0.05" as "P 5 0.05", the outline is still that of the
symbol: no Latin m reaches below the line, no five is made of two strokes that meet at the left.
Only outlines that nothing else shares are named; anything else gets no name. Lengths are shares of
the type size, the y axis points up from the baseline.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pypdfium2.raw as raw

__all__ = ["drawn_symbol"]

# A bar is this many times as wide as high, and no higher than this.
BAR_FLATNESS, BAR_HEIGHT = 3.0, 0.16
# How far a point may lie off the place that makes the shape, as a share of half its extent.
TOLERANCE = 0.34
# The inner edge of an arm lies farther in where the arms are flat, as over the bar of "≥".
ARM_TOLERANCE = 0.45
# An outline of more points is a letter or an ornament.
MAXIMUM_POINTS = 120
# Micro signs reach this far below the line, on their left third only.
DESCENT, LEFT_PART = -0.1, 0.42
# A degree ring stands above this height and is no wider than this.
RING_FOOT, RING_WIDTH = 0.3, 0.5


@dataclass(frozen=True, slots=True)
class _Contour:
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    curves: int

    @property
    def width(self) -> float:
        return max(self.xs) - min(self.xs)

    @property
    def height(self) -> float:
        return max(self.ys) - min(self.ys)

    @property
    def middle(self) -> float:
        return (max(self.ys) + min(self.ys)) / 2

    @property
    def centred(self) -> list[tuple[float, float]]:
        """Points as shares of half the extent around the centre: -1 to 1 on both axes."""
        x, y = (max(self.xs) + min(self.xs)) / 2, self.middle
        half = max(self.width / 2, 1e-6), max(self.height / 2, 1e-6)
        return [
            ((a - x) / half[0], (b - y) / half[1]) for a, b in zip(self.xs, self.ys, strict=True)
        ]


def drawn_symbol(font: raw.FPDF_FONT, character: str) -> str:
    """Return the symbol a font draws for a character, "" where its outline names none."""
    outline = _outline(font, character)
    if not outline or sum(len(contour.xs) for contour in outline) > MAXIMUM_POINTS:
        return ""
    outline = sorted(outline, key=lambda contour: -contour.middle)
    return next((symbol for symbol, fits in SHAPES if fits(outline)), "")


def _outline(font: raw.FPDF_FONT, character: str) -> list[_Contour]:
    path = raw.FPDFFont_GetGlyphPath(font, ord(character), 1.0)
    if not path:
        return []
    contours: list[_Contour] = []
    points: list[tuple[float, float]] = []
    curves = 0
    x, y = ctypes.c_float(), ctypes.c_float()
    for index in range(raw.FPDFGlyphPath_CountGlyphSegments(path)):
        segment: Any = raw.FPDFGlyphPath_GetGlyphPathSegment(path, index)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO and points:
            contours.append(_contour(points, curves))
            points, curves = [], 0
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        points.append((x.value, y.value))
        curves += kind == raw.FPDF_SEGMENT_BEZIERTO
    if points:
        contours.append(_contour(points, curves))
    return [contour for contour in contours if len(contour.xs) > 2]


def _contour(points: Sequence[tuple[float, float]], curves: int) -> _Contour:
    xs, ys = zip(*points, strict=True)
    return _Contour(xs, ys, curves)


# ------------------------------------------------------------------------------ single contours


def _is_bar(contour: _Contour) -> bool:
    flat = contour.width > BAR_FLATNESS * max(contour.height, 1e-6)
    return flat and contour.height < BAR_HEIGHT


def _is_square(contour: _Contour) -> bool:
    return 0.7 < contour.width / max(contour.height, 1e-6) < 1.43


def _is_cross(contour: _Contour) -> bool:
    """Tell an upright cross: every point lies near one of the two axes."""
    on_axes = all(min(abs(x), abs(y)) < TOLERANCE for x, y in contour.centred)
    return _is_square(contour) and len(contour.xs) >= 12 and on_axes


def _is_saltire(contour: _Contour) -> bool:
    """Tell a multiplication sign: every point lies near one of the two diagonals."""
    on_diagonals = all(abs(abs(x) - abs(y)) < TOLERANCE for x, y in contour.centred)
    centre = min(max(abs(x), abs(y)) for x, y in contour.centred)
    is_drawn_straight = contour.curves <= 8 and len(contour.xs) >= 12
    return _is_square(contour) and is_drawn_straight and on_diagonals and centre < 0.4


def _is_angle(contour: _Contour, side: int) -> bool:
    """Tell a "less than" (side -1) or "greater than" (side 1) by where its points lie."""
    if contour.curves > 6 or not 6 <= len(contour.xs) <= 20 or contour.width < 0.25:
        return False
    points = [(side * x, y) for x, y in contour.centred]
    # From the tip in the middle, both arms open evenly to the other side.
    tip = [abs(y) for x, y in points if x > 0.8]
    on_arms = all(abs(abs(y) - (1 - x) / 2) < ARM_TOLERANCE for x, y in points)
    ends = [y for x, y in points if x < -0.5]
    return bool(tip) and max(tip) < 0.45 and on_arms and min(ends) < -0.5 and max(ends) > 0.5


# ------------------------------------------------------------------------------ whole outlines


def _is_minus(outline: Sequence[_Contour]) -> bool:
    (bar, *rest) = outline
    return not rest and _is_bar(bar) and bar.width > 0.3 and 0.12 < bar.middle < 0.5


def _are_bars(outline: Sequence[_Contour], count: int) -> bool:
    if len(outline) != count or not all(map(_is_bar, outline)):
        return False
    widths = [bar.width for bar in outline]
    apart = all(min(above.ys) > max(below.ys) for above, below in pairwise(outline))
    return apart and max(widths) < 1.1 * min(widths) and min(widths) > 0.3


def _is_plus(outline: Sequence[_Contour]) -> bool:
    return len(outline) == 1 and _is_cross(outline[0])


def _is_plus_minus(outline: Sequence[_Contour]) -> bool:
    if len(outline) == 2:
        cross, bar = outline
        return _is_cross(cross) and _is_bar(bar) and cross.middle > bar.middle
    return False


def _is_times(outline: Sequence[_Contour]) -> bool:
    return len(outline) == 1 and _is_saltire(outline[0])


def _is_less(outline: Sequence[_Contour]) -> bool:
    return len(outline) == 1 and _is_angle(outline[0], -1)


def _is_greater(outline: Sequence[_Contour]) -> bool:
    return len(outline) == 1 and _is_angle(outline[0], 1)


def _is_at_most(outline: Sequence[_Contour]) -> bool:
    return len(outline) == 2 and _is_angle(outline[0], -1) and _is_bar(outline[1])


def _is_at_least(outline: Sequence[_Contour]) -> bool:
    return len(outline) == 2 and _is_angle(outline[0], 1) and _is_bar(outline[1])


def _is_degree(outline: Sequence[_Contour]) -> bool:
    if len(outline) != 2:
        return False
    inner, outer = sorted(outline, key=lambda contour: contour.width)
    rings = _is_square(inner) and _is_square(outer) and min(inner.curves, outer.curves) >= 4
    concentric = abs(inner.middle - outer.middle) < 0.05
    return rings and concentric and min(outer.ys) > RING_FOOT and outer.width < RING_WIDTH


def _is_micro(outline: Sequence[_Contour]) -> bool:
    """Tell a micro sign: its left stem alone goes below the line, its top is that of an x."""
    (body, *rest) = outline
    if rest or not (0.3 < body.width < 0.75 and 0.35 < max(body.ys) < 0.62):
        return False
    left = min(body.xs) + LEFT_PART * body.width
    below = [x for x, y in zip(body.xs, body.ys, strict=True) if y < DESCENT]
    at_foot = [x for x, y in zip(body.xs, body.ys, strict=True) if abs(y) < 0.06 and x > left]
    return bool(below) and max(below) < left and bool(at_foot)


def _is_middle_dot(outline: Sequence[_Contour]) -> bool:
    (dot, *rest) = outline
    small = dot.width < 0.3 and _is_square(dot)
    return not rest and small and 0.18 < dot.middle < 0.5


SHAPES = (
    ("=", lambda outline: _are_bars(outline, 2)),
    ("≡", lambda outline: _are_bars(outline, 3)),
    ("−", _is_minus),
    ("+", _is_plus),
    ("±", _is_plus_minus),
    ("×", _is_times),
    ("<", _is_less),
    (">", _is_greater),
    ("≤", _is_at_most),
    ("≥", _is_at_least),
    ("°", _is_degree),
    ("μ", _is_micro),
    ("·", _is_middle_dot),
)
