"""Rows known by their chunk's key: finding them, and merging what several tables found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from aliquot.protocols import Hit

__all__ = ["Candidates", "hits", "positions_of"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]
Positions = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Keys with final scores, in no order."""

    keys: Keys
    scores: Floats


def hits(found: Sequence[Candidates], k: int) -> list[Hit]:
    """Merge candidates: at most `k`, best first, ties by key."""
    keys = np.concatenate([candidates.keys for candidates in found])
    scores = np.concatenate([candidates.scores for candidates in found])
    order = np.lexsort((keys, -scores))[:k]
    return list(map(Hit, keys[order].tolist(), scores[order].tolist()))


def positions_of(keys: Keys, ascending: Keys) -> tuple[Positions, Mask]:
    """Find keys in an ascending array.

    Returns:
        For each key its place in `ascending` (any place where it is absent), and whether it is
        there.
    """
    if not len(ascending):
        return np.zeros(len(keys), dtype=np.intp), np.zeros(len(keys), dtype=np.bool_)
    places = np.searchsorted(ascending, keys)
    places[places == len(ascending)] = 0
    return places, ascending[places] == keys
