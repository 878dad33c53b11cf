"""A recogniser that knows what it will find, and pictures for it to find it in."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from aliquot.parsing.ocr.recogniser import RecognisedLine

Lines = list[RecognisedLine]


class KnownRecogniser:
    """Return the lines laid down for each picture in turn, the last ones for ever."""

    def __init__(self, *answers: Lines) -> None:
        self._answers = list(answers)
        self.pictures: list[np.ndarray] = []

    def recognise(self, image: np.ndarray) -> Lines:
        self.pictures.append(image)
        return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]


def install(monkeypatch: pytest.MonkeyPatch, *answers: Lines) -> KnownRecogniser:
    """Let a recogniser with known answers be the one that is loaded."""
    known = KnownRecogniser(*answers)
    monkeypatch.setattr("aliquot.parsing.ocr.reading.load", lambda seam, name: lambda: known)
    return known


def uninstall(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no optional package be found."""
    monkeypatch.setattr("aliquot.backends.find_spec", lambda package: None)


def line(
    text: str, x: float, y: float, width: float, height: float, score: float = 0.99
) -> RecognisedLine:
    """Return a level line with its top left corner at x, y, in pixels."""
    right, bottom = x + width, y + height
    return RecognisedLine(text, ((x, y), (right, y), (right, bottom), (x, bottom)), score)


def drawn(text: str, size: int = 40, *, stroke: int = 0, margin: int = 8) -> Image.Image:
    """Return a picture of one line, black on white."""
    font = ImageFont.load_default(size)
    left, top, right, bottom = font.getbbox(text, stroke_width=stroke)
    picture = Image.new(
        "RGB", (int(right - left) + 2 * margin, int(bottom - top) + 2 * margin), "white"
    )
    place = (margin - left, margin - top)
    ImageDraw.Draw(picture).text(place, text, "black", font, stroke_width=stroke)
    return picture
