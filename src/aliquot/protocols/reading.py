"""From files to documents, chunks and findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from aliquot.types import Chunk, Document, Finding, Reference

__all__ = ["Chunker", "FindingExtractor", "MetadataResolver", "Parser"]


class Parser(Protocol):
    """Turn one file into documents.

    Attributes:
        name: Short name stored with each document.
        version: Changes whenever the output may change, so that documents are read again.
    """

    name: str
    version: str

    def parse(self, path: Path) -> list[Document]:
        """Read `path` whole and return its documents, at least one.

        A file that holds several records (UniProt entries, ELN experiments) gives several.

        Raises:
            ParseError: The file is damaged, locked or holds no text.
        """
        ...


class Chunker(Protocol):
    """Cut one document into chunks."""

    def __call__(self, document: Document) -> list[Chunk]:
        """Return chunks in reading order; each text is an exact slice of the document's text."""
        ...


class MetadataResolver(Protocol):
    """Ask elsewhere who a document is.

    Attributes:
        id: What is asked, in which version; what another one was asked is asked again.
    """

    id: str

    @property
    def failures(self) -> list[str]:
        """One sentence for each service that could not be asked."""
        ...

    def resolve(self, document: Document) -> Sequence[Reference]:
        """Return what is stated of works that may be the document, preferred ones first.

        It judges nothing and never fails: what is not reached is among `failures`.
        """
        ...

    def close(self) -> None:
        """Release connections."""
        ...


class FindingExtractor(Protocol):
    """Name what a document says of one kind of thing, or of several."""

    @property
    def name(self) -> str:
        """Short name stored with each finding."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever findings may change, so that documents are read again."""
        ...

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield findings in reading order; each `place` is an exact place in the document's text.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.

        Raises:
            SourceError: Not all of it could be read; what was yielded before holds.
        """
        ...
