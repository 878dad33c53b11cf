"""The check story: claim -> find -> weigh what each source says of it -> verdict.

Read `Check.verdict` from top to bottom. A claim is any sentence: of a draft, of a colleague, of
another program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from aliquot.find import Find
from aliquot.generation.checking import Claim, Stance, Weighed, Weigher, claims_of
from aliquot.generation.extractive import QuestionTerms, covered_share
from aliquot.generation.extractive.units import units_of
from aliquot.protocols import Analyser
from aliquot.types import Chunk, ScoredChunk, Span, Understanding, Verdict, VerdictKind

__all__ = ["Check"]

# Chunks searched for what speaks of a claim.
CHUNKS = 12
# Stretches weighed: those with most of the claim's words.
STRETCHES = 40
# Share of a claim's weighted words below which nothing found speaks of the same thing.
LEAST_SHARED = 0.5
# Sources named for a verdict; more would say the same.
MAX_CITATIONS = 3

Stretch = tuple[Chunk, Span]


class Check:
    """Hold claims against one library."""

    def __init__(
        self,
        *,
        find: Find,
        terms_of: Callable[[Understanding], QuestionTerms],
        analyser: Analyser,
        weigher: Weigher,
    ) -> None:
        """Take what it works with.

        Args:
            find: Finds chunks.
            terms_of: A sentence, as it was read, to its weighted content words.
            analyser: The same as the term index's.
            weigher: Tells what a stretch of a source says of a claim.
        """
        self._find = find
        self._terms_of = terms_of
        self._analyser = analyser
        self._weigher = weigher

    def verdicts(self, text: str, chunks: Sequence[Chunk] | None = None) -> Iterator[Verdict]:
        """Yield a verdict on each sentence of a text that claims something, in order.

        Args:
            text: Of any length.
            chunks: What it may rest on; the whole library unless given.
        """
        for claim in claims_of(text):
            yield self.verdict(claim, chunks)

    def verdict(self, claim: Claim, chunks: Sequence[Chunk] | None = None) -> Verdict:
        """Return whether sources support a claim, contradict it, or neither.

        Args:
            claim: One sentence.
            chunks: What it may rest on; the whole library unless given.

        Raises:
            ModelError: An embedder failed.
        """
        asked = self._find.understand(claim.text, is_literal=True)
        terms = self._terms_of(asked)
        found = self._found(claim) if chunks is None else chunks
        stretches = self._nearest(terms, found)
        weighed = [self._weigher.weigh(claim.text, *one) for _, one in stretches]
        nearest_share = stretches[0][0] if stretches else 0.0
        return _verdict(claim, weighed, is_found=nearest_share >= LEAST_SHARED)

    def _found(self, claim: Claim) -> list[Chunk]:
        ranking: Sequence[ScoredChunk] = self._find.found(
            claim.text, CHUNKS, is_literal=True
        ).ranking
        return [one.chunk for one in ranking if not one.chunk.is_reference]

    def _nearest(
        self, terms: QuestionTerms, chunks: Sequence[Chunk]
    ) -> list[tuple[float, Stretch]]:
        """Return the stretches with most of a claim's words, with the share they have."""
        shares = [
            (self._share(terms, chunk, span), (chunk, span))
            for chunk in chunks
            for span in _stretches(chunk)
        ]
        shares.sort(key=lambda one: -one[0])
        return shares[:STRETCHES]

    def _share(self, terms: QuestionTerms, chunk: Chunk, span: Span) -> float:
        text = chunk.text[span.start - chunk.span.start : span.end - chunk.span.start]
        return covered_share(terms, set(self._analyser.terms(f"{chunk.header}\n{text}")))


def _stretches(chunk: Chunk) -> Iterator[Span]:
    """Yield what can be quoted of a chunk: single units, then each two that follow each other."""
    units = [
        Span(chunk.span.start + one.start, chunk.span.start + one.end) for one in units_of(chunk)
    ]
    yield from units
    yield from (Span(one.start, other.end) for one, other in pairwise(units))


def _verdict(claim: Claim, weighed: Sequence[Weighed], *, is_found: bool) -> Verdict:
    supporting = [one for one in weighed if one.stance is Stance.FOR]
    opposing = [one for one in weighed if one.stance is Stance.AGAINST]
    if supporting:
        against = _distinct(one for one in opposing if not _is_among(one, supporting))
        return _said(claim, VerdictKind.SUPPORTED, supporting, against)
    if opposing:
        return _said(claim, VerdictKind.CONTRADICTED, opposing)
    silent = [one for one in weighed if one.stance is Stance.SILENT]
    if silent or (is_found and weighed):
        return _said(claim, VerdictKind.UNSUPPORTED, silent or weighed[:1])
    return Verdict(claim.written, VerdictKind.NOT_FOUND)


def _said(
    claim: Claim,
    kind: VerdictKind,
    weighed: Sequence[Weighed],
    against: Sequence[Weighed] = (),
) -> Verdict:
    failed = weighed[0].failed
    return Verdict(
        claim.written,
        kind,
        failed_gates=tuple(one.gate.value for one in failed),
        citations=tuple(one.citation for one in _distinct(iter(weighed))),
        reasons=tuple(one.reason for one in failed),
        against=tuple(one.citation for one in against),
    )


def _is_among(one: Weighed, others: Sequence[Weighed]) -> bool:
    """Tell whether a document says itself what it seems to contradict elsewhere."""
    return any(one.citation.document_id == other.citation.document_id for other in others)


def _distinct(weighed: Iterator[Weighed]) -> list[Weighed]:
    """Return the first of each document, a few at most."""
    by_document: dict[str, Weighed] = {}
    for one in weighed:
        by_document.setdefault(one.citation.document_id, one)
    return list(by_document.values())[:MAX_CITATIONS]
