"""What every adapter shares: settings of its collection, and the errors of its vendor."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from aliquot.errors import AliquotError, StoreError
from aliquot.storage.engines.engine import CollectionSettings, Engine, EngineState
from aliquot.storage.engines.index import EngineVectorIndex

if TYPE_CHECKING:
    from aliquot.config import VectorIndexConfig

__all__ = [
    "OpenIndex",
    "collection_settings",
    "is_server",
    "opens_index",
    "shown",
    "translated",
]

# What no engine allows in a collection's name. Source: the naming rules of Milvus (letters, digits
# and `_`, a letter first, 255 at most) and Weaviate (a capital first, 230 at most): the strictest.
NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_]+")
# Of a library's id: as many as tell libraries on one server apart.
ID_CHARACTERS = 12
COLLECTION = "collection"
# Bytes of a collection's name: PostgreSQL cuts names at 63 without a word, and two would be one;
# six are for what an adapter puts behind it, such as `_state`. Source: PostgreSQL, Identifiers.
NAME_BYTES, DIGEST_CHARACTERS = 57, 10


def collection_settings(
    name: str, dimension: int, library: str, settings: VectorIndexConfig
) -> CollectionSettings:
    """Return how a library's collection is created.

    Args:
        name: Of the index in the library: its embedder.
        dimension: Length of a vector.
        library: The library's id, in the collection's name unless the config names one.
        settings: The section `[vectors]`.
    """
    options = dict(settings.options)
    prefix = str(options.pop(COLLECTION, f"aliquot_{library[:ID_CHARACTERS]}"))
    return CollectionSettings(
        name=_allowed(f"{prefix}_{name}"),
        dimension=dimension,
        m=settings.m,
        ef_construction=settings.ef_construction,
        ef_search=settings.ef_search,
        location=settings.location,
        options=options,
    )


def _allowed(name: str) -> str:
    """Return a name every engine takes; one that is too long ends with a digest of the whole."""
    full = NOT_ALLOWED.sub("_", name).strip("_")
    full = full if full[:1].isalpha() else f"c_{full}"
    if len(full) <= NAME_BYTES:
        return full
    digest = hashlib.sha256(name.encode()).hexdigest()[:DIGEST_CHARACTERS]
    return f"{full[: NAME_BYTES - DIGEST_CHARACTERS - 1]}_{digest}"


class OpenIndex(Protocol):
    """What the seam `vector_indexes` loads."""

    def __call__(
        self,
        folder: Path,
        *,
        name: str,
        dimension: int,
        embedder_id: str,
        library: str,
        settings: VectorIndexConfig,
        afresh: bool = False,
    ) -> EngineVectorIndex:
        """Open a library's index, or begin it.

        Args:
            folder: Where it is kept without a location.
            name: Of the index in the library.
            dimension: Length of a vector.
            embedder_id: The embedder whose vectors it holds.
            library: The library's id.
            settings: The section `[vectors]`.
            afresh: Whether what it holds is replaced, unless it is another library's.

        Raises:
            ConfigError: The settings do not fit the engine.
            IndexMismatchError: It is of another embedder or dimension.
            StoreError: It is another library's, in use, or cannot be reached.
        """
        ...


def opens_index(connect: Callable[[CollectionSettings, Path], Engine]) -> OpenIndex:
    """Make what opens an index of what connects to a collection.

    Args:
        connect: Settings and the library's folder to the collection.
    """

    @wraps(connect)
    def open_index(
        folder: Path,
        *,
        name: str,
        dimension: int,
        embedder_id: str,
        library: str,
        settings: VectorIndexConfig,
        afresh: bool = False,
    ) -> EngineVectorIndex:
        engine = connect(collection_settings(name, dimension, library, settings), folder)
        wanted = EngineState(library, embedder_id, dimension)
        try:
            return EngineVectorIndex(engine, name=name, wanted=wanted, afresh=afresh)
        except BaseException:
            engine.close()
            raise

    return open_index


def is_server(location: str) -> bool:
    """Tell an address from a path."""
    return "://" in location


def shown(location: str, folder: Path) -> str:
    """Return where an engine is, without what is secret in its address."""
    if not is_server(location):
        return location or str(folder)
    parts = urlsplit(location)
    host = parts.hostname or ""
    # The brackets of an IPv6 address are what tells its end from the port.
    host = f"[{host}]" if ":" in host else host
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{host}{port}{parts.path}"


@contextmanager
def translated(
    engine: str, where: str, faults: tuple[type[Exception], ...], *, secret: str | None = None
) -> Iterator[None]:
    """Turn a vendor's errors into ours.

    Args:
        engine: Its name, as a person is told.
        where: Its address or folder, without secrets.
        faults: What the vendor's client raises.
        secret: A key that an answer might repeat, and no error of ours does.

    Raises:
        StoreError: The engine could not be reached or refused.
    """
    try:
        yield
    except AliquotError:
        raise
    except faults as exc:
        text = str(exc).replace(secret, "***") if secret else str(exc)
        detail = " ".join(text.split())[:300] or type(exc).__name__
        raise StoreError(
            f"{engine} at {where} failed: {detail}.",
            hint="Check that it runs, its address under [vectors], and its key; what was not "
            "written is written by the next 'aliquot sync'. To go on without it: 'aliquot move "
            "--to local', which embeds nothing.",
        ) from exc
