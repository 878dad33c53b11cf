"""BM25 over our own terms in tantivy: memory-mapped, one writer, many reading processes.

Chunk records enter, keys with scores leave. `index` is the backend, `wording` forms the terms,
`segments` knows tantivy, `state` says how far the index on disk has come.
"""

from __future__ import annotations

from aliquot.storage.terms_tantivy.index import TantivyTermIndex
from aliquot.storage.terms_tantivy.wording import HEADER_WEIGHT

__all__ = ["HEADER_WEIGHT", "TantivyTermIndex"]
