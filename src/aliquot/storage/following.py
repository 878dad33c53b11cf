"""Bring an index up to the catalog: the changes since it last looked, or everything once."""

from __future__ import annotations

from aliquot.protocols import Index
from aliquot.storage.catalog import Catalog

__all__ = ["catch_up"]

# Records handed over at a time: bounds memory while a whole library is read back.
BATCH = 2000


def catch_up(catalog: Catalog, index: Index, embedder: str | None = None) -> int:
    """Apply every change the index has not seen; return how many chunks it was given.

    Nothing is embedded: vectors come from the cache, and chunks that have none yet are announced
    again when they do.

    Args:
        catalog: The truth.
        index: Its follower; visible to this process at once, durable after `flush`.
        embedder: Whose vectors the index holds; `None` for term indexes.
    """
    if index.sequence == 0:
        keys, last = catalog.all_keys()
        removed: list[int] = []
    else:
        keys, removed, last = catalog.changes_since(index.sequence)
    if last == index.sequence:
        return 0
    given = 0
    before = index.sequence
    batches = [keys[start : start + BATCH] for start in range(0, len(keys), BATCH)] or [[]]
    for number, batch in enumerate(batches):
        records = catalog.records(batch, embedder)
        is_last = number == len(batches) - 1
        # Only the last batch moves the index on: what stops half-way is simply applied again.
        index.apply(records, removed if number == 0 else [], last if is_last else before)
        given += len(records)
    return given
