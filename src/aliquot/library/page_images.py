"""Pages of a document as pictures, for who may see it."""

from __future__ import annotations

from aliquot.errors import ConfigError
from aliquot.library.drawn_pages import MOST_WIDTH
from aliquot.library.places.originals import original_of
from aliquot.library.viewing import View
from aliquot.types import Document

__all__ = ["has_page_images", "page_image"]

PAGED_PARSERS = frozenset({"pdf", "image"})


def has_page_images(document: Document) -> bool:
    """Tell whether a document's pages can be drawn."""
    return document.parser in PAGED_PARSERS and original_of(document) is not None


def page_image(view: View, document_id: str, page: int, width: int) -> bytes:
    """Return a page of a document as PNG.

    Args:
        view: Who sees.
        document_id: A PDF or a picture.
        page: 1-based.
        width: In pixels, rounded up to one of a few.

    Raises:
        UnknownDocumentError: The person sees no document of this id.
        ConfigError: The page or width is out of bounds, or the document has no pages to draw.
        ParseError: The file is gone or cannot be drawn.
    """
    document = view.document(document_id)
    path = original_of(document)
    if path is None or not has_page_images(document):
        raise ConfigError(
            f"{document_id} has no pages to draw.", hint="Only PDFs and pictures have them."
        )
    if not (page >= 1 and 1 <= width <= MOST_WIDTH):
        raise ConfigError(
            f"Page {page} at {width} pixels cannot be drawn.",
            hint=f"Pages count from 1; a width is from 1 to {MOST_WIDTH}.",
        )
    return view.library.page_images.picture(path, page, width)
