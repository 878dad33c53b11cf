"""Is a library sound? Catalog, models and indexes, one after the other."""

from __future__ import annotations

from typing import Any

from aliquot.assembly import DenseIndex
from aliquot.errors import AliquotError
from aliquot.library.parts import Parts
from aliquot.storage.catalog import Catalog

__all__ = ["examine"]


def examine(catalog: Catalog, parts: Parts) -> list[dict[str, Any]]:
    """Return what was checked (`what`), whether it is sound (`ok`), and `detail`.

    Raises:
        StoreError: The catalog cannot be read at all.
    """
    faults = catalog.check()
    found = [_checked("catalog", not faults, "; ".join(faults[:3]) or "sound")]
    found += [_examine_embedder(catalog, one) for one in parts.dense]
    parts.followers.catch_up()
    last = catalog.sequence
    for index in parts.followers:
        detail = f"holds every change up to {index.sequence}"
        found.append(_checked(f"index {index.name}", index.sequence >= last, detail))
    return found


def _examine_embedder(catalog: Catalog, one: DenseIndex) -> dict[str, Any]:
    try:
        rows = one.embedder.embed(["protein"], "query")
    except AliquotError as exc:
        return _checked(f"embedder {one.name}", False, f"{exc.message} {exc.hint}")
    lacking = catalog.vectors.lacking_count(one.embedder.id)
    detail = f"{rows.shape[1]} dimensions"
    if lacking:
        detail += f"; {lacking} chunks to embed: run 'aliquot sync'"
    return _checked(f"embedder {one.name}", True, detail)


def _checked(what: str, ok: bool, detail: str) -> dict[str, Any]:
    return {"what": what, "ok": ok, "detail": detail}
