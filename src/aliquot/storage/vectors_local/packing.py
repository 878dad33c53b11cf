"""How rows of unit length are kept: float32, float16 in half the room, int8 in a quarter.

As int8 a row is `scale * codes`: its largest number becomes 127 or -127, and the scale, about
max|x| / 127, is the one that gives the codes unit length again, so that a product with them is a
cosine. It follows from the codes alone: a row packed, read and packed again stays as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

__all__ = ["ROUNDING", "Dtype", "PackedRows", "as_float32", "int8_codes", "packed"]

Floats = npt.NDArray[np.float32]
Codes = npt.NDArray[np.int8]
Numbers = npt.NDArray[np.float32] | npt.NDArray[np.float16] | Codes
Places = npt.NDArray[np.intp] | slice

Dtype = Literal["float32", "float16", "int8"]

# Thirty times the largest float32 rounding error of a product of unit vectors measured (3e-7, at
# 4,096 dimensions): every true top-k row is among the candidates that are scored again.
ROUNDING = 1e-5

_LARGEST_CODE = 127

# A half has 10 bits of fraction and counts its exponent from 15; a float 23, and from 127. Moved
# to where a float has them, its bits mean 2^112 too little. NumPy converts number by number:
# 20,000 x 384 took 9.8 ms more than a scan of float32, this way 2.9 (2026-11-30).
_FRACTION_SHIFT = 23 - 10
_EXPONENT_FACTOR = np.float32(2.0 ** (127 - 15))
# The sign, and the 15 bits moved; what the sign filled between them goes.
_HALF_BITS = np.int32(-(2**31) + (0x7FFF << _FRACTION_SHIFT))


@dataclass(frozen=True, slots=True)
class PackedRows:
    """Rows as they are kept.

    Attributes:
        numbers: float32, float16 or int8 (n, dimension).
        scales: float32 (n,), what a row of int8 is multiplied by; `None` for floats.
    """

    numbers: Numbers
    scales: Floats | None = None

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def dimension(self) -> int:
        """Length of a row."""
        return int(self.numbers.shape[1])

    def floats(self, places: Places) -> Floats:
        """Return float32 (len(places), dimension), of unit length but for rounding."""
        rows = as_float32(self.numbers[places])
        return rows if self.scales is None else rows * self.scales[places, None]


def packed(units: Floats, dtype: Dtype) -> PackedRows:
    """Round float32 (n, dimension), rows of unit length, to what is kept of them."""
    if dtype != "int8":
        return PackedRows(units.astype(dtype, copy=False))
    codes = int8_codes(units)
    wide = codes.astype(np.float64)
    lengths = np.sqrt(np.einsum("ij,ij->i", wide, wide))  # Of integers: exact in any order.
    return PackedRows(codes, (1 / lengths).astype(np.float32))


def int8_codes(rows: Floats) -> Codes:
    """Return int8 of the shape of float32 (..., dimension), none of them zeros, by direction."""
    largest = np.abs(rows).max(axis=-1, keepdims=True)
    codes: Codes = np.rint(rows * (_LARGEST_CODE / largest)).astype(np.int8)
    return codes


def as_float32(numbers: Numbers) -> Floats:
    """Return the same finite numbers as float32."""
    if numbers.dtype != np.float16:
        return numbers.astype(np.float32, copy=False)
    bits = numbers.view(np.int16).astype(np.int32)
    bits <<= _FRACTION_SHIFT
    bits &= _HALF_BITS
    floats: Floats = bits.view(np.float32)
    floats *= _EXPONENT_FACTOR
    return floats
