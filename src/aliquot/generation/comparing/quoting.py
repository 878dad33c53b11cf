"""Stretches of a document as verified citations."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from aliquot.generation.labels import cite
from aliquot.generation.verify.quoting import stand
from aliquot.generation.verify.steering import doubted
from aliquot.types import Chunk, Citation, Span

__all__ = ["Quoter"]


class Quoter:
    """Quotes a document from its chunks; safe to share between threads."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        """Take the chunks.

        Args:
            chunks: Of one document; they may overlap.
        """
        self._chunks = sorted(chunks, key=lambda one: (one.span.start, one.span.end))
        self._starts = [one.span.start for one in self._chunks]
        self._longest = max((len(one.span) for one in self._chunks), default=0)

    def quotes(self, span: Span) -> list[Citation]:
        """Return a stretch as verified citations: one where a chunk holds it whole.

        A stretch of which chunks hold only a part is quoted as far as they do; of which none holds
        anything, not at all.
        """
        near = self._near(span)
        inside = [one for one in near if one.span.start <= span.start and span.end <= one.span.end]
        found: list[Citation] = []
        at = span.start
        for chunk in inside[:1] or near:
            part = Span(max(at, chunk.span.start), min(span.end, chunk.span.end))
            quoted = self._quote(chunk, part) if part.start < part.end else None
            if quoted is not None:
                found.append(quoted)
                at = part.end
        return found

    def _near(self, span: Span) -> list[Chunk]:
        """Return the chunks that hold some of a stretch, in order."""
        first = bisect_right(self._starts, span.start - self._longest)
        last = bisect_right(self._starts, span.end)
        return [one for one in self._chunks[max(0, first - 1) : last] if _overlap(one.span, span)]

    @staticmethod
    def _quote(chunk: Chunk, span: Span) -> Citation | None:
        """Return a stretch of a chunk, held against it; `None` where there are no words in it.

        The statement is the quote itself: the gate of quotes is the only one that can fail.
        """
        text = span.shifted(-chunk.span.start).of(chunk.text)
        lead = len(text) - len(text.lstrip())
        kept = Span(span.start + lead, span.start + lead + len(text.strip()))
        cited = stand(cite(chunk, kept), chunk)
        return None if cited is None else doubted(cited, chunk)


def _overlap(one: Span, two: Span) -> bool:
    return one.start < two.end and two.start < one.end
