"""Postings: for each term, the rows that hold it and how much of it.

Compressed sparse columns. The postings of term t are `rows[offsets[t]:offsets[t + 1]]` and
`impacts` at the same places. Six bytes a posting; a chunk of 300 tokens has some 150 of them under
SPLADE.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from aliquot.storage.durable import DurableFolder
from aliquot.storage.encodings import EncodedRecord, unpack_weights
from aliquot.storage.segmented.form import Parts

__all__ = ["Postings", "PostingsForm"]

Keys = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int32]
Halves = npt.NDArray[np.float16]
Doubles = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Postings:
    """A segment of term impacts.

    Attributes:
        keys: int64 (n,) ascending, one per row.
        terms: Ascending.
        offsets: int64 (terms + 1,), where a term's postings begin.
        rows: int32 (postings,).
        impacts: float16 (postings,), above 0.
        places: Each term's place.
    """

    keys: Keys
    terms: Sequence[str]
    offsets: Keys
    rows: Rows
    impacts: Halves
    places: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", {term: n for n, term in enumerate(self.terms)})

    def scores(self, weights: Mapping[str, float]) -> Doubles:
        """Return float64 (n,): the products of every row with `weights`.

        Summed by ascending term, so that equal rows score equal in whatever segment they lie.
        """
        held = [(self.places[term], weights[term]) for term in sorted(weights.keys() & self.places)]
        if not held:
            return np.zeros(len(self.keys))
        slices = [slice(*self.offsets[place : place + 2].tolist()) for place, _ in held]
        rows = np.concatenate([self.rows[one] for one in slices])
        parts = zip(slices, (weight for _, weight in held), strict=True)
        products = np.concatenate(
            [self.impacts[one].astype(np.float64) * weight for one, weight in parts]
        )
        return np.bincount(rows, products, len(self.keys)).astype(np.float64)


class PostingsForm:
    """How postings are made, merged and kept."""

    what = "index of term weights"
    version = 1

    def __init__(self, encoder_id: str) -> None:
        self.encoder_id = encoder_id

    def build(self, records: Sequence[EncodedRecord]) -> Postings:
        """Make postings of records by ascending key.

        Raises:
            StoreError: A record's encoding cannot be read.
        """
        read = [unpack_weights(one.encoded) for one in records]
        terms = sorted(set(chain.from_iterable(held for held, _ in read)))
        places = {term: n for n, term in enumerate(terms)}
        counts = [len(held) for held, _ in read]
        columns = np.fromiter(
            (places[term] for held, _ in read for term in held), np.int64, sum(counts)
        )
        rows = np.repeat(np.arange(len(read), dtype=np.int32), counts)
        impacts = np.concatenate([np.empty(0, np.float16), *(values for _, values in read)])
        keys = np.array([one.key for one in records], dtype=np.int64)
        return _sorted_by_term(keys, terms, columns, rows, impacts)

    def merge(self, parts: Sequence[tuple[Postings, Mask]]) -> Postings:
        """Make one segment of the rows wanted of each."""
        keys = np.sort(
            np.concatenate([np.empty(0, np.int64), *(one.keys[wanted] for one, wanted in parts)])
        )
        terms = sorted(set(chain.from_iterable(one.terms for one, _ in parts)))
        places = {term: n for n, term in enumerate(terms)}
        columns, rows, impacts = [np.empty(0, np.int64)], [np.empty(0, np.int32)], []
        for one, wanted in parts:
            kept = wanted[one.rows]
            column = np.array([places[term] for term in one.terms], dtype=np.int64)
            columns.append(np.repeat(column, np.diff(one.offsets))[kept])
            rows.append(np.searchsorted(keys, one.keys).astype(np.int32)[one.rows[kept]])
            impacts.append(one.impacts[kept])
        held = np.concatenate([np.empty(0, np.float16), *impacts])
        return _sorted_by_term(keys, terms, np.concatenate(columns), np.concatenate(rows), held)

    def write(self, folder: DurableFolder, stem: str, segment: Postings) -> Parts:
        """Write a segment's files."""
        spelt = "\n".join(segment.terms).encode("utf-8")
        letters = np.frombuffer(spelt, dtype=np.uint8)
        vocabulary: dict[str, npt.NDArray[Any]] = {"offsets": segment.offsets, "terms": letters}
        return {
            "keys": folder.write_array(f"{stem}.keys.npy", segment.keys, hashed=True),
            "vocabulary": folder.write_arrays(f"{stem}.vocabulary.npz", vocabulary),
            "rows": folder.write_array(f"{stem}.rows.npy", segment.rows),
            "impacts": folder.write_array(f"{stem}.impacts.npy", segment.impacts),
        }

    def open(self, folder: DurableFolder, parts: Parts) -> Postings:
        """Open a segment, its postings mapped.

        Raises:
            IndexMismatchError: A file is not as written.
        """
        offsets, spelt = folder.arrays(parts["vocabulary"], ("offsets", "terms"))
        terms = spelt.tobytes().decode("utf-8").split("\n") if len(spelt) else []
        rows: Rows = folder.mapped(parts["rows"], np.int32)
        impacts: Halves = folder.mapped(parts["impacts"], np.float16)
        if len(offsets) != len(terms) + 1 or not offsets[-1] == len(rows) == len(impacts):
            raise folder.damaged(parts["vocabulary"].name)
        return Postings(folder.mapped(parts["keys"], np.int64), terms, offsets, rows, impacts)


def _sorted_by_term(
    keys: Keys, terms: Sequence[str], columns: Keys, rows: Rows, impacts: Halves
) -> Postings:
    """Put postings in order of their term; terms that have none any more are dropped."""
    counts = np.bincount(columns, minlength=len(terms))
    held = np.flatnonzero(counts)
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts[held], dtype=np.int64)])
    # Stable: postings come in sorted runs, which this merges rather than sorts.
    order = np.argsort(columns, kind="stable")
    return Postings(keys, [terms[n] for n in held.tolist()], offsets, rows[order], impacts[order])
