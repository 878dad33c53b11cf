"""Where citations point: the page with the quote marked, the slide, the row, the step, the words.

What enters: the id of a citation, a chunk or a document, and a view. What leaves: a `Place`.
"""

from __future__ import annotations

from aliquot.library.places.place import find_place
from aliquot.library.viewing import View
from aliquot.types import Place

__all__ = ["place_of"]


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
