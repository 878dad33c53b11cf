"""Who the documents of a library are, and how they belong together.

One object for each run. The ingest story asks it about every document before it is committed
(`identify`), which committed ones the bibliographies speak of differently now (`affected`), and,
when all is committed, what belongs together (`link`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from aliquot.metadata.bibliography import ReferenceBook
from aliquot.metadata.identify import IdentityVerdict, identify
from aliquot.metadata.linking import LinkRecord, link, link_record, notices_of
from aliquot.protocols import MetadataResolver
from aliquot.storage.catalog import Catalog
from aliquot.types import (
    RECORD_KINDS,
    Document,
    DocumentKind,
    Reference,
    Relation,
    RelationKind,
    Source,
)

__all__ = ["ASKED", "Identities", "Known", "Replaced", "dump_record"]


# Under this a receipt keeps which look-up services were asked.
ASKED = "asked"
# Under these the ledger keeps how far the last finished run has come.
LINKED_MARK, REFERENCES_MARK = "linked_sequence", "applied_references"


@dataclass(frozen=True, slots=True)
class Known:
    """A document with its identity.

    Attributes:
        document: With fields completed, and what was doubted among its warnings.
        verdict: How sure it is who it is.
        reason: Why, in one sentence.
        related: DOIs of works it concerns, precedes or follows.
    """

    document: Document
    verdict: IdentityVerdict
    reason: str
    related: tuple[str, ...] = ()

    @property
    def is_mismatch(self) -> bool:
        """Whether it is not what its name or its bibliography says."""
        return self.verdict is IdentityVerdict.MISMATCH


@dataclass(frozen=True, slots=True)
class Replaced:
    """A source whose work another source holds better.

    Attributes:
        source: The one that goes.
        original: The one that stands.
        parser: Who read the one that goes.
        reason: Why they are one work, and why that one stands.
    """

    source: Source
    original: Source
    parser: str
    reason: str


class Identities:
    """The bibliographies of a library, its look-ups, and what joins its documents."""

    def __init__(self, catalog: Catalog, resolver: MetadataResolver | None = None) -> None:
        """Take what the library states already.

        Args:
            catalog: The truth.
            resolver: Asks services about a document; `None` where none is configured.
        """
        self._catalog = catalog
        self._resolver = resolver
        self._stated: list[Reference] = []
        self._stated_at = -1
        present = frozenset(self._read_references())
        # A run that was ended before its last step leaves it unknown what has been applied: then
        # everything a bibliography says counts as news.
        settled = catalog.ledger.mark(REFERENCES_MARK) or _digest(())
        is_settled = not self.has_changes or settled == _digest(present)
        self._references = present if is_settled else frozenset()
        self._book: ReferenceBook | None = None

    def _read_references(self) -> list[Reference]:
        """Return what bibliographies state, read again only after a commit."""
        sequence = self._catalog.sequence
        if sequence != self._stated_at:
            self._stated, self._stated_at = self._catalog.references(), sequence
        return self._stated

    # -------------------------------------------------------------------------- before the commit

    def identify(self, document: Document) -> Known:
        """Complete a document's identity and judge it."""
        if self._book is None:
            self._book = ReferenceBook(self._read_references())
        found = identify(document, self._book)
        if self._resolver is not None:
            found = identify(document, self._book, self._resolver.resolve(found.document))
        warnings = (*found.document.warnings, *found.notes)
        known = replace(found.document, warnings=warnings)
        return Known(known, found.verdict, found.reason, found.related)

    def affected(self, but: Collection[str] = ()) -> list[Source]:
        """Return sources of which the bibliographies say something else than at the last call.

        Args:
            but: Paths that need no second look.
        """
        present = frozenset(self._read_references())
        changed = present ^ self._references
        self._references, self._book = present, None
        if not changed:
            return []
        book = ReferenceBook(changed)
        origins = {one.origin.rpartition("/")[2] for one in changed}
        found: dict[str, Source] = {}
        for document in self._catalog.documents():
            source = document.source
            if source is None or source.path in but or document.kind in RECORD_KINDS:
                continue
            is_theirs = not origins.isdisjoint(document.provenance.values())
            if is_theirs or book.find(document):
                found[source.path] = source
        return [found[path] for path in sorted(found)]

    @property
    def asked(self) -> str:
        """Which services had their say, for the receipt; empty while one could not be asked."""
        resolver = self._resolver
        return "" if resolver is None or resolver.failures else resolver.id

    def unasked(self, but: Collection[str] = ()) -> list[Source]:
        """Return sources of papers about which the services of today were not asked.

        Args:
            but: Paths that need no second look.
        """
        if self._resolver is None:
            return []
        return [
            one.source
            for one in self._catalog.ledger.entries().values()
            if one.path not in but and one.receipt.get(ASKED) != self._resolver.id
            if any(brought["kind"] == DocumentKind.PAPER for brought in _brought(one.receipt))
        ]

    # -------------------------------------------------------------------------- after the commits

    @property
    def has_changes(self) -> bool:
        """Whether anything was committed since documents were last linked."""
        return self._catalog.ledger.mark(LINKED_MARK) != str(self._catalog.sequence)

    def note_settled(self) -> None:
        """Note that all that bibliographies say is applied, and all documents are linked."""
        if not self.has_changes:
            return
        ledger = self._catalog.ledger
        ledger.set_mark(REFERENCES_MARK, _digest(self._references))
        # Last: it vouches for the other.
        ledger.set_mark(LINKED_MARK, str(self._catalog.sequence))

    def link(self) -> list[Replaced]:
        """Say which documents belong together; return the sources that another one replaces."""
        records = {one.id: one for one in map(_load, self._catalog.relations.link_records())}
        relations = link(records.values())
        gone = dict(_superfluous(relations, records))
        kept = [one for one in relations if not {one.document_id, one.other_id} & gone.keys()]
        self._catalog.relations.replace(kept, notices_of(kept))
        return [self._replaced(relation, records) for relation in gone.values()]

    def _replaced(self, relation: Relation, records: Mapping[str, LinkRecord]) -> Replaced:
        record, other = records[relation.document_id], records[relation.other_id]
        source, original = (self._source(one.path) for one in (record, other))
        return Replaced(source, original, record.parser, relation.reason)

    def _source(self, path: str) -> Source:
        entry = self._catalog.ledger.entry(path)
        return Source(path=path) if entry is None else entry.source


def _digest(references: Iterable[Reference]) -> str:
    lines = "\n".join(sorted(map(repr, references)))
    return hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()


def _brought(receipt: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    documents: Sequence[Mapping[str, Any]] = receipt.get("documents", ())
    return documents


def dump_record(known: Known) -> dict[str, Any]:
    """Return what linking needs of a committed document, as plain data."""
    return asdict(link_record(known.document, known.related))


def _load(record: Mapping[str, Any]) -> LinkRecord:
    lists = {name: tuple(value) for name, value in record.items() if isinstance(value, list)}
    return LinkRecord(**{**record, **lists, "kind": DocumentKind(record["kind"])})


def _superfluous(
    relations: Iterable[Relation], records: Mapping[str, LinkRecord]
) -> Iterator[tuple[str, Relation]]:
    """Yield documents that another holds whole, each the only one of its file."""
    documents = Counter(record.path for record in records.values())
    for relation in relations:
        if relation.kind is not RelationKind.SAME_WORK:
            continue
        record, other = records[relation.document_id], records[relation.other_id]
        is_alone = documents[record.path] == 1 and record.path != other.path
        # An extract of an entry, which states no version, may hold what another extract lacks: only
        # whole entries stand for each other.
        if is_alone and (record.kind not in RECORD_KINDS or _are_whole(record, other)):
            yield record.id, relation


def _are_whole(*records: LinkRecord) -> bool:
    return all(one.version or one.updated for one in records)
