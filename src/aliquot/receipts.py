"""Receipts: what was read of a source, as the ledger keeps it and as it is shown.

`written` makes the plain form kept beside the ledger's entry; `read` gives back the record. Both
know nothing of storage.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from aliquot.types import (
    Block,
    BlockType,
    Document,
    DocumentKind,
    FieldValue,
    IdentityField,
    ReceivedDocument,
)

__all__ = ["COUNTED", "documents_of", "written"]

# Fields by which a work is known, in the order they are shown.
IDENTITY = (
    "title", "authors", "year", "journal", "doi", "pmid", "pmcid", "nct", "accession", "version",
    "licence", "language", "notice",
)  # fmt: skip
BLOCKS = {
    BlockType.HEADING: "sections",
    BlockType.TABLE: "tables",
    BlockType.STEP: "steps",
    BlockType.NOTE: "notes",
    BlockType.REFERENCE: "references",
    BlockType.FOOTNOTE: "footnotes",
    BlockType.FORMULA: "formulas",
    BlockType.CODE: "code",
}
# A caption that begins so belongs to a table, which is counted itself.
TABLE_CAPTION = re.compile(r"(?:supplementary |extended data )?(?:table|tab\.|box|表)", re.I)
# A page of a deck is a slide and a page of a workbook a sheet.
PAGES = {DocumentKind.SLIDES: "slides", DocumentKind.TABLE: "sheets"}
# Every count a receipt may hold, in the order they are shown.
COUNTED = (
    "pages", "slides", "sheets", "sections", "tables", "figures", "steps", "notes", "references",
    "footnotes", "formulas", "code", "quantities", "ocr_pages", "suspect_symbols", "characters",
    "chunks",
)  # fmt: skip


def written(
    documents: Sequence[Document],
    verdicts: Sequence[tuple[str, str]],
    *,
    chunks: int,
    seconds: float,
) -> dict[str, Any]:
    """Return the receipt of what one source brought, as plain data.

    Args:
        documents: With ids.
        verdicts: For each, how sure it is who it is, and why.
        chunks: Cut from them.
        seconds: Wall time of their parser.
    """
    counts: Counter[str] = Counter()
    for document in documents:
        counts.update(_counts(document))
    counts["chunks"] = chunks
    return {
        "documents": [
            _document(document) | {"verdict": verdict, "reason": reason}
            for document, (verdict, reason) in zip(documents, verdicts, strict=True)
        ],
        "counts": {name: counts[name] for name in COUNTED if counts[name]},
        "warnings": [warning for document in documents for warning in document.warnings],
        "seconds": round(seconds, 3),
    }


def documents_of(receipt: Mapping[str, Any]) -> tuple[ReceivedDocument, ...]:
    """Return the documents of a receipt made by `written`."""
    return tuple(
        ReceivedDocument(
            id=one["id"],
            kind=one["kind"],
            title=one["title"],
            verdict=one["verdict"],
            reason=one["reason"],
            identity=tuple(
                IdentityField(name, tuple(value) if isinstance(value, list) else value, found_in)
                for name, value, found_in in one["identity"]
            ),
        )
        for one in receipt.get("documents", ())
    )


def _document(document: Document) -> dict[str, Any]:
    identity = _identity(document)
    return {
        "id": document.id,
        "kind": str(document.kind),
        "title": document.title,
        "identity": [[name, value, found_in] for name, value, found_in in identity],
    }


def _identity(document: Document) -> Iterable[tuple[str, FieldValue, str]]:
    fields = document.fields
    for name in IDENTITY:
        if name in fields:
            yield name, fields[name], document.provenance.get(name, "")


def _counts(document: Document) -> Counter[str]:
    counts = Counter(BLOCKS[block.type] for block in document.blocks if block.type in BLOCKS)
    counts[PAGES.get(document.kind, "pages")] = document.page_count
    counts["figures"] = sum(map(_is_figure, document.blocks))
    counts["ocr_pages"] = len({page for block in _flagged(document, "ocr") for page in block.pages})
    counts["suspect_symbols"] = sum(1 for _ in _flagged(document, "symbol_suspect"))
    counts["quantities"] = sum(len(block.quantities) for block in document.blocks)
    counts["characters"] = len(document.text)
    return counts


def _is_figure(block: Block) -> bool:
    return block.type is BlockType.CAPTION and not TABLE_CAPTION.match(block.text)


def _flagged(document: Document, flag: str) -> Iterable[Block]:
    return (block for block in document.blocks if flag in block.flags)
