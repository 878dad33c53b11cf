"""Which vector indexes stand beside the one in use, so that one can go back to them or drop them.

`indexes-beside.json` in the library's folder lists them. An entry is written before its index is
begun and removed after it is dropped, so that none is ever forgotten; what is in use is never taken
for one that may go, whatever the list says.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from aliquot.assembly import VectorSpace, open_vectors, vectors_place
from aliquot.config import Config
from aliquot.errors import StoreError
from aliquot.library.folder import INDEX_NAME
from aliquot.library.settings_file import write_durably
from aliquot.storage.catalog import Catalog
from aliquot.storage.engines.addresses import EngineAddress
from aliquot.storage.engines.index import EngineVectorIndex

__all__ = ["Standing", "address_of", "config_of", "drop_standing", "read_beside", "write_beside"]

NAME = "indexes-beside.json"


@dataclass(frozen=True, slots=True)
class Standing:
    """The vectors of a library in one engine.

    Attributes:
        address: Where they are.
        legs: As `embedding.legs` named them.
        spaces: The legs these stood for.
        was_used: Whether questions were ever answered from them.
    """

    address: EngineAddress
    legs: tuple[str, ...]
    spaces: tuple[VectorSpace, ...]
    was_used: bool = False

    def holds(self, space: VectorSpace, address: EngineAddress) -> bool:
        """Tell whether it is where a leg's vectors are kept."""
        return space in self.spaces and self.address.is_same_place(address)

    def is_same(self, other: Standing) -> bool:
        """Tell whether both are the same vectors in the same place."""
        same_place = self.address.is_same_place(other.address)
        return same_place and set(self.spaces) == set(other.spaces)


def address_of(config: Config) -> EngineAddress:
    """Return where a config says vectors are."""
    settings = config.vectors
    return EngineAddress(settings.backend, settings.location, dict(settings.options))


def config_of(config: Config, address: EngineAddress, legs: Sequence[str]) -> Config:
    """Return a config with its vectors elsewhere, or of other embedders."""
    values = {"location": address.location, "options": dict(address.options)}
    vectors = config.vectors.model_copy(update={"backend": address.backend, **values})
    embedding = config.embedding.model_copy(update={"legs": tuple(legs)})
    return config.model_copy(update={"vectors": vectors, "embedding": embedding})


def read_beside(library: Path, in_use: Standing | None = None) -> list[Standing]:
    """Return which indexes are noted, oldest first.

    Args:
        library: The library's folder.
        in_use: Left out, where given.

    Raises:
        StoreError: The list is damaged.
    """
    path = library / NAME
    try:
        kept = json.loads(path.read_bytes())
        found = [_standing(one) for one in kept]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError, KeyError) as exc:
        raise StoreError(
            f"{path} cannot be read: {exc}.",
            hint="Move it away; indexes it named are then dropped by hand.",
        ) from exc
    return [one for one in found if in_use is None or not one.is_same(in_use)]


def write_beside(library: Path, standing: Sequence[Standing]) -> None:
    """Keep what stands beside; of the same vectors in one place the last entry.

    Raises:
        StoreError: It cannot be written.
    """
    kept = [
        one
        for place, one in enumerate(standing)
        if not any(one.is_same(later) for later in standing[place + 1 :])
    ]
    text = json.dumps([asdict(one) for one in kept], ensure_ascii=False, indent=1)
    write_durably(library / NAME, f"{text}\n")


def drop_standing(library: Path, catalog: Catalog, config: Config, in_use: Standing) -> list[str]:
    """Drop every index beside the one in use, and vectors of embedders no longer named.

    Needs the library's writer lock.

    Args:
        library: The library's folder.
        catalog: Holds the vectors.
        config: The library's settings.
        in_use: Stays, with its vectors.

    Returns:
        What was dropped, as a person is told.

    Raises:
        StoreError: An engine cannot be reached: its index stays in the list, to be dropped later.
    """
    left = read_beside(library, in_use)
    dropped = []
    while left:
        going = left[-1]
        for space in going.spaces:
            if in_use.holds(space, going.address):
                continue
            _drop(library, catalog, config_of(config, going.address, going.legs), space)
            dropped.append(f"{space.name} in {going.address}")
        left.pop()
        named = {one.embedder for kept in (in_use, *left) for one in kept.spaces}
        for embedder in sorted({one.embedder for one in going.spaces} - named):
            catalog.vectors.forget(embedder)
        write_beside(library, left)
    return dropped


def _drop(library: Path, catalog: Catalog, config: Config, space: VectorSpace) -> None:
    """Drop one index with its folder."""
    folder = library / INDEX_NAME

    def last_change() -> int:
        return catalog.sequence

    place = vectors_place(folder, config.vectors.backend, space.name)
    if config.vectors.backend != "local":
        index = open_vectors(space, config.vectors, folder, last_change, catalog.id)
        if isinstance(index, EngineVectorIndex):
            index.drop()
        index.close()
    shutil.rmtree(place, ignore_errors=True)


def _standing(kept: dict[str, Any]) -> Standing:
    return Standing(
        address=EngineAddress(**kept["address"]),
        legs=tuple(kept["legs"]),
        spaces=tuple(VectorSpace(**one) for one in kept["spaces"]),
        was_used=bool(kept["was_used"]),
    )
