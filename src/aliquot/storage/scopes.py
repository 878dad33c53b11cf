"""What filters admit, remembered until the catalog changes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from aliquot.filters import validate
from aliquot.protocols import Scope
from aliquot.storage.catalog import Catalog
from aliquot.types import Filter

__all__ = ["Scopes"]

# A filter that admits a million chunks costs a second and 8 MB; a person tries a few in a row.
REMEMBERED = 16


class Scopes:
    """The chunks that filters admit; may be asked from several threads."""

    def __init__(
        self, catalog: Catalog, holding: Callable[[Sequence[str]], npt.NDArray[np.int64]]
    ) -> None:
        """Take what decides.

        Args:
            catalog: Knows what a filter means.
            holding: Phrases to the keys of the chunks that hold each of them, ascending.
        """
        self._catalog = catalog
        self._holding = holding
        self._known: OrderedDict[Filter, tuple[tuple[int, int], Scope]] = OrderedDict()
        self._lock = threading.Lock()

    def narrowed(self, where: Filter | None, phrases: Sequence[str]) -> Scope | None:
        """Return the chunks that a filter admits and that hold every phrase; `None` for all.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types.
        """
        scope = None if where is None else self.scope(where)
        if not phrases:
            return scope
        holding = self._holding(phrases)
        if scope is None:
            return Scope(holding)
        return Scope(np.intersect1d(scope.keys, holding, assume_unique=True))

    def scope(self, where: Filter) -> Scope:
        """Return the chunks a filter admits.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types.
        """
        validate(where)
        # Before the chunks are read: what changes in between is asked for again the next time.
        state = self._catalog.state
        with self._lock:
            seen_at, known = self._known.get(where, (None, None))
        if known is not None and seen_at == state:
            return known
        scope = Scope(self._catalog.keys(where), where)
        with self._lock:
            self._known[where] = (state, scope)
            self._known.move_to_end(where)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return scope
