"""Config to objects: the one room that joins everything.

Each function builds one thing from the config and what it stands on. Backends come by name; one
that is named and cannot load is an error, never a silent fallback. `checking`, `surveying`,
`findings` and `writing` are loaded by whoever needs them: most commands never do.
"""

from __future__ import annotations

from aliquot.assembly.answering import make_ask
from aliquot.assembly.encoders import EncoderPart, make_encoders
from aliquot.assembly.finding import make_find, make_reranker, make_retriever
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
from aliquot.assembly.models import (
    LibraryModel,
    NamedModel,
    make_chat_model,
    make_contextualiser,
    make_each_model,
    make_text_model,
    named_models,
)
from aliquot.assembly.reading import cutting_of, make_ingest, make_resolver, parser_name

__all__ = [
    "DenseIndex",
    "EncoderPart",
    "LibraryModel",
    "NamedModel",
    "VectorSpace",
    "cutting_of",
    "embedder_names",
    "make_analyser",
    "make_ask",
    "make_chat_model",
    "make_contextualiser",
    "make_dense",
    "make_each_model",
    "make_embedder",
    "make_encoders",
    "make_find",
    "make_followers",
    "make_ingest",
    "make_reranker",
    "make_resolver",
    "make_retriever",
    "make_term_index",
    "make_text_model",
    "named_models",
    "open_vectors",
    "parser_name",
    "services_used",
    "vectors_place",
]
