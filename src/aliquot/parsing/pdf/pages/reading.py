"""Open a PDF and read its pages, saying exactly what is wrong where it cannot be done.

pdfium's handles live only in here: each page is closed before the next is opened, so memory does
not grow with the file, and the document is closed exactly once.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from aliquot.errors import ParseError
from aliquot.parsing.ocr.settings import OcrSettings
from aliquot.parsing.pdf.pages.glyphs import read_runs
from aliquot.parsing.pdf.pages.lines import build_page
from aliquot.parsing.pdf.pages.scans import Recognition, is_picture_of_text, recognise
from aliquot.parsing.pdf.records import Page, Role
from aliquot.parsing.writing.hidden import first_words

__all__ = ["SIGNATURE", "SIGNATURE_WINDOW", "Reading", "open_pdf", "read_pdf"]

logger = logging.getLogger(__name__)

SIGNATURE = b"%PDF-"
# The standard wants the signature first; readers accept it within the first kilobyte.
# Source: ISO 32000-1, annex H, implementation note 13.
SIGNATURE_WINDOW = 1024
END_MARK = b"%%EOF"
# Some servers append bytes of their own behind the end mark.
END_WINDOW = 8192
# A scan with a textual cover or stamp on each page still needs OCR.
SCAN_CHARACTERS_PER_PAGE = 60
# Words across the direction of reading are a table or a text, not axis labels or a publisher's
# banner, if they are so many (the longest banners have fifty), or fewer that name a table.
SIDEWAYS_WORDS = 60
SIDEWAYS_TABLE_WORDS = 12
TABLE_LABEL = re.compile(r"(?i:\b(?:table|tab\.)|表)\s*(?:S?\d+|[IVX]+\b)")

NO_OCR = OcrSettings(engine="")


def read_pdf(path: Path, ocr: OcrSettings = NO_OCR) -> Reading:
    """Read every page of a PDF, those that are pictures by recognising their text.

    Raises:
        ParseError: The file is missing, empty, no PDF, locked, damaged, or without any text.
    """
    _check_signature(path)
    with closing(open_pdf(path)) as pdf:
        reading = _read_pages(pdf)
        if reading.without_text:
            reading.take(recognise(pdf, reading.without_text, ocr))
        _refuse_unreadable(reading, len(pdf), path)
    reading.is_cut = not _has_end_mark(path)
    return reading


class Reading:
    """What was read of a file, and what could not be.

    Attributes:
        metadata: The PDF's own title, author, subject, ...; empty strings where not given.
        pages: Pages that could be read, in order.
        without_text: 1-based numbers of pages that show images only and were not recognised.
        recognition: What was recognised in pages that show images only.
        broken: 1-based numbers of pages that could not be read.
        is_cut: Whether the file lacks the mark that ends a PDF.
    """

    def __init__(self, metadata: Mapping[str, str]) -> None:
        self.metadata = metadata
        self.pages: list[Page] = []
        self.without_text: list[int] = []
        self.broken: list[int] = []
        self.is_cut = False
        self.recognition = Recognition()

    def take(self, recognition: Recognition) -> None:
        """Put recognised pages in the place of those without text."""
        by_number = {page.number: page for page in recognition.pages}
        self.pages = [by_number.get(page.number, page) for page in self.pages]
        self.without_text = recognition.left
        self.recognition = recognition

    @property
    def characters(self) -> int:
        """Characters read."""
        return sum(len(line.text) for page in self.pages for line in page.lines)

    @property
    def is_complete(self) -> bool:
        """Whether the file is whole and every page was read."""
        return not (self.without_text or self.broken or self.is_cut)

    def warnings(self) -> Iterator[str]:
        """Yield what a reader of the receipt should know."""
        if self.is_cut:
            yield "the file ends early (it has no end mark): its last pages may be missing"
        if self.broken:
            yield f"damaged and left out: {_pages_named(self.broken)}"
        if self.without_text:
            named = _pages_named(self.without_text)
            remedy = self.recognition.remedy
            yield f"no text (images only), not searchable without OCR: {named}. {remedy}".rstrip()
        yield from self._recognised()
        yield from self._sideways()
        yield from self._hidden()

    def _sideways(self) -> Iterator[str]:
        pages = [page for page in self.pages if _is_text(_left_aside(page))]
        if pages:
            named = _pages_named([page.number + 1 for page in pages])
            shown = first_words(_left_aside(pages[0]))
            yield f'printed sideways, not read, {named}: "{shown}". Turn and add it again.'

    def _hidden(self) -> Iterator[str]:
        hidden: Counter[str] = Counter()
        for page in self.pages:
            hidden.update(page.hidden)
        if not hidden:
            return
        why = ", ".join(f"{count} words {reason}" for reason, count in sorted(hidden.items()))
        where = _pages_named([page.number + 1 for page in self.pages if page.hidden])
        found = (words for page in self.pages for words in (page.hidden_words, page.covered_words))
        words = " ".join(filter(None, found))
        shown = f': "{first_words(words)}"' if words else ""
        yield f"hidden text dropped ({why}), {where}{shown}"

    def _recognised(self) -> Iterator[str]:
        found = self.recognition
        if found.pages:
            named = _pages_named([page.number + 1 for page in found.pages])
            yield f"text recognised by OCR: {named}"
        if found.doubtful:
            yield f"{found.doubtful} of {found.lines} recognised lines are doubtful (below 80 %)"
        if found.blank:
            yield f"images in which no text was found: {_pages_named(found.blank)}"


def _left_aside(page: Page) -> str:
    """Return what is printed sideways and was not read as a table."""
    if page.sideways is None:
        return page.aside
    return " ".join(line.text for line in page.sideways.lines if line.role is Role.TEXT)


def _is_text(aside: str) -> bool:
    """Tell a table or text that is printed sideways from axis labels, stamps and banners."""
    count = len(aside.split())
    names_table = TABLE_LABEL.search(aside) is not None
    return count >= (SIDEWAYS_TABLE_WORDS if names_table else SIDEWAYS_WORDS)


def _check_signature(path: Path) -> None:
    try:
        with path.open("rb") as file:
            head = file.read(SIGNATURE_WINDOW)
    except OSError as exc:
        raise ParseError(
            f"The file cannot be read: {exc.strerror or exc}.",
            source=str(path),
            hint="Check that the file exists and that you may read it.",
        ) from exc
    if not head:
        raise ParseError(
            "The file is empty (0 bytes).",
            source=str(path),
            status="empty",
            hint="Download or export the file again.",
        )
    if SIGNATURE not in head:
        raise ParseError(
            "The file is not a PDF, whatever its name says.",
            source=str(path),
            hint="It may be a web page saved under the wrong name; download the PDF again.",
        )


def _has_end_mark(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - END_WINDOW))
        return END_MARK in file.read()


def open_pdf(path: Path) -> pdfium.PdfDocument:
    """Open a PDF; the caller closes it.

    Raises:
        ParseError: The file is locked, or damaged beyond opening.
    """
    try:
        return pdfium.PdfDocument(path)
    except pdfium.PdfiumError as exc:
        if getattr(exc, "err_code", None) in {raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY}:
            raise ParseError(
                "The PDF is locked with a password.",
                source=str(path),
                status="encrypted",
                hint="Open it with its password, save an unlocked copy and add that.",
            ) from exc
        raise ParseError(
            "The PDF is damaged or incomplete and cannot be opened.",
            source=str(path),
            hint="Download it again, or print it to a new PDF from a viewer that opens it.",
        ) from exc


def _read_pages(pdf: pdfium.PdfDocument) -> Reading:
    reading = Reading({key: value or "" for key, value in pdf.get_metadata_dict().items()})
    for number in range(len(pdf)):
        try:
            page = pdf[number]
        except pdfium.PdfiumError as exc:
            logger.debug("page %d: %s", number + 1, exc)
            reading.broken.append(number + 1)
            continue
        with closing(page):
            _read_page(page, number, reading)
    return reading


def _read_page(page: pdfium.PdfPage, number: int, reading: Reading) -> None:
    try:
        built = build_page(number, read_runs(page))
    except pdfium.PdfiumError as exc:
        logger.debug("page %d: %s", number + 1, exc)
        reading.broken.append(number + 1)
        return
    reading.pages.append(built)
    if is_picture_of_text(page, built):
        reading.without_text.append(number + 1)


def _refuse_unreadable(reading: Reading, count: int, path: Path) -> None:
    if not reading.pages:
        raise ParseError(
            f"No page of the PDF can be read ({count} in all).",
            source=str(path),
            page=reading.broken[0] if reading.broken else None,
            hint="Download it again, or print it to a new PDF from a viewer that opens it.",
        )
    if reading.recognition.pages:
        return
    if reading.characters == 0 and not reading.without_text:
        raise ParseError(
            f"The PDF holds no text ({count} page{'s' if count > 1 else ''}).",
            source=str(path),
            status="empty",
            hint="If a page shows text, scan it again, darker or at 300 dpi.",
        )
    scanned = len(reading.without_text) > 0.5 * count
    sparse = reading.characters < SCAN_CHARACTERS_PER_PAGE * count
    if reading.characters == 0 or (scanned and sparse):
        raise ParseError(
            f"The PDF holds images of {count} page{'s' if count > 1 else ''} but no text.",
            source=str(path),
            status="needs_ocr",
            page=reading.without_text[0] if reading.without_text else 1,
            hint=reading.recognition.remedy,
        )


def _pages_named(numbers: Sequence[int]) -> str:
    """Write "page 3" or "pages 1-4, 7"."""
    ranges: list[list[int]] = []
    for number in sorted(set(numbers)):
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    named = ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in ranges)
    return f"page{'s' if len(set(numbers)) > 1 else ''} {named}"
