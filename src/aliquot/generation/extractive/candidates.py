"""Units of the evidence, with what speaks for each.

The signs of a unit: the share of the question's weight it holds itself, by abbreviations written
out too; the share only its header or only the rest of its chunk holds, which is context and no
statement; the aspects it shows; its chunk's rank; and, for the best of them, nearness by meaning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aliquot.generation.extractive.read_chunks import ChunkReader, ReadChunk
from aliquot.generation.extractive.terms import QuestionTerms
from aliquot.generation.extractive.wanted import Wanted, is_other_field
from aliquot.types import Chunk, ScoredChunk, SectionClass, Span

__all__ = ["Candidate", "candidates_of", "is_evidence"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A unit that may be quoted, with the signs it is judged by.

    Attributes:
        chunk: Where it stands.
        rank: Of the chunk, from 1.
        span: In `Document.text`.
        text: Verbatim.
        own: Terms of the question it holds.
        under: Further terms that its section's heading or its columns' names hold.
        around: Further terms that the rest of its header holds.
        beside: Further terms that the rest of its chunk holds.
        shown: Names of the aspects asked for that it shows.
        is_field: Whether it is the field of a record that was asked for, or of its section.
        is_first: Whether it begins what stands under a heading that was asked for.
        is_aside: Whether it is about something else than its document: what others found, a
            figure's caption, a list of publications, thanks.
        words: All its terms, to tell what repeats.
    """

    chunk: Chunk
    rank: int
    span: Span
    text: str
    own: frozenset[str]
    under: frozenset[str]
    around: frozenset[str]
    beside: frozenset[str]
    shown: frozenset[str]
    is_field: bool
    is_first: bool
    is_aside: bool
    words: frozenset[str]


def candidates_of(
    evidence: Sequence[ScoredChunk], terms: QuestionTerms, wanted: Wanted, reader: ChunkReader
) -> Iterator[Candidate]:
    """Yield what may be quoted of the evidence."""
    for scored in evidence:
        if is_evidence(scored.chunk, wanted):
            yield from _candidates(scored, reader.read(scored.chunk), terms, wanted)


def is_evidence(chunk: Chunk, wanted: Wanted) -> bool:
    """Tell whether a chunk may prove anything: an entry of a bibliography proves no content.

    Args:
        chunk: The chunk.
        wanted: What the question asks for.
    """
    is_entry = chunk.section_class is SectionClass.REFERENCES
    return not (chunk.is_reference or (is_entry and wanted.is_content))


def _candidates(
    scored: ScoredChunk, read: ReadChunk, terms: QuestionTerms, wanted: Wanted
) -> Iterator[Candidate]:
    chunk = scored.chunk
    section = terms.covered(read.under)
    header = terms.covered(read.header)
    around = header - section
    beside = terms.covered(read.whole) - header - section
    headed = wanted.headed(chunk.section)
    for place, unit in enumerate(
        read.units_with_addresses if wanted.has("address") else read.units
    ):
        own = terms.covered(unit.written_out)
        # "Cofactor: FAD" under "Function" is another field.
        is_other = bool(headed) and is_other_field(unit.text, wanted)
        under_heading = frozenset() if is_other else headed
        yield Candidate(
            chunk=chunk,
            rank=scored.rank,
            span=unit.span,
            text=unit.text,
            own=own,
            under=section - own,
            around=around - own,
            beside=beside - own,
            shown=wanted.shown(unit.text) | under_heading,
            is_field=bool(under_heading) or wanted.is_field(unit.text),
            is_first=place == 0 and bool(under_heading),
            is_aside=unit.is_aside,
            words=unit.words,
        )
