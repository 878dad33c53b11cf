"""What the tests of strategies share: evidence of several documents, a writer without a model."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence

from aliquot.generation.strategies.strategy import OnStatement
from aliquot.generation.writing.written import Turn, Written, ignore
from aliquot.types import Chunk, Citation, ScoredChunk, Span, Statement, Usage

Line = Written | Exception | Callable[[], Written]


def chunk(document: str, number: int, text: str, **metadata: str) -> Chunk:
    start = 1000 * number
    return Chunk(
        id=f"{document}#{number}",
        document_id=document,
        text=text,
        header=f"{document} > Results",
        span=Span(start, start + len(text)),
        section_path=("Results",),
        metadata={"title": document, **metadata},
    )


def ranked(*found: tuple[Chunk, float]) -> list[ScoredChunk]:
    return [ScoredChunk(one, score, rank) for rank, (one, score) in enumerate(found, start=1)]


def stated(source: Chunk, text: str = "", quote: str = "") -> Statement:
    """Return a statement that stands in a chunk word for word, unless it is said otherwise."""
    quoted = quote or source.text
    start = source.span.start + source.text.index(quoted)
    citation = Citation(
        label=source.document_id,
        quote=quoted,
        span=Span(start, start + len(quoted)),
        chunk_id=source.id,
        document_id=source.document_id,
        source="",
        section="Results",
        page=None,
        verified=True,
    )
    return Statement(text or quoted, (citation,))


class FakeWriter:
    """Write what is told for the first document of the evidence; quote the best chunk otherwise."""

    def __init__(self, lines: Mapping[str, Line] | None = None) -> None:
        self._lines = lines or {}
        self._lock = threading.Lock()
        self.given: list[tuple[str, ...]] = []
        self.turns: list[Sequence[Turn]] = []
        self.threads: set[str] = set()

    def write(
        self,
        question: str,
        language: str,
        evidence: Sequence[ScoredChunk],
        *,
        on_statement: OnStatement = ignore,
        turns: Sequence[Turn] = (),
    ) -> Written:
        with self._lock:
            self.given.append(tuple(one.chunk.id for one in evidence))
            self.turns.append(turns)
            self.threads.add(threading.current_thread().name)
        first = evidence[0].chunk
        line = self._lines.get(first.document_id) or Written(
            (stated(first),), usage=Usage(10, 5, None, requests=1, models=("fake",))
        )
        if isinstance(line, Exception):
            raise line
        written = line() if callable(line) else line
        for statement in written.statements:
            on_statement(statement)
        return written


A = chunk("a", 1, "The half-life of p53 is 20 minutes.")
B = chunk("b", 1, "Nutlin-3 stabilises p53.")
C = chunk("c", 1, "The weather was fine.")
