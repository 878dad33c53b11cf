"""Open picture files without trusting them: bombs, damage, pictures of measurements.

What enters: a path. What leaves: the pictures in it, upright, as pixels with their scale.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from PIL import Image as Pictures
from PIL import ImageOps, ImageSequence, UnidentifiedImageError

from aliquot.errors import ParseError, UnsupportedFormatError
from aliquot.parsing.ocr.recogniser import Image

__all__ = ["open_pictures"]

FORMATS = ("BMP", "JPEG", "PNG", "TIFF", "WEBP")
# A3 at 600 dpi. What is larger is a slide scan or a map, and would fill a parser's memory.
MAXIMUM_PIXELS = 70_000_000
# Recognition gains nothing from more; see `parsing.ocr.rapid`.
LONGEST_SIDE = 3000
# Files that state no resolution, or one of a screen, are taken to be a page of this height: type
# then has the size of type, which layout counts on.
PAGE_HEIGHT_PT = 792.0
LOWEST_DPI = 97.0
HIGHEST_DPI = 2400.0
POINTS_PER_INCH = 72.0
# Modes in which microscopes and scanners store measurements: 16 and 32 bits a pixel.
MEASURED_MODES = ("I", "F")


@contextmanager
def open_pictures(path: Path) -> Iterator[Iterator[tuple[Image, float]]]:
    """Open a file and give its pictures one by one, each with the points a pixel has.

    Raises:
        ParseError: The file is damaged or its pictures are too large.
        UnsupportedFormatError: It holds measurements, not pictures of text.
    """
    try:
        with warnings.catch_warnings():
            # Too large a picture is refused by its size below, in our words.
            warnings.simplefilter("ignore", Pictures.DecompressionBombWarning)
            with Pictures.open(path, formats=FORMATS) as file:
                _refuse(file, path)
                yield _pictures(file, path)
    except Pictures.DecompressionBombError as exc:
        raise _too_large(path) from exc
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError) as exc:
        raise ParseError(
            "The picture is damaged or incomplete.",
            source=str(path),
            hint="Copy or download it again, or save it anew from a viewer that opens it.",
        ) from exc


def _pictures(file: Pictures.Image, path: Path) -> Iterator[tuple[Image, float]]:
    for frame in ImageSequence.Iterator(file):
        _refuse(frame, path)
        picture = ImageOps.exif_transpose(frame)
        scale = _points_per_pixel(picture)
        shrunk = max(picture.size) / LONGEST_SIDE
        if shrunk > 1:
            picture = picture.convert("RGB").reduce(int(np.ceil(shrunk)))
            scale *= np.ceil(shrunk)
        yield np.asarray(_on_white(picture)), float(scale)


def _on_white(picture: Pictures.Image) -> Pictures.Image:
    """Return the picture in RGB, on white where it is transparent, as viewers show it."""
    if picture.mode in ("RGB", "L", "1", "CMYK", "YCbCr"):
        return picture.convert("RGB")
    layered = picture.convert("RGBA")
    ground = Pictures.new("RGBA", layered.size, "white")
    return Pictures.alpha_composite(ground, layered).convert("RGB")


def _points_per_pixel(picture: Pictures.Image) -> float:
    stated = picture.info.get("dpi", (0, 0))
    dots = float(stated[1]) if isinstance(stated, tuple) and len(stated) == 2 else 0.0
    if LOWEST_DPI <= dots <= HIGHEST_DPI:
        return POINTS_PER_INCH / dots
    return PAGE_HEIGHT_PT / max(picture.size)


def _refuse(picture: Pictures.Image, path: Path) -> None:
    if picture.width * picture.height > MAXIMUM_PIXELS:
        raise _too_large(path)
    if picture.mode.startswith(MEASURED_MODES):
        raise UnsupportedFormatError(
            "The picture holds measurements (more than 8 bits a pixel), not text.",
            source=str(path),
            hint="If it does show text, save it as an ordinary grey or colour picture.",
        )


def _too_large(path: Path) -> ParseError:
    return ParseError(
        f"The picture has more than {MAXIMUM_PIXELS // 1_000_000} million pixels.",
        source=str(path),
        hint="Save a smaller copy; 300 dpi is enough for text.",
    )
