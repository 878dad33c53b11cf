"""Pages of a document as pictures, and the pictures on its slides, for who may see it."""

from __future__ import annotations

from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.library.drawn_pages import MOST_WIDTH
from aliquot.library.places.originals import is_as_read, original_of
from aliquot.library.places.slides import DECKS
from aliquot.library.viewing import View
from aliquot.types import Document

__all__ = ["has_page_images", "page_image", "slide_picture"]

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


def slide_picture(view: View, document_id: str, slide: int, picture: int, width: int) -> bytes:
    """Return a picture that stands on a slide, drawn anew as PNG or JPEG.

    Args:
        view: Who sees.
        document_id: A PowerPoint or OpenDocument presentation.
        slide: 1-based.
        picture: Its place among the slide's pictures, from 1.
        width: In pixels, rounded up to one of a few.

    Raises:
        UnknownDocumentError: The person sees no document of this id, it is no such presentation,
            its file was changed since, or there is no such picture to draw.
        ParseError: The picture is damaged.
    """
    document = view.document(document_id)
    path = original_of(document)
    is_deck = path is not None and document.parser in DECKS and is_as_read(document)
    sketch = view.library.pages.sketch(path, slide) if path is not None and is_deck else None
    pictures = () if sketch is None else sketch.pictures[picture - 1 : picture]
    if path is None or not any(one.part for one in pictures):
        raise UnknownDocumentError(
            f"There is no picture {picture} to draw on slide {slide} of {document_id}.",
            hint="Only presentations have them, as long as their file is as it was read.",
        )
    return view.library.page_images.picture(path, slide, width, picture)
