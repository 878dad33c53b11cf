"""Read pictures of pages as long as time allows.

Recognition takes seconds a page, and a parser that exceeds its time is ended with everything it has
read. So a `PageReader` starts a page only where it will be done in time, and says which were not.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from math import dist
from typing import NamedTuple

from aliquot.backends import load
from aliquot.parsing.ocr.corrections import correct
from aliquot.parsing.ocr.geometry import Frame, level, skew_of, turn
from aliquot.parsing.ocr.measuring import measure
from aliquot.parsing.ocr.recogniser import Image, RecognisedLine, TextRecogniser
from aliquot.parsing.ocr.settings import OcrSettings

__all__ = ["PageReader", "ScannedLine", "ScannedPage"]

# Below this, what was read is noise: specks, axis ticks, parts of drawings.
UNREAD = 0.5
# Below this, a line is worth a second look. Lines read without an error score 0.97 and more.
DOUBTFUL = 0.8
# Text on its side or head scores below this as a whole; upright text of any print above.
UPRIGHT_SCORE = 0.75
# The next page is given as much time as the slowest so far, and a half more.
RESERVE = 1.5
# Of the first page nothing is known; slow machines need half a minute for a full one.
FIRST_PAGE_S = 30.0
# Shares of the size that fonts of print state.
ASCENT, DESCENT = 0.9, 0.25
# Higher than wide by this, a line of several characters runs along an axis or a margin.
UPRIGHT_SHAPE = 1.5


class ScannedLine(NamedTuple):
    """A line in points, in the upright and level frame of its page.

    Attributes:
        size: Type size in points.
        stroke: Mean width of a stroke as a share of the size.
        score: How sure the recogniser is, from 0 to 1.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    stroke: float
    score: float


class ScannedPage(NamedTuple):
    """What was read of one picture.

    Attributes:
        width: Points, in the frame the text is upright in.
        height: Points.
        turned: Degrees the picture is turned clockwise to be read.
        skew: Degrees the lines fall to the right in the upright picture.
        unread: Marks that look like text and could not be read.
    """

    width: float
    height: float
    turned: int
    skew: float
    lines: list[ScannedLine]
    unread: int

    @property
    def doubtful(self) -> int:
        """Lines worth a second look."""
        return sum(line.score < DOUBTFUL for line in self.lines)


class PageReader:
    """Reads the pages of one file; the engine is loaded with the first.

    Args:
        settings: Engine and time.
        clock: Seconds, monotonic.
    """

    def __init__(self, settings: OcrSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._started: float | None = None
        self._slowest = 0.0
        self._recogniser: TextRecogniser | None = None

    def has_time(self) -> bool:
        """Tell whether another page will be done in time."""
        if self._started is None:
            return self._settings.limit_s >= FIRST_PAGE_S
        spent = self._clock() - self._started
        return spent + RESERVE * self._slowest <= self._settings.limit_s

    def read(self, image: Image, points_per_pixel: float) -> ScannedPage:
        """Read a picture of a page.

        Raises:
            MissingExtraError: The engine is not installed.
            ModelError: The engine failed on this picture.
        """
        began = self._clock()
        if self._started is None:
            self._started = began
            self._settings.begin()
        if self._recogniser is None:
            self._recogniser = load("recognisers", self._settings.engine)()
        page = _read(self._recogniser, image, points_per_pixel)
        self._slowest = max(self._slowest, self._clock() - began)
        return page


def _read(recogniser: TextRecogniser, image: Image, points_per_pixel: float) -> ScannedPage:
    image, turned, found = _upright(recogniser, image)
    readable = [line for line in found if line.score >= UNREAD and _is_level(line)]
    height, width = image.shape[:2]
    frame = Frame(width, height, skew_of(readable))
    levelled = level(image, frame.skew)
    return ScannedPage(
        width=width * points_per_pixel,
        height=height * points_per_pixel,
        turned=turned,
        skew=frame.skew,
        lines=[_place(line, levelled, frame, points_per_pixel) for line in readable],
        unread=len(found) - len(readable),
    )


def _upright(recogniser: TextRecogniser, image: Image) -> tuple[Image, int, list[RecognisedLine]]:
    """Return the picture turned so that its text reads best, by how many degrees, its lines."""
    found = recogniser.recognise(image)
    best = image, 0, found
    if not found or (_score(found) >= UPRIGHT_SCORE and not _stand(found)):
        return best
    for degrees in (90, 270) if _stand(found) else (180,):
        turned = turn(image, degrees)
        lines = recogniser.recognise(turned)
        if _score(lines) > _score(best[2]):
            best = turned, degrees, lines
        if _score(lines) >= UPRIGHT_SCORE:
            break
    return best


def _score(lines: Sequence[RecognisedLine]) -> float:
    """Return the mean score of a character; text that stands counts as unread."""
    characters = sum(len(line.text) for line in lines)
    if not characters or _stand(lines):
        return 0.0
    return sum(line.score * len(line.text) for line in lines) / characters


def _stand(lines: Sequence[RecognisedLine]) -> bool:
    """Tell whether most lines are higher than wide."""
    shapes = [_sides(line) for line in lines]
    return bool(shapes) and statistics.median(h / max(w, 1.0) for w, h in shapes) > 1


def _is_level(line: RecognisedLine) -> bool:
    """Tell a line of the page's direction from labels of axes and side banners."""
    width, height = _sides(line)
    return len(line.text) <= 2 or height < UPRIGHT_SHAPE * width


def _sides(line: RecognisedLine) -> tuple[float, float]:
    top_left, top_right, _, bottom_left = line.corners
    return dist(top_left, top_right), dist(top_left, bottom_left)


def _place(
    line: RecognisedLine, image: Image, frame: Frame, points_per_pixel: float
) -> ScannedLine:
    left, top, crop = _cut_out(line, image, frame)
    text = correct(line.text.strip())
    set_ = measure(crop, text)
    # Ascent and descent as fonts state them, so that gaps between lines mean what they do in print.
    baseline = top + set_.baseline
    edges = (
        left + set_.left,
        baseline - ASCENT * set_.size,
        left + set_.right,
        baseline + DESCENT * set_.size,
    )
    x0, y0, x1, y1, size = (value * points_per_pixel for value in (*edges, set_.size))
    return ScannedLine(text, x0, y0, x1, y1, size, set_.stroke, line.score)


def _cut_out(line: RecognisedLine, image: Image, frame: Frame) -> tuple[int, int, Image]:
    """Return left and top of a line in the level picture, and its pixels; never nothing."""
    corners = [frame.level(x, y) for x, y in line.corners]
    height, width = image.shape[:2]
    left = min(max(int(min(x for x, _ in corners)), 0), width - 1)
    right = max(int(max(x for x, _ in corners)) + 1, left + 1)
    # The mean of the two ends: a slope of its own makes a line no higher.
    top = min(max(int((corners[0][1] + corners[1][1]) / 2), 0), height - 1)
    bottom = max(int((corners[2][1] + corners[3][1]) / 2) + 1, top + 1)
    return left, top, image[top:bottom, left:right]
