"""What `state.json` of a local vector index says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aliquot.storage.durable import FilePart
from aliquot.storage.vectors_local.packing import Dtype

__all__ = ["FORMAT", "BaseFiles", "State", "parsed_state"]

# Raise when files of the version before can no longer be read as they are.
FORMAT = 1


@dataclass(frozen=True, slots=True)
class BaseFiles:
    """The files of a base; `dropped` rows were taken out of its graph since it was built."""

    keys: FilePart
    vectors: FilePart
    scales: FilePart | None = None
    graph: FilePart | None = None
    m: int = 0
    ef_construction: int = 0
    dropped: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What `state.json` says."""

    embedder_id: str
    dimension: int
    sequence: int = 0
    count: int = 0
    base: BaseFiles | None = None
    deltas: tuple[FilePart, ...] = ()
    dtype: Dtype = "float32"
    format: int = FORMAT

    def parts(self) -> Iterator[FilePart]:
        """Yield every file the state needs."""
        if (base := self.base) is not None:
            parts = (base.keys, base.vectors, base.scales, base.graph)
            yield from (part for part in parts if part is not None)
        yield from self.deltas


def parsed_state(raw: dict[str, object]) -> State:
    """Turn the JSON of a state into records; of another format only the head is read.

    Raises:
        KeyError: A field is missing.
        TypeError: A field is unknown or of another type.
    """
    if raw["format"] != FORMAT:
        raw = {name: raw[name] for name in ("format", "embedder_id", "dimension") if name in raw}
        raw = {"embedder_id": "", "dimension": 0, **raw}
        return State(**raw)  # type: ignore[arg-type]
    base = raw.pop("base")
    deltas = raw.pop("deltas")
    if not isinstance(deltas, list):
        raise TypeError("deltas")
    return State(
        **raw,  # type: ignore[arg-type]
        base=None if base is None else _parsed_base(base),
        deltas=tuple(FilePart(**part) for part in deltas),
    )


def _parsed_base(raw: object) -> BaseFiles:
    if not isinstance(raw, dict):
        raise TypeError("base")
    raw = {"scales": None, **raw}  # A base written before there were any names none.
    parts = {
        name: None if raw[name] is None else FilePart(**raw[name])
        for name in ("keys", "vectors", "scales", "graph")
    }
    return BaseFiles(**{**raw, **parts})
