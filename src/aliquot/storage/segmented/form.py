"""What an index in segments asks of the kind of segment it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from aliquot.protocols import Scope
from aliquot.storage.durable import DurableFolder, FilePart
from aliquot.storage.encodings import EncodedRecord
from aliquot.storage.keyed import positions_of

__all__ = ["Parts", "Segment", "SegmentForm", "SegmentT", "View", "admitted"]

Keys = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
Parts = Mapping[str, FilePart]


class Segment(Protocol):
    """Rows of chunks that never change.

    Attributes:
        keys: int64 (n,) ascending, one per row.
    """

    @property
    def keys(self) -> Keys:
        """Chunk keys, ascending."""
        ...


SegmentT = TypeVar("SegmentT", bound=Segment)


class SegmentForm(Protocol[SegmentT]):
    """How one kind of segment is made, merged and kept.

    Attributes:
        what: The kind of index, as messages call it.
        version: Raised when files of the version before can no longer be read as they are.
        encoder_id: Whose work it holds.
    """

    what: str
    version: int
    encoder_id: str

    def build(self, records: Sequence[EncodedRecord]) -> SegmentT:
        """Make a segment of records by ascending key.

        Raises:
            StoreError: A record's encoding cannot be read.
        """
        ...

    def merge(self, parts: Sequence[tuple[SegmentT, Mask]]) -> SegmentT:
        """Make one segment of the rows wanted of each; no key is wanted twice."""
        ...

    def write(self, folder: DurableFolder, stem: str, segment: SegmentT) -> Parts:
        """Write a segment's files, names beginning with `stem`; return them by what they hold."""
        ...

    def open(self, folder: DurableFolder, parts: Parts) -> SegmentT:
        """Open what `write` has written, mapped where it is large.

        Raises:
            IndexMismatchError: A file is not as written.
        """
        ...


@dataclass(frozen=True, slots=True)
class View(Generic[SegmentT]):
    """What one search sees: a segment with its rows still alive; no key is alive in two.

    Attributes:
        segment: The rows.
        alive: bool (n,), false where a row was removed or replaced.
    """

    segment: SegmentT
    alive: Mask

    def __len__(self) -> int:
        return int(self.alive.sum())


def admitted(view: View[SegmentT], scope: Scope | None) -> Mask:
    """Return bool (n,): the rows alive that a scope admits."""
    if scope is None:
        return view.alive
    _, found = positions_of(view.segment.keys, scope.keys)
    return view.alive & found
