"""What encoders give for a chunk, as bytes in the catalog's cache and as arrays in an index.

Enters: term weights, or one vector per token. Leaves: bytes, and the same read back. float16
throughout: three digits, of scores that are sums of tens of products.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from aliquot.errors import ModelError, StoreError
from aliquot.protocols import ChunkRecord, Embedder, LateInteractionEncoder, SparseEncoder

__all__ = [
    "DenseEncoding",
    "EncodedRecord",
    "Encoding",
    "SparseEncoding",
    "TokenEncoding",
    "pack_tokens",
    "pack_weights",
    "unpack_tokens",
    "unpack_weights",
]

Halves = npt.NDArray[np.float16]

# No encoder's vocabulary holds it: WordPiece and SentencePiece both split at white space.
_BETWEEN = "\n"
_LARGEST = float(np.finfo(np.float16).max)
_SMALLEST = float(np.finfo(np.float16).smallest_subnormal)


class Encoding(Protocol):
    """An encoder, with the form in which the catalog keeps what it gives.

    Attributes:
        id: The encoder's: what is kept under one id is interchangeable.
    """

    @property
    def id(self) -> str:
        """The encoder's."""
        ...

    def encode(self, texts: Sequence[str]) -> list[bytes]:
        """Return what is kept of each document text.

        Raises:
            ModelError: The model cannot be run.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodedRecord(ChunkRecord):
    """A chunk with what an encoder gave for it.

    Attributes:
        encoded: As `Encoding.encode` returned it.
    """

    encoded: bytes


# ------------------------------------------------------------------------------ encoders


@dataclass(frozen=True, slots=True)
class DenseEncoding:
    """One vector per text."""

    embedder: Embedder

    @property
    def id(self) -> str:
        """The embedder's id."""
        return self.embedder.id

    def encode(self, texts: Sequence[str]) -> list[bytes]:
        """Return the vectors as the cache keeps them."""
        rows = self.embedder.embed(texts, "document").astype(np.float16)
        return [row.tobytes() for row in rows]


@dataclass(frozen=True, slots=True)
class SparseEncoding:
    """Weighted terms per text."""

    encoder: SparseEncoder

    @property
    def id(self) -> str:
        """The encoder's id."""
        return self.encoder.id

    def encode(self, texts: Sequence[str]) -> list[bytes]:
        """Return the packed weights.

        Raises:
            ModelError: A term is empty or holds a line break, or a weight is no positive number.
        """
        return [pack_weights(weights) for weights in self.encoder.encode(texts, "document")]


@dataclass(frozen=True, slots=True)
class TokenEncoding:
    """One vector per token of a text."""

    encoder: LateInteractionEncoder

    @property
    def id(self) -> str:
        """The encoder's id."""
        return self.encoder.id

    def encode(self, texts: Sequence[str]) -> list[bytes]:
        """Return the packed vectors."""
        return [pack_tokens(rows) for rows in self.encoder.encode(texts, "document")]


# ------------------------------------------------------------------------------ bytes


def pack_weights(weights: Mapping[str, float]) -> bytes:
    """Return term weights as bytes: their number, float16 weights, then the terms.

    Weights too small for float16 are left out.

    Raises:
        ModelError: A term is empty or holds a line break, or a weight is no positive number.
    """
    held = sorted((term, value) for term, value in weights.items() if not 0 < value < _SMALLEST)
    for term, value in held:
        if not term or _BETWEEN in term or not 0 < value <= _LARGEST:
            raise ModelError(
                f"The sparse encoder gave the term {term!r} the weight {value}.",
                hint="The model is at fault: check its files, or use another.",
            )
    values = np.array([value for _, value in held], dtype="<f2")
    terms = _BETWEEN.join(term for term, _ in held)
    return np.uint32(len(held)).tobytes() + values.tobytes() + terms.encode("utf-8", "replace")


def unpack_weights(data: bytes) -> tuple[list[str], Halves]:
    """Return terms, ascending, and float16 (terms,) weights.

    Raises:
        StoreError: These are not bytes of `pack_weights`.
    """
    count = _head(data)
    end = 4 + 2 * count
    values = np.frombuffer(data[4:end], dtype="<f2").astype(np.float16)
    terms = data[end:].decode("utf-8").split(_BETWEEN) if count else []
    if not len(values) == len(terms) == count:
        raise _spoilt()
    return terms, values


def pack_tokens(rows: npt.NDArray[np.float32]) -> bytes:
    """Return float32 (tokens, dimension) as bytes: the dimension, then float16 rows."""
    return np.uint32(rows.shape[1]).tobytes() + rows.astype("<f2").tobytes()


def unpack_tokens(data: bytes) -> Halves:
    """Return float16 (tokens, dimension).

    Raises:
        StoreError: These are not bytes of `pack_tokens`.
    """
    dimension = _head(data)
    if not dimension or (len(data) - 4) % (2 * dimension):
        raise _spoilt()
    values: Halves = np.frombuffer(data[4:], dtype="<f2").astype(np.float16)
    return values.reshape(-1, dimension)


def _head(data: bytes) -> int:
    if len(data) < 4:
        raise _spoilt()
    return int(np.frombuffer(data[:4], dtype="<u4")[0])


def _spoilt() -> StoreError:
    return StoreError(
        "What the catalog keeps of an encoder is not as it was written.",
        hint="Run 'aliquot doctor'; restore the library from a copy if the catalog is damaged.",
    )
