"""Read the pages of a PDF that are pictures of text, as long as time allows."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from aliquot.errors import MissingExtraError, ModelError
from aliquot.parsing.ocr.reading import PageReader, ScannedPage
from aliquot.parsing.ocr.recogniser import Image
from aliquot.parsing.ocr.settings import OcrSettings
from aliquot.parsing.pdf.pages.doubts import covers_page
from aliquot.parsing.pdf.pages.recognised import recognised_pages
from aliquot.parsing.pdf.records import Page

__all__ = [
    "OUT_OF_TIME",
    "SWITCHED_OFF",
    "Recognition",
    "is_picture_of_text",
    "picture_of",
    "recognise",
]

logger = logging.getLogger(__name__)

# A page with fewer characters has no text worth the name: a stamp or a page number on a scan.
PAGE_CHARACTERS = 16
# Publishers stamp their scans with who downloaded them when: up to three lines in the margins.
STAMP_CHARACTERS = 400
STAMP_MARGIN = 0.1
# Fonts without a table of characters give codes of no meaning; a few signs of such a font do not
# make a page unreadable.
UNREADABLE_SHARE = 0.4
MEANINGLESS = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff\x00-\x08\x0e-\x1f]")

# What recognisers are trained on. More pixels cost time and read no better.
DOTS_PER_INCH = 200
POINTS_PER_INCH = 72
# Posters are rendered coarser, or a picture would take more memory than a parser has.
MAXIMUM_PIXELS = 5000

SWITCHED_OFF = "Text recognition is switched off: set ingest.ocr to 'rapidocr' in aliquot.toml."
OUT_OF_TIME = "Raise ingest.ocr_timeout_s in aliquot.toml and run 'aliquot sync --reparse'."

# Sizes measured in pixels differ by a pixel or two: 7 % of small print at 200 dpi.
SAME_SIZE = 0.07
# Bold strokes are 1.4 times as wide as regular ones and more; the same face differs by a tenth.
# Source: rendered lines of four papers of the dev set, November 2026.
BOLD_STROKE = 1.28
FONT, BOLD_FONT = "recognised", "recognised-bold"


def is_picture_of_text(page: pdfium.PdfPage, built: Page) -> bool:
    """Tell whether a page shows text that it does not hold as text."""
    if raw.FPDFPage_CountObjects(page) <= 0:
        return False
    text = "".join(line.text for line in built.lines)
    if len(text) < PAGE_CHARACTERS:
        return _has_image(page)
    if len(MEANINGLESS.findall(text)) > UNREADABLE_SHARE * len(text):
        return True
    return (
        len(text) < STAMP_CHARACTERS
        and not built.is_ocr
        and all(_in_margin(line.y0, line.y1, built.height) for line in built.lines)
        and covers_page(page)
    )


def _has_image(page: pdfium.PdfPage) -> bool:
    kinds = (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_FORM)
    return next(page.get_objects(filter=kinds, max_depth=3), None) is not None


def _in_margin(y0: float, y1: float, height: float) -> bool:
    return y1 < STAMP_MARGIN * height or y0 > (1 - STAMP_MARGIN) * height


def picture_of(page: pdfium.PdfPage) -> tuple[Image, float]:
    """Return the page as shown, RGB, and how many points a pixel has."""
    longest = max(*page.get_size(), 1.0)
    scale = min(DOTS_PER_INCH / POINTS_PER_INCH, MAXIMUM_PIXELS / longest)
    bitmap = page.render(scale=scale, rev_byteorder=True)
    try:
        pixels = bitmap.to_numpy()
        # A copy: the bitmap's memory goes with it.
        return np.array(np.broadcast_to(pixels, (*pixels.shape[:2], 3)), dtype=np.uint8), 1 / scale
    finally:
        bitmap.close()


@dataclass(slots=True)
class Recognition:
    """What was recognised in the pages of one file.

    Attributes:
        pages: Those that were read, without the blank.
        left: 1-based numbers of pages nobody has read.
        blank: 1-based numbers of pages in which no text was found.
        lines: Lines read.
        doubtful: Lines among them worth a second look.
        remedy: What to do about the pages left.
    """

    pages: list[Page] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    blank: list[int] = field(default_factory=list)
    lines: int = 0
    doubtful: int = 0
    remedy: str = ""

    def count(self, number: int, scan: ScannedPage) -> None:
        """Count what was read of a page, 1-based."""
        self.lines += len(scan.lines)
        self.doubtful += scan.doubtful
        if not scan.lines:
            self.blank.append(number)


def recognise(
    pdf: pdfium.PdfDocument, numbers: Sequence[int], settings: OcrSettings
) -> Recognition:
    """Read pages as pictures until they are done or time is up; numbers are 1-based."""
    found = Recognition()
    if not settings.engine:
        return Recognition(left=list(numbers), remedy=SWITCHED_OFF)
    reader = PageReader(settings)
    scans: list[tuple[int, ScannedPage]] = []
    for place, number in enumerate(numbers):
        if not reader.has_time():
            found.left += numbers[place:]
            found.remedy = found.remedy or OUT_OF_TIME
            break
        try:
            with closing(pdf[number - 1]) as page:
                scan = reader.read(*picture_of(page))
        except MissingExtraError as exc:
            return Recognition(left=list(numbers), remedy=exc.hint)
        except (ModelError, pdfium.PdfiumError) as exc:
            logger.debug("page %d: %s", number, exc)
            found.left.append(number)
            found.remedy = "Print the file to a new PDF and add that."
            continue
        found.count(number, scan)
        if scan.lines:
            scans.append((number - 1, scan))
    found.pages = recognised_pages(scans)
    return found
