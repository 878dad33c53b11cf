"""What is drawn from a whole library, kept from page to page until the library changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, Generic, TypeVar

from aliquot.library.viewing import View

__all__ = ["Remembered"]

T = TypeVar("T")

# People with other grants than each other for whom it is kept.
REMEMBERED = 16


class Remembered(Generic[T]):
    """Gives what each person sees of a library; reads it again only where something has changed."""

    def __init__(self, read: Callable[[View], T]) -> None:
        """Remember nothing yet.

        Args:
            read: Draws it from what a person sees; nothing else of the person may matter.
        """
        self._read = read
        self._kept: OrderedDict[str, tuple[Any, T]] = OrderedDict()
        self._lock = Lock()

    def of(self, view: View) -> T:
        """Return it as it is now.

        Args:
            view: The library as the person sees it.

        Raises:
            StoreError: The catalog cannot be read.
        """
        catalog = view.library.catalog
        who, now = repr(view.scope), (catalog.state, catalog.ledger.fingerprint())
        with self._lock:
            kept = self._kept.get(who)
            if kept is not None and kept[0] == now:
                self._kept.move_to_end(who)
                return kept[1]
        read = self._read(view)
        with self._lock:
            self._kept[who] = (now, read)
            while len(self._kept) > REMEMBERED:
                self._kept.popitem(last=False)
        return read
