"""Does each index hold what the catalog says, and nothing else?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Sized
from pathlib import Path

import numpy as np
import numpy.typing as npt

from aliquot.assembly import DenseIndex, VectorSpace
from aliquot.backends import available
from aliquot.embedding.naming import parse_name
from aliquot.errors import AliquotError
from aliquot.library.beside import address_of, read_beside
from aliquot.library.care.checked import (
    Check,
    Checked,
    Look,
    failed,
    fault,
    named,
    ok,
    warning,
)
from aliquot.library.parts import Parts
from aliquot.library.verifying import verify
from aliquot.protocols import Index
from aliquot.storage.engines.index import EngineVectorIndex
from aliquot.storage.vectors_local.index import LocalVectorIndex

__all__ = ["INDEX_CHECKS", "keys_of", "size_of", "used_embedders"]

FIX = "aliquot doctor --fix"
REBUILD = "aliquot doctor --rebuild"
RESTORE = "Restore the library from a backup: aliquot restore FILE FOLDER"
# float16: see `storage.vector_cache`.
BYTES_PER_NUMBER = 2


def standing(look: Look) -> Iterator[Checked]:
    """See that each index stands at the catalog's last change."""
    last = look.catalog.sequence
    for index in look.parts.followers:
        what, behind = f"index {index.name}", last - look.stood.get(index.name, index.sequence)
        if index.sequence < last:
            detail = f"stands at {index.sequence:,} of {last:,} changes"
            yield from fault(what, detail, FIX, "indexes")
        elif behind > 0:
            detail = f"{behind:,} changes were not written to it yet; searches see them"
            yield from warning(what, detail, FIX, "indexes")
        else:
            yield from ok(what, f"holds every change up to {index.sequence:,}")


def began_anew(look: Look) -> Iterator[Checked]:
    """Tell which indexes were damaged or of another embedder, and so were begun anew."""
    begun = [
        name
        for name, sequence in look.stood.items()
        if not sequence and look.catalog.sequence and _is_worth(look, name)
    ]
    if not begun:
        return ok("indexes on disk", "each could be opened")
    detail = f"missing, damaged or of another embedder: {named(begun)}; begun anew"
    return warning("indexes on disk", detail, FIX, "indexes")


def terms(look: Look) -> Iterator[Checked]:
    """Count the term index against the catalog's chunks."""
    index, expected = look.parts.terms, len(look.catalog.keys())
    what = "term count"
    if not isinstance(index, Sized):
        return ok(what, "this engine does not count")
    if len(index) == expected:
        return ok(what, f"{expected:,} chunks, as the catalog")
    detail = f"{len(index):,} chunks, and the catalog has {expected:,}"
    return fault(what, detail, REBUILD, "rebuild")


def vectors(look: Look) -> Iterator[Checked]:
    """Hold the count and a sample of 64 vectors of each index against the catalog."""
    for one in look.parts.dense:
        what = f"vectors {one.name}"
        try:
            yield from _vectors(look, one, what)
        except AliquotError as exc:
            yield from failed(what, exc)


def _vectors(look: Look, one: DenseIndex, what: str) -> Iterator[Checked]:
    space = VectorSpace(one.name, one.embedder.id, one.embedder.dimension)
    found = verify(look.catalog, space, one.index, None)
    if found.is_whole:
        return ok(what, f"{found.vectors:,}, as the catalog; {found.sampled} compared")
    if found.vectors != found.expected:
        detail = f"{found.vectors:,}, and the catalog has {found.expected:,}"
        return fault(what, detail, FIX, "drift")
    detail = f"{found.unlike} of {found.sampled} compared are others than the catalog's"
    return fault(what, detail, REBUILD, "rebuild")


def orphans(look: Look) -> Iterator[Checked]:
    """Look for vectors of chunks the catalog does not have."""
    for one in look.parts.dense:
        what = f"orphans {one.name}"
        try:
            extra = np.setdiff1d(keys_of(one.index), look.catalog.keys())
        except AliquotError as exc:
            yield from failed(what, exc)
            continue
        if len(extra):
            yield from fault(what, f"{len(extra):,} vectors of no chunk", FIX, "drift")
        else:
            yield from ok(what, "none")


def keys_of(index: Index) -> npt.NDArray[np.int64]:
    """Return int64 (n,) ascending: the keys an index holds; none where it cannot list them."""
    if isinstance(index, LocalVectorIndex):
        return np.sort(index.keys())
    if isinstance(index, EngineVectorIndex):
        keys = np.fromiter((row.key for row in index.engine.rows()), dtype=np.int64)
        return np.sort(keys)
    return np.empty(0, dtype=np.int64)


def embedders(look: Look) -> Iterator[Checked]:
    """Run each embedder, whose files are held against their pinned hashes when it loads."""
    for one in look.parts.dense:
        yield from _embedder(look, one)


def _embedder(look: Look, one: DenseIndex) -> Iterator[Checked]:
    what = f"embedder {one.name}"
    try:
        rows = one.embedder.embed(["protein"], "query")
    except AliquotError as exc:
        return failed(what, exc)
    lacking = look.catalog.vectors.lacking_count(one.embedder.id)
    if rows.shape[1] != one.embedder.dimension:
        detail = f"gives {rows.shape[1]} numbers, not {one.embedder.dimension}"
        return fault(what, detail, "Check the model's files.")
    if lacking:
        return warning(what, f"{lacking:,} chunks are to be embedded", "aliquot sync")
    return ok(what, f"{rows.shape[1]} dimensions, every chunk embedded")


def packages(look: Look) -> Iterator[Checked]:
    """See that the packages of everything the settings name are installed."""
    settings = look.config
    wanted: Sequence[tuple[str, str]] = (
        *(("embedders", parse_name(one.name).backend) for one in look.parts.dense),
        ("vector_indexes", settings.vectors.backend),
        ("term_indexes", settings.terms.backend),
        *(("rerankers", parse_name(one).backend) for one in [settings.retrieval.reranker] if one),
    )
    missing = [name for seam, name in wanted if not available(seam, name)]
    if missing:
        detail = f"not installed: {named(missing)}"
        return fault("packages", detail, "docs/reference/backends.md names the extra of each.")
    return ok("packages", "of everything the settings name, installed")


def beside(look: Look) -> Iterator[Checked]:
    """Tell which indexes earlier moves have left."""
    try:
        left = [str(one.address) for one in read_beside(look.path)]
    except AliquotError as exc:
        return failed("indexes beside", exc)
    here = str(address_of(look.config))
    old = sorted({one for one in left if one != here})
    if old:
        return ok("indexes beside", f"{named(old)}; 'aliquot move --drop-old' drops them")
    return ok("indexes beside", "none")


def cached(look: Look) -> Iterator[Checked]:
    """See that every cached vector has its embedder's dimension."""
    sizes = look.catalog.upkeep.vector_sizes()
    wrong = {
        one.name: sum(
            count
            for size, count in sizes.get(one.embedder.id, {}).items()
            if size != one.embedder.dimension * BYTES_PER_NUMBER
        )
        for one in look.parts.dense
    }
    detail = ", ".join(f"{count:,} of {name}" for name, count in wrong.items() if count)
    if detail:
        return fault("vector cache", f"of another dimension: {detail}", RESTORE)
    total = sum(sum(one.values()) for one in sizes.values())
    return ok("vector cache", f"{total:,} vectors of the dimension of their embedder")


def unused(look: Look) -> Iterator[Checked]:
    """Count vectors of texts and embedders that nothing uses."""
    kept = used_embedders(look.path, look.parts)
    count, size = look.catalog.upkeep.unused_vectors(kept)
    beside = f"{count:,} ({size / 2**20:,.1f} MB); 'aliquot vacuum' removes them"
    return ok("unused vectors", beside if count else "none")


def used_embedders(library: Path, parts: Parts) -> set[str]:
    """Return the ids of embedders and encoders whose work any index of a library holds."""
    beside = {space.embedder for one in read_beside(library) for space in one.spaces}
    return beside | {one.id for one in parts.followers.encodings()}


def _is_worth(look: Look, name: str) -> bool:
    """Tell whether an index would hold anything: one without vectors stands at 0 rightly."""
    dense = {one.index.name: one.embedder.id for one in look.parts.dense}
    return name not in dense or bool(len(look.catalog.vectors.keys(dense[name])))


def size_of(folder: Path) -> int:
    """Return the bytes of a folder's files."""
    return sum(one.stat().st_size for one in folder.rglob("*") if one.is_file())


INDEX_CHECKS: tuple[Check, ...] = (
    began_anew,
    standing,
    terms,
    vectors,
    orphans,
    embedders,
    packages,
    beside,
    cached,
    unused,
)
