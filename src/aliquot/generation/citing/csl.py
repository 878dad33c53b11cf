"""Write works as CSL JSON, as Zotero, Pandoc and citeproc take it.

Source: CSL-JSON schema 1.0.2, `csl-data.json`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from aliquot.generation.citing.names import Name
from aliquot.generation.citing.vancouver import MEDIUM
from aliquot.generation.citing.works import Work
from aliquot.types import DocumentKind

__all__ = ["csl_item", "write_csl"]

_TYPES = {
    DocumentKind.PAPER: "article-journal",
    DocumentKind.SLIDES: "speech",
    DocumentKind.NOTES: "manuscript",
    DocumentKind.TABLE: "dataset",
    DocumentKind.GENE: "dataset",
    DocumentKind.TRIAL: "webpage",
}
_OTHER = "document"


def write_csl(works: Sequence[Work]) -> str:
    """Return a CSL JSON file, one item for each work, by the documents' ids."""
    items = [csl_item(one) for one in works]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def csl_item(work: Work) -> dict[str, Any]:
    """Return a work with the schema's field names; what is not known is left out."""
    kind = _TYPES.get(work.kind, _OTHER)
    item = {
        "id": work.id,
        "type": kind if work.journal or kind != "article-journal" else _OTHER,
        "title": work.title,
        "author": [_name(one) for one in work.authors],
        "issued": {"date-parts": [[work.year]]} if work.year else None,
        "container-title": work.journal or work.registry,
        "volume": work.volume,
        "issue": work.issue,
        "page": work.pages,
        "number": work.accession,
        "version": work.version,
        "genre": "" if work.journal else MEDIUM.get(work.kind, "").capitalize(),
        "DOI": work.doi,
        "PMID": work.pmid,
        "PMCID": work.pmcid,
        "URL": work.url,
        "language": work.language,
        "note": "; ".join(_notes(work)),
    }
    return {name: value for name, value in item.items() if value}


def _notes(work: Work) -> list[str]:
    notes = [work.notice.capitalize(), *work.remarks]
    if not work.url and work.file_name:
        notes.append(f"File: {work.file_name}")
    return [note for note in notes if note]


def _name(name: Name) -> dict[str, str]:
    if name.is_literal:
        return {"literal": name.family}
    parts = {
        "family": name.family,
        "given": name.given,
        "non-dropping-particle": name.particle,
        "suffix": name.suffix,
    }
    return {key: value for key, value in parts.items() if value}
