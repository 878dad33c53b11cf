"""The tokens and sessions of a library, as they are looked up."""

from __future__ import annotations

from aliquot.library.library import Library
from aliquot.types import Person, Token

__all__ = ["LibraryKeys"]


class LibraryKeys:
    """Looks up in whatever the library holds at that moment."""

    def __init__(self, library: Library) -> None:
        """Take whose they are.

        Args:
            library: The whole.
        """
        self._library = library

    def token(self, secret: str) -> Token | None:
        """Return the token with this secret, if it is good."""
        return self._library.people.token(secret)

    def session(self, secret: str) -> Person | None:
        """Return whose session has this secret, if it has not ended."""
        return self._library.people.session(secret)
