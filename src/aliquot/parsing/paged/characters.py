"""Read the characters of a PDF page with the box of each, as the page is shown."""

from __future__ import annotations

import numpy as np
import pypdfium2 as pdfium

from aliquot.parsing.paged.records import Boxes, PageCharacters
from aliquot.parsing.pdf.pages.calls import address_of, loose_box
from aliquot.parsing.pdf.pages.pieces import page_text

__all__ = ["read_characters"]

# Bytes of one box as pdfium writes it: four floats.
BOX_BYTES = 16


def read_characters(page: pdfium.PdfPage, number: int) -> PageCharacters:
    """Return a page's characters; the caller closes the page.

    Args:
        page: Open page.
        number: 1-based.
    """
    width, height = page.get_size()
    textpage = page.get_textpage()
    try:
        text = page_text(textpage)
        boxes = _boxes(address_of(textpage.raw), len(text))
    finally:
        textpage.close()
    return PageCharacters(number, width, height, text, _as_shown(page, boxes))


def _boxes(handle: int, count: int) -> Boxes:
    """Return left, top, right and bottom of each character in user space."""
    boxes = np.zeros((count, 4), dtype=np.float32)
    address = boxes.ctypes.data
    for index in range(count):
        loose_box(handle, index, address + index * BOX_BYTES)
    return boxes


def _as_shown(page: pdfium.PdfPage, boxes: Boxes) -> Boxes:
    """Turn boxes of user space, whose origin is at the bottom, into those of the shown page."""
    left, bottom, right, top = page.get_bbox()
    xs, ys = boxes[:, 0::2], boxes[:, 1::2]
    x0, x1 = xs.min(axis=1) - left, xs.max(axis=1) - left
    y0, y1 = ys.min(axis=1) - bottom, ys.max(axis=1) - bottom
    wide, high = right - left, top - bottom
    turned = {
        0: (x0, high - y1, x1, high - y0),
        90: (y0, x0, y1, x1),
        180: (wide - x1, y0, wide - x0, y1),
        270: (high - y1, wide - x1, high - y0, wide - x0),
    }[page.get_rotation()]
    return np.stack(turned, axis=1).astype(np.float32)
