"""The files of a library, remembered from page to page until one of them changes."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Annotated, Any

from fastapi import Depends, Request

from aliquot.library.viewing import View
from aliquot.web.pages.shelf import Shelf, file_row
from aliquot.web.site import Viewing

__all__ = ["Shelved", "Shelves"]

# People with other grants than each other whose files are remembered: one entry of 5,000 files
# takes about 5 MB.
REMEMBERED = 16


class Shelves:
    """Gives the files a person sees; reads them again only where something has changed.

    Reading 5,000 receipts takes a third of a second, which is too long between two keystrokes.
    """

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._kept: OrderedDict[str, tuple[Any, Shelf]] = OrderedDict()
        self._lock = Lock()

    def of(self, view: View) -> Shelf:
        """Return the files a person sees, as they are now.

        Raises:
            StoreError: The catalog cannot be read.
        """
        catalog = view.library.catalog
        who, now = repr(view.scope), (catalog.sequence, catalog.ledger.fingerprint())
        with self._lock:
            before, shelf = self._kept.get(who, (None, None))
            if shelf is not None and before == now:
                self._kept.move_to_end(who)
                return shelf
        shelf = Shelf.of(map(file_row, view.receipts()))
        with self._lock:
            self._kept[who] = (now, shelf)
            while len(self._kept) > REMEMBERED:
                self._kept.popitem(last=False)
        return shelf


def _shelf(request: Request, view: Viewing) -> Shelf:
    state = request.app.state
    if not hasattr(state, "shelves"):
        state.shelves = Shelves()
    shelves: Shelves = state.shelves
    return shelves.of(view)


Shelved = Annotated[Shelf, Depends(_shelf)]
