"""A library as one person may see it: every read goes through here where people are told apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from aliquot.filters import both
from aliquot.library.arguments import read_filter
from aliquot.library.conversing import ConversationSession
from aliquot.library.library import Library
from aliquot.types import (
    Answer,
    Chunk,
    Document,
    Filter,
    Finding,
    FindingKind,
    Person,
    Receipt,
    Relation,
    Role,
    ScoredChunk,
    Statement,
    Survey,
    Understanding,
    VersionComparison,
)
from aliquot.types.conversations import Conversation
from aliquot.types.history import Explanation

__all__ = ["View"]


class View:
    """What one person may read and ask of a library.

    What others alone may see does not exist here: asking for it is asking for what is not there.

    Attributes:
        library: The whole.
        person: Who sees.
    """

    def __init__(self, library: Library, person: Person) -> None:
        """Take the library and who looks at it.

        Args:
            library: The whole.
            person: Who sees.
        """
        self.library = library
        self.person = person

    @property
    def scope(self) -> Filter | None:
        """What every search is narrowed to; `None` for everything."""
        return None

    def may(self, role: Role, collection: str) -> bool:
        """Return whether the person has at least this role in a collection."""
        return self.person.is_administrator

    def collections(self) -> list[str]:
        """Return the names of the collections the person may read, sorted."""
        return ["main"]

    # -------------------------------------------------------------------------- documents

    def documents(self, where: Filter | str | None = None) -> list[Document]:
        """List documents, without text and blocks."""
        return self.library.documents(self._narrowed(where))

    def document(self, document_id: str) -> Document:
        """Return a document with its text and blocks.

        Raises:
            UnknownDocumentError: The person sees no document of this id.
        """
        return self.library.document(document_id)

    def chunks(self, document_id: str) -> list[Chunk]:
        """Return a document's chunks in reading order.

        Raises:
            UnknownDocumentError: The person sees no document of this id.
        """
        return self.library.chunks(self.document(document_id).id)

    def relations(self, document_id: str) -> list[Relation]:
        """Return how a document belongs to others the person sees.

        Raises:
            UnknownDocumentError: The person sees no document of this id.
        """
        return self.library.relations(self.document(document_id).id)

    def findings(
        self,
        document_id: str | None = None,
        kind: FindingKind | str | None = None,
        where: Filter | str | None = None,
    ) -> Iterator[Finding]:
        """Yield what documents name; see `Library.findings`."""
        return self.library.findings(document_id, kind, self._narrowed(where))

    def receipts(self) -> Iterator[Receipt]:
        """Yield the receipts of the files the person sees, by path."""
        return self.library.receipts()

    def receipt(self, path: str | Path) -> Receipt:
        """Return what became of a file.

        Raises:
            ConfigError: The person sees no such file.
        """
        return self.library.receipt(path)

    # -------------------------------------------------------------------------- asking

    def search(
        self, question: str, k: int | None = None, where: Filter | str | None = None, **how: Any
    ) -> list[ScoredChunk]:
        """Return the best `k` chunks for a question; see `Library.search`."""
        return self.library.search(question, k, self._narrowed(where), **how)

    def understand(self, question: str, *, literal: bool = False) -> Understanding:
        """Return how a question is read; see `Library.understand`."""
        return self.library.understand(question, literal=literal)

    def ask(self, question: str, where: Filter | str | None = None, **how: Any) -> Answer:
        """Answer a question; see `Library.ask`."""
        return self.library.ask(question, self._narrowed(where), **how)

    def stream(
        self, question: str, where: Filter | str | None = None, **how: Any
    ) -> Iterator[Statement | Answer]:
        """Yield statements and last the answer; see `Library.stream`."""
        return self.library.stream(question, self._narrowed(where), **how)

    def survey(
        self,
        question: str,
        columns: Sequence[str] | str | None = None,
        where: Filter | str | None = None,
        **how: Any,
    ) -> Survey:
        """Ask every document; see `Library.survey`."""
        return self.library.survey(question, columns, self._narrowed(where), **how)

    def compare(self, old_id: str, new_id: str | None = None) -> list[VersionComparison]:
        """Compare versions of a protocol; see `Library.compare`."""
        return self.library.compare(old_id, new_id)

    # -------------------------------------------------------------------------- what was asked

    def conversations(self) -> list[Conversation]:
        """Return the person's own conversations without their turns, newest first."""
        return self.library.history.conversations()

    def conversation(self, conversation_id: str | None = None) -> ConversationSession:
        """Begin a conversation of the person's own, or go on with one.

        Raises:
            UnknownDocumentError: The person has no conversation of this id.
        """
        return self.library.conversation(conversation_id)

    def explain(self, answer_id: str) -> Explanation:
        """Return an answer of the person's own, held against today's library.

        Raises:
            UnknownDocumentError: The person has no answer of this id.
        """
        return self.library.explain(answer_id)

    def _narrowed(self, where: Filter | str | None) -> Filter | None:
        return both(read_filter(where), self.scope)
