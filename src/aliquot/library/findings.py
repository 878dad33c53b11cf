"""What a library's documents name: reading what is unread, and giving it back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aliquot.assembly.findings import make_finding_extractors
from aliquot.config import Config
from aliquot.ingest.findings import FindingsReport, read_findings
from aliquot.protocols import Progress
from aliquot.storage.catalog import Catalog
from aliquot.types import Filter, Finding, FindingKind

__all__ = ["bring_up_to_date", "count_findings", "findings_in", "is_up_to_date"]


def bring_up_to_date(config: Config, catalog: Catalog, progress: Progress) -> FindingsReport:
    """Read what is unread, under the writer's lock; nothing where findings are off.

    Raises:
        StoreError: The library is locked, full or damaged; what was read stays.
    """
    extractor = make_finding_extractors(config)
    return FindingsReport() if extractor is None else read_findings(catalog, extractor, progress)


def is_up_to_date(config: Config, catalog: Catalog) -> bool:
    """Tell whether every document was read with the present version, or none is to be."""
    extractor = make_finding_extractors(config)
    return extractor is None or not catalog.findings.lacking_count(extractor.version)


def findings_in(
    catalog: Catalog, document_id: str | None, kind: FindingKind | None, where: Filter | None
) -> Iterator[Finding]:
    """Give findings by document and place, of one document where one is named.

    Raises:
        ConfigError: The filter names an unknown field or compares wrong types.
        UnknownDocumentError: No document has this id.
    """
    if document_id is None:
        return catalog.findings.by_kind(kind, where)
    catalog.document(document_id)
    return catalog.findings.of([document_id], kind=kind, where=where)


def count_findings(config: Config, catalog: Catalog, where: Filter | None = None) -> dict[str, Any]:
    """Count findings by kind, documents yet to be read, and those that could not be.

    Args:
        config: Which extractor reads.
        catalog: Holds them.
        where: In which documents; in all unless given.
    """
    extractor, kept = make_finding_extractors(config), catalog.findings
    return {
        "by_kind": kept.counts(where),
        "lacking": 0 if extractor is None else kept.lacking_count(extractor.version, where),
        "failed": len(kept.failures(where)),
    }
