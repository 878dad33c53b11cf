"""Reorder a ranking by reading question and chunk together: one file per backend.

Enters: a question and a ranking. Leaves: the same chunks in another order. Knows nothing of legs or
indexes.
"""

from __future__ import annotations

from aliquot.reranking.ordering import rerank_top

__all__ = ["rerank_top"]
