"""Pages are drawn in a process of its own: bounded in size, time and memory."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image

from aliquot.errors import ParseError, SourceError
from aliquot.library.drawn_pages import PageImages
from aliquot.parsing.paged import looking
from aliquot.parsing.paged.drawing import MOST_PIXELS
from aliquot.parsing.paged.looking import PageLooker
from aliquot.parsing.paged.records import LookLimits

# A child that does as the name of the file says, where it says so.
STRANGE = """
import sys; sys.path.append(sys.argv.pop(1))
import ctypes, time
from aliquot.parsing.paged import drawer

def look(request, found=drawer._look_at_pdf):
    if "hang" in request.path: time.sleep(60)
    if "crash" in request.path: ctypes.string_at(0)
    if "hoard" in request.path: bytearray(8 << 30)
    return found(request)

drawer._look_at_pdf = look
drawer.main()
"""


@pytest.fixture
def looker() -> Iterator[PageLooker]:
    made = PageLooker(LookLimits(timeout_s=20, memory_mib=1024))
    yield made
    made.close()


def pdf(path: Path, width: float = 200, height: float = 300) -> Path:
    with pdfium.PdfDocument.new() as made:
        made.new_page(width, height).close()
        made.save(path)
    return path


def size_of(png: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(png)) as picture:
        return picture.size


def test_a_page_is_drawn_at_the_next_of_a_few_widths(looker: PageLooker, tmp_path: Path) -> None:
    images = PageImages(looker)
    assert size_of(images.picture(pdf(tmp_path / "a.pdf"), 1, 390)) == (400, 600)


def test_a_page_of_any_shape_has_a_bounded_number_of_pixels(
    looker: PageLooker, tmp_path: Path
) -> None:
    wide, high = size_of(looker.picture(pdf(tmp_path / "a.pdf", 3, 14_000), 1, 2400))
    assert wide * high <= 1.1 * MOST_PIXELS


def test_a_picture_is_drawn_like_a_page(looker: PageLooker, tmp_path: Path) -> None:
    Image.new("RGB", (900, 300), "red").save(tmp_path / "a.png")
    assert size_of(looker.picture(tmp_path / "a.png", 1, 600)) == (600, 200)
    (page,) = looker.characters(tmp_path / "a.png", [1]).values()
    assert page.width == pytest.approx(3 * page.height)


@pytest.mark.parametrize("page", [2, 10**9])
def test_a_page_that_is_not_there_is_refused(looker: PageLooker, tmp_path: Path, page: int) -> None:
    with pytest.raises(ParseError, match="no page"):
        looker.picture(pdf(tmp_path / "a.pdf"), page, 200)


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7\nnothing", b"neither"])
def test_what_is_no_page_is_refused(looker: PageLooker, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.pdf").write_bytes(content)
    with pytest.raises(SourceError):
        looker.picture(tmp_path / "a.pdf", 1, 200)


@pytest.mark.parametrize(
    ("name", "said"), [("hang", "longer"), ("crash", "broke down"), ("hoard", "memory")]
)
def test_a_page_that_breaks_what_draws_it_costs_a_process_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    monkeypatch.setattr(looking, "BOOT", STRANGE)
    looker = PageLooker(LookLimits(timeout_s=4, memory_mib=1024))
    try:
        with pytest.raises(ParseError, match=said):
            looker.picture(pdf(tmp_path / f"{name}.pdf"), 1, 200)
        assert looker.picture(pdf(tmp_path / "calm.pdf"), 1, 200)
    finally:
        looker.close()


def test_a_page_that_failed_is_not_tried_again_at_once(
    looker: PageLooker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7\nnothing")
    images, tried = PageImages(looker), []
    draw = looker.picture
    monkeypatch.setattr(looker, "picture", lambda *given: tried.append(given) or draw(*given))
    for _ in range(3):
        with pytest.raises(ParseError):
            images.picture(tmp_path / "a.pdf", 1, 200)
    assert len(tried) == 1


def test_a_page_is_drawn_once_until_its_file_changes(
    looker: PageLooker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = pdf(tmp_path / "a.pdf")
    images, tried = PageImages(looker), []
    draw = looker.picture
    monkeypatch.setattr(looker, "picture", lambda *given: tried.append(given) or draw(*given))
    first = images.picture(path, 1, 200)
    assert images.picture(path, 1, 200) is first
    pdf(path, 200, 100)
    assert size_of(images.picture(path, 1, 200)) == (200, 100)
    assert len(tried) == 2


def test_closing_ends_a_process_that_is_drawing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "BOOT", STRANGE)
    looker, ended = PageLooker(LookLimits(timeout_s=50)), threading.Event()

    def draw() -> None:
        with pytest.raises(SourceError):
            looker.picture(pdf(tmp_path / "hang.pdf"), 1, 200)
        ended.set()

    threading.Thread(target=draw, daemon=True).start()
    while not looker._all:
        time.sleep(0.01)
    looker.close()
    assert ended.wait(20)
