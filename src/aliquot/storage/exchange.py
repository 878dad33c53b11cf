"""A catalog's contents as plain records, out to files and in again.

Leaves and enters: mappings of JSON values. Chunks have the stored form of engines, `{id, vector,
content, metadata}`, with `row` beside it, by which the very same chunk is made again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

import numpy as np
from sqlalchemy import Connection, Engine, RowMapping, Table, func, insert, select

from aliquot.protocols import ChunkRecord
from aliquot.storage.chunks_read import chunk_query, chunk_records
from aliquot.storage.connection import reading, writing
from aliquot.storage.dialect import insert_missing
from aliquot.storage.documents_written import log_changes
from aliquot.storage.engines.stored_form import stored_row
from aliquot.storage.records import document_from_row, dump, field_rows, hash_text
from aliquot.storage.schema import (
    bibliography,
    blocks,
    chunks,
    collection_folders,
    collections,
    documents,
    fields,
    findings,
    findings_read,
    grants,
    link_records,
    meta,
    relations,
    roots,
    sources,
    vectors,
)
from aliquot.types import MAIN_COLLECTION

__all__ = ["Exchange", "Snapshot"]

# Rows held at a time.
BATCH = 500
# Columns of a chunk that its stored form does not give back.
CHUNK_ROW = (
    "key", "document_id", "ordinal", "text", "context", "has_vector", "section", "section_class",
    "first_page", "last_page", "record",
)  # fmt: skip
# Columns that hold JSON, by table.
JSON_COLUMNS = {"receipt", "record", "details"}
NO_VECTOR = np.empty(0, dtype=np.float32)

Record = Mapping[str, Any]
Item = TypeVar("Item")


class Exchange:
    """Contents of one catalog, out and in."""

    def __init__(self, engine: Engine) -> None:
        """Take the catalog's engine."""
        self._engine = engine

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """Give the contents as they stand at one moment, whatever is written meanwhile."""
        with reading(self._engine) as connection:
            yield Snapshot(connection)

    # -------------------------------------------------------------------------- taking in

    def take_roots(self, paths: Iterable[str]) -> None:
        """Remember the files and folders of another library."""
        self._insert(roots, ({"path": path} for path in paths))

    def take_sources(self, records: Iterable[Record]) -> None:
        """Enter sources, as `Snapshot.sources` gave them."""
        # Exports of versions that knew no collections name none.
        placed = ({"collection": MAIN_COLLECTION} | _packed(one) for one in records)
        self._insert(sources, placed)

    def take_documents(self, records: Iterable[Record]) -> None:
        """Write documents with blocks and fields, as `Snapshot.documents` gave them.

        Their chunks are taken afterwards.
        """
        for batch in batched(records):
            with writing(self._engine) as connection:
                query = select(sources.c.path, sources.c.id)
                paths = [one["source"] for one in batch]
                rows = connection.execute(query.where(sources.c.path.in_(paths)))
                ids = {row.path: row.id for row in rows}
                for one in batch:
                    _write_document(connection, one, ids[one["source"]])

    def take_chunks(self, records: Iterable[Record], embedder: str) -> None:
        """Write chunks under their own keys, and their vectors into the cache.

        Args:
            records: As `Snapshot.chunks` gave them, by ascending key.
            embedder: Id of the one whose vectors come along; empty for none.
        """
        for batch in batched(records):
            rows = [_chunk_row(one) for one in batch]
            held = {
                row["text_hash"]: one["vector"]
                for one, row in zip(batch, rows, strict=True)
                if one["vector"]
            }
            with writing(self._engine) as connection:
                connection.execute(insert(chunks), rows)
                log_changes(connection, [row["key"] for row in rows], is_removal=False)
                _put_vectors(connection, embedder, held)

    def take_vectors(self, records: Iterable[Record], embedder: str) -> None:
        """Write another embedder's vectors into the cache, as `Snapshot.vectors` gave them."""
        for batch in batched(records):
            with writing(self._engine) as connection:
                held = {str(one["text_hash"]): one["vector"] for one in batch}
                _put_vectors(connection, embedder, held)

    def take_findings(self, records: Iterable[Record]) -> None:
        """Write findings, as `Snapshot.findings` gave them."""
        self._insert(findings, map(_packed, records))

    def take_references(self, records: Iterable[Record]) -> None:
        """Write what bibliographies state, as `Snapshot.references` gave it."""
        self._insert(bibliography, map(_packed, records))

    def take_relations(self, records: Iterable[Record]) -> None:
        """Write how documents belong together, as `Snapshot.relations` gave it."""
        self._insert(relations, map(_packed, records))

    def _insert(self, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
        wanted = {column.name for column in table.c} - {"id"}
        for batch in batched(rows):
            kept = [{name: row[name] for name in wanted} for row in batch]
            with writing(self._engine) as connection:
                connection.execute(insert(table), kept)


class Snapshot:
    """What a catalog holds at one moment; each method streams, few rows held at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def schema(self) -> int:
        """Return the version of the schema."""
        found = self._connection.execute(select(meta.c.value).where(meta.c.name == "schema"))
        return int(found.scalar_one())

    def roots(self) -> list[str]:
        """List the files and folders the library was given, sorted."""
        return list(self._connection.execute(select(roots.c.path).order_by(roots.c.path)).scalars())

    def collections(self) -> Iterator[Record]:
        """Yield collections with their folders, by name."""
        held = collection_folders.c
        query = select(collections.c.name, collections.c.title).order_by(collections.c.name)
        for row in self._connection.execute(query).all():
            own = select(held.folder).where(held.collection == row.name).order_by(held.folder)
            folders = list(self._connection.execute(own).scalars())
            yield {"name": row.name, "title": row.title, "folders": folders}

    def grants(self) -> Iterator[Record]:
        """Yield who was granted what in collections that are there."""
        known = select(collections.c.name)
        is_known = (grants.c.collection == MAIN_COLLECTION) | grants.c.collection.in_(known)
        query = select(grants).where(is_known).order_by(grants.c.collection, grants.c.grantee)
        for row in self._connection.execute(query).all():
            yield {"collection": row.collection, "to": row.grantee, "role": row.role}

    def embedders(self) -> list[str]:
        """List the ids of whose work is cached, the one with the most first."""
        query = select(vectors.c.embedder).group_by(vectors.c.embedder)
        ordered = query.order_by(func.count().desc(), vectors.c.embedder)
        return list(self._connection.execute(ordered).scalars())

    def sources(self) -> Iterator[Record]:
        """Yield sources with what became of each, in the order they came."""
        columns = [column for column in sources.c if column.name != "id"]
        query = select(*columns).order_by(sources.c.id)
        yield from map(_unpacked, self._rows(query))

    def documents(self) -> Iterator[Record]:
        """Yield documents whole: text, metadata, blocks."""
        query = select(documents, sources.c.path.label("source")).join(
            sources, sources.c.id == documents.c.source_id
        )
        for row in self._rows(query.order_by(documents.c.source_id, documents.c.ordinal)):
            yield self._document(row)

    def _document(self, row: RowMapping) -> Record:
        own = {"document_id": row["id"]}
        pieces = select(blocks.c.span_start, blocks.c.span_end, blocks.c.record)
        of_document = pieces.where(blocks.c.document_id == row["id"]).order_by(blocks.c.ordinal)
        link = select(link_records.c.record).where(link_records.c.document_id == row["id"])
        read = select(findings_read).where(findings_read.c.document_id == row["id"])
        linked = self._connection.execute(link).scalar()
        was_read = self._connection.execute(read).mappings().first()
        return {
            "id": row["id"],
            "kind": row["kind"],
            "title": row["title"],
            "source": row["source"],
            "ordinal": row["ordinal"],
            "metadata": {name: _listed(one) for name, one in document_from_row(row).fields.items()},
            "text": row["text"],
            "record": json.loads(row["record"]),
            "blocks": [
                {"span": [start, end], "record": json.loads(record)}
                for start, end, record in self._connection.execute(of_document)
            ],
            "link_record": None if linked is None else json.loads(linked),
            "findings_read": None
            if was_read is None
            else {name: value for name, value in was_read.items() if name not in own},
        }

    def chunks(self, embedder: str) -> Iterator[tuple[Record, bytes | None]]:
        """Yield chunks in the stored form, without the vector, and beside it the cached vector.

        Args:
            embedder: Id of the one whose vectors come along; empty for none.
        """
        for batch in batched(self._rows(chunk_query().order_by(chunks.c.key))):
            held = self._held(embedder, [row["text_hash"] for row in batch])
            for row, record in zip(batch, chunk_records(batch), strict=True):
                yield _stored(row, record), held.get(row["text_hash"])

    def vectors(self, embedder: str) -> Iterator[tuple[str, bytes]]:
        """Yield (text hash, cached vector) of texts that are in the library."""
        query = select(chunks.c.text_hash).distinct().order_by(chunks.c.text_hash)
        for batch in batched(self._rows(query)):
            held = self._held(embedder, [row["text_hash"] for row in batch])
            yield from sorted(held.items())

    def findings(self) -> Iterator[Record]:
        """Yield what documents name, by document and in reading order."""
        query = select(findings).order_by(findings.c.document_id, findings.c.ordinal)
        yield from map(_unpacked, self._rows(query))

    def references(self) -> Iterator[Record]:
        """Yield what bibliographies state, in the order of the files."""
        query = select(bibliography).order_by(bibliography.c.document_id, bibliography.c.ordinal)
        yield from map(_unpacked, self._rows(query))

    def relations(self) -> Iterator[Record]:
        """Yield how documents belong together."""
        query = select(relations).order_by(relations.c.document_id, relations.c.other_id)
        yield from map(_unpacked, self._rows(query))

    def _held(self, embedder: str, hashes: Sequence[str]) -> dict[str, bytes]:
        query = select(vectors.c.text_hash, vectors.c.vector).where(
            vectors.c.embedder == embedder, vectors.c.text_hash.in_(hashes)
        )
        return {one: bytes(held) for one, held in self._connection.execute(query)}

    def _rows(self, query: Any) -> Iterator[RowMapping]:
        streamed = self._connection.execution_options(yield_per=BATCH)
        yield from streamed.execute(query).mappings()


# ------------------------------------------------------------------------------ records


def batched(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Yield items in lists of at most `BATCH`."""
    rest = iter(items)
    while batch := list(islice(rest, BATCH)):
        yield batch


def _unpacked(row: Mapping[Any, Any]) -> Record:
    return {
        str(name): json.loads(value) if name in JSON_COLUMNS else value
        for name, value in row.items()
    }


def _packed(record: Record) -> dict[str, Any]:
    return {name: dump(value) if name in JSON_COLUMNS else value for name, value in record.items()}


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _stored(row: RowMapping, record: ChunkRecord) -> Record:
    form = stored_row(ChunkRecord(record.key, record.chunk, NO_VECTOR))
    kept = {name: row[name] for name in CHUNK_ROW} | {"record": json.loads(row["record"])}
    return {"id": form.id, "content": form.content, "metadata": dict(form.metadata), "row": kept}


def _chunk_row(record: Record) -> dict[str, Any]:
    row = {name: record["row"][name] for name in CHUNK_ROW}
    parts = (row["record"]["header"], row["context"], row["text"])
    embedded = "\n".join(part for part in parts if part)
    return row | {
        "id": record["id"],
        "text_hash": hash_text(embedded),
        "record": dump(row["record"]),
    }


def _put_vectors(
    connection: Connection, embedder: str, held: Mapping[str, Sequence[float]]
) -> None:
    rows = [
        {
            "embedder": embedder,
            "text_hash": text_hash,
            "vector": np.array(numbers, dtype=np.float16).tobytes(),
        }
        for text_hash, numbers in held.items()
    ]
    if rows and embedder:
        connection.execute(insert_missing(connection, vectors), rows)


def _write_document(connection: Connection, record: Record, source_id: int) -> None:
    row = {
        "id": record["id"],
        "source_id": source_id,
        "ordinal": record["ordinal"],
        "kind": record["kind"],
        "title": record["title"],
        "record": dump(record["record"]),
        "text": record["text"],
    }
    connection.execute(insert(documents), row)
    valued = list(field_rows(document_from_row(row)))
    if valued:
        connection.execute(insert(fields), valued)
    pieces = [
        {
            "document_id": record["id"],
            "ordinal": ordinal,
            "span_start": piece["span"][0],
            "span_end": piece["span"][1],
            "record": dump(piece["record"]),
        }
        for ordinal, piece in enumerate(record["blocks"])
    ]
    if pieces:
        connection.execute(insert(blocks), pieces)
    own = {"document_id": record["id"]}
    if record["link_record"] is not None:
        linked = own | {"record": dump(record["link_record"])}
        connection.execute(insert(link_records), linked)
    if record["findings_read"] is not None:
        connection.execute(insert(findings_read), own | dict(record["findings_read"]))
