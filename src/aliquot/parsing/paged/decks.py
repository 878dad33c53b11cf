"""Look at the slides of a deck: where pictures stand, how type is set, and the pictures drawn anew.

A picture of a deck never leaves as it is: its pixels are drawn again, so that whatever else its
bytes hold stays here.
"""

from __future__ import annotations

import io
import warnings
import zipfile
from pathlib import Path

from PIL import Image as Pictures
from PIL import ImageOps

from aliquot.errors import ParseError
from aliquot.parsing.files.zips import open_zip, read_member
from aliquot.parsing.opendocument.sketching import sketch_slide as sketch_open_slide
from aliquot.parsing.paged.records import PagePicture, SlideRequest, SlideSketch
from aliquot.parsing.pptx.sketching import sketch_slide as sketch_powerpoint_slide

__all__ = ["look_at_deck"]

ZIP_MAGIC = b"PK"
POWERPOINT = "ppt/presentation.xml"
FORMATS = ("BMP", "GIF", "JPEG", "PNG", "TIFF", "WEBP")
# A3 at 600 dpi, as for pictures that are read; and what such a picture takes as a file.
MOST_PIXELS = 70_000_000
MOST_BYTES = 64 * 2**20
# Photographs of a deck are looked at beside text: no more than the eye tells at that size.
JPEG_QUALITY = 85


def look_at_deck(request: SlideRequest) -> list[SlideSketch | PagePicture]:
    """Return the sketch of a slide, or one of its pictures; nothing where there is none.

    Args:
        request: Of one slide.

    Raises:
        ParseError: The deck or the picture is damaged, or too large.
    """
    path, number = Path(request.path), request.pages[0]
    with path.open("rb") as file:
        is_zip = file.read(len(ZIP_MAGIC)) == ZIP_MAGIC
    if not is_zip:
        # A flat file holds its pictures in its text, which are left out.
        sketch = sketch_open_slide(path, number)
        return [sketch] if sketch is not None and not request.picture else []
    with open_zip(path) as archive:
        is_powerpoint = POWERPOINT in archive.namelist()
        sketch = (
            sketch_powerpoint_slide(archive, number)
            if is_powerpoint
            else sketch_open_slide(path, number)
        )
        if sketch is None or not request.picture:
            return [] if sketch is None else [sketch]
        return _drawn(archive, sketch, request)


def _drawn(
    archive: zipfile.ZipFile, sketch: SlideSketch, request: SlideRequest
) -> list[SlideSketch | PagePicture]:
    if request.picture > len(sketch.pictures):
        return []
    part = sketch.pictures[request.picture - 1].part
    data = read_member(archive, part, limit=MOST_BYTES) if part else None
    return [] if data is None else [PagePicture(request.picture, draw(data, request.width))]


def draw(data: bytes, width: int) -> bytes:
    """Return a picture drawn anew as PNG, or as JPEG where it was one.

    Args:
        data: The picture as a file.
        width: In pixels; a smaller picture stays as wide as it is.

    Raises:
        ParseError: It is damaged, of a kind that is not drawn, or has too many pixels.
    """
    try:
        with warnings.catch_warnings():
            # Too large a picture is refused by its size, in our words.
            warnings.simplefilter("ignore", Pictures.DecompressionBombWarning)
            with Pictures.open(io.BytesIO(data), formats=FORMATS) as picture:
                if picture.width * picture.height > MOST_PIXELS:
                    raise ParseError(f"The picture has more than {MOST_PIXELS:,} pixels.")
                return _smaller(picture, width)
    except (OSError, SyntaxError, EOFError, Pictures.DecompressionBombError) as exc:
        raise ParseError("The picture is damaged, or of a kind that is not drawn.") from exc


def _smaller(picture: Pictures.Image, width: int) -> bytes:
    is_photograph = picture.format == "JPEG"
    size = (width, max(1, min(4 * width, round(picture.height * width / picture.width))))
    picture.draft("RGB", size)
    small = ImageOps.exif_transpose(picture)
    small = small.convert("RGB" if is_photograph else "RGBA")
    small.thumbnail(size)
    file = io.BytesIO()
    if is_photograph:
        small.save(file, "JPEG", quality=JPEG_QUALITY)
    else:
        small.save(file, "PNG", compress_level=3)
    return file.getvalue()
