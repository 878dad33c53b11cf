"""Draw a PDF page or a picture at a width, in as many pixels as are good to look at."""

from __future__ import annotations

import io
import math

import numpy as np
import pypdfium2 as pdfium
from PIL import Image as Pictures

from aliquot.parsing.ocr.recogniser import Image
from aliquot.parsing.paged.records import PagePicture

__all__ = ["MOST_PIXELS", "draw_page", "draw_picture"]

# A letter page for the widest screens (2400 pixels across) has 7.5 million.
MOST_PIXELS = 8_000_000


def draw_page(page: pdfium.PdfPage, number: int, width: int) -> PagePicture:
    """Draw a page; the caller closes it.

    Args:
        page: Open page.
        number: 1-based.
        width: In pixels; less where the page would have too many of them.
    """
    wide, high = (max(side, 1.0) for side in page.get_size())
    scale = min(width / wide, math.sqrt(MOST_PIXELS / (wide * high)))
    bitmap = page.render(scale=scale, draw_annots=True)
    try:
        return PagePicture(number, _png(bitmap.to_pil()))
    finally:
        bitmap.close()


def draw_picture(pixels: Image, number: int, width: int) -> PagePicture:
    """Draw a picture: at the width, or as it is where it is smaller.

    Args:
        pixels: RGB.
        number: 1-based place in its file.
        width: In pixels.
    """
    picture = Pictures.fromarray(np.ascontiguousarray(pixels))
    height = max(1, round(picture.height * width / picture.width))
    limit = max(1, MOST_PIXELS // max(1, width))
    picture.thumbnail((width, min(height, limit)))
    return PagePicture(number, _png(picture))


def _png(picture: Pictures.Image) -> bytes:
    file = io.BytesIO()
    # Pages are mostly white: the fastest level is a third larger than the best.
    picture.save(file, "PNG", compress_level=3)
    return file.getvalue()
