"""The files of a library, remembered from page to page until one of them changes."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from aliquot.library.viewing import View
from aliquot.web.pages.remembering import Remembered
from aliquot.web.pages.shelf import Shelf, file_row
from aliquot.web.site import Viewing

__all__ = ["Shelved"]


def _read(view: View) -> Shelf:
    """Return every file a person sees.

    Reading 5,000 receipts takes a third of a second, which is too long between two keystrokes; what
    is remembered of them takes about 5 MB.
    """
    return Shelf.of(map(file_row, view.receipts()))


def _shelf(request: Request, view: Viewing) -> Shelf:
    state = request.app.state
    if not hasattr(state, "shelves"):
        state.shelves = Remembered(_read)
    shelves: Remembered[Shelf] = state.shelves
    return shelves.of(view)


Shelved = Annotated[Shelf, Depends(_shelf)]
