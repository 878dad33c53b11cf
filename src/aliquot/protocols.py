"""The seams: what a backend must offer, in plain Python and NumPy.

Each is a `Protocol` of one to three methods. Vendors' types never cross a seam; vendors' errors are
translated in the adapter. `aliquot.testing` ships a contract suite for each seam with backends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from aliquot.types import (
    Chunk,
    Document,
    Filter,
    Finding,
    Message,
    Query,
    Reference,
    Reply,
    ScoredChunk,
    Tool,
)

__all__ = [
    "Analyser",
    "ChatModel",
    "ChunkRecord",
    "Chunker",
    "Clock",
    "Embedder",
    "FindingExtractor",
    "Hit",
    "Index",
    "Judge",
    "LateInteractionEncoder",
    "Leg",
    "MetadataResolver",
    "Parser",
    "Progress",
    "ProgressEvent",
    "QueryRewriter",
    "Reranker",
    "Role",
    "Scope",
    "SparseEncoder",
    "TermIndex",
    "TextModel",
    "VectorIndex",
    "silent",
]

Role = Literal["query", "document"]
Clock = Callable[[], float]


# ------------------------------------------------------------------------------ progress


@dataclass(frozen=True, slots=True)
class ProgressEvent:
    """One step of a long task.

    Attributes:
        stage: What is happening: `discover`, `ingest`, `embed`, `index`, ...
        done: Units finished.
        total: Units in all, 0 while unknown.
        source: The source just finished, where there is one.
        pages: Pages read so far.
        chunks: Chunks written so far.
    """

    stage: str
    done: int
    total: int
    source: str = ""
    pages: int = 0
    chunks: int = 0


Progress = Callable[[ProgressEvent], None]


def silent(event: ProgressEvent) -> None:
    """Show nothing: the default `Progress`."""


# ------------------------------------------------------------------------------ reading and cutting


class Parser(Protocol):
    """Turn one file into documents.

    Attributes:
        name: Short name stored with each document.
        version: Changes whenever the output may change, so that documents are read again.
    """

    name: str
    version: str

    def parse(self, path: Path) -> list[Document]:
        """Read `path` whole and return its documents, at least one.

        A file that holds several records (UniProt entries, ELN experiments) gives several.

        Raises:
            ParseError: The file is damaged, locked or holds no text.
        """
        ...


class Chunker(Protocol):
    """Cut one document into chunks."""

    def __call__(self, document: Document) -> list[Chunk]:
        """Return chunks in reading order; each text is an exact slice of the document's text."""
        ...


class MetadataResolver(Protocol):
    """Ask elsewhere who a document is.

    Attributes:
        id: What is asked, in which version; what another one was asked is asked again.
    """

    id: str

    @property
    def failures(self) -> list[str]:
        """One sentence for each service that could not be asked."""
        ...

    def resolve(self, document: Document) -> Sequence[Reference]:
        """Return what is stated of works that may be the document, preferred ones first.

        It judges nothing and never fails: what is not reached is among `failures`.
        """
        ...

    def close(self) -> None:
        """Release connections."""
        ...


# ------------------------------------------------------------------ text to terms and vectors


class Analyser(Protocol):
    """Turn text into index terms; the same for documents and queries.

    Attributes:
        id: Changes whenever terms may change, so that term indexes are rebuilt.
    """

    id: str

    def terms(self, text: str) -> list[str]:
        """Return the terms in order, repeated as often as they occur; none holds white space."""
        ...

    def parted(self, text: str) -> tuple[list[str], list[str]]:
        """Return `terms` in two lists: one form of each word, in order, and what is left.

        Phrases are found by the first, whose forms the spellings of a word share.
        """
        ...


class Embedder(Protocol):
    """Turn texts into vectors.

    Attributes:
        id: Name and weights hash; part of the vector cache's key.
        dimension: Length of a vector.
        languages: ISO 639-1 codes it understands; `None` for all.
    """

    id: str
    dimension: int
    languages: frozenset[str] | None

    def embed(self, texts: Sequence[str], role: Role) -> npt.NDArray[np.float32]:
        """Return float32 (n, dimension), rows of unit length, in the order of `texts`.

        Raises:
            ModelError: The model cannot be run.
        """
        ...


class SparseEncoder(Protocol):
    """Turn texts into weighted terms (learned sparse retrieval)."""

    id: str

    def encode(self, texts: Sequence[str], role: Role) -> list[Mapping[str, float]]:
        """Return term weights (> 0) per text."""
        ...


class LateInteractionEncoder(Protocol):
    """Turn texts into one vector per token."""

    id: str
    dimension: int

    def encode(self, texts: Sequence[str], role: Role) -> list[npt.NDArray[np.float32]]:
        """Return float32 (tokens, dimension) per text, rows of unit length."""
        ...


# ------------------------------------------------------------------------------ indexes


@dataclass(frozen=True, slots=True)
class ChunkRecord:
    """What an index is given for one chunk.

    Attributes:
        key: The catalog's number for the chunk, never used twice.
        chunk: The chunk, with metadata: the stored form of engines other tools may read.
        vector: float32 (dimension,), unit length; `None` for indexes that need none.
    """

    key: int
    chunk: Chunk
    vector: npt.NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk's key with its score in one index."""

    key: int
    score: float


@dataclass(frozen=True)
class Scope:
    """The chunks a search may return.

    Attributes:
        keys: int64 (n,), ascending: the catalog's answer, which is the meaning of the filter.
        where: The filter itself, for engines that prove to mean the same by it.
    """

    keys: npt.NDArray[np.int64]
    where: Filter | None = field(default=None)


@runtime_checkable
class Index(Protocol):
    """A follower of the catalog's change log, derived and rebuildable.

    Attributes:
        name: Its folder or collection.
        sequence: Number of the last change it holds.
    """

    name: str
    sequence: int

    def apply(self, upserts: Sequence[ChunkRecord], removals: Sequence[int], sequence: int) -> None:
        """Add and remove chunks, then stand at `sequence`; visible to this process at once.

        Applying the same changes twice leaves the same index.
        """
        ...

    def flush(self) -> None:
        """Make everything applied durable and visible to other processes."""
        ...

    def close(self) -> None:
        """Release files; the index is not used afterwards."""
        ...


class VectorIndex(Index, Protocol):
    """Nearest chunks to a vector, by cosine."""

    def search(
        self, vector: npt.NDArray[np.float32], k: int, scope: Scope | None = None
    ) -> list[Hit]:
        """Return at most `k` hits, best first, ties by key; an empty scope gives none."""
        ...


class TermIndex(Index, Protocol):
    """Best chunks for words, by BM25."""

    def search_terms(
        self, weights: Mapping[str, float], k: int, scope: Scope | None = None
    ) -> list[Hit]:
        """Return what `search` does, for analysed terms with their weights (> 0)."""
        ...

    def search_query(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return what `search` does for a query's text, expansions and phrases.

        Of the other names of one thing the best match counts, a name of several words only where
        they follow each other, and for the expansion's weight. A chunk that does not hold every
        phrase is not returned.
        """
        ...

    def holding(self, phrases: Sequence[str], *, slop: int = 0) -> npt.NDArray[np.int64]:
        """Return int64 (n,) ascending: the chunks that hold every phrase, word after word.

        Args:
            phrases: Texts; one without a term is held by none.
            slop: How many places in all words may stand off: 0 for the very phrase.
        """
        ...

    def idf(self, terms: Sequence[str]) -> list[float]:
        """Return ln((N - n + 0.5) / (n + 0.5) + 1) per analysed term over chunk texts."""
        ...

    def search(self, text: str, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return at most `k` hits, best first, ties by key; an empty scope gives none."""
        ...


# ------------------------------------------------------------------------------ finding


class Leg(Protocol):
    """One way of finding chunks; legs are fused.

    Attributes:
        name: Shown in traces: `lexical`, `dense:bge-small-en-v1.5`, ...
        languages: Question languages it serves; `None` for all.
        matches_words: Whether it finds words as they are written, rather than meaning.
    """

    name: str
    languages: frozenset[str] | None
    matches_words: bool

    def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return at most `k` hits, best first."""
        ...


class QueryRewriter(Protocol):
    """Turn one question into the queries to send; the literal question is always among them."""

    def rewrite(self, question: str, language: str) -> list[Query]:
        """Return at least one query, the literal one first."""
        ...


class TextModel(Protocol):
    """A language model: text in, text out."""

    @property
    def id(self) -> str:
        """Name and version, as a cache of what it wrote is keyed."""
        ...

    def complete(self, prompt: str, *, system: str = "", max_tokens: int = 512) -> str:
        """Return what the model writes, temperature 0 where it takes one.

        Raises:
            ModelError: The model failed.
            ModelUnavailableError: The model did not answer; worth another try.
        """
        ...


class Reranker(Protocol):
    """Reorder a ranking by reading question and chunk together.

    Attributes:
        id: Name and weights or version.
        languages: ISO 639-1 codes of questions it serves; `None` for all.
    """

    id: str
    languages: frozenset[str] | None

    def rerank(self, question: str, ranking: Sequence[ScoredChunk], k: int) -> list[ScoredChunk]:
        """Return at most `k` of the given chunks with new scores and ranks; never others."""
        ...


class FindingExtractor(Protocol):
    """Name what a document says of one kind of thing, or of several."""

    @property
    def name(self) -> str:
        """Short name stored with each finding."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever findings may change, so that documents are read again."""
        ...

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield findings in reading order; each `place` is an exact place in the document's text.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.

        Raises:
            SourceError: Not all of it could be read; what was yielded before holds.
        """
        ...


# ------------------------------------------------------------------------------ answering


class ChatModel(TextModel, Protocol):
    """A language model that answers: conversations, structured replies, tools, streams."""

    @property
    def is_local(self) -> bool:
        """Whether it runs in or beside this process, so that nothing leaves the machine."""
        ...

    @property
    def context_tokens(self) -> int:
        """The most it reads and writes together; 0 where unknown."""
        ...

    @property
    def has_schemas(self) -> bool:
        """Whether `reply` can be held to a JSON schema."""
        ...

    @property
    def has_tools(self) -> bool:
        """Whether it can be offered tools."""
        ...

    def count_tokens(self, text: str) -> int:
        """Return how many tokens a text is to this model, or an estimate that is not too low."""
        ...

    def reply(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        tools: Sequence[Tool] = (),
    ) -> Reply:
        """Return what the model says next, temperature 0 where it takes one.

        Args:
            messages: What was said so far, system first, at least one of the user's.
            max_tokens: The most it may write.
            schema: JSON schema of an object its text has to be; ignored without `has_schemas`.
            tools: What it may use; ignored without `has_tools`.

        Raises:
            ModelError: The model failed.
            ModelUnavailableError: The model did not answer; worth another try.
        """
        ...

    def stream(
        self, messages: Sequence[Message], *, max_tokens: int = 1024
    ) -> Iterator[str | Reply]:
        """Yield text as it is written, and last the whole `Reply`.

        Raises:
            ModelError: The model failed.
            ModelUnavailableError: The model did not answer; worth another try.
        """
        ...

    def close(self) -> None:
        """Release connections and processes."""
        ...


class Judge(Protocol):
    """Decide whether a text entails a statement."""

    def entails(self, text: str, statement: str) -> float:
        """Return the probability, 0 to 1."""
        ...
