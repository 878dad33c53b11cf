"""A stored answer, held against the library as it is today."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aliquot.errors import UnknownDocumentError
from aliquot.storage.catalog import Catalog
from aliquot.storage.records import hash_text
from aliquot.types import Answer, Citation
from aliquot.types.history import (
    CheckedCitation,
    CitationState,
    EvidenceKept,
    Explanation,
    StoredAnswer,
    citation_id,
)

__all__ = ["explained"]

STATES = {
    CitationState.MOVED: "the quote stands elsewhere in the document now",
    CitationState.CHANGED: "the document was changed and does not hold the quote any more",
    CitationState.REMOVED: "the document is not in the library any more",
}


def explained(catalog: Catalog, stored: StoredAnswer) -> Explanation:
    """Hold the citations and the evidence of a stored answer against today's library.

    Args:
        catalog: What the library holds today.
        stored: The answer, as it was made.
    """
    cited = {citation_id(one): one for one in _citations(stored.answer)}
    texts = _texts(catalog, (one.document_id for one in cited.values()))
    checked = tuple(_checked(one, texts.get(one.document_id)) for one in cited.values())
    return Explanation(stored, checked, tuple(_outdated(catalog, stored.evidence)))


def _citations(answer: Answer) -> list[Citation]:
    disputed = (one for each in answer.contradictions for one in each.statements)
    return [*answer.citations(), *(cited for one in disputed for cited in one.citations)]


def _texts(catalog: Catalog, document_ids: Iterable[str]) -> dict[str, str]:
    found = {}
    for document_id in dict.fromkeys(document_ids):
        try:
            found[document_id] = catalog.document(document_id).text
        except UnknownDocumentError:
            continue
    return found


def _checked(citation: Citation, text: str | None) -> CheckedCitation:
    """Hold a citation against the text of its document; `None` where there is no such document."""
    state = _state(citation, text)
    return CheckedCitation(citation_id(citation), citation, state, STATES.get(state, ""))


def _state(citation: Citation, text: str | None) -> CitationState:
    if text is None:
        return CitationState.REMOVED
    quote = _joined(citation.quote)
    if quote and _joined(citation.span.of(text)) == quote:
        return CitationState.HOLDS
    is_elsewhere = bool(quote) and quote in _joined(text)
    return CitationState.MOVED if is_elsewhere else CitationState.CHANGED


def _joined(text: str) -> str:
    return " ".join(text.split())


def _outdated(catalog: Catalog, evidence: Sequence[EvidenceKept]) -> list[str]:
    """Return ids of chunks that are gone, or whose text is another one."""
    documents = dict.fromkeys(one.chunk_id.partition("#")[0] for one in evidence)
    today = {
        chunk.id: hash_text(chunk.text)
        for document_id in documents
        for chunk in catalog.chunks_of(document_id)
    }
    return [
        one.chunk_id
        for one in evidence
        if today.get(one.chunk_id) != (one.text_hash or today.get(one.chunk_id, ""))
    ]
