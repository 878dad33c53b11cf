"""Config to objects: the one room that joins everything.

Each function builds one thing from the config and what it stands on. Backends come by name; one
that is named and cannot load is an error, never a silent fallback. What every command needs is
named here; `answering`, `checking`, `finding`, `findings`, `models`, `surveying` and `writing` are
loaded by whoever needs them.
"""

from __future__ import annotations

from aliquot.assembly.encoders import EncoderPart, make_encoders
from aliquot.assembly.indexes import (
    DenseIndex,
    VectorSpace,
    embedder_names,
    make_analyser,
    make_dense,
    make_embedder,
    make_followers,
    make_term_index,
    open_vectors,
    services_used,
    vectors_place,
)
from aliquot.assembly.reading import cutting_of, make_ingest, make_resolver, parser_name

__all__ = [
    "DenseIndex",
    "EncoderPart",
    "VectorSpace",
    "cutting_of",
    "embedder_names",
    "make_analyser",
    "make_dense",
    "make_embedder",
    "make_encoders",
    "make_followers",
    "make_ingest",
    "make_resolver",
    "make_term_index",
    "open_vectors",
    "parser_name",
    "services_used",
    "vectors_place",
]
