"""What a text recogniser must offer, and what it returns."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np

__all__ = ["Image", "RecognisedLine", "TextRecogniser"]

# RGB, uint8 (height, width, 3).
Image = np.ndarray[Any, np.dtype[np.uint8]]


class RecognisedLine(NamedTuple):
    """One line of text found in a picture.

    Attributes:
        text: As read; may be empty.
        corners: x, y in pixels of the top left, top right, bottom right and bottom left corner.
        score: How sure the recogniser is, from 0 to 1.
    """

    text: str
    corners: tuple[tuple[float, float], ...]
    score: float


class TextRecogniser(Protocol):
    """Finds and reads the lines of a picture."""

    def recognise(self, image: Image) -> list[RecognisedLine]:
        """Return the lines of an RGB picture, uint8 (height, width, 3), in any order.

        Raises:
            ModelError: The model failed on this picture.
        """
        ...
