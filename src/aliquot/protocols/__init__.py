"""The seams: what a backend must offer, in plain Python and NumPy.

Each is a `Protocol` of one to three methods. Vendors' types never cross a seam; vendors' errors are
translated in the adapter. `aliquot.testing` ships a contract suite for each seam with backends.
"""

from __future__ import annotations

from aliquot.protocols.encoding import (
    Analyser,
    Embedder,
    LateInteractionEncoder,
    Role,
    SparseEncoder,
)
from aliquot.protocols.indexes import ChunkRecord, Hit, Index, Scope, TermIndex, VectorIndex
from aliquot.protocols.models import ChatModel, Judge, TextModel
from aliquot.protocols.progress import Clock, Progress, ProgressEvent, silent
from aliquot.protocols.ranking import Leg, Reranker
from aliquot.protocols.reading import Chunker, FindingExtractor, MetadataResolver, Parser

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
    "Reranker",
    "Role",
    "Scope",
    "SparseEncoder",
    "TermIndex",
    "TextModel",
    "VectorIndex",
    "silent",
]
