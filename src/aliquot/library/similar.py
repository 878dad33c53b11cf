"""Documents that speak of what another one speaks of, of those somebody may see."""

from __future__ import annotations

from aliquot.filters import both
from aliquot.library.nearness import SimilarDocument
from aliquot.library.viewing import View
from aliquot.types import Comparison, Document, Filter, Operator, RelationKind

__all__ = ["SimilarDocument", "similar_documents"]


def similar_documents(view: View, document_id: str, count: int = 10) -> list[SimilarDocument]:
    """Return the documents most like one, best first; the same work in another file is none.

    Args:
        view: What may be seen.
        document_id: Of which.
        count: How many at most.

    Raises:
        UnknownDocumentError: The person sees no document of this id.
    """
    document = view.document(document_id)
    return view.library.similar(document.id, count, both(_others(view, document), view.scope))


def _others(view: View, document: Document) -> Filter | None:
    same = [
        other
        for one in view.relations(document.id)
        if one.kind is RelationKind.SAME_WORK
        for other in (one.document_id, one.other_id)
    ]
    where: Filter | None = None
    for other in dict.fromkeys([document.id, *same]):
        where = both(where, Comparison("document_id", Operator.NE, other))
    return where
