"""Turn and level pictures of pages, and the places found on them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from PIL import Image as Pictures

from aliquot.parsing.ocr.recogniser import Image, RecognisedLine

__all__ = ["Frame", "level", "skew_of", "turn"]

# Lines at least this many times as wide as high tell the direction of the page.
LONG = 8
# Below this a line of 170 mm drifts by less than a third of its height; box corners are whole
# pixels, so smaller angles are noise.
MINIMUM_SKEW = 0.3
# Pages lie askew by a few degrees; text set at more is set so.
MAXIMUM_SKEW = 15.0


class Frame(NamedTuple):
    """The level frame of a picture: turned about its centre by `skew` degrees clockwise.

    Attributes:
        width: Pixels.
        height: Pixels.
        skew: How far lines fall to the right, in degrees.
    """

    width: float
    height: float
    skew: float

    def level(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the picture stands in the level frame."""
        return _rotate(x - self.width / 2, y - self.height / 2, -self.skew, self)


def skew_of(lines: Sequence[RecognisedLine]) -> float:
    """Return by how many degrees the lines fall to the right; 0 where they are level."""
    angles = [
        math.degrees(math.atan2(right[1] - left[1], right[0] - left[0]))
        for left, right, _, lower_left in (line.corners for line in lines)
        if math.dist(left, right) > LONG * math.dist(left, lower_left)
    ]
    angle = statistics.median(angles) if angles else 0.0
    return angle if MINIMUM_SKEW <= abs(angle) <= MAXIMUM_SKEW else 0.0


def level(image: Image, skew: float) -> Image:
    """Return the picture with its lines level, in the same size; white where nothing was."""
    if not skew:
        return image
    turned = Pictures.fromarray(image).rotate(
        skew, resample=Pictures.Resampling.BILINEAR, fillcolor=(255, 255, 255)
    )
    return np.asarray(turned)


def turn(image: Image, degrees: int) -> Image:
    """Return the picture turned clockwise by a multiple of 90 degrees."""
    return np.ascontiguousarray(np.rot90(image, k=-degrees // 90))


def _rotate(dx: float, dy: float, degrees: float, frame: Frame) -> tuple[float, float]:
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (
        frame.width / 2 + cosine * dx - sine * dy,
        frame.height / 2 + sine * dx + cosine * dy,
    )
