"""Say which documents of a library belong together, and which of them stands.

What enters: one light record for every document. What leaves: relations, and what notices say of
the papers they concern. Nothing is read again and nothing is asked: `link` is a pure function of
its records, and n log n in their number.

    relations = link(records)                # after a run, over the whole library
    marks = notices_of(relations)            # document id -> "retracted", ...
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from aliquot.metadata.linking.concerned import find_concerned
from aliquot.metadata.linking.preprints import find_preprints
from aliquot.metadata.linking.records import LinkRecord, Shelf, link_record
from aliquot.metadata.linking.same_work import find_same_works
from aliquot.metadata.linking.versions import find_versions
from aliquot.metadata.notices import gravest
from aliquot.types.references import Relation, RelationKind

__all__ = ["LinkRecord", "link", "link_record", "notices_of"]


def link(records: Iterable[LinkRecord]) -> list[Relation]:
    """Return every relation between documents, in a fixed order."""
    shelf = Shelf(sorted(records, key=lambda record: record.id))
    found = [
        *find_same_works(shelf),
        *find_versions(shelf),
        *find_preprints(shelf),
        *find_concerned(shelf),
    ]
    return sorted(found, key=lambda one: (one.document_id, one.kind, one.other_id))


def notices_of(relations: Iterable[Relation]) -> Mapping[str, str]:
    """Return what notices say of each paper they concern; the gravest where there are several."""
    said: defaultdict[str, list[str]] = defaultdict(list)
    for relation in relations:
        if relation.kind is RelationKind.NOTICE_OF:
            said[relation.other_id].append(relation.notice)
    return {document_id: gravest(notices) for document_id, notices in said.items()}
