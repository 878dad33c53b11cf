"""Picture files: every format, pages of a TIFF, damage, bombs, pictures of measurements."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from aliquot.errors import ParseError, UnsupportedFormatError
from aliquot.parsing.images.parser import ImageParser
from aliquot.parsing.sniff import sniff
from aliquot.types import Document
from recognition import install, line, uninstall

PROSE = ("The cells were kept on ice for an hour", "and then washed twice in buffer.")
LINES = [line(text, 60, 100 + 40 * row, 600, 30) for row, text in enumerate(PROSE * 3)]


def parse(path: Path) -> Document:
    (document,) = ImageParser().parse(path)
    return document


def page(mode: str = "RGB") -> Image.Image:
    return Image.new(mode, (827, 1169), "white")


@pytest.mark.parametrize("suffix", ["png", "jpg", "tiff", "webp", "bmp", "jpeg"])
def test_every_format_is_known_by_its_content_and_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    install(monkeypatch, LINES)
    path = tmp_path / f"実験ノート.{suffix}"
    page().save(path)
    wrong_name = path.rename(tmp_path / "実験ノート.pdf.txt")
    assert sniff(wrong_name) == "image"
    document = parse(wrong_name)
    assert "kept on ice for an hour and then washed twice" in document.text
    assert all("ocr" in block.flags for block in document.blocks)
    assert document.parser == "image"


def test_pages_of_a_tiff_are_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, LINES)
    path = tmp_path / "scan.tif"
    page("1").save(path, save_all=True, append_images=[page("L"), page("RGB")])
    document = parse(path)
    assert document.page_count == 3


def test_stated_resolution_gives_the_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, LINES)
    path = tmp_path / "scan.png"
    page().save(path, dpi=(100, 100))
    box = parse(path).blocks[-1].locations[0].box
    assert box is not None
    assert box.x0 == pytest.approx(60 * 0.72, abs=1)


def test_photograph_is_turned_as_its_camera_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = install(monkeypatch, LINES)
    exif = Image.Exif()
    exif[0x0112] = 6
    path = tmp_path / "photo.jpg"
    Image.new("RGB", (1200, 800), "white").save(path, exif=exif)
    parse(path)
    assert known.pictures[0].shape == (1200, 800, 3)


def test_transparent_ground_is_white(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = install(monkeypatch, LINES)
    path = tmp_path / "screenshot.png"
    Image.new("RGBA", (827, 1169), (0, 0, 0, 0)).save(path)
    parse(path)
    assert known.pictures[0].min() == 255


def test_large_scan_is_reduced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = install(monkeypatch, LINES)
    path = tmp_path / "large.png"
    Image.new("L", (5000, 7000), 255).save(path)
    parse(path)
    assert max(known.pictures[0].shape) <= 3000


def test_without_the_extra_it_names_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uninstall(monkeypatch)
    path = tmp_path / "scan.png"
    page().save(path)
    with pytest.raises(ParseError) as caught:
        parse(path)
    assert caught.value.status == "needs_ocr"
    assert "pip install 'aliquot[ocr]'" in caught.value.hint


def test_picture_without_text_is_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, [])
    path = tmp_path / "gel.png"
    page().save(path)
    with pytest.raises(ParseError) as caught:
        parse(path)
    assert caught.value.status == "empty"


@pytest.mark.parametrize("mode", ["I;16", "F"])
def test_measurements_are_no_text(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "channel.tif"
    Image.new(mode, (64, 64)).save(path)
    with pytest.raises(UnsupportedFormatError, match="measurements"):
        ImageParser().parse(path)


def bomb() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 999))


def test_bomb_is_refused_by_its_size(tmp_path: Path) -> None:
    path = tmp_path / "bomb.png"
    path.write_bytes(bomb())
    with pytest.raises(ParseError, match="million pixels"):
        ImageParser().parse(path)


def test_damaged_picture_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, LINES)
    path = tmp_path / "cut.png"
    page().save(path)
    path.write_bytes(path.read_bytes()[:900])
    with pytest.raises(ParseError, match="damaged"):
        ImageParser().parse(path)


def test_prose_that_begins_like_a_bitmap_is_prose(tmp_path: Path) -> None:
    path = tmp_path / "bmp.txt"
    path.write_text("BMP4 is a growth factor of the TGF-beta family.\n", encoding="utf-8")
    assert sniff(path) == "text"
