"""Pages as pictures: time, direction, skew, noise."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from aliquot.errors import MissingExtraError
from aliquot.parsing.ocr.reading import PageReader, ScannedPage
from aliquot.parsing.ocr.recogniser import RecognisedLine
from aliquot.parsing.ocr.settings import OcrSettings
from recognition import install, line, uninstall

PAGE = np.full((400, 300, 3), 255, dtype=np.uint8)
LEVEL = [line("The cells were washed", 10, 20, 200, 20)]
STANDING = [line("dehsaw erew sllec ehT", 20, 10, 20, 200, score=0.6)]


def read(monkeypatch: pytest.MonkeyPatch, *answers: list[RecognisedLine]) -> ScannedPage:
    install(monkeypatch, *answers)
    return PageReader(OcrSettings()).read(PAGE, 0.5)


def test_places_are_in_points(monkeypatch: pytest.MonkeyPatch) -> None:
    page = read(monkeypatch, LEVEL)
    assert (page.width, page.height) == (150, 200)
    assert (page.lines[0].x0, page.lines[0].x1) == pytest.approx((5, 105), abs=1)


def test_page_on_its_side_is_turned_until_it_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    page = read(monkeypatch, STANDING, STANDING, LEVEL)
    assert page.turned == 270
    assert (page.width, page.height) == (200, 150)


def test_page_on_its_head_is_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    page = read(monkeypatch, [line("pəɥsɐʍ ǝɹǝʍ", 10, 20, 200, 20, score=0.6)], LEVEL)
    assert page.turned == 180


def test_upright_page_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    known = install(monkeypatch, LEVEL)
    PageReader(OcrSettings()).read(PAGE, 1.0)
    assert len(known.pictures) == 1


def test_lines_that_fall_are_read_as_level(monkeypatch: pytest.MonkeyPatch) -> None:
    falling = RecognisedLine(
        "The cells were washed", ((50, 195), (250, 205), (249, 225), (49, 215)), 0.99
    )
    page = read(monkeypatch, [falling])
    assert page.skew == pytest.approx(2.86, abs=0.1)
    [level] = read(monkeypatch, LEVEL).lines
    assert page.lines[0].size == pytest.approx(level.size, rel=0.1)


def test_noise_is_counted_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    page = read(monkeypatch, [*LEVEL, line("~;", 10, 90, 20, 20, score=0.3)])
    assert [found.text for found in page.lines] == ["The cells were washed"]
    assert page.unread == 1


def test_labels_along_an_axis_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    page = read(monkeypatch, [*LEVEL, *LEVEL, line("Absorbance", 5, 80, 20, 120)])
    assert {found.text for found in page.lines} == {"The cells were washed"}


def test_missing_extra_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    uninstall(monkeypatch)
    with pytest.raises(MissingExtraError, match="rapidocr") as caught:
        PageReader(OcrSettings()).read(PAGE, 1.0)
    assert "pip install 'aliquot[ocr]'" in caught.value.hint


def ticking(*seconds: float) -> Iterator[float]:
    yield from seconds
    while True:
        yield seconds[-1]


def test_page_that_would_not_be_done_in_time_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, LEVEL)
    clock = ticking(0, 20, 20)  # page begun and done; asked again
    reader = PageReader(OcrSettings(limit_s=49), clock=lambda: next(clock))
    assert reader.has_time()
    reader.read(PAGE, 1.0)
    assert not reader.has_time()  # 20 s are gone and the next page may take 30
