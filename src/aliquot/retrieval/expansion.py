"""Give a query the other names of what it names."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from aliquot.types import Expansion, Query

__all__ = ["Expand", "Expander"]

Expand = Callable[[str], tuple[Expansion, ...]]

NamesT = TypeVar("NamesT")


@dataclass(frozen=True, slots=True)
class _Known(Generic[NamesT]):
    state: Hashable
    names: NamesT
    expand: Expand


class Expander(Generic[NamesT]):
    """Knows the names of the library as it stands.

    They are read again when the library has changed, and looked up anew only if they have: twenty
    thousand entries are read in a moment, and indexed in seconds.
    """

    def __init__(
        self,
        state_of: Callable[[], Hashable],
        read: Callable[[], NamesT],
        build: Callable[[NamesT], Expand],
    ) -> None:
        """Take where names come from.

        Args:
            state_of: What changes whenever the names may have, such as the number of the
                catalog's last change; asked for every question.
            read: Reads the names; equal where nothing has changed.
            build: Returns what looks them up in a question.
        """
        self._state_of = state_of
        self._read = read
        self._build = build
        self._lock = threading.Lock()
        self._known: _Known[NamesT] | None = None

    def expansions(self, question: str) -> tuple[Expansion, ...]:
        """Return the other names of what a question names."""
        return self._current()(question)

    def expand(self, query: Query) -> Query:
        """Return the query with its expansions, and otherwise as it is."""
        return replace(query, expansions=self.expansions(query.text))

    def _current(self) -> Expand:
        state = self._state_of()
        with self._lock:
            known = self._known
            if known is None or known.state != state:
                names = self._read()
                is_same = known is not None and known.names == names
                expand = known.expand if known is not None and is_same else self._build(names)
                known = self._known = _Known(state, names, expand)
            return known.expand
