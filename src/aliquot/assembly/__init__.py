"""Config to objects: the one room that joins everything.

Each function builds one thing from the config and what it stands on. Backends come by name; one
that is named and cannot load is an error, never a silent fallback. What every command needs is
named here, and what reads files, loaded when it is named; `answering`, `checking`, `finding`,
`findings`, `models`, `surveying` and `writing` are loaded by whoever needs them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
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

# A third of what a question would load, and it reads no file.
_READING = frozenset(["cutting_of", "make_ingest", "make_resolver", "parser_name"])


def __getattr__(name: str) -> object:
    """Load what reads files when it is first named."""
    if name in _READING:
        return getattr(import_module("aliquot.assembly.reading"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
