"""A piece of evidence: a stretch of one document made of chunks, as a model reads it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from aliquot.generation.instructions import withheld
from aliquot.generation.labels import citation_label
from aliquot.sentences import sentence_spans
from aliquot.types import Chunk, Span

__all__ = ["Piece", "cut_to", "joined", "rendered"]

# White space between the blocks of a document; a heading between two chunks takes more.
MAX_GAP = 2


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one document.

    Attributes:
        chunks: What it is made of, in reading order.
        text: Characters from `start` on; what stood between two chunks is line breaks.
        start: Where the text begins in the document's text.
        header: Who says it and where, in lines; a table's caption and columns where its first chunk
            does not hold them. Never quoted.
        rank: Of its best chunk.
        label: What the model calls it, such as `E1`.
    """

    chunks: tuple[Chunk, ...]
    text: str
    start: int
    header: str
    rank: int
    label: str = ""

    @classmethod
    def of(cls, chunk: Chunk, *, rank: int) -> Piece:
        """Return a piece of one chunk."""
        return cls((chunk,), chunk.text, chunk.span.start, _header(chunk), rank)

    @property
    def shown(self) -> str:
        """The text without what addresses a model, which is never quoted either."""
        return withheld(self.text)

    @property
    def chunk_ids(self) -> tuple[str, ...]:
        """Ids of its chunks, in reading order."""
        return tuple(chunk.id for chunk in self.chunks)

    def places(self, span: Span) -> list[tuple[Chunk, Span]]:
        """Return the chunks a span of the text stands in, with its spans in the document.

        One chunk where one holds all of it; otherwise the part that each adds.
        """
        wanted = span.shifted(self.start)
        for chunk in self.chunks:
            if chunk.span.start <= wanted.start and wanted.end <= chunk.span.end:
                return [(chunk, wanted)]
        return list(self._parts(wanted))

    def _parts(self, wanted: Span) -> Iterator[tuple[Chunk, Span]]:
        reached = wanted.start
        for chunk in self.chunks:
            start, end = max(reached, chunk.span.start), min(wanted.end, chunk.span.end)
            text = Span(start, end).shifted(-chunk.span.start).of(chunk.text)
            if start < end and text.strip():
                start += len(text) - len(text.lstrip())
                yield chunk, Span(start, start + len(text.strip()))
                reached = end


def rendered(piece: Piece) -> str:
    """Return a piece as it is shown: who says it, then the text."""
    return f"{piece.header}\n\n{piece.shown}"


def joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Join pieces of one section of a document that touch or overlap; each keeps its best rank."""
    ordered = sorted(pieces, key=lambda one: (one.chunks[0].document_id, one.start, one.rank))
    found: list[Piece] = []
    for piece in ordered:
        if found and _touch(found[-1], piece):
            found[-1] = _join(found[-1], piece)
        else:
            found.append(piece)
    return found


def _touch(left: Piece, right: Piece) -> bool:
    last, first = left.chunks[-1], right.chunks[0]
    is_one_section = (last.document_id, last.section_path) == (
        first.document_id,
        first.section_path,
    )
    return is_one_section and right.start - (left.start + len(left.text)) <= MAX_GAP


def _join(left: Piece, right: Piece) -> Piece:
    end = left.start + len(left.text)
    gap = "\n" * max(0, right.start - end)
    fresh = right.text[max(0, end - right.start) :]
    return replace(
        left,
        chunks=(*left.chunks, *right.chunks),
        text=left.text + gap + fresh,
        header=_merged(left.header, right),
        rank=min(left.rank, right.rank),
    )


def _merged(header: str, right: Piece) -> str:
    """Let the pages named reach to the end of what is joined."""
    first = header.partition("\n")[0]
    pages = right.chunks[-1].pages
    if not pages or ", page" not in first:
        return header
    told, _, page = first.rpartition(" ")
    start = page.partition("-")[0]
    if start == str(pages[-1]):
        return header
    told = told.removesuffix(" page").removesuffix(" pages")
    return header.replace(first, f"{told} pages {start}-{pages[-1]}", 1)


def _header(chunk: Chunk) -> str:
    """Return the citation's label with the page, the title with the section, a table's columns."""
    label = citation_label(chunk)
    if chunk.pages and chunk.metadata.get("kind") not in ("slides", "table"):
        first, last = chunk.pages[0], chunk.pages[-1]
        label += f", page {first}" if first == last else f", pages {first}-{last}"
    return "\n".join(line for line in (label, chunk.header) if line)


def cut_to(piece: Piece, fits: Callable[[Piece], bool]) -> Piece | None:
    """Return the longest beginning that fits and ends with a sentence; `None` where none does.

    A table is never cut: its rows need its caption and columns, and the rest of them.
    """
    low, high = 0, 0
    ends = list(_ends(piece.text))
    high = len(ends)
    while low < high:
        middle = (low + high + 1) // 2
        if fits(replace(piece, text=piece.text[: ends[middle - 1]])):
            low = middle
        else:
            high = middle - 1
    return replace(piece, text=piece.text[: ends[low - 1]]) if low else None


def _ends(text: str) -> Iterator[int]:
    """Yield where a text may be cut: after sentences, but neither in a table nor before one.

    What stands before a table is its caption, which is left with it.
    """
    spans = sentence_spans(text)
    for here, following in itertools.pairwise(spans):
        if "|" not in (text[here.start], text[following.start]):
            yield here.end
    if spans and text[spans[-1].start] != "|":
        yield spans[-1].end
