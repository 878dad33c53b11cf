"""Size, baseline and weight of lines, told from their pixels."""

from __future__ import annotations

import numpy as np
import pytest

from aliquot.parsing.ocr.measuring import measure
from recognition import drawn


def size_of(text: str, size: int) -> float:
    return measure(np.asarray(drawn(text, size)), text).size


@pytest.mark.parametrize("text", ["Methods", "The yield", "Xylene", "pH 7", "TP53"])
def test_size_does_not_depend_on_which_letters_a_line_has(text: str) -> None:
    assert size_of(text, 40) == pytest.approx(size_of("Helium", 40), rel=0.08)


def test_twice_the_size_measures_twice() -> None:
    assert size_of("Results", 80) == pytest.approx(2 * size_of("Results", 40), rel=0.08)


def test_bold_strokes_are_wider() -> None:
    regular = measure(np.asarray(drawn("Results")), "Results").stroke
    bold = measure(np.asarray(drawn("Results", stroke=1)), "Results").stroke
    assert bold > 1.28 * regular


def test_light_text_on_dark_ground_is_measured_alike() -> None:
    pixels = np.asarray(drawn("Results"))
    assert measure(255 - pixels, "Results").size == measure(pixels, "Results").size


def test_line_that_touches_the_crop_from_above_is_left_out() -> None:
    pixels = np.array(drawn("Results", margin=12))
    pixels[:3] = 0
    pixels[0, ::2] = 255
    assert measure(pixels, "Results").size == pytest.approx(size_of("Results", 40), rel=0.02)


def test_raised_mark_does_not_make_a_line_larger() -> None:
    plain = np.array(drawn("worn and seen", margin=30))
    raised = plain.copy()
    raised[18:28, -40:-32] = 0
    assert measure(raised, "worn and seen9").size == pytest.approx(
        measure(plain, "worn and seen").size, rel=0.15
    )


@pytest.mark.parametrize("shape", [(1, 1, 3), (20, 1, 3), (1, 20, 3)])
def test_blank_crop_of_any_shape_is_measured(shape: tuple[int, int, int]) -> None:
    assert measure(np.full(shape, 255, dtype=np.uint8), "x").size >= 1
