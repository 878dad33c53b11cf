"""Documents that speak of what another one speaks of, as one person may see them."""

from __future__ import annotations

from aliquot.filters import both
from aliquot.library.nearness import SimilarDocument
from aliquot.library.viewing import View
from aliquot.types import Comparison, Filter, Operator, RelationKind

__all__ = ["similar_documents"]


def similar_documents(view: View, document_id: str, count: int = 10) -> list[SimilarDocument]:
    """Return the documents most like one, best first; the same work in another file is none.

    Args:
        view: What may be seen.
        document_id: Of which.
        count: How many at most.

    Raises:
        UnknownDocumentError: The person sees no document of this id.
    """
    scope = both(_others(view, document_id), view.scope)
    scores = {one.document.id: one.score for one in view.library.similar(document_id, count, scope)}
    if not scores:
        return []
    found = view.documents(Comparison("document_id", Operator.IN, tuple(scores)))
    ranked = sorted(found, key=lambda one: (-scores[one.id], one.id))
    return [SimilarDocument(one, scores[one.id]) for one in ranked]


def _others(view: View, document_id: str) -> Filter | None:
    same = [
        other
        for one in view.relations(document_id)
        if one.kind is RelationKind.SAME_WORK
        for other in (one.document_id, one.other_id)
    ]
    where: Filter | None = None
    for other in dict.fromkeys([document_id, *same]):
        where = both(where, Comparison("document_id", Operator.NE, other))
    return where
