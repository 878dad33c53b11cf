"""Config to what is searched: embedders, analyser, indexes, and what keeps them current."""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.analysis.weighting import question_weights
from aliquot.backends import available, is_remote, load
from aliquot.config import Config, VectorIndexConfig
from aliquot.embedding.naming import embedder_from_name, folder_name, parse_name
from aliquot.errors import IndexMismatchError
from aliquot.protocols import Embedder, Index, TermIndex, VectorIndex
from aliquot.retrieval.remembered_vectors import RememberedVectors
from aliquot.storage.catalog import Catalog
from aliquot.storage.engines.addresses import EngineAddress
from aliquot.storage.following import Follower, Followers

__all__ = [
    "DenseIndex",
    "VectorSpace",
    "embedder_names",
    "make_analyser",
    "make_dense",
    "make_embedder",
    "make_followers",
    "make_term_index",
    "open_vectors",
    "services_used",
    "sound",
    "vectors_place",
]

_log = logging.getLogger(__name__)

IndexT = TypeVar("IndexT", bound=Index)

AUTO = "auto"
LOCAL = "local"
# Names that stand for embedders, resolved by what is installed: the best in English and Japanese
# together, the quicker half of the work, and the half that reads every language.
PROFILES = {
    "auto": ("bge-small-en-v1.5", "multilingual-e5-small"),
    "balanced": ("bge-small-en-v1.5", "multilingual-e5-small"),
    "fast": ("bge-small-en-v1.5",),
    "multilingual": ("multilingual-e5-small",),
}


@dataclass(frozen=True, slots=True)
class VectorSpace:
    """Whose vectors an index holds.

    Attributes:
        name: Of the leg, and of its index.
        embedder: Its embedder's id.
        dimension: Length of a vector.
    """

    name: str
    embedder: str
    dimension: int


@dataclass(frozen=True, slots=True)
class DenseIndex:
    """An embedder with the index of its vectors.

    Attributes:
        name: The embedder's name in the config.
        embedder: Embeds questions and chunks.
        index: Holds the chunks' vectors.
    """

    name: str
    embedder: Embedder
    index: VectorIndex


def embedder_names(config: Config) -> list[str]:
    """Return the embedders a config stands for; `auto` leaves out what is not installed."""
    names: list[str] = []
    for name in config.embedding.legs:
        legs = PROFILES.get(name, (name,))
        names += [
            leg for leg in legs if name != AUTO or available("embedders", parse_name(leg).backend)
        ]
    return list(dict.fromkeys(names))


def services_used(config: Config) -> list[str]:
    """Return the embedders, the reranker and the vector engine that send texts away, by name."""
    embedders = [
        name for name in embedder_names(config) if is_remote("embedders", parse_name(name).backend)
    ]
    reranker = config.retrieval.reranker
    engine = EngineAddress(
        config.vectors.backend, config.vectors.location, dict(config.vectors.options)
    )
    return [
        *embedders,
        *([reranker] if is_remote("rerankers", reranker) else []),
        *([str(engine)] if engine.is_elsewhere else []),
    ]


def make_analyser(config: Config) -> StandardAnalyser:
    """Return the analyser documents and questions share.

    Raises:
        MissingExtraError: Words of Japanese are asked for and their dictionary is not installed.
    """
    return StandardAnalyser(japanese=config.terms.japanese)


def make_dense(
    config: Config, folder: Path, last_change: Callable[[], int], library: str
) -> list[DenseIndex]:
    """Build every dense leg's embedder and index.

    Args:
        config: Names the embedders and the engine.
        folder: Where indexes live, one folder each.
        last_change: Gives the number of the catalog's last change.
        library: Id of the library, by which an engine tells its collections from others.

    Raises:
        ConfigError: No backend has this name.
        MissingExtraError: A named backend's packages are not installed.
    """
    dense = []
    for name in embedder_names(config):
        embedder = make_embedder(name, config)
        space = VectorSpace(name, embedder.id, embedder.dimension)
        index = open_vectors(space, config.vectors, folder, last_change, library)
        dense.append(DenseIndex(name, embedder, index))
    return dense


def make_embedder(name: str, config: Config) -> Embedder:
    """Return the embedder of a leg; its model is read when it first embeds.

    Raises:
        ConfigError: No backend has this name.
        MissingExtraError: Its packages are not installed.
    """
    return RememberedVectors(embedder_from_name(name)(threads=config.embedding.threads))


def open_vectors(
    space: VectorSpace,
    settings: VectorIndexConfig,
    folder: Path,
    last_change: Callable[[], int],
    library: str,
) -> VectorIndex:
    """Open the index of one leg in an engine, or begin it.

    Args:
        space: Whose vectors it holds.
        settings: Names the engine.
        folder: Where indexes live, one folder each.
        last_change: Gives the number of the catalog's last change.
        library: Id of the library.

    Raises:
        ConfigError: No engine has this name.
        MissingExtraError: Its packages are not installed.
        StoreError: It cannot be reached, or holds another library's.
    """
    place = vectors_place(folder, settings.backend, space.name)
    build: Callable[..., VectorIndex] = partial(
        load("vector_indexes", settings.backend),
        place,
        name=space.name,
        dimension=space.dimension,
        embedder_id=space.embedder,
        library=library,
        settings=settings,
    )
    return sound(build, place, last_change, partial(build, afresh=True))


def vectors_place(folder: Path, backend: str, name: str) -> Path:
    """Return where an engine keeps a leg's vectors: a folder for each, so that two stand together.

    Args:
        folder: Where indexes live.
        backend: Name of the engine.
        name: Of the leg.
    """
    return folder / (folder_name(name) + ("" if backend == LOCAL else f".{folder_name(backend)}"))


def make_term_index(
    config: Config, folder: Path, analyser: StandardAnalyser, last_change: Callable[[], int]
) -> TermIndex:
    """Build the term index.

    Args:
        config: Names the engine.
        folder: Where indexes live, one folder each.
        analyser: Turns text into terms.
        last_change: Gives the number of the catalog's last change.
    """
    open_index = load("term_indexes", config.terms.backend)
    place = _writable(folder / "terms")

    def build() -> TermIndex:
        index: TermIndex = open_index(
            place,
            name="terms",
            analyser=analyser,
            header_weight=config.terms.header_weight,
            weigh=partial(question_weights, analyser=analyser),
        )
        return index

    return sound(build, place, last_change)


def _writable(place: Path) -> Path:
    """Return an index's folder, or a copy of this process's own where it may not be written.

    tantivy makes lock files even to read.
    """
    nearest = next(folder for folder in (place, *place.parents) if folder.exists())
    # Whom the system lets write is the effective user, where it can tell.
    is_effective = os.access in os.supports_effective_ids
    if os.access(nearest, os.W_OK, effective_ids=is_effective):
        return place
    private = Path(tempfile.mkdtemp(prefix="aliquot-"))
    atexit.register(shutil.rmtree, private, ignore_errors=True)
    own = private / place.name
    if place.exists():
        shutil.copytree(place, own, copy_function=shutil.copyfile)
        for folder in (own, *(path for path in own.rglob("*") if path.is_dir())):
            folder.chmod(0o700)
    return own


def sound(
    build: Callable[[], IndexT],
    place: Path,
    last_change: Callable[[], int],
    build_afresh: Callable[[], IndexT] | None = None,
) -> IndexT:
    """Open an index; one that is damaged, foreign or ahead of the catalog is begun anew.

    Nothing is lost and nothing is embedded: the catalog holds every vector. The catalog is asked
    after the index is open: a process that writes meanwhile brings on the catalog first.

    Args:
        build: Opens it.
        place: Its folder, with all it holds.
        last_change: Gives the number of the catalog's last change.
        build_afresh: Opens it empty, where it holds more than its folder.
    """
    try:
        index = build()
        if index.sequence <= last_change():
            return index
        index.close()
        reason = "it is ahead of the catalog"
    except IndexMismatchError as exc:
        reason = exc.message
    _log.warning("building %s again from the catalog: %s", place.name, reason)
    if build_afresh is not None:
        return build_afresh()
    shutil.rmtree(place, ignore_errors=True)
    return build()


def make_followers(
    catalog: Catalog,
    terms: TermIndex,
    dense: Sequence[DenseIndex],
    others: Sequence[Follower] = (),
) -> Followers:
    """Join every index with the catalog it follows."""
    vectors = [Follower(one.index, one.embedder) for one in dense]
    return Followers(catalog, [Follower(terms), *vectors, *others])
