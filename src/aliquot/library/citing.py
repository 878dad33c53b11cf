"""Gather what is known of cited documents, and find the passage that a link or an id names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.generation.citing.links import PassageLink, is_link, parse_link
from aliquot.generation.citing.works import Work, cited_documents, cited_works, work_of
from aliquot.metadata.bibliography import ReferenceBook, Way
from aliquot.metadata.people import share_authors
from aliquot.types import (
    Answer,
    Chunk,
    Comparison,
    Document,
    DocumentKind,
    Filter,
    Operator,
    Reference,
    Relation,
    RelationKind,
    Span,
)
from aliquot.types.history import parse_citation_id

__all__ = ["Citable", "Passage", "Readable", "find_passage", "gather_works", "works_of_answer"]

# An entry with one of these is of the same work, since a document's own are checked when it is
# brought in.
_SURE = frozenset({Way.DOI, Way.PMID, Way.PMCID})
# Relations whose first document has been replaced by the second.
_REPLACED = frozenset({RelationKind.VERSION_OF, RelationKind.PREPRINT_OF})
# Shown on each side of a quote whose chunk is cut otherwise by now: a few sentences.
_AROUND = 400


class Citable(Protocol):
    """What works are gathered from: a library, or as much of one as somebody may see."""

    def documents(self, where: Filter | None = None) -> list[Document]:
        """List documents, without text and blocks."""
        ...

    def relations(self, document_id: str) -> list[Relation]:
        """Return how a document belongs to others."""
        ...

    def references(self) -> list[Reference]:
        """Return what bibliography files state."""
        ...


def gather_works(library: Citable, document_ids: Iterable[str]) -> dict[str, Work]:
    """Return documents as works, by id; what the library does not hold is left out.

    Documents that hold the same work, such as a PDF and its JATS file, have the same one.

    Volume, issue and pages come from the bibliography files of the library, where an entry is of
    the same work.

    Args:
        library: Where they are.
        document_ids: Which.
    """
    wanted = _documents(library, document_ids)
    same = _related(library, wanted, frozenset({RelationKind.SAME_WORK}))
    documents = wanted | _documents(library, same.values())
    has_papers = any(one.kind is DocumentKind.PAPER for one in documents.values())
    book = ReferenceBook(library.references() if has_papers else ())
    successors = _successors(library, documents)
    works = {
        one.id: work_of(one, _stated(book, one), successors.get(one.id, ""))
        for one in documents.values()
    }
    return {one: works.get(same.get(one, one), works[one]) for one in wanted}


def works_of_answer(library: Citable, answer: Answer) -> tuple[Work, ...]:
    """Return the works an answer cites, in order of first citation, each once."""
    return cited_works(answer, gather_works(library, cited_documents(answer)))


def _documents(library: Citable, document_ids: Iterable[str]) -> dict[str, Document]:
    wanted = tuple(dict.fromkeys(document_ids))
    if not wanted:
        return {}
    found = library.documents(Comparison("document_id", Operator.IN, wanted))
    return {one.id: one for one in found}


def _stated(book: ReferenceBook, document: Document) -> Reference | None:
    """Return the first bibliography entry that is surely of the same work."""
    for found in book.find(document) if document.kind is DocumentKind.PAPER else ():
        if _is_same(document, found.reference, found.way):
            return found.reference
    return None


def _is_same(document: Document, reference: Reference, way: Way) -> bool:
    if document.doi and reference.doi and document.doi.casefold() != reference.doi.casefold():
        return False
    if way in _SURE:
        return True
    is_titled = way is Way.TITLE and document.year == reference.year_number
    return is_titled and share_authors(document.authors, reference.authors) is True


def _successors(library: Citable, documents: Mapping[str, Document]) -> dict[str, str]:
    """Return the title and id of what has replaced each document that has been."""
    newer = _related(library, documents, _REPLACED)
    titles = _documents(library, newer.values())
    return {
        old: f"{titles[new].title} ({new})" if new in titles else new for old, new in newer.items()
    }


def _related(
    library: Citable, document_ids: Iterable[str], kinds: frozenset[RelationKind]
) -> dict[str, str]:
    """Return what stands for each document that has a relation of these kinds to it."""
    return {
        one.document_id: one.other_id
        for document_id in document_ids
        for one in library.relations(document_id)
        if one.kind in kinds and one.document_id == document_id
    }


# ------------------------------------------------------------------------------ passages


class Readable(Protocol):
    """What passages are found in: a library, or as much of one as somebody may see."""

    @property
    def path(self) -> Path:
        """The library's folder."""
        ...

    def document(self, document_id: str) -> Document:
        """Return a document with its text and blocks."""
        ...

    def chunks(self, document_id: str) -> list[Chunk]:
        """Return a document's chunks in reading order."""
        ...


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage with the words a citation quotes.

    Attributes:
        document: Where it stands, with its text.
        span: What is shown of the text.
        quote: What is marked within; `None` where no words are named.
        section: Headings above it, outermost first.
        pages: 1-based pages of the file; empty where there are none.
        is_recut: Whether its chunk is not there any more, the document having been cut anew.
        chunk: The chunk that was named, or in which the quote stands now.
    """

    document: Document
    span: Span
    quote: Span | None = None
    section: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    is_recut: bool = False
    chunk: Chunk | None = None

    @property
    def parts(self) -> tuple[str, str, str]:
        """What stands before the quote, the quote, and what stands behind it."""
        text, quote = self.document.text, self.quote or Span(self.span.end, self.span.end)
        return (
            Span(self.span.start, quote.start).of(text),
            quote.of(text),
            Span(quote.end, self.span.end).of(text),
        )


def find_passage(library: Readable, target: str, *, is_library_named: bool = False) -> Passage:
    """Return the passage that a link, a citation's, chunk's or document's id names.

    Args:
        library: Where to look.
        target: `aliquot://LIBRARY/document/CHUNK?span=1-9`, `CHUNK@1-9`, `CHUNK` or `DOCUMENT`.
        is_library_named: Whether the library was named, so that a link's need not agree with it.

    Raises:
        ConfigError: The link is none, is of another library, or its span is outside the document.
        UnknownDocumentError: The library has no such document or chunk.
    """
    link = _link(target, library.path.name)
    if link.library != library.path.name and not is_library_named:
        raise ConfigError(
            f"The link is of the library {link.library!r}; this one is {library.path.name!r}.",
            hint="Name the folder it is in now, with --library.",
        )
    document = library.document(link.chunk_id.partition("#")[0])
    if link.span is not None and link.span.end > len(document.text):
        raise ConfigError(
            f"{document.id} is shorter than the link says: it was changed since.",
            hint=f"See it with: aliquot show {document.id}",
        )
    return _passage(library, document, link)


def _link(target: str, library: str) -> PassageLink:
    if is_link(target):
        return parse_link(target)
    try:
        return PassageLink(library, *parse_citation_id(target))
    except ValueError:
        return PassageLink(library, target)


def _passage(library: Readable, document: Document, link: PassageLink) -> Passage:
    chunks = library.chunks(document.id)
    chunk = next((one for one in chunks if one.id == link.chunk_id), None)
    if chunk is not None:
        # A quote may go on beyond its chunk.
        span = _joined([chunk.span, *([link.span] if link.span else [])])
        pages = _pages(document, link.span) or chunk.pages
        return Passage(document, span, link.span, chunk.section_path, pages, chunk=chunk)
    if link.span is not None:
        around = Span(
            max(0, link.span.start - _AROUND), min(len(document.text), link.span.end + _AROUND)
        )
        pages, holder = _pages(document, link.span), _holder(chunks, link.span)
        section = holder.section_path if holder else ()
        return Passage(document, around, link.span, section, pages, is_recut=True, chunk=holder)
    if "#" in link.chunk_id:
        raise UnknownDocumentError(
            f"There is no chunk {link.chunk_id!r}.",
            hint=f"See its chunks with: aliquot show {document.id} --chunks",
        )
    return Passage(document, Span(0, 0))


def _holder(chunks: Iterable[Chunk], quote: Span) -> Chunk | None:
    """Return the first chunk in which a quote begins."""
    return next((one for one in chunks if one.span.start <= quote.start < one.span.end), None)


def _joined(spans: Sequence[Span]) -> Span:
    return Span(min(one.start for one in spans), max(one.end for one in spans))


def _pages(document: Document, quote: Span | None) -> tuple[int, ...]:
    """Return the pages of the blocks a quote touches."""
    if quote is None:
        return ()
    touched = (
        block
        for block in document.blocks
        if block.span.start < quote.end and quote.start < block.span.end
    )
    return tuple(sorted({page for block in touched for page in block.pages}))
