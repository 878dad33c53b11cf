"""What every text recogniser promises, as tests to inherit.

from aliquot.testing.contract_recognisers import RecogniserContract

class TestMyRecogniser(RecogniserContract):
    def recogniser(self) -> TextRecogniser:
        return MyRecogniser()
"""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from aliquot.parsing.ocr.recogniser import RecognisedLine, TextRecogniser

__all__ = ["RecogniserContract"]

_WIDTH, _HEIGHT = 800, 400
_LINES = (("Incubate at 37 °C for 30 min", 60), ("Spin 5 min at 4000 g", 200))


class RecogniserContract:
    """Inherit and provide `recogniser`; needs no network."""

    def recogniser(self) -> TextRecogniser:
        """Return the recogniser under test."""
        raise NotImplementedError

    def _read_page(self) -> list[RecognisedLine]:
        picture = Image.new("RGB", (_WIDTH, _HEIGHT), "white")
        font = ImageFont.load_default(36)
        for text, y in _LINES:
            ImageDraw.Draw(picture).text((40, y), text, "black", font)
        found = self.recogniser().recognise(np.asarray(picture))
        return sorted(found, key=lambda line: line.corners[0][1])

    def test_lines_are_read_as_printed(self) -> None:
        """Clean print is read to the letter."""
        assert [line.text for line in self._read_page()] == [text for text, _ in _LINES]

    def test_corners_go_round_from_the_top_left(self) -> None:
        """Corners frame the line they belong to, inside the picture."""
        for line, (_, y) in zip(self._read_page(), _LINES, strict=True):
            (x0, y0), (x1, y1), (x2, y2), (x3, y3) = line.corners
            assert 0 <= max(x0, x3) < min(x1, x2) <= _WIDTH
            assert 0 <= max(y0, y1) < min(y2, y3) <= _HEIGHT
            assert y0 < y + 18 < y3

    def test_scores_are_shares(self) -> None:
        """Scores lie between 0 and 1, and clean print scores high."""
        assert all(0.8 < line.score <= 1 for line in self._read_page())

    def test_same_picture_reads_the_same(self) -> None:
        """A second look finds the same."""
        assert self._read_page() == self._read_page()

    def test_blank_picture_has_no_lines(self) -> None:
        """White paper is no text."""
        blank = np.full((200, 300, 3), 255, dtype=np.uint8)
        assert self.recogniser().recognise(blank) == []

    def test_smallest_pictures_do_no_harm(self) -> None:
        """Slivers are pictures too."""
        for shape in ((1, 1, 3), (2, 400, 3), (400, 2, 3)):
            self.recogniser().recognise(np.zeros(shape, dtype=np.uint8))
