"""The recogniser itself; skipped where its extra is not installed."""

from __future__ import annotations

import socket

import numpy as np
import pytest
from PIL import Image

from recognition import drawn

pytest.importorskip("rapidocr", reason="the extra 'ocr' is not installed")


def test_line_is_read_without_network(monkeypatch: pytest.MonkeyPatch) -> None:
    from aliquot.parsing.ocr.rapid import RapidRecogniser

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    page = Image.new("RGB", (640, 200), "white")
    page.paste(drawn("Incubate at 37 °C for 30 min", 36), (20, 60))
    [found] = RapidRecogniser().recognise(np.asarray(page))
    assert found.text == "Incubate at 37 °C for 30 min"
    assert found.score > 0.9
    (x0, y0), (x1, _), (_, y1), _ = found.corners
    assert 0 <= x0 < 40
    assert x0 < x1 <= 640
    assert 40 < y0 < y1 < 140


def test_blank_page_has_no_lines() -> None:
    from aliquot.parsing.ocr.rapid import RapidRecogniser

    blank = np.full((200, 200, 3), 255, dtype=np.uint8)
    assert RapidRecogniser().recognise(blank) == []
