"""How an index in segments lies on disk.

`state.json` names the segments, oldest first. Of each: the files its form writes, and
`segment-N.removals.npy` int64, keys it takes away from the segments before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Generic

import numpy as np
import numpy.typing as npt

from aliquot.storage.durable import DurableFolder, FilePart
from aliquot.storage.segmented.form import Parts, SegmentForm, SegmentT

__all__ = ["Change", "SegmentFiles", "State", "Written"]

Keys = npt.NDArray[np.int64]

_OURS = re.compile(r"segment-(\d+)\..+")


@dataclass(frozen=True, slots=True)
class Written:
    """A segment on disk: its files by what they hold, and the file of its removals."""

    parts: Parts
    removals: FilePart | None = None


@dataclass(frozen=True, slots=True)
class State:
    """What `state.json` says.

    Attributes:
        encoder_id: Whose work the index holds.
        version: Of the segments' form.
        sequence: Number of the last change it holds.
        segments: Oldest first.
    """

    encoder_id: str
    version: int
    sequence: int = 0
    segments: tuple[Written, ...] = ()

    def parts(self) -> Iterator[FilePart]:
        """Yield every file the state needs."""
        for written in self.segments:
            yield from written.parts.values()
            if written.removals is not None:
                yield written.removals


@dataclass(frozen=True, slots=True)
class Change(Generic[SegmentT]):
    """A segment and the keys it takes away from those before it; `None` until it is written."""

    segment: SegmentT
    removals: Keys
    written: Written | None = field(default=None)


class SegmentFiles(DurableFolder, Generic[SegmentT]):
    """The folder of one index."""

    def __init__(self, folder: Path, form: SegmentForm[SegmentT]) -> None:
        super().__init__(folder, what=form.what, ours=_OURS)
        self._form = form

    def state(self) -> State:
        """Return the newest state; an empty one where there is none yet.

        Raises:
            IndexMismatchError: It is of another encoder or version, or damaged.
            StoreError: It cannot be read.
        """
        state = self.read_state(_parsed)
        if state is None:
            return State(self._form.encoder_id, self._form.version)
        if state.version != self._form.version:
            raise self.mismatched(
                f"is of version {state.version}; this one reads {self._form.version}"
            )
        if state.encoder_id != self._form.encoder_id:
            raise self.mismatched(
                f"was built by the encoder {state.encoder_id}, not {self._form.encoder_id}"
            )
        return state

    def opened(self) -> tuple[State, list[Change[SegmentT]]]:
        """Open the newest state with its segments.

        Raises:
            IndexMismatchError: The index is of another encoder or version, or damaged.
            StoreError: The files cannot be read.
        """
        return self.open_newest(self.state, self._opened)

    def _opened(self, state: State) -> tuple[State, list[Change[SegmentT]]]:
        return state, [self.read(written) for written in state.segments]

    def read(self, written: Written) -> Change[SegmentT]:
        """Open one segment."""
        removals: Keys = np.empty(0, np.int64)
        if written.removals is not None:
            removals = self.mapped(written.removals, np.int64)
        return Change(self._form.open(self, written.parts), removals, written)

    @contextmanager
    def writing(self) -> Iterator[int]:
        """Give the number for new files; on failure leave the folder as it was.

        Raises:
            StoreError: The disk is full or cannot be written.
        """
        with self.writing_beside(lambda: self.state().parts()) as serial:
            yield serial

    def write(self, serial: int, change: Change[SegmentT]) -> Written:
        """Write a segment's files."""
        stem = f"segment-{serial}"
        written = Written(self._form.write(self, stem, change.segment))
        if not len(change.removals):
            return written
        name = f"{stem}.removals.npy"
        return replace(written, removals=self.write_array(name, change.removals, hashed=True))

    def commit(self, state: State) -> None:
        """Make `state` the newest, then remove the files it does not name."""
        self.commit_state(asdict(state), state.parts())


def _parsed(raw: dict[str, Any]) -> State:
    """Turn the JSON of a state into records; of another version only the head is read.

    Raises:
        KeyError: A field is missing.
        TypeError: A field is unknown or of another type.
    """
    head = {"encoder_id": str(raw["encoder_id"]), "version": int(raw["version"])}
    segments = tuple(_parsed_segment(one) for one in raw["segments"])
    return State(**head, sequence=int(raw["sequence"]), segments=segments)  # type: ignore[arg-type]


def _parsed_segment(raw: dict[str, Any]) -> Written:
    parts = {name: FilePart(**part) for name, part in raw["parts"].items()}
    removals = raw["removals"]
    return Written(parts, None if removals is None else FilePart(**removals))
