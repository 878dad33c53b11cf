"""The documents a question names or leads to, and the part of each that it asks for.

A paper named by its DOI is found by its beginning. Of a gene's entry or a trial's record one asks
for a section or a field ("What does PAX4 do?", "the sponsor of NCT04780217"): that part is found,
and an entry may then be named in passing, by any name it holds. Where what a record tells leads to
it, and no name ("the exclusion criteria of the dupilumab trial"), the part comes right behind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from aliquot.types import RECORD_KINDS, Chunk, Query, ScoredChunk

__all__ = ["AskedFor", "NamedRecords", "with_parts"]

# A question to what tells a part of a record that it asks for; `None` where it asks for no part.
AskedFor = Callable[[str], Callable[[Chunk], bool] | None]

# Chunks of a record that are looked through, and of those that hold what is asked, those found.
MAX_READ = 200
MAX_PARTS = 3


class NamedRecords:
    """Finds what a question names, by identifiers and by names that entries hold."""

    def __init__(
        self,
        identified: Callable[[str], Sequence[Sequence[int]]],
        entries: Callable[[Sequence[str]], Sequence[Sequence[int]]],
        chunks: Callable[[Sequence[int]], Mapping[int, Chunk]],
        asked_for: AskedFor,
    ) -> None:
        """Take where records are looked up.

        Args:
            identified: Question to the documents whose title or identifier it holds, each as its
                chunks' keys in reading order.
            entries: Names to the entries that have one of them as their accession, likewise.
            chunks: Keys to chunks.
            asked_for: What tells the parts of a record that a question asks for.
        """
        self._identified = identified
        self._entries = entries
        self._chunks = chunks
        self._asked_for = asked_for

    def __call__(self, query: Query) -> list[list[int]]:
        """Return the keys of each document a query names, those that answer it alone."""
        named = [list(keys) for keys in self._identified(query.text)]
        is_asked = self._asked_for(query.text)
        if is_asked is None:
            return [keys[:1] for keys in named]
        parts = [self._parts(keys, is_asked) or keys[:1] for keys in named]
        names = [name for one in query.expansions for name in (one.name, *one.others)]
        entries = [keys for keys in self._entries(names) if keys not in named] if names else []
        return [*parts, *filter(None, (self._parts(keys, is_asked) for keys in entries))]

    def _parts(self, keys: Sequence[int], is_asked: Callable[[Chunk], bool]) -> list[int]:
        if not any(map(_is_of_record, self._chunks(keys[:1]).values())):
            return []
        found = self._chunks(keys[:MAX_READ])
        return [key for key in keys if key in found and is_asked(found[key])][:MAX_PARTS]


def with_parts(
    question: str,
    ranking: Sequence[ScoredChunk],
    parts_of: Callable[[str], Sequence[Chunk]],
    asked_for: AskedFor,
) -> list[ScoredChunk]:
    """Return a ranking with what is asked of the record that leads it right behind its leader.

    Args:
        question: As searched.
        ranking: Best first.
        parts_of: A document's id to its chunks in reading order.
        asked_for: What tells the parts of a record that a question asks for.
    """
    is_asked = asked_for(question)
    leader = ranking[0] if ranking else None
    if leader is None or is_asked is None or not _is_of_record(leader.chunk):
        return list(ranking)
    if is_asked(leader.chunk):
        return list(ranking)
    asked = [one for one in parts_of(leader.chunk.document_id)[:MAX_READ] if is_asked(one)]
    ranked = {one.chunk.id: one for one in ranking}
    parts = [
        ranked.get(one.id) or ScoredChunk(one, leader.score, 0, {}) for one in asked[:MAX_PARTS]
    ]
    taken = {one.chunk.id for one in parts}
    others = [one for one in ranking[1:] if one.chunk.id not in taken]
    return [replace(one, rank=rank) for rank, one in enumerate([leader, *parts, *others], start=1)]


def _is_of_record(chunk: Chunk) -> bool:
    return chunk.metadata.get("kind") in RECORD_KINDS
