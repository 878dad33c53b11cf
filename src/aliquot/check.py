"""The check story: claim -> find -> weigh what each source says of it -> verdict.

Read `Check.verdict` from top to bottom. A claim is any sentence: of a draft, of a colleague, of
another program. One that claims several things is held to each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from aliquot.find import Find
from aliquot.generation.checking import (
    Decision,
    Weigher,
    claims_of,
    decide,
    decide_together,
    parts_of,
)
from aliquot.generation.extractive import QuestionTerms, covered_share
from aliquot.generation.extractive.units import units_of
from aliquot.protocols import Analyser, Progress, ProgressEvent, silent
from aliquot.types import (
    Chunk,
    Filter,
    Gate,
    GateResult,
    ScoredChunk,
    Span,
    Understanding,
    Verdict,
    VerdictKind,
)

__all__ = ["Check"]

# Chunks searched for what speaks of a claim.
CHUNKS = 12
# Stretches weighed: those with most of the claim's words.
STRETCHES = 40
# Share of a claim's weighted words below which nothing found speaks of the same thing.
LEAST_SHARED = 0.45
# Fit of a stretch that says a whole sentence; one that is less near may say a part of it alone.
WHOLE_FIT = 0.85

# Said where nothing but the wording stands between a claim and its nearest source.
TOO_FAR = "the words of the nearest source are too far from these to prove them"

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

    def verdicts(
        self,
        text: str,
        chunks: Sequence[Chunk] | None = None,
        progress: Progress = silent,
        where: Filter | None = None,
    ) -> Iterator[Verdict]:
        """Yield a verdict on each sentence of a text that claims something, in order.

        Args:
            text: Of any length.
            chunks: What it may rest on; the whole library unless given.
            progress: Told after each sentence.
            where: What it may rest on, where no chunks are named.

        Raises:
            ModelError: An embedder failed.
        """
        claims = list(claims_of(text))
        for done, claim in enumerate(claims, start=1):
            yield self.verdict(claim.written, claim.text, chunks, where)
            progress(ProgressEvent("check", done, len(claims)))

    def verdict(
        self,
        written: str,
        text: str,
        chunks: Sequence[Chunk] | None = None,
        where: Filter | None = None,
    ) -> Verdict:
        """Return whether sources support a claim, contradict it, or neither.

        Args:
            written: One sentence, as it stands.
            text: What of it is checked.
            chunks: What it may rest on; the whole library unless given.
            where: What it may rest on, where no chunks are named.

        Raises:
            ModelError: An embedder failed.
        """
        whole = self._decided(text, chunks, where)
        if whole.kind is VerdictKind.SUPPORTED and whole.fit >= WHOLE_FIT:
            return _verdict(written, whole)
        parts = parts_of(text)
        if len(parts) == 1:
            return _verdict(written, whole)
        decided = [self._decided(part, chunks, where) for part in parts]
        kind = decide_together(decided)
        if whole.kind is VerdictKind.SUPPORTED and kind is not VerdictKind.CONTRADICTED:
            return _verdict(written, whole)
        return _joined(written, kind, parts, decided)

    def _decided(self, text: str, chunks: Sequence[Chunk] | None, where: Filter | None) -> Decision:
        terms = self._terms_of(self._find.understand(text, where, is_literal=True))
        found = self._found(text, where) if chunks is None else chunks
        stretches = self._nearest(terms, found)
        weighed = [self._weigher.weigh(text, *one) for _, one in stretches]
        nearest_share = stretches[0][0] if stretches else 0.0
        return decide(weighed, is_found=nearest_share >= LEAST_SHARED)

    def _found(self, text: str, where: Filter | None) -> list[Chunk]:
        found = self._find.found(text, CHUNKS, where, is_literal=True)
        ranking: Sequence[ScoredChunk] = found.ranking
        return [one.chunk for one in ranking if not one.chunk.is_reference]

    def _nearest(
        self, terms: QuestionTerms, chunks: Sequence[Chunk]
    ) -> list[tuple[float, Stretch]]:
        """Return the stretches with most of a claim's words, with the share they have."""
        shares = [
            (covered_share(terms, words), (chunk, span))
            for chunk in chunks
            for span, words in self._stretches(chunk)
        ]
        shares.sort(key=lambda one: -one[0])
        return shares[:STRETCHES]

    def _stretches(self, chunk: Chunk) -> Iterator[tuple[Span, set[str]]]:
        """Yield what can be quoted of a chunk, with its terms and those of the header.

        Single units come first, then each two that follow each other.
        """
        header = set(self._analyser.terms(chunk.header))
        units = [
            (one.shifted(chunk.span.start), header.union(self._analyser.terms(one.of(chunk.text))))
            for one in units_of(chunk)
        ]
        yield from units
        for (one, words), (other, others) in pairwise(units):
            yield Span(one.start, other.end), words | others


def _verdict(written: str, decision: Decision) -> Verdict:
    nearest = decision.shown[0] if decision.shown else None
    failed = nearest.failed if nearest else ()
    if nearest and not failed and decision.kind is VerdictKind.UNSUPPORTED:
        failed = (GateResult(Gate.WORDS, False, TOO_FAR),)
    return Verdict(
        written,
        decision.kind,
        failed_gates=tuple(one.gate.value for one in failed),
        citations=tuple(one.citation for one in decision.shown),
        reasons=tuple(one.reason for one in failed),
        against=tuple(one.citation for one in decision.against),
        differences=nearest.differences if nearest else (),
    )


def _joined(
    written: str, kind: VerdictKind, parts: Sequence[str], decided: Sequence[Decision]
) -> Verdict:
    """Return the verdict on a sentence by those on its parts; what decides it comes first."""
    verdicts = [_verdict(*one) for one in zip(parts, decided, strict=True)]
    telling = sorted(verdicts, key=lambda one: one.kind is not kind)
    return Verdict(
        written,
        kind,
        failed_gates=tuple(dict.fromkeys(one for part in telling for one in part.failed_gates)),
        citations=tuple(dict.fromkeys(one for part in telling for one in part.citations[:1])),
        reasons=tuple(dict.fromkeys(one for part in telling for one in part.reasons)),
        against=tuple(dict.fromkeys(one for part in telling for one in part.against)),
        differences=tuple(dict.fromkeys(one for part in telling for one in part.differences)),
        parts=tuple(verdicts),
    )
