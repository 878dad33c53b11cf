"""The documents a question names, and the part of each that it asks for.

A paper named by its DOI is found by its beginning. Of a gene's entry or a trial's record one asks
for a section or a field ("What does PAX4 do?", "the sponsor of NCT04780217"): that part is found, and
an entry may then be named in passing, by any name it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from aliquot.types import Chunk, DocumentKind, Query

__all__ = ["NamedRecords"]

# Kinds of documents that are made of sections and fields, always the same.
RECORD_KINDS = (DocumentKind.GENE, DocumentKind.TRIAL)
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
        asked_for: Callable[[str], Callable[[Chunk], bool] | None],
    ) -> None:
        """Take where records are looked up.

        Args:
            identified: Question to the documents whose title or identifier it holds, each as its
                chunks' keys in reading order.
            entries: Names to the entries that have one of them as their accession, likewise.
            chunks: Keys to chunks.
            asked_for: Question to what tells a part of a record that it asks for; `None` where it
                asks for no part.
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
        first = self._chunks(keys[:1])
        if not any(one.metadata.get("kind") in RECORD_KINDS for one in first.values()):
            return []
        found = self._chunks(keys[:MAX_READ])
        return [key for key in keys if key in found and is_asked(found[key])][:MAX_PARTS]
