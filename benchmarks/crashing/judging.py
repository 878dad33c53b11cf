"""What a library shows after a kill, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from aliquot.library import Library
from aliquot.protocols import VectorIndex
from aliquot.storage.engines.index import EngineVectorIndex
from crashing.lab import QUESTIONS

__all__ = ["Snapshot", "half_visible", "index_faults", "snapshot"]

# More than there are chunks: the local index compares so few exactly, and gives them all.
EVERY = 100_000


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a library shows.

    Attributes:
        documents: Source, title, text, blocks and chunks of every document, by id.
        found: What questions find, with ranks.
    """

    documents: dict[str, tuple[Any, ...]]
    found: dict[str, list[tuple[int, str]]]


def snapshot(library: Library) -> Snapshot:
    """Return every document with its chunks, by id, and what questions find."""
    contents = {one.id: _content(library, one.id) for one in library.documents()}
    found = {q: [(r.rank, r.chunk.id) for r in library.search(q, k=20)] for q in QUESTIONS}
    return Snapshot(contents, found)


def _content(library: Library, document_id: str) -> tuple[Any, ...]:
    document = library.document(document_id)
    source = Path(document.source.path).name if document.source else ""
    chunks = [(c.id, c.text, c.header, c.span) for c in library.chunks(document_id)]
    return (source, document.title, document.text, document.blocks, chunks)


def half_visible(visible: Snapshot, before: Snapshot, after: Snapshot) -> Iterator[str]:
    """Yield what is neither as it was nor as it is to be."""
    for name, content in visible.documents.items():
        if content not in (before.documents.get(name), after.documents.get(name)):
            yield f"{name} is neither as it was nor as it should be"
        text, chunks = content[2], content[4]
        if any(span.of(text) != said for _, said, _, span in chunks):
            yield f"{name} has a chunk that is not the text at its span"
    for name in before.documents.keys() & after.documents.keys() - visible.documents.keys():
        yield f"{name} is lost"
    for question, ranking in visible.found.items():
        strangers = {chunk.rpartition("#")[0] for _, chunk in ranking} - set(visible.documents)
        if strangers:
            yield f"{question!r} finds {sorted(strangers)}, which are not there"
    if before.documents == after.documents and visible.found not in (before.found, after.found):
        yield "questions find neither what they did nor what they should"


def index_faults(library: Library) -> Iterator[str]:
    """Yield what an index holds too much, lacks, or holds twice, on its disk."""
    parts = library._opened.parts
    parts.followers.catch_up()
    for one in parts.dense:
        expected = library.catalog.vectors.keys(one.embedder.id).tolist()
        held = _keys(one.index, one.embedder.dimension)
        if held != expected:
            yield f"{one.name} holds {len(held)} rows, of {len(expected)} there should be"
    chunks = library.catalog.counts()["chunks"]
    if len(parts.terms) != chunks:  # type: ignore[arg-type]
        yield f"the term index holds {len(parts.terms)} chunks of {chunks}"  # type: ignore[arg-type]
    behind = {one.name: library.catalog.sequence - one.sequence for one in parts.followers}
    if any(behind.values()):
        yield f"indexes are behind: {behind}"


def _keys(index: VectorIndex, dimension: int) -> list[int]:
    if isinstance(index, EngineVectorIndex):
        return sorted(one.key for one in index.engine.rows())
    anything = np.ones(dimension, dtype=np.float32)
    return sorted(one.key for one in index.search(anything, EVERY))
