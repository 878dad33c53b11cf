"""Read PDF files: papers, decks and whatever else a lab prints.

Enters: a path. Leaves: one `Document` whose blocks carry page and box of every line. pdfium gives
the glyphs, `pages` and `layout` the rest; nothing is known here of chunks or indexes.
"""

from __future__ import annotations

from pathlib import Path

from aliquot.errors import ParseError
from aliquot.parsing.ocr.settings import OcrSettings
from aliquot.parsing.pdf.document import (
    PARSER,
    VERSION,
    Part,
    identity_of_book,
    parts_of_book,
    write_documents,
)
from aliquot.parsing.pdf.kinds import with_kind
from aliquot.parsing.pdf.layout.flow import lay_out
from aliquot.parsing.pdf.layout.front_matter import Identity, read_identity
from aliquot.parsing.pdf.layout.furniture import mark_furniture
from aliquot.parsing.pdf.layout.publication import PROPERTIES
from aliquot.parsing.pdf.layout.slides import deck_title, is_deck, slide_blocks
from aliquot.parsing.pdf.pages.reading import Reading, read_pdf
from aliquot.types import Document, DocumentKind

__all__ = ["PdfParser", "document_of"]

OCR = OcrSettings()


class PdfParser:
    """Parse PDF files, pages without text by recognising it.

    Args:
        ocr: Whether and for how long text is recognised.
    """

    name = PARSER
    version = VERSION

    recognises_text = True

    def __init__(self, ocr: OcrSettings = OCR) -> None:
        self._ocr = ocr

    def parse(self, path: Path) -> list[Document]:
        """Read a PDF whole; see `Parser.parse`.

        Raises:
            ParseError: The file is empty, locked, damaged, or holds images of text only.
        """
        documents = _documents(read_pdf(path, self._ocr))
        if not any(document.blocks for document in documents):
            raise ParseError(
                "The PDF holds no text but running headers and page numbers.",
                source=str(path),
                status="empty",
                hint="Download it again, or print it to a new PDF from a viewer that opens it.",
            )
        return documents


def document_of(reading: Reading) -> Document:
    """Lay out the pages and write the document; of a conference book its first part."""
    return _documents(reading)[0]


def _documents(reading: Reading) -> list[Document]:
    pages = reading.pages
    identity = read_identity(pages, reading.metadata)
    if is_deck([page for page in pages if not page.vertical]):
        mark_furniture(pages)
        blocks = slide_blocks(pages)
        title = deck_title(blocks)
        identity = Identity(
            title=title or identity.title,
            provenance={"title": "first slide" if title else PROPERTIES},
        )
        return write_documents(reading, [Part(identity, blocks, DocumentKind.SLIDES)])
    layout = lay_out(pages)
    if layout.abstracts:
        book = identity_of_book(read_identity(pages[:1], reading.metadata), layout.abstracts)
        return write_documents(reading, parts_of_book(book, layout.blocks, layout.abstracts))
    part = Part(identity, layout.blocks, DocumentKind.OTHER)
    return [with_kind(document) for document in write_documents(reading, [part])]
