"""Units of the evidence, with what speaks for each.

The signs of a unit: the share of the question's weight it holds itself, by abbreviations written
out too; the share only its header or only the rest of its chunk holds, which is context and no
statement; the aspects it shows; its chunk's rank; and, for the best of them, nearness by meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from aliquot.generation.extractive.tables import column_names
from aliquot.generation.extractive.terms import QuestionTerms
from aliquot.generation.extractive.units import units_of
from aliquot.generation.extractive.wanted import Wanted
from aliquot.protocols import Analyser
from aliquot.types import Chunk, ScoredChunk, SectionClass, Span

__all__ = ["Candidate", "candidates_of", "is_evidence"]

# "Limits of Detection (LODs)", "Curcuma longa (Cl)": an abbreviation behind what it stands for.
INTRODUCED = re.compile(r"((?:[\w-]+\s){0,6}[\w-]+)\s\(([A-Za-z][\w-]{1,7}?)s?\)")
WORD = re.compile(r"[A-Za-z][\w-]*\w")

# What others found, marked by a reference; the caption of a figure.
ASIDE = re.compile(
    r"\[\d{1,3}(?:[,–-]\s?\d{1,3})*\]|\bet al\b|^(?:fig(?:ure)?\.?)\s?\d", re.IGNORECASE
)
ASIDE_SECTION = re.compile(
    r"(?:publications?|cross-references|acknowledge?ments?|funding|author contributions"
    r"|competing interests|conflicts? of interest|abbreviations)\b",
    re.IGNORECASE,
)


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
    is_aside: bool
    words: frozenset[str]


def candidates_of(
    evidence: Sequence[ScoredChunk], terms: QuestionTerms, wanted: Wanted, analyser: Analyser
) -> Iterator[Candidate]:
    """Yield what may be quoted of the evidence."""
    for scored in evidence:
        if is_evidence(scored.chunk, wanted):
            yield from _candidates(scored, terms, wanted, analyser)


def is_evidence(chunk: Chunk, wanted: Wanted) -> bool:
    """Tell whether a chunk may prove anything: an entry of a bibliography proves no content.

    Args:
        chunk: The chunk.
        wanted: What the question asks for.
    """
    is_entry = chunk.section_class is SectionClass.REFERENCES
    return not (chunk.is_reference or (is_entry and wanted.is_content))


def _candidates(
    scored: ScoredChunk, terms: QuestionTerms, wanted: Wanted, analyser: Analyser
) -> Iterator[Candidate]:
    chunk = scored.chunk
    heading = " ".join([chunk.section, *column_names(chunk)])
    section = terms.covered(set(analyser.terms(heading)))
    header = terms.covered(set(analyser.terms(chunk.header)))
    headed = wanted.headed(chunk.section)
    whole = terms.covered(set(analyser.terms(chunk.text)))
    long_forms = {
        short: frozenset(analyser.terms(long)) for short, long in _abbreviations(chunk.text)
    }
    is_aside = ASIDE_SECTION.match(chunk.section) is not None
    for unit in units_of(chunk, with_addresses=wanted.has("address")):
        text = unit.of(chunk.text)
        words = frozenset(analyser.terms(text))
        own = terms.covered(words | _written_out(text, long_forms))
        yield Candidate(
            chunk=chunk,
            rank=scored.rank,
            span=unit.shifted(chunk.span.start),
            text=text,
            own=own,
            under=section - own,
            around=header - section - own,
            beside=whole - header - section - own,
            shown=wanted.shown(text) | headed,
            is_field=bool(headed) or wanted.is_field(text),
            is_aside=is_aside or ASIDE.search(text) is not None,
            words=words,
        )


def _abbreviations(text: str) -> Iterator[tuple[str, str]]:
    """Yield every abbreviation a text introduces, with what it stands for."""
    for found in INTRODUCED.finditer(text):
        words = found[1].split()
        nearest = len(words) - len(found[2]) - 1
        for start in range(len(words) - 1, max(nearest, 0) - 1, -1):
            if words[start][0].casefold() == found[2][0].casefold():
                yield found[2], " ".join(words[start:])
                break


def _written_out(text: str, long_forms: Mapping[str, frozenset[str]]) -> frozenset[str]:
    words = {form for word in WORD.findall(text) for form in (word, word.removesuffix("s"))}
    return frozenset().union(*(terms for short, terms in long_forms.items() if short in words))
