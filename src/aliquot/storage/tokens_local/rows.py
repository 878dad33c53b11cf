"""The token vectors of chunks, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from aliquot.errors import IndexMismatchError
from aliquot.storage.durable import DurableFolder
from aliquot.storage.encodings import EncodedRecord, unpack_tokens
from aliquot.storage.segmented.form import Parts

__all__ = ["TokenRows", "TokenRowsForm"]

Keys = npt.NDArray[np.int64]
Halves = npt.NDArray[np.float16]
Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class TokenRows:
    """A segment of token vectors.

    Attributes:
        keys: int64 (n,) ascending, one per chunk.
        offsets: int64 (n + 1,), where a chunk's tokens begin.
        vectors: float16 (tokens, dimension).
    """

    keys: Keys
    offsets: Keys
    vectors: Halves

    def tokens(self, row: int) -> Floats:
        """Return float32 (tokens, dimension), a copy of one chunk's vectors."""
        return self.vectors[self.offsets[row] : self.offsets[row + 1]].astype(np.float32)


class TokenRowsForm:
    """How token vectors are joined and kept."""

    what = "index of token vectors"
    version = 1

    def __init__(self, encoder_id: str, dimension: int) -> None:
        self.encoder_id = encoder_id
        self._dimension = dimension

    def build(self, records: Sequence[EncodedRecord]) -> TokenRows:
        """Join the vectors of records by ascending key.

        Raises:
            IndexMismatchError: A record's vectors are of another dimension.
            StoreError: A record's encoding cannot be read.
        """
        read = [unpack_tokens(one.encoded) for one in records]
        for one in read:
            if one.shape[1] != self._dimension:
                raise IndexMismatchError(
                    f"This index holds vectors of {self._dimension} numbers, not {one.shape[1]}.",
                    hint="Use the encoder the index was built with, or rebuild the index.",
                )
        return self._joined(np.array([one.key for one in records], dtype=np.int64), read)

    def merge(self, parts: Sequence[tuple[TokenRows, Mask]]) -> TokenRows:
        """Make one segment of the rows wanted of each."""
        held = sorted(
            (int(one.keys[row]), part, int(row))
            for part, (one, wanted) in enumerate(parts)
            for row in np.flatnonzero(wanted)
        )
        vectors = [
            parts[part][0].vectors[slice(*parts[part][0].offsets[row : row + 2].tolist())]
            for _, part, row in held
        ]
        return self._joined(np.array([key for key, _, _ in held], dtype=np.int64), vectors)

    def write(self, folder: DurableFolder, stem: str, segment: TokenRows) -> Parts:
        """Write a segment's files."""
        return {
            "keys": folder.write_array(f"{stem}.keys.npy", segment.keys, hashed=True),
            "offsets": folder.write_array(f"{stem}.offsets.npy", segment.offsets, hashed=True),
            "vectors": folder.write_array(f"{stem}.vectors.npy", segment.vectors),
        }

    def open(self, folder: DurableFolder, parts: Parts) -> TokenRows:
        """Open a segment, its vectors mapped.

        Raises:
            IndexMismatchError: A file is not as written.
        """
        keys: Keys = folder.mapped(parts["keys"], np.int64)
        offsets: Keys = folder.mapped(parts["offsets"], np.int64)
        vectors: Halves = folder.mapped(parts["vectors"], np.float16)
        if len(offsets) != len(keys) + 1 or vectors.shape != (offsets[-1], self._dimension):
            raise folder.damaged(parts["vectors"].name)
        return TokenRows(keys, offsets, vectors)

    def _joined(self, keys: Keys, vectors: Sequence[Halves]) -> TokenRows:
        lengths = np.array([len(one) for one in vectors], dtype=np.int64)
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        empty = np.empty((0, self._dimension), np.float16)
        return TokenRows(keys, offsets, np.concatenate([empty, *vectors]))
