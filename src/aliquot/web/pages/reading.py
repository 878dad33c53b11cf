"""A document's text as its page shows it: blocks in order, what is named in them marked.

Enters: a document, its findings, a quote. Leaves: parts of bounded size, so that a table of a
million cells is a page like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from aliquot.types import Block, BlockType, Document, Finding, Span

__all__ = ["DocumentText", "Heading", "Named", "Piece", "findings_by_kind", "outline_of"]

# A part is read in some twenty minutes, and drawn at once on any machine.
PART_CHARACTERS = 60_000
# Of the page's own heading, and of the deepest that HTML knows.
PAGE_LEVEL, DEEPEST_LEVEL = 1, 6
# Of one table; its file holds the rest.
ROWS = 200
# Findings listed of one kind.
LISTED = 60


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a block's text.

    Attributes:
        text: The words.
        mark: `quote`, `finding`, or empty for plain text.
        kind: Of the finding.
        start: Where it begins in the document's text.
    """

    text: str
    mark: str = ""
    kind: str = ""
    start: int = 0


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A block as it is shown.

    Attributes:
        block: The block.
        pieces: Its text, cut where marks begin and end; empty for a table.
        level: Of a heading on the page: below the page's own, and never two steps deeper than
            the one before it, as readers who jump from heading to heading need it.
    """

    block: Block
    pieces: tuple[Piece, ...] = ()
    level: int = 0

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The rows of a table below its header, as many as are shown."""
        return (self.block.grid or ())[1 : ROWS + 1]

    @property
    def rows_left(self) -> int:
        """Rows of a table that are not shown."""
        return max(0, len(self.block.grid or ()) - 1 - ROWS)


class DocumentText:
    """One part of a document's text.

    Attributes:
        part: Which, from 1.
        count: How many parts there are.
        starts: Where each part begins in the document's text.
    """

    def __init__(
        self, document: Document, findings: Sequence[Finding], quote: Span | None, part: int
    ) -> None:
        """Cut the text into parts and take one.

        Args:
            document: With its blocks.
            findings: What it names.
            quote: What is marked first; `None` for nothing.
            part: Which part, from 1; 0 for the one with the quote.
        """
        self._blocks = _parts(document.blocks)
        self._findings = findings
        self._quote = quote
        self.count = len(self._blocks)
        self.starts = [blocks[0].span.start if blocks else 0 for blocks in self._blocks]
        self.part = min(part or self.part_at(quote.start if quote else 0), self.count)

    def part_at(self, start: int) -> int:
        """Return the part, from 1, that a place in the text lies in."""
        return max(1, sum(begin <= start for begin in self.starts))

    def blocks(self) -> Iterator[ShownBlock]:
        """Yield the blocks of the part, in reading order."""
        marks = sorted(self._marks(), key=lambda one: one[0].start)
        level = PAGE_LEVEL
        for block in self._blocks[self.part - 1]:
            if block.grid:
                yield ShownBlock(block)
                continue
            if block.type is BlockType.HEADING:
                level = min(max(block.level, 1) + PAGE_LEVEL, level + 1, DEEPEST_LEVEL)
            yield ShownBlock(block, tuple(_pieces(block, marks)), level)

    def _marks(self) -> Iterator[tuple[Span, str, str]]:
        if self._quote is not None:
            yield self._quote, "quote", ""
        for one in self._findings:
            if self._quote is None or not _touch(one.place, self._quote):
                yield one.place, "finding", str(one.kind)


def _parts(blocks: Sequence[Block]) -> list[list[Block]]:
    parts: list[list[Block]] = [[]]
    size = 0
    for block in blocks:
        if parts[-1] and size + len(block.text) > PART_CHARACTERS:
            parts.append([])
            size = 0
        parts[-1].append(block)
        size += len(block.text)
    return parts


def _pieces(block: Block, marks: Iterable[tuple[Span, str, str]]) -> Iterator[Piece]:
    """Yield a block's text cut at the marks that touch it; of marks that overlap, the first."""
    at, text, offset = block.span.start, block.text, block.span.start
    for span, mark, kind in marks:
        start, end = max(span.start, at), min(span.end, block.span.end)
        if span.end <= at or start >= end:
            continue
        if start > at:
            yield Piece(text[at - offset : start - offset])
        yield Piece(text[start - offset : end - offset], mark, kind, span.start)
        at = end
    if at < block.span.end:
        yield Piece(text[at - offset :])


def _touch(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


# ------------------------------------------------------------------------------ what is in it


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading in the outline.

    Attributes:
        text: As printed.
        level: From 1.
        start: Where it stands in the document's text.
        part: The part it stands in.
    """

    text: str
    level: int
    start: int
    part: int


def outline_of(document: Document, text: DocumentText) -> list[Heading]:
    """Return a document's headings, in order."""
    return [
        Heading(one.text, min(max(one.level, 1), 4), one.span.start, text.part_at(one.span.start))
        for one in document.blocks
        if one.type is BlockType.HEADING and one.text.strip()
    ]


@dataclass(frozen=True, slots=True)
class Named:
    """One thing a document names, under all its spellings.

    Attributes:
        name: In one form.
        places: Ids of the places it is named at, as `at` takes them, in reading order.
        roles: What the document does with it.
    """

    name: str
    places: tuple[str, ...]
    roles: tuple[str, ...]


def findings_by_kind(findings: Iterable[Finding]) -> list[tuple[str, list[Named]]]:
    """Return what a document names by kind, what is named most often first.

    Args:
        findings: Of this document.
    """
    kinds: dict[str, dict[str, list[Finding]]] = {}
    for one in findings:
        name = one.normalised or one.value
        kinds.setdefault(str(one.kind), {}).setdefault(name, []).append(one)
    return [(kind, _most(named)) for kind, named in kinds.items()]


def _most(named: dict[str, list[Finding]]) -> list[Named]:
    ordered = sorted(named.items(), key=lambda one: (-len(one[1]), one[0].casefold()))
    return [
        Named(
            name,
            tuple(f"{one.chunk_id}@{one.span.start}-{one.span.end}" for one in found),
            tuple(sorted({str(one.role) for one in found})),
        )
        for name, found in ordered[:LISTED]
    ]
