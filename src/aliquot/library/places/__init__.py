"""Where citations point: the page with the quote marked, the slide, the row, the step, the words.

What enters: the id of a citation, a chunk or a document, and a view. What leaves: a `Place`.
"""

from __future__ import annotations

from aliquot.errors import UnknownDocumentError
from aliquot.library.places.place import find_place
from aliquot.library.places.slides import DECKS, find_slide
from aliquot.library.viewing import View
from aliquot.types import Place, SlidePlace

__all__ = ["place_in", "place_of", "slide_of"]


def place_of(view: View, target: str) -> Place:
    """Return the place that a citation's, chunk's or document's id names.

    Args:
        view: What may be seen.
        target: `CHUNK@120-184`, `CHUNK`, `DOCUMENT` or an `aliquot://` link.

    Raises:
        ConfigError: The link is none, is of another library, or its span is outside the document.
        UnknownDocumentError: There is no such document or chunk to be seen.
    """
    return find_place(view, target, view.library.pages)


def place_in(view: View, document_id: str, target: str) -> Place:
    """Return the place that an id names, if it is in a document.

    Args:
        view: What may be seen.
        document_id: The document.
        target: As for `place_of`.

    Raises:
        ConfigError: As for `place_of`.
        UnknownDocumentError: There is no such document to be seen, or no such place in it.
    """
    document = view.document(document_id)
    found = place_of(view, target)
    if found.document_id != document.id:
        raise UnknownDocumentError(f"There is no {target!r} in {document.id!r}.")
    return found


def slide_of(view: View, document_id: str, number: int) -> SlidePlace:
    """Return a slide of a deck, nothing on it marked.

    Args:
        view: What may be seen.
        document_id: A PowerPoint or OpenDocument presentation.
        number: Of the slide, from 1.

    Raises:
        UnknownDocumentError: There is no such document to be seen, or it has no such slide.
    """
    document = view.document(document_id)
    if document.parser not in DECKS or not 1 <= number <= document.page_count:
        raise UnknownDocumentError(f"{document_id} has no slide {number}.")
    return find_slide(document, number, None, view.library.pages)
