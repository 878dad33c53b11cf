"""Sparse and late-interaction encoders, with their indexes, followers and legs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aliquot.assembly.indexes import sound
from aliquot.backends import load
from aliquot.config import Config
from aliquot.embedding.naming import folder_name, parse_name
from aliquot.protocols import Leg
from aliquot.retrieval.encoder_legs import LateInteractionLeg, SparseLeg
from aliquot.storage.encodings import SparseEncoding, TokenEncoding
from aliquot.storage.following import Follower
from aliquot.storage.impacts_local import LocalImpactIndex
from aliquot.storage.tokens_local import LocalTokenIndex

__all__ = ["EncoderPart", "make_encoders"]


@dataclass(frozen=True, slots=True)
class EncoderPart:
    """What an encoder brings to a library.

    Attributes:
        weight: Of its leg when rankings are fused.
        follower: Its index, with whose work it holds.
        leg: Given the legs that may propose candidates, the leg that searches the index.
    """

    weight: float
    follower: Follower
    leg: Callable[[Sequence[Leg]], Leg]


def make_encoders(
    config: Config, folder: Path, last_change: Callable[[], int]
) -> list[EncoderPart]:
    """Build the sparse and the late-interaction encoder a config names, with their indexes.

    Args:
        config: Names the encoders.
        folder: Where indexes live, one folder each.
        last_change: Gives the number of the catalog's last change.

    Raises:
        ConfigError: No backend has this name.
        MissingExtraError: A named backend's packages are not installed.
    """
    names = config.embedding
    made = []
    if names.sparse:
        made.append(_sparse(config, folder, last_change))
    if names.late:
        made.append(_late(config, folder, last_change))
    return made


def _sparse(config: Config, folder: Path, last_change: Callable[[], int]) -> EncoderPart:
    name = config.embedding.sparse
    encoder = _made("sparse_encoders", name, config)
    place = folder / f"sparse-{folder_name(name)}"

    def build() -> LocalImpactIndex:
        return LocalImpactIndex(place, name=place.name, encoder_id=encoder.id)

    index = sound(build, place, last_change)
    leg = SparseLeg(encoder, index, name=f"sparse:{name}", languages=encoder.languages)
    follower = Follower(index, encoding=SparseEncoding(encoder))
    return EncoderPart(config.retrieval.sparse_weight, follower, lambda _: leg)


def _late(config: Config, folder: Path, last_change: Callable[[], int]) -> EncoderPart:
    name = config.embedding.late
    encoder = _made("late_interaction_encoders", name, config)
    place = folder / f"late-{folder_name(name)}"

    def build() -> LocalTokenIndex:
        return LocalTokenIndex(
            place, name=place.name, dimension=encoder.dimension, encoder_id=encoder.id
        )

    index = sound(build, place, last_change)

    def leg(proposing: Sequence[Leg]) -> Leg:
        return LateInteractionLeg(
            encoder, index, name=f"late:{name}", proposing=proposing, languages=encoder.languages
        )

    follower = Follower(index, encoding=TokenEncoding(encoder))
    return EncoderPart(config.retrieval.late_weight, follower, leg)


def _made(seam: str, name: str, config: Config) -> Any:
    """Return the encoder of a name; what stands behind a colon is its folder or hub id."""
    parsed = parse_name(name)
    given = (parsed.model,) if parsed.model else ()
    threads = config.embedding.threads
    return load(seam, parsed.backend)(*given, **({"threads": threads} if threads else {}))
