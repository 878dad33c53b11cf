"""Write a reference from its parts, the same way for every format that keeps them apart.

What enters: authors, titles, place and identifiers of one cited work. What leaves: one line such as
`Lee C (2001). A title. Nature 4:5–9. doi:10.2/y`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from aliquot.parsing.writing.typography import collapse, join_text

__all__ = ["CitedWork"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedWork:
    """The parts of a reference; empty where the source states none.

    Attributes:
        authors: Names as they are to be printed, in order.
        has_more_authors: Whether "et al." follows them.
        titles: Of the article, then of the chapter or book where these stand apart.
        source: Journal or book.
        pages: First and last, or an article number.
        identifiers: Such as `doi:10.2/y`.
    """

    authors: tuple[str, ...] = ()
    has_more_authors: bool = False
    year: str = ""
    titles: tuple[str, ...] = ()
    source: str = ""
    volume: str = ""
    pages: str = ""
    publisher: str = ""
    comment: str = ""
    identifiers: tuple[str, ...] = ()

    def text(self) -> str:
        """Return the reference on one line."""
        names = ", ".join(filter(None, self.authors)) + (" et al." if self.has_more_authors else "")
        parts: Iterable[str] = (
            collapse(f"{names} ({self.year})" if self.year else names),
            *self.titles,
            join_text(self.source, join_text(self.volume, self.pages, separator=":")),
            self.publisher,
            self.comment,
            *self.identifiers,
        )
        return ". ".join(part.rstrip(".") for part in map(collapse, parts) if part)
