"""Records to rows and back: JSON for what is never searched, columns for what is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import isfinite
from typing import Any, NamedTuple

from aliquot.errors import ParseError
from aliquot.storage.family_names import other_names
from aliquot.storage.filtering import SECTION_MARK, folded
from aliquot.types import (
    FIELDS,
    Block,
    BlockType,
    Box,
    Chunk,
    Document,
    DocumentKind,
    DocumentStatus,
    FieldValue,
    Location,
    Quantity,
    QuantityKind,
    SectionClass,
    Source,
    Span,
)

__all__ = [
    "NOTED",
    "block_from_row",
    "block_row",
    "check_fields",
    "chunk_from_row",
    "chunk_row",
    "document_from_row",
    "document_row",
    "dump",
    "field_rows",
    "hash_text",
]

# Document attributes kept as they are in the row's JSON.
PLAIN = (
    "authors", "year", "journal", "doi", "pmid", "pmcid", "nct", "accession",
    "language", "licence", "parser", "parser_version", "status", "warnings",
)  # fmt: skip


# What another document of the library says has happened to this one: a part of its record beside
# `extra`, which holds what it says of itself.
NOTED = "noted"


def hash_text(text: str) -> str:
    """Return the key of a text in the vector cache."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def dump(value: object) -> str:
    """Write JSON as the catalog keeps it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# ------------------------------------------------------------------------------ documents


def document_row(document: Document, source_id: int, ordinal: int) -> dict[str, Any]:
    """Return the row of `documents`."""
    record = {name: getattr(document, name) for name in PLAIN} | {"extra": dict(document.extra)}
    if document.provenance:
        record["provenance"] = dict(document.provenance)
    if document.page_size is not None:
        record["page_size"] = document.page_size
    if document.source is not None:
        source = document.source
        record["source"] = [source.path, source.sha256, source.mtime_ns, source.size]
    return {
        "id": document.id,
        "source_id": source_id,
        "ordinal": ordinal,
        "kind": str(document.kind),
        "title": document.title,
        "text": document.text,
        "record": dump(record),
    }


def document_from_row(row: Mapping[Any, Any], blocks: tuple[Block, ...] = ()) -> Document:
    """Rebuild a document; without blocks where only its identity is wanted."""
    record = json.loads(row["record"])
    source = record.pop("source", None)
    extra = {name: _frozen(value) for name, value in record.pop("extra").items()}
    provenance = record.pop("provenance", {})
    if noted := record.pop(NOTED, ""):
        extra["notice"] = noted
    record["status"] = DocumentStatus(record["status"])
    return Document(
        id=row["id"],
        kind=DocumentKind(row["kind"]),
        title=row["title"],
        text=row.get("text", ""),
        blocks=blocks,
        extra=extra,
        provenance=provenance,
        source=_source(source),
        **{name: _frozen(value) for name, value in record.items()},
    )


def _source(record: list[Any] | None) -> Source | None:
    if record is None:
        return None
    path, sha256, mtime_ns, size = record
    return Source(path=path, sha256=sha256, mtime_ns=mtime_ns, size=size)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def check_fields(document: Document) -> None:
    """Refuse fields that no filter could mean.

    Raises:
        ParseError: A field is not among `FIELDS`, or a value is of another type.
    """
    for name, value in document.fields.items():
        spec = FIELDS.get(name)
        singles = value if isinstance(value, tuple) else (value,)
        if spec is None:
            reason = f"a field called {name!r}, which does not exist"
        elif not all(map(_is_number if spec.type == "number" else _is_text, singles)):
            reason = f"{value!r} for {name!r}, which is not {spec.type}"
        else:
            continue
        raise ParseError(
            f"Its parser gave {reason}.",
            source=document.source.path if document.source else "",
            hint="The parser is at fault; report it.",
        )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _is_text(value: object) -> bool:
    """Tell whether a value is text that can be stored: half a surrogate pair cannot."""
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)


def field_rows(document: Document) -> Iterator[dict[str, Any]]:
    """Yield the rows of `fields`: one per value, text folded, author names also by family."""
    for name, value in document.fields.items():
        spec = FIELDS[name]
        for single in value if isinstance(value, tuple) else (value,):
            row = {"document_id": document.id, "name": name, "text": None, "number": None}
            if spec.type == "number":
                yield row | {"number": float(single)}  # type: ignore[arg-type]
                continue
            text = folded(str(single))
            yield row | {"text": text}
            if name == "authors":
                yield from (row | {"text": other} for other in other_names(text))


# ------------------------------------------------------------------------------ blocks


def block_row(block: Block, document_id: str, ordinal: int) -> dict[str, Any]:
    """Return the row of `blocks`; its text is the document's at the span."""
    record: dict[str, Any] = {
        "type": str(block.type),
        "level": block.level,
        "path": block.section_path,
        "class": str(block.section_class),
        "at": _pack_locations(block.locations),
    }
    optional = {
        "grid": block.grid,
        "caption": block.caption,
        "marker": block.marker,
        "flags": sorted(block.flags),
        "quantities": [_pack_quantity(one) for one in block.quantities],
    }
    record |= {name: value for name, value in optional.items() if value}
    return {
        "document_id": document_id,
        "ordinal": ordinal,
        "span_start": block.span.start,
        "span_end": block.span.end,
        "record": dump(record),
    }


def block_from_row(row: Mapping[Any, Any], text: str) -> Block:
    """Rebuild a block from its row and its document's text."""
    record = json.loads(row["record"])
    span = Span(row["span_start"], row["span_end"])
    grid = record.get("grid")
    return Block(
        type=BlockType(record["type"]),
        text=span.of(text),
        span=span,
        level=record["level"],
        section_path=tuple(record["path"]),
        section_class=SectionClass(record["class"]),
        locations=_unpack_locations(record["at"]),
        grid=None if grid is None else tuple(tuple(cells) for cells in grid),
        caption=record.get("caption", ""),
        marker=record.get("marker", ""),
        flags=frozenset(record.get("flags", ())),
        quantities=tuple(map(_unpack_quantity, record.get("quantities", ()))),
    )


def _pack_quantity(quantity: Quantity) -> list[str | float]:
    span = quantity.span
    return [str(quantity.kind), quantity.low, quantity.high, quantity.unit, span.start, span.end]


def _unpack_quantity(packed: list[Any]) -> Quantity:
    kind, low, high, unit, start, end = packed
    return Quantity(kind=QuantityKind(kind), low=low, high=high, unit=unit, span=Span(start, end))


def _pack_locations(locations: tuple[Location, ...]) -> list[list[float]]:
    """Write `[page]` or `[page, x0, y0, x1, y1]`, a tenth of a point being fine enough."""
    return [
        [at.page]
        if at.box is None
        else [at.page, *(round(x, 1) for x in (at.box.x0, at.box.y0, at.box.x1, at.box.y1))]
        for at in locations
    ]


def _unpack_locations(packed: list[list[float]]) -> tuple[Location, ...]:
    return tuple(
        Location(int(page), Box(*corners) if corners else None) for page, *corners in packed
    )


# ------------------------------------------------------------------------------ chunks


def chunk_row(chunk: Chunk, ordinal: int) -> dict[str, Any]:
    """Return the row of `chunks`; the catalog gives the key."""
    headings = SECTION_MARK.join(folded(heading) for heading in chunk.section_path)
    record: dict[str, Any] = {
        "header": chunk.header,
        "span": [chunk.span.start, chunk.span.end],
        "at": _pack_locations(chunk.locations),
        "path": chunk.section_path,
    }
    if chunk.flags:
        record["flags"] = sorted(chunk.flags)
    if chunk.also:
        record["also"] = chunk.also
    return {
        "id": chunk.id,
        "document_id": chunk.document_id,
        "ordinal": ordinal,
        "text": chunk.text,
        "text_hash": hash_text(chunk.embedded_text),
        "context": chunk.context,
        "has_vector": int(chunk.is_embedded),
        "section": f"{SECTION_MARK}{headings}{SECTION_MARK}" if headings else "",
        "section_class": str(chunk.section_class),
        "first_page": min(chunk.pages, default=None),
        "last_page": max(chunk.pages, default=None),
        "record": dump(record),
    }


class _ReadChunk(NamedTuple):
    """What the record of a chunk holds."""

    header: str
    span: Span
    locations: tuple[Location, ...]
    section_path: tuple[str, ...]
    flags: frozenset[str]
    also: tuple[str, ...]


# Evidence of some hundred questions: its lines' places are more than half of what reading takes.
@lru_cache(maxsize=1024)
def _read_chunk(written: str) -> _ReadChunk:
    record = json.loads(written)
    return _ReadChunk(
        header=record["header"],
        span=Span(*record["span"]),
        locations=_unpack_locations(record["at"]),
        section_path=tuple(record["path"]),
        flags=frozenset(record.get("flags", ())),
        also=tuple(record.get("also", ())),
    )


def chunk_from_row(row: Mapping[Any, Any], metadata: Mapping[str, FieldValue]) -> Chunk:
    """Rebuild a chunk from its row and its document's fields."""
    read = _read_chunk(row["record"])
    first, last = row["first_page"], row["last_page"]
    pages = tuple(sorted({at.page for at in read.locations})) or (
        () if first is None else tuple(range(first, last + 1))
    )
    return Chunk(
        id=row["id"],
        document_id=row["document_id"],
        text=row["text"],
        header=read.header,
        span=read.span,
        pages=pages,
        locations=read.locations,
        section_path=read.section_path,
        section_class=SectionClass(row["section_class"]),
        flags=read.flags,
        also=read.also,
        context=row["context"],
        metadata=metadata,
    )
