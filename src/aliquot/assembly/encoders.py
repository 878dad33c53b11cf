"""Sparse and late-interaction encoders, with their indexes, followers and legs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aliquot.assembly.indexes import _sound
from aliquot.backends import load
from aliquot.protocols import Leg
from aliquot.retrieval.encoder_legs import LateInteractionLeg, SparseLeg
from aliquot.storage.encodings import SparseEncoding, TokenEncoding
from aliquot.storage.following import Follower
from aliquot.storage.impacts_local import LocalImpactIndex
from aliquot.storage.tokens_local import LocalTokenIndex

__all__ = ["EncoderPart", "make_late", "make_sparse"]


@dataclass(frozen=True, slots=True)
class EncoderPart:
    """What an encoder brings to a library.

    Attributes:
        follower: Its index, with whose work it holds.
        leg: Given the legs that may propose candidates, the leg that searches the index.
    """

    follower: Follower
    leg: Callable[[Sequence[Leg]], Leg]


def make_sparse(
    name: str, folder: Path, last_change: Callable[[], int], options: Mapping[str, Any]
) -> EncoderPart:
    """Build a sparse encoder with its index.

    Args:
        name: The encoder's name among the backends.
        folder: Where indexes live, one folder each.
        last_change: Gives the number of the catalog's last change.
        options: Given to the encoder.

    Raises:
        ConfigError: No backend has this name.
        MissingExtraError: A named backend's packages are not installed.
    """
    encoder = load("sparse_encoders", name)(**options)
    place = folder / f"sparse-{name}"

    def build() -> LocalImpactIndex:
        return LocalImpactIndex(place, name=place.name, encoder_id=encoder.id)

    index = _sound(build, place, last_change)
    leg = SparseLeg(encoder, index, name=f"sparse:{name}", languages=encoder.languages)
    return EncoderPart(Follower(index, encoding=SparseEncoding(encoder)), lambda _: leg)


def make_late(
    name: str, folder: Path, last_change: Callable[[], int], options: Mapping[str, Any]
) -> EncoderPart:
    """Build a late-interaction encoder with its index.

    Args:
        name: The encoder's name among the backends.
        folder: Where indexes live, one folder each.
        last_change: Gives the number of the catalog's last change.
        options: Given to the encoder.

    Raises:
        ConfigError: No backend has this name.
        MissingExtraError: A named backend's packages are not installed.
    """
    encoder = load("late_interaction_encoders", name)(**options)
    place = folder / f"late-{name}"

    def build() -> LocalTokenIndex:
        return LocalTokenIndex(
            place, name=place.name, dimension=encoder.dimension, encoder_id=encoder.id
        )

    index = _sound(build, place, last_change)

    def leg(proposing: Sequence[Leg]) -> Leg:
        return LateInteractionLeg(
            encoder, index, name=f"late:{name}", proposing=proposing, languages=encoder.languages
        )

    return EncoderPart(Follower(index, encoding=TokenEncoding(encoder)), leg)
