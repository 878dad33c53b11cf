"""A drafted question, and what drafting needs to know of a library."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from aliquot.types import Chunk, Document, Relation

__all__ = ["AND_OTHERS", "Draft", "Shelf", "named_author", "shortened"]

# A longer title is cut at its colon, dash or full stop, as people shorten it.
TITLE_WORDS = 12
AND_OTHERS = " et al."
_TITLE_END = re.compile(r"\s*(?::\s|[.?!]\s|\s[-–—]\s|\s\()")


class Shelf(Protocol):
    """What is read of a library: `Library` is one."""

    def documents(self) -> Sequence[Document]:
        """List documents, without text and blocks."""
        ...

    def chunks(self, document_id: str) -> Sequence[Chunk]:
        """Return a document's chunks in reading order."""
        ...

    def relations(self, document_id: str) -> Sequence[Relation]:
        """Return how a document belongs to others."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A question with what answers it.

    Attributes:
        question: As a scientist would ask it.
        language: ISO 639-1 code.
        kind: What it asks for: `record`, `measure`, `count`, `step`, `condition`.
        answer: Its answer, as written.
        evidence: The sentence or line that says so, verbatim.
        document_id: Where it stands.
        subject: What it is about, where another document that speaks of all of it would make the
            question unclear; empty where the question names its document.
    """

    question: str
    language: str = "en"
    kind: str
    answer: str
    evidence: str
    document_id: str
    subject: str = ""


def named_author(document: Document) -> str:
    """Return "Smith et al." or "Smith"; empty where no person wrote it."""
    if not document.authors or "," not in document.authors[0]:
        return ""
    family = document.authors[0].partition(",")[0].strip()
    # An initial or a name in parts ("H Gopalkrishna") is not how anybody cites it.
    if len(family) < 3 or not family.replace("-", "").replace("'", "").isalpha():
        return ""
    return f"{family}{AND_OTHERS}" if len(document.authors) > 1 else family


def shortened(title: str) -> str:
    """Return a title as a person says it: without what follows its first colon."""
    found = _TITLE_END.search(title, 15)
    short = (title[: found.start()] if found else title).strip(" .\"“”'")
    words = short.split()
    return " ".join(words) if len(words) <= TITLE_WORDS else ""
