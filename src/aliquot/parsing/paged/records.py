"""What is asked about pages and slides, and what is answered; in points, origin top left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aliquot.errors import SourceError
from aliquot.types import Box

__all__ = [
    "Boxes",
    "Failed",
    "LookLimits",
    "Looked",
    "PageCharacters",
    "PagePicture",
    "Request",
    "SlidePicture",
    "SlideRequest",
    "SlideSketch",
    "SlideText",
]

# Left, top, right and bottom of each character on the page as it is shown: float32 (n, 4).
Boxes = np.ndarray[tuple[int, int], np.dtype[np.float32]]


@dataclass(frozen=True, slots=True, kw_only=True)
class LookLimits:
    """What looking at one file may take.

    Attributes:
        timeout_s: Seconds for one request.
        memory_mib: Address space of the process.
    """

    timeout_s: float = 20.0
    memory_mib: int = 1024


@dataclass(frozen=True, slots=True)
class Request:
    """What is wanted of a file.

    Attributes:
        path: The file.
        pages: 1-based.
        width: Pixels of a picture of each; 0 where characters are wanted.
    """

    path: str
    pages: tuple[int, ...]
    width: int = 0


@dataclass(frozen=True, slots=True)
class SlideRequest(Request):
    """What is wanted of a slide; `width` is that of one of its pictures.

    Attributes:
        picture: Its place among the slide's pictures, from 1; 0 where the sketch is wanted.
    """

    picture: int = 0


@dataclass(frozen=True, slots=True)
class PageCharacters:
    """A page's size, and its characters with their boxes.

    Attributes:
        number: 1-based.
        width: Of the page as it is shown.
        height: Likewise.
        text: In the order of the file; empty for a picture.
        boxes: One for each character of `text`.
    """

    number: int
    width: float
    height: float
    text: str
    boxes: Boxes


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page as pixels.

    Attributes:
        number: 1-based.
        png: The picture; of a photograph that stands on a slide, JPEG.
    """

    number: int
    png: bytes


@dataclass(frozen=True, slots=True)
class SlidePicture:
    """A picture that stands on a slide.

    Attributes:
        box: Where it stands, before it is turned.
        part: Name in the file; empty where it is of a kind that is not drawn.
        crop: What is cut off its left, top, right and bottom, in shares of its sides.
        turn: Degrees it is turned by, clockwise.
        description: What its author says it shows; may be empty.
    """

    box: Box
    part: str
    crop: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    turn: float = 0.0
    description: str = ""


@dataclass(frozen=True, slots=True)
class SlideText:
    """How a text on a slide is set.

    Attributes:
        box: Where it stands.
        size: Most of its letters are of this size.
        is_framed: Whether it has a ground or a border of its own, or is a chart or a diagram.
        turn: Degrees it is turned by, clockwise.
    """

    box: Box
    size: float
    is_framed: bool = False
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class SlideSketch:
    """What a slide looks like, its texts apart, which the library holds.

    Attributes:
        number: 1-based.
        pictures: In the order of drawing.
        texts: How texts are set, likewise.
    """

    number: int
    pictures: tuple[SlidePicture, ...] = ()
    texts: tuple[SlideText, ...] = ()


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a file cannot be looked at."""

    error: SourceError


Looked = Sequence[PageCharacters | PagePicture | SlideSketch] | Failed
