"""What a look-up service must offer, and what it is asked.

A resolver turns one question into the references a service has for it. It judges nothing: whether
a reference is the document's own is for `identify` to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from aliquot.errors import AliquotError
from aliquot.metadata.titles import is_telling, title_key
from aliquot.types import Document, DocumentKind
from aliquot.types.references import Reference

__all__ = [
    "LookupCache",
    "LookupFailedError",
    "Question",
    "Resolver",
    "ServiceDownError",
    "questions_about",
]


class LookupFailedError(AliquotError):
    """A look-up service gave no usable answer; the document stays as it is."""

    retryable = True


class ServiceDownError(LookupFailedError):
    """A look-up service is left alone for the rest of this run."""


# Long enough to find any paper, short enough for an address.
TITLE_CHARS = 300


@dataclass(frozen=True, slots=True)
class Question:
    """What a service is asked for.

    Attributes:
        by: `doi`, `pmid`, `pmcid` or `title`.
        value: The identifier in its register's spelling, or the title.
        author: Family name of the first author, for questions by title.
    """

    by: str
    value: str
    author: str = ""

    @property
    def key(self) -> str:
        """The same for the same question, however the title is typed."""
        if self.by != "title":
            return f"{self.by}:{self.value}"
        return f"title:{title_key(self.value)}|{self.author.casefold()}"


class Resolver(Protocol):
    """One look-up service.

    Attributes:
        name: Stands in provenance, and with `version` before its answers in the cache.
        version: Changes when it reads more out of an answer, so that old answers are asked anew.
        asks_by: The questions it understands.
        is_local: Whether it asks no network; its answers are then not cached.
    """

    name: str
    version: str
    asks_by: frozenset[str]
    is_local: bool

    def ask(self, question: Question) -> list[Reference]:
        """Return the references that may answer, best first; none where it knows nothing.

        Raises:
            LookupFailedError: The service gave no usable answer.
        """
        ...


class LookupCache(Protocol):
    """Answers of look-up services that were had before."""

    def get(self, resolver: str, key: str) -> str | None:
        """Return a stored answer that is still good; `None` where there is none."""
        ...

    def put(self, resolver: str, key: str, answer: str, ttl_s: float) -> None:
        """Keep an answer for so many seconds."""
        ...


def questions_about(document: Document) -> Iterator[Question]:
    """Yield what can be asked about a document, surest first; nothing for what is no paper."""
    if document.kind is not DocumentKind.PAPER:
        return
    for by in ("doi", "pmid", "pmcid"):
        value = getattr(document, by)
        if value:
            yield Question(by, value)
    if is_telling(document.title):
        author = document.authors[0].partition(",")[0] if document.authors else ""
        yield Question("title", " ".join(document.title.split())[:TITLE_CHARS], author)
