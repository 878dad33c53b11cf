"""Read PDF files: papers, decks and whatever else a lab prints.

Enters: a path. Leaves: one `Document` whose blocks carry page and box of every line. pdfium gives
the glyphs, `pdf_layout` the rest; nothing is known here of chunks or indexes.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.pdf_layout.flow import lay_out
from aliquot.parsing.pdf_layout.front_matter import Identity, read_identity
from aliquot.parsing.pdf_layout.furniture import mark_furniture
from aliquot.parsing.pdf_layout.glyphs import read_runs
from aliquot.parsing.pdf_layout.lines import build_page
from aliquot.parsing.pdf_layout.records import LayoutBlock, Page
from aliquot.parsing.pdf_layout.slides import is_deck, slide_blocks
from aliquot.parsing.sections import classify_section
from aliquot.types import BlockType, Document, DocumentKind, DocumentStatus, Location, SectionClass

__all__ = ["PdfParser"]

logger = logging.getLogger(__name__)

SIGNATURE = b"%PDF-"
# The standard wants the signature first; readers accept it within the first kilobyte.
# Source: ISO 32000-1, annex H, implementation note 13.
SIGNATURE_WINDOW = 1024
# A page with fewer characters has no text worth the name: a stamp or a page number on a scan.
PAGE_CHARACTERS = 16
# A scan with a textual cover or stamp on each page still needs OCR.
SCAN_CHARACTERS_PER_PAGE = 60

JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
WORD_CHARACTER = re.compile(r"[^\W\d_]")
STEP = re.compile(r"^\s*(step\s*)?\d{1,2}[.)]\s+\S", re.IGNORECASE)
MATERIALS = re.compile(r"materials|reagents|equipment|試薬|材料|準備", re.IGNORECASE)


class PdfParser:
    """Parse PDF files with a text layer."""

    name = "pdf"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read a PDF whole; see `Parser.parse`.

        Raises:
            ParseError: The file is empty, locked, damaged, or holds images of text only.
        """
        _check_signature(path)
        with closing(_open(path)) as pdf:
            metadata = {key: value or "" for key, value in pdf.get_metadata_dict().items()}
            reading = _read_pages(pdf, path)
        return [_document(reading, metadata)]


# ------------------------------------------------------------------------------ reading


class _Reading:
    """What was read of a file, and what could not be."""

    def __init__(self) -> None:
        self.pages: list[Page] = []
        self.without_text: list[int] = []
        self.broken: list[int] = []

    @property
    def characters(self) -> int:
        """Characters read."""
        return sum(len(line.text) for page in self.pages for line in page.lines)

    @property
    def is_complete(self) -> bool:
        """Whether every page was read."""
        return not self.without_text and not self.broken

    def warnings(self) -> Iterator[str]:
        """Yield what a reader of the receipt should know."""
        if self.broken:
            yield f"damaged and left out: {_pages_named(self.broken)}"
        if self.without_text:
            yield f"no text (images only), not searchable without OCR: {_pages_named(self.without_text)}"
        hidden: Counter[str] = Counter()
        where: dict[str, list[int]] = {}
        for page in self.pages:
            hidden.update(page.hidden)
            for reason in page.hidden:
                where.setdefault(reason, []).append(page.number + 1)
        for reason, count in sorted(hidden.items()):
            yield f"hidden text dropped ({reason}, {count} words): {_pages_named(where[reason])}"


def _check_signature(path: Path) -> None:
    try:
        with path.open("rb") as file:
            head = file.read(SIGNATURE_WINDOW)
    except OSError as exc:
        raise ParseError(
            f"{path.name} cannot be read: {exc.strerror}.",
            source=str(path),
            hint="Check that the file exists and that you may read it.",
        ) from exc
    if not head:
        raise ParseError(
            f"{path.name} is empty (0 bytes).",
            source=str(path),
            status="empty",
            hint="Download or export the file again.",
        )
    if SIGNATURE not in head:
        raise ParseError(
            f"{path.name} is not a PDF: its first bytes are {head[:12]!r}.",
            source=str(path),
            hint="It may be a web page saved under the wrong name; download the PDF again.",
        )


def _open(path: Path) -> pdfium.PdfDocument:
    try:
        return pdfium.PdfDocument(path)
    except pdfium.PdfiumError as exc:
        if getattr(exc, "err_code", None) in {raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY}:
            raise ParseError(
                f"{path.name} is locked with a password.",
                source=str(path),
                status="encrypted",
                hint="Open it with its password, save an unlocked copy and add that.",
            ) from exc
        raise ParseError(
            f"{path.name} is damaged or incomplete and cannot be opened.",
            source=str(path),
            hint="Download it again, or print it to a new PDF from a viewer that opens it.",
        ) from exc


def _read_pages(pdf: pdfium.PdfDocument, path: Path) -> _Reading:
    reading = _Reading()
    for number in range(len(pdf)):
        try:
            page = pdf[number]
        except pdfium.PdfiumError as exc:
            logger.debug("page %d of %s: %s", number + 1, path.name, exc)
            reading.broken.append(number + 1)
            continue
        with closing(page):
            _read_page(page, number, reading)
    _refuse_unreadable(reading, len(pdf), path)
    return reading


def _read_page(page: pdfium.PdfPage, number: int, reading: _Reading) -> None:
    try:
        built = build_page(number, read_runs(page))
    except pdfium.PdfiumError as exc:
        logger.debug("page %d: %s", number + 1, exc)
        reading.broken.append(number + 1)
        return
    reading.pages.append(built)
    characters = sum(len(line.text) for line in built.lines)
    if characters < PAGE_CHARACTERS and raw.FPDFPage_CountObjects(page) > 0 and _has_image(page):
        reading.without_text.append(number + 1)


def _has_image(page: pdfium.PdfPage) -> bool:
    kinds = (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_FORM)
    return next(page.get_objects(filter=kinds, max_depth=3), None) is not None


def _refuse_unreadable(reading: _Reading, count: int, path: Path) -> None:
    if not reading.pages:
        raise ParseError(
            f"No page of {path.name} can be read ({count} in all).",
            source=str(path),
            page=reading.broken[0] if reading.broken else None,
            hint="Download it again, or print it to a new PDF from a viewer that opens it.",
        )
    scanned = len(reading.without_text) > 0.5 * count
    sparse = reading.characters < SCAN_CHARACTERS_PER_PAGE * count
    if reading.characters == 0 or (scanned and sparse):
        raise ParseError(
            f"{path.name} holds images of {count} pages but no text.",
            source=str(path),
            status="needs_ocr",
            page=reading.without_text[0] if reading.without_text else 1,
            hint="Run text recognition (OCR) on it, for instance with ocrmypdf, and add the result.",
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


# ------------------------------------------------------------------------------ writing


def _document(reading: _Reading, metadata: dict[str, str]) -> Document:
    pages = reading.pages
    identity = read_identity(pages, metadata)
    if is_deck(pages):
        mark_furniture(pages)
        blocks, kind = slide_blocks(pages), DocumentKind.SLIDES
    else:
        blocks = lay_out(pages).blocks
        kind = _kind(blocks, identity)
    builder = DocumentBuilder()
    ocr = {page.number for page in pages if page.is_ocr}
    for block in blocks:
        _add(builder, block, ocr)
    warnings = list(reading.warnings())
    if any("symbol_suspect" in flags for flags in map(_flags, blocks)):
        warnings.append("some symbols (µ, =, <) may be misread: see the marked blocks")
    return builder.build(
        kind=kind,
        title=identity.title,
        authors=identity.authors,
        year=identity.year,
        doi=identity.doi,
        journal=identity.journal,
        language=_language(blocks),
        parser=PdfParser.name,
        parser_version=PdfParser.version,
        status=DocumentStatus.OK if reading.is_complete else DocumentStatus.PARTIAL,
        warnings=tuple(warnings),
    )


def _add(builder: DocumentBuilder, block: LayoutBlock, ocr: set[int]) -> None:
    locations = [line.location() for line in block.lines] or [Location(block.page + 1)]
    if block.type is BlockType.HEADING:
        builder.heading(block.text, block.level, locations=locations)
        return
    flags = _flags(block)
    if any(line.page in ocr for line in block.lines):
        flags |= {"ocr"}
    builder.add(
        block.type,
        block.text,
        locations=locations,
        flags=flags,
        grid=block.grid,
        caption=block.caption,
        section_class=block.section_class,
    )


def _flags(block: LayoutBlock) -> set[str]:
    return {"symbol_suspect"} if any(line.suspect for line in block.lines) else set()


def _kind(blocks: Sequence[LayoutBlock], identity: Identity) -> DocumentKind:
    headings = [block.text for block in blocks if block.type is BlockType.HEADING]
    classes = {classify_section((text,)) for text in headings}
    known = classes - {SectionClass.OTHER, SectionClass.METHODS, SectionClass.CONCLUSION}
    if identity.doi or SectionClass.ABSTRACT in classes or len(known) >= 2:
        return DocumentKind.PAPER
    steps = sum(bool(STEP.match(block.text)) for block in blocks)
    if steps >= 3 and any(MATERIALS.search(text) for text in headings):
        return DocumentKind.PROTOCOL
    return DocumentKind.OTHER


def _language(blocks: Sequence[LayoutBlock]) -> str:
    """Return `ja` where Japanese characters are a third of the letters, else `en`.

    A Japanese character carries about as much as three Latin ones.
    """
    text = "".join(block.text for block in blocks)
    japanese = len(JAPANESE.findall(text))
    return "ja" if 3 * japanese > len(WORD_CHARACTER.findall(text)) else "en"
