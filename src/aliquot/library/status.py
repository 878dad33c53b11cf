"""What a library says of itself: counts, and what embeds, indexes, writes and looks up."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from aliquot.assembly import services_used
from aliquot.assembly.models import named_models
from aliquot.library.beside import address_of
from aliquot.library.findings import count_findings
from aliquot.library.folder import CATALOG_NAME
from aliquot.library.opened import Opened
from aliquot.library.receipts import every_receipt, total_counts
from aliquot.types import Filter

__all__ = ["status_of"]


def status_of(
    opened: Opened, where: Filter | None = None, collections: Collection[str] | None = None
) -> dict[str, Any]:
    """Count documents, chunks and sources, and say what embeds and indexes them.

    Args:
        opened: The library.
        where: Which documents are counted; all unless given.
        collections: The files of which collections are counted; of all unless given.

    Raises:
        StoreError: An index or the catalog cannot be read.
    """
    config, catalog = opened.config, opened.catalog
    return catalog.counts(where) | {
        "sources": catalog.ledger.counts("state", collections),
        "source_status": catalog.ledger.counts("status", collections),
        "read": total_counts(every_receipt(opened, collections)),
        "embedder": _embedders(opened),
        "findings": count_findings(config, catalog, where),
        "index": _index(opened),
        "catalog": config.catalog.url or str(opened.path / CATALOG_NAME),
        "lookup": list(config.lookup.services),
        "services": services_used(config),
        "models": [
            {"name": one.name, "url": one.url, "is_local": one.is_local}
            for one in named_models(config)
        ],
    }


def _embedders(opened: Opened) -> list[dict[str, Any]]:
    return [
        {
            "name": one.name,
            "id": one.embedder.id,
            "dimension": one.embedder.dimension,
            "lacking": opened.catalog.vectors.lacking_count(one.embedder.id),
        }
        for one in opened.parts.dense
    ]


def _index(opened: Opened) -> dict[str, Any]:
    last = opened.catalog.sequence
    return {
        "vectors": opened.config.vectors.backend,
        "place": address_of(opened.config).place,
        "terms": opened.config.terms.backend,
        "behind": {index.name: last - index.sequence for index in opened.parts.followers},
    }
