"""What is asked about pages, and what is answered. Lengths are points, origin top left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aliquot.errors import SourceError

__all__ = ["Boxes", "Failed", "LookLimits", "Looked", "PageCharacters", "PagePicture", "Request"]

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
        png: The picture.
    """

    number: int
    png: bytes


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a file cannot be looked at."""

    error: SourceError


Looked = Sequence[PageCharacters | PagePicture] | Failed
