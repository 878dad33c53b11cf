"""Spans become chunks: header, pages, section, flags, metadata and id.

What enters: an `Outline` and the spans a chunker chose. What leaves: `Chunk`s in reading order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from aliquot.chunking.headers import header
from aliquot.chunking.identifiers import ChunkNamer
from aliquot.chunking.outline import Outline, common_path
from aliquot.types import Block, Chunk, FieldValue, Location, SectionClass, Span

__all__ = ["Cut", "assemble"]


@dataclass(frozen=True, slots=True)
class Cut:
    """A chunk to be.

    Attributes:
        span: Where it stands.
        notes: What its header says beyond title and section, such as a caption.
        keeps_headings: Whether headings alone are worth a chunk, as the title of a slide is.
    """

    span: Span
    notes: tuple[str, ...] = ()
    keeps_headings: bool = False


def assemble(outline: Outline, cuts: Iterable[Cut]) -> list[Chunk]:
    """Make the chunks of a document; cuts that hold only headings are left out unless kept."""
    shaped = [shape for cut in cuts if (shape := _shape(outline, cut)) is not None]
    namer = ChunkNamer(outline.document.id)
    metadata = outline.document.fields
    return [_chunk(outline, shape, namer, metadata) for shape in shaped]


@dataclass(frozen=True, slots=True)
class _Shape:
    """A cut without the headings its header already says.

    Attributes:
        span: Where the text stands.
        path: Headings above all of it.
        name: The heading its id is made of.
        notes: As of the cut.
    """

    span: Span
    path: tuple[str, ...]
    name: str
    notes: tuple[str, ...]


def _shape(outline: Outline, cut: Cut) -> _Shape | None:
    """Drop outer headings at the start and any at the end; nothing is left of headings alone.

    The title stays with the first chunk, so that it can be cited.
    """
    touched = outline.touched(cut.span)
    content = [index for index in touched if not outline.is_heading(index)]
    if not content:
        return _of_headings(outline, cut, touched) if cut.keeps_headings and touched else None
    path = common_path([outline.paths[index] for index in content])
    first = touched.start
    while (
        outline.is_heading(first)
        and not outline.is_title(first)
        and len(outline.paths[first]) <= len(path)
    ):
        first += 1
    start = max(cut.span.start, outline.blocks[first].span.start)
    end = min(cut.span.end, outline.blocks[content[-1]].span.end)
    # Where short sections share a chunk, its id is made of the first one's heading.
    named = path or outline.paths[content[0]]
    return _Shape(Span(start, end), path, named[-1] if named else "", cut.notes)


def _of_headings(outline: Outline, cut: Cut, touched: range) -> _Shape:
    return _Shape(cut.span, (), outline.blocks[touched.start].text, cut.notes)


def _chunk(
    outline: Outline, shape: _Shape, namer: ChunkNamer, metadata: Mapping[str, FieldValue]
) -> Chunk:
    document = outline.document
    touched = [outline.blocks[index] for index in outline.touched(shape.span)]
    locations = _locations(touched, shape.span)
    return Chunk(
        id=namer.name(shape.name),
        document_id=document.id,
        text=shape.span.of(outline.text),
        header=header(document.title, shape.path, shape.notes),
        span=shape.span,
        pages=tuple(sorted({location.page for location in locations})),
        locations=locations,
        section_path=shape.path,
        section_class=_section_class(touched),
        flags=frozenset().union(*(block.flags for block in touched)),
        metadata=metadata,
    )


def _section_class(blocks: Sequence[Block]) -> SectionClass:
    """Return the class the blocks agree on."""
    classes = {block.section_class for block in blocks}
    return classes.pop() if len(classes) == 1 else SectionClass.OTHER


def _locations(blocks: Sequence[Block], span: Span) -> tuple[Location, ...]:
    """Collect the lines of the blocks within a span, each once, in reading order."""
    lines = [location for block in blocks for location in _lines_within(block, span)]
    return tuple(dict.fromkeys(lines))


def _lines_within(block: Block, span: Span) -> tuple[Location, ...]:
    """Return the lines of a block within a span.

    A block knows where its lines stand on the page but not in the text, so a cut block's lines
    are taken in proportion to its characters.
    """
    count, length = len(block.locations), len(block.span)
    start = max(0, span.start - block.span.start)
    end = min(length, span.end - block.span.start)
    if (start, end) == (0, length):
        return block.locations
    return block.locations[start * count // length : -(-end * count // length)]
