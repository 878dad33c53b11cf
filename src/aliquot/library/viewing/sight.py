"""What one person sees of a library: what every other part of a view is narrowed by."""

from __future__ import annotations

from collections.abc import Set
from functools import cached_property
from pathlib import Path, PurePath
from typing import TypeVar

from aliquot.errors import ConfigError
from aliquot.filters import both
from aliquot.library.arguments import read_filter
from aliquot.library.library import Library
from aliquot.library.renaming import renamed
from aliquot.library.withholding import seen_stored
from aliquot.storage.catalog_read import unknown_document
from aliquot.types import Comparison, Filter, Not, Operator, Permission, Person, Role
from aliquot.types.history import StoredAnswer

__all__ = ["Sight"]

T = TypeVar("T")

# Admits nothing: no collection has this name. An empty list could not be written as words.
NOTHING = Comparison("collection", Operator.EQ, "")
# Of those who sit at the machine nothing says who they are, with or without a browser.
LOCAL = "local"


class Sight:
    """Which part of a library one person sees.

    It is decided when it is first asked for, and lasts as long as this does: one request.

    Attributes:
        library: The whole.
        person: Who sees.
    """

    def __init__(self, library: Library, person: Person) -> None:
        """Take the library and who looks at it.

        Args:
            library: The whole.
            person: Who sees.

        Raises:
            ConfigError: The person has no name, though people are told apart.
        """
        if person.via != LOCAL and not person.name:
            raise ConfigError("Nobody is named.", hint="Log in again.")
        self.library = library
        self.person = person

    @property
    def path(self) -> Path:
        """The library's folder."""
        return self.library.path

    # -------------------------------------------------------------------------- what is open

    @cached_property
    def _roles(self) -> dict[str, Role]:
        return self.library.people.roles(self.person)

    @cached_property
    def _readable(self) -> frozenset[str] | None:
        """Names of the collections that may be read; `None` for all."""
        if Permission.READ not in self.person.permissions:
            return frozenset()
        return None if self.person.is_administrator else frozenset(self._roles)

    @cached_property
    def scope(self) -> Filter | None:
        """What every search is narrowed to; `None` for everything."""
        if self._readable is None:
            return None
        if not self._readable:
            return NOTHING
        return Comparison("collection", Operator.IN, tuple(sorted(self._readable)))

    @property
    def owner(self) -> str:
        """Under which name the person's answers and conversations are kept."""
        return "" if self.person.via == LOCAL else self.person.name

    def may(self, role: Role, collection: str) -> bool:
        """Return whether the person has at least this role in a collection.

        To change anything, whoever comes with a token needs its permission too.
        """
        needed = Permission.READ if role is Role.READER else Permission.WRITE
        if needed not in self.person.permissions:
            return False
        held = self._roles.get(collection)
        return self.person.is_administrator or (held is not None and held.rank >= role.rank)

    def collections(self) -> list[str]:
        """Return the names of the collections the person may read, sorted."""
        if self._readable is not None:
            return sorted(self._readable)
        return sorted(one.name for one in self.library.people.collections())

    def _visible(self, document_ids: Set[str]) -> Set[str]:
        if self.scope is None:
            return document_ids
        return self.library.catalog.passing(document_ids, self.scope)

    def _check_seen(self, document_id: str) -> None:
        """Refuse what the person does not see, as what is not there is refused."""
        if not self._visible({document_id}):
            raise unknown_document(document_id)

    @cached_property
    def _aliases(self) -> dict[str, str]:
        """Paths of files that are not seen, each with that of a copy that is."""
        return {} if self._readable is None else self.library.catalog.ledger.seen_as(self._readable)

    @cached_property
    def _hidden_bibliographies(self) -> frozenset[str]:
        """Names of bibliography files that are not seen."""
        if self.scope is None:
            return frozenset()
        hidden = self.library.catalog.bibliography_paths(Not(self.scope))
        return frozenset(PurePath(one).name for one in hidden)

    # -------------------------------------------------------------------------- narrowing

    def _narrowed(self, where: Filter | str | None) -> Filter | None:
        return both(read_filter(where), self.scope)

    def _shown(self, one: T) -> T:
        return renamed(one, self._aliases) if self._aliases else one

    def _seen(self, stored: StoredAnswer) -> StoredAnswer:
        """Return an answer as it may be seen today; administrators see all of it."""
        if self._readable is None:
            return stored
        return self._shown(seen_stored(stored, self._visible, self._readable))
