"""What a library holds: documents, what they name, what became of files; taken out and put back."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aliquot.errors import ConfigError
from aliquot.library.arguments import find_chunk, read_filter, read_kind
from aliquot.library.handles import Handles
from aliquot.library.nearness import SimilarDocument, nearest_documents
from aliquot.library.receipts import every_receipt, find_receipt
from aliquot.protocols import Progress, silent
from aliquot.retrieval.widening import Stretch, neighbours, whole_section
from aliquot.types import (
    Chunk,
    Document,
    Filter,
    Finding,
    FindingKind,
    Receipt,
    Reference,
    Relation,
)

if TYPE_CHECKING:
    # What fills a library is loaded when it is filled: it costs every question its start.
    from aliquot.ingest.findings import FindingsReport

__all__ = ["Holdings"]


class Holdings(Handles):
    """What a library holds, looked at and looked after."""

    # -------------------------------------------------------------------------- reading

    def documents(self, where: Filter | str | None = None) -> list[Document]:
        """List documents, without text and blocks.

        Raises:
            ConfigError: The filter cannot be read.
        """
        return self.catalog.documents(read_filter(where))

    def document(self, document_id: str) -> Document:
        """Return a document with its text and blocks.

        Raises:
            UnknownDocumentError: No document has this id.
        """
        return self.catalog.document(document_id)

    def chunks(self, document_id: str) -> list[Chunk]:
        """Return a document's chunks in reading order."""
        return self.catalog.chunks_of(document_id)

    def around(self, chunk_id: str, before: int = 1, after: int = 1) -> list[Stretch]:
        """Return a chunk with those around it: exact slices of its document, in reading order.

        What overlaps stands once; a gap in the document begins a new stretch.

        Args:
            chunk_id: As `search` and `chunks` give it.
            before: Chunks before it.
            after: Chunks after it.

        Raises:
            ConfigError: A number is below 0.
            UnknownDocumentError: No chunk has this id.
        """
        if min(before, after) < 0:
            raise ConfigError(f"{min(before, after)} chunks around one are none to show.")
        chunk = find_chunk(self.catalog, chunk_id)
        return neighbours(chunk, self.catalog.chunks_of, before=before, after=after)

    def section_of(self, chunk_id: str) -> list[Stretch]:
        """Return the section a chunk stands in, whole: exact slices, in reading order.

        Args:
            chunk_id: As `search` and `chunks` give it.

        Raises:
            UnknownDocumentError: No chunk has this id.
        """
        return whole_section(find_chunk(self.catalog, chunk_id), self.catalog.chunks_of)

    def similar(
        self, document_id: str, k: int = 10, where: Filter | str | None = None
    ) -> list[SimilarDocument]:
        """Return the `k` documents nearest to one, best first; nothing is embedded.

        Args:
            document_id: Of which.
            k: How many at most.
            where: Which documents count, as a filter or one in words.

        Raises:
            ConfigError: The filter cannot be read, or `k` is below 1.
            UnknownDocumentError: No document has this id.
        """
        if k < 1:
            raise ConfigError(f"k is {k}; at least one document must be asked for.")
        document, scope = self.document(document_id), read_filter(where)
        return self._opened.read(lambda parts: nearest_documents(parts, document, scope, k))

    def relations(self, document_id: str) -> list[Relation]:
        """Return how a document belongs to others: versions, preprints, notices, same work."""
        return self.catalog.relations.of(document_id)

    def references(self, where: Filter | None = None) -> list[Reference]:
        """Return what bibliography files state, in the order they were brought in.

        Args:
            where: Of which files; of all unless given.
        """
        return self.catalog.references(where)

    def findings(
        self,
        document_id: str | None = None,
        kind: FindingKind | str | None = None,
        where: Filter | str | None = None,
    ) -> Iterator[Finding]:
        """Yield what documents name, by document and in reading order; few are held at a time.

        Args:
            document_id: Of which document; of all unless given.
            kind: Of which kind, such as `cell line`; of all unless given.
            where: In which chunks, as a filter or one in words; in all unless given.

        Raises:
            ConfigError: There is no such kind, or the filter cannot be read.
            UnknownDocumentError: No document has this id.
        """
        from aliquot.library.findings import findings_in

        return findings_in(self.catalog, document_id, read_kind(kind), read_filter(where))

    def receipt(self, path: str | Path, collections: Collection[str] | None = None) -> Receipt:
        """Return what became of a file: what was read of it, what was dropped, and why.

        Args:
            path: The file.
            collections: In which it has to be; in any unless given.

        Raises:
            ConfigError: The library was never given this file.
        """
        return find_receipt(self._opened, Path(path), collections)

    def receipts(self, collections: Collection[str] | None = None) -> Iterator[Receipt]:
        """Yield the receipt of every file the library knows, by path.

        Args:
            collections: Of the files in which; of all unless given.
        """
        return every_receipt(self._opened, collections)

    def status(
        self, where: Filter | None = None, collections: Collection[str] | None = None
    ) -> dict[str, Any]:
        """Count documents, chunks and sources, and say what embeds and indexes them.

        Args:
            where: Which documents are counted; all unless given.
            collections: The files of which collections are counted; of all unless given.
        """
        from aliquot.library.status import status_of

        return status_of(self._opened, where, collections)

    # -------------------------------------------------------------------------- changing

    def read_findings(self, progress: Progress = silent) -> FindingsReport:
        """Read for findings what was not read with the present version; `add` and `sync` do too.

        Args:
            progress: Told after each document.

        Raises:
            StoreError: The library is locked, full or damaged; what was read stays.
        """
        from aliquot.library.filling import read_unread

        return read_unread(self._opened, progress)

    def remove(
        self, document_id: str, collections: Set[str] | None = None, *, by: str = ""
    ) -> list[str]:
        """Take a document out; its file stays on disk and is not read again unless named.

        Args:
            document_id: Which.
            collections: Out of which, where the same file lies in several; out of all unless given.
            by: Who does it, where people are told apart.

        Returns:
            Paths of the files it was removed of: see `restore`.

        Raises:
            UnknownDocumentError: No document has this id, or it is in none of the collections.
        """
        from aliquot.library.filling import remove_document

        return remove_document(self._opened, document_id, collections, by)

    def restore(
        self, path: str | Path, progress: Progress = silent, *, trust: bool = False, by: str = ""
    ) -> list[str]:
        """Bring back what was removed of a file, or read it again; return its documents' ids.

        Unlike `add`, it leaves the files and folders that `sync` looks at as they are.

        Args:
            path: Of the file.
            progress: Told after each source.
            trust: Whether you vouch that the file is what it says it is: it is not quarantined.
            by: Who does it, where people are told apart.

        Raises:
            ConfigError: Nothing was removed of it, or it is not there any more.
            StoreError: The library is locked, full or damaged.
            ModelError: An embedder cannot be run.
        """
        from aliquot.library.filling import restore_removed

        return restore_removed(self._opened, Path(path), progress, by, trust=trust)

    def remove_source(self, path: str | Path) -> list[str]:
        """Forget a file or folder and every document from it; return their ids."""
        from aliquot.library.filling import remove_source

        return remove_source(self._opened, Path(path))
