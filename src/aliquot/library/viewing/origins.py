"""What bibliography files say of documents, for a reader who sees the documents and not the files.

A field stays as it was completed; whose words it follows, and what a file nobody shows them says
of other works, goes.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from aliquot.types import Document, Receipt
from aliquot.types.ingest import IdentityField, ReceivedDocument

__all__ = ["seen_document", "seen_receipt"]

ORIGIN = "bibliography"
SENTENCE = "A bibliography that is not there for you speaks of it."


def seen_document(document: Document, hidden: Collection[str]) -> Document:
    """Return a document whose provenance names no hidden bibliography.

    Args:
        document: As the catalog has it.
        hidden: Names of bibliography files.
    """
    if not any(one in hidden for one in document.provenance.values()):
        return document
    told = {name: _origin(one, hidden) for name, one in document.provenance.items()}
    return replace(document, provenance=told)


def seen_receipt(receipt: Receipt, hidden: Collection[str]) -> Receipt:
    """Return a receipt without sentences that name a hidden bibliography.

    Args:
        receipt: As the ledger has it.
        hidden: Names of bibliography files.
    """
    if not hidden:
        return receipt
    warnings = dict.fromkeys(_sentence(one, hidden) for one in receipt.warnings)
    return replace(
        receipt,
        reason=_sentence(receipt.reason, hidden),
        warnings=tuple(warnings),
        documents=tuple(_received(one, hidden) for one in receipt.documents),
    )


def _received(document: ReceivedDocument, hidden: Collection[str]) -> ReceivedDocument:
    identity = tuple(
        IdentityField(one.name, one.value, _origin(one.found_in, hidden))
        for one in document.identity
    )
    return replace(document, reason=_sentence(document.reason, hidden), identity=identity)


def _origin(origin: str, hidden: Collection[str]) -> str:
    return ORIGIN if origin in hidden else origin


def _sentence(text: str, hidden: Collection[str]) -> str:
    return SENTENCE if any(one in text for one in hidden) else text
