"""Documents, what they name and what became of files, as one person may see them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aliquot.errors import UnknownDocumentError
from aliquot.library.listing import DocumentStretch, Listing, stretch_of
from aliquot.library.nearness import SimilarDocument
from aliquot.library.viewing.origins import seen_document, seen_receipt
from aliquot.library.viewing.sight import Sight
from aliquot.types import (
    Chunk,
    Comparison,
    Document,
    Filter,
    Finding,
    FindingKind,
    Not,
    Operator,
    Receipt,
    Reference,
    Relation,
    RelationKind,
)

__all__ = ["Reading"]


class Reading(Sight):
    """What one person may read of a library."""

    def documents(self, where: Filter | str | None = None) -> list[Document]:
        """List documents, without text and blocks."""
        found = self.library.documents(self._narrowed(where))
        hidden = self._hidden_bibliographies
        return [seen_document(one, hidden) for one in self._shown(found)]

    def stretch(self, where: Filter | str | None, wanted: Listing) -> DocumentStretch:
        """Return a stretch of the list of documents.

        Args:
            where: Which documents are listed.
            wanted: In which order, and from where on.

        Raises:
            ConfigError: The filter cannot be read, or nothing is sorted by that.
        """
        catalog = self.library.catalog
        listed = self._shown(catalog.listed_documents(self._narrowed(where)))
        found = stretch_of(listed, wanted)
        hidden = self._hidden_bibliographies
        documents = self._shown(catalog.documents_named(found.document_ids))
        seen = tuple(seen_document(one, hidden) for one in documents)
        return DocumentStretch(seen, found.total, found.end)

    def document(self, document_id: str) -> Document:
        """Return a document with its text and blocks.

        Raises:
            UnknownDocumentError: The person sees no document of this id.
        """
        self._check_seen(document_id)
        found = self._shown(self.library.document(document_id))
        return seen_document(found, self._hidden_bibliographies)

    def chunks(self, document_id: str) -> list[Chunk]:
        """Return a document's chunks in reading order.

        Raises:
            UnknownDocumentError: The person sees no document of this id.
        """
        self._check_seen(document_id)
        found = self.library.chunks(document_id)
        return self._shown(found)

    def relations(self, document_id: str) -> list[Relation]:
        """Return how a document belongs to others the person sees.

        Raises:
            UnknownDocumentError: The person sees no document of this id.
        """
        self._check_seen(document_id)
        found = self.library.relations(document_id)
        seen = self._visible({end for one in found for end in (one.document_id, one.other_id)})
        return [one for one in found if {one.document_id, one.other_id} <= seen]

    def references(self) -> list[Reference]:
        """Return what bibliography files the person sees state."""
        return self.library.references(self.scope)

    def similar(self, document_id: str, k: int = 10) -> list[SimilarDocument]:
        """Return the `k` documents most like one, best first; no other file of the same work.

        Raises:
            UnknownDocumentError: The person sees no document of this id.
        """
        same = (one for one in self.relations(document_id) if one.kind is RelationKind.SAME_WORK)
        itself = {document_id, *(end for one in same for end in (one.document_id, one.other_id))}
        others = Not(Comparison("document_id", Operator.IN, tuple(sorted(itself))))
        found = self.library.similar(document_id, k, self._narrowed(others))
        hidden = self._hidden_bibliographies
        return [
            SimilarDocument(seen_document(one.document, hidden), one.score)
            for one in self._shown(found)
        ]

    def findings(
        self,
        document_id: str | None = None,
        kind: FindingKind | str | None = None,
        where: Filter | str | None = None,
    ) -> Iterator[Finding]:
        """Yield what documents name; see `Library.findings`.

        Raises:
            UnknownDocumentError: The person sees no document of this id.
        """
        if document_id is not None:
            self._check_seen(document_id)
        return self.library.findings(document_id, kind, self._narrowed(where))

    def named_kinds(self) -> list[FindingKind]:
        """List the kinds of things that documents name."""
        return [FindingKind(one) for one in self.library.catalog.findings.counts(self.scope)]

    def source_file(self, document_id: str) -> Path:
        """Return the file a document was read from, which is on this machine now.

        It is one the library was given: its path comes from the ledger, never from a request.

        Raises:
            UnknownDocumentError: The person sees no document of this id, or its file is not there.
        """
        source = self.document(document_id).source
        known = None if source is None else self.library.catalog.ledger.entry(source.path)
        if known is None or not Path(known.path).is_file():
            raise UnknownDocumentError(
                f"The file of {document_id!r} is not there any more.",
                hint="Bring the library up to date with: aliquot sync",
            )
        return Path(known.path)

    def receipts(self) -> Iterator[Receipt]:
        """Yield the receipts of the files the person sees, by path."""
        hidden = self._hidden_bibliographies
        return (seen_receipt(one, hidden) for one in self.library.receipts(self._readable))

    def receipt(self, path: str | Path) -> Receipt:
        """Return what became of a file.

        Raises:
            ConfigError: The person sees no such file.
        """
        found = self.library.receipt(path, self._readable)
        return seen_receipt(found, self._hidden_bibliographies)

    def status(self) -> dict[str, Any]:
        """Count what the person sees, and say what embeds and indexes it."""
        return self.library.status(self.scope, self._readable)
