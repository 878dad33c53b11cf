"""Give a query the other names of what it names."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from aliquot.types import Expansion, Query

__all__ = ["Expand", "Expander"]

Expand = Callable[[str], tuple[Expansion, ...]]

NamesT = TypeVar("NamesT")
ScopeT = TypeVar("ScopeT", bound=Hashable)

# Scopes whose names are remembered: people of a lab share a few.
REMEMBERED = 8


@dataclass(frozen=True, slots=True)
class _Known(Generic[NamesT]):
    state: Hashable
    names: NamesT
    expand: Expand


class Expander(Generic[ScopeT, NamesT]):
    """Knows the names of the library as it stands, or of as much of it as may be known of.

    They are read again when the library has changed, and looked up anew only if they have: twenty
    thousand entries are read in a moment, and indexed in seconds.
    """

    def __init__(
        self,
        state_of: Callable[[ScopeT], Hashable],
        read: Callable[[ScopeT], NamesT],
        build: Callable[[NamesT], Expand],
    ) -> None:
        """Take where names come from.

        Args:
            state_of: A scope to what changes whenever its names may have, such as the number of
                the catalog's last change; asked for every question.
            read: A scope to its names; equal where nothing has changed.
            build: Returns what looks names up in a question.
        """
        self._state_of = state_of
        self._read = read
        self._build = build
        self._lock = threading.Lock()
        self._known: OrderedDict[ScopeT, _Known[NamesT]] = OrderedDict()

    def expansions(self, question: str, scope: ScopeT) -> tuple[Expansion, ...]:
        """Return the other names of what a question names, as far as a scope knows them."""
        return self._current(scope)(question)

    def expand(self, query: Query, scope: ScopeT) -> Query:
        """Return the query with its expansions, and otherwise as it is."""
        return replace(query, expansions=self.expansions(query.text, scope))

    def _current(self, scope: ScopeT) -> Expand:
        state = self._state_of(scope)
        with self._lock:
            known = self._known.get(scope)
            if known is None or known.state != state:
                names = self._read(scope)
                known = _Known(state, names, self._expand_of(names))
            self._known[scope] = known
            self._known.move_to_end(scope)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
            return known.expand

    def _expand_of(self, names: NamesT) -> Expand:
        """Return what looks names up, as it was built for a scope or a state of the same names."""
        same = (one.expand for one in self._known.values() if one.names == names)
        return next(same, None) or self._build(names)
