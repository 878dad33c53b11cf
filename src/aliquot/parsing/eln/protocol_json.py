"""Read protocols stored as JSON, in the shapes protocols.io exports.

What enters: an object with a title and steps: one text with numbered lines, a list of texts, or a
list of objects. What leaves: one protocol `Document`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.eln.markup import plain_text, write_marked_up
from aliquot.parsing.eln.protocol_steps import first_text, from_draft, write_steps
from aliquot.parsing.files.bytes import read_json
from aliquot.parsing.writing.front_matter import find_year
from aliquot.parsing.writing.items import add_item
from aliquot.parsing.writing.prose import close_prose
from aliquot.parsing.writing.typography import collapse
from aliquot.types import BlockType, Document, DocumentKind

__all__ = ["ProtocolJsonParser"]

TITLE_KEYS = ("title", "protocol_name", "name")
# Sections in the order a bench scientist reads them, with the keys that hold them.
BEFORE_STEPS = (
    ("Description", ("description", "abstract", "summary")),
    ("Guidelines", ("guidelines", "guidelines_text")),
    ("Materials", ("materials", "materials_text", "reagents", "equipment")),
    ("Before start", ("before_start", "before_you_start")),
    ("Safety warnings", ("warning", "warnings", "safety")),
)
AFTER_STEPS = (
    ("Notes", ("notes", "comments")),
    ("References", ("references", "manuscript_citation")),
)
LINK_KEYS = ("protocols.io url", "url", "uri", "link")
DATE_KEYS = ("published_on", "publish_date", "date", "modified_on", "created_on", "year")
# Fields of objects in lists of materials or authors, in the order they are written.
NAME_KEYS = ("name", "title", "text", "amount", "quantity", "unit", "vendor", "catalog", "sku")
# Seconds since 1970 up to the year 2100.
MAXIMUM_EPOCH = 4_102_444_800
VERSION_KEYS = ("version", "version_number", "revision")
# Where a record has no such field its address still ends in the version: ".../name-abc123/v2".
LINK_VERSION = re.compile(r"[-/]v(\d+)/?$")


class ProtocolJsonParser:
    """Parse protocols in JSON."""

    name = "protocol_json"
    version = "3"

    def parse(self, path: Path) -> list[Document]:
        """Return the file as one protocol.

        Raises:
            ParseError: The file is not JSON, or holds no protocol.
        """
        protocol = _unwrap(read_json(path))
        if protocol is None:
            raise ParseError(
                "The JSON holds no protocol with steps.",
                source=str(path),
                hint="Export the protocol again, or add it as text, Markdown or DOCX.",
            )
        out = DocumentBuilder()
        title = plain_text(first_text(protocol, TITLE_KEYS))
        out.heading(title, 1)
        out.add(BlockType.FIELD, _source_line(protocol))
        _write_sections(out, protocol, BEFORE_STEPS)
        out.heading("Steps", 2)
        write_steps(out, protocol["steps"])
        _write_sections(out, protocol, AFTER_STEPS)
        document = close_prose(
            out,
            path,
            title=title,
            kind=DocumentKind.PROTOCOL,
            authors=tuple(_authors(protocol)),
            year=_year(protocol),
            version=_version(protocol),
            doi=first_text(protocol, ("doi",)).rpartition("doi.org/")[2],
            licence=first_text(protocol, ("license", "licence")),
            parser=self.name,
            parser_version=self.version,
        )
        return [document]


def _unwrap(value: Any) -> Mapping[str, Any] | None:
    """Return the object that has steps: the outermost, or one inside an envelope."""
    for _ in range(4):
        if isinstance(value, list) and value:
            value = value[0]
        if not isinstance(value, dict):
            return None
        if "steps" in value:
            return value
        value = value.get("protocol") or value.get("payload") or value.get("data")
    return None


def _source_line(protocol: Mapping[str, Any]) -> str:
    link = first_text(protocol, LINK_KEYS)
    doi = first_text(protocol, ("doi",))
    lines = (f"Source: {link}" if link else "", f"DOI: {doi}" if doi else "")
    return "\n".join(filter(None, lines))


def _write_sections(
    out: DocumentBuilder,
    protocol: Mapping[str, Any],
    sections: tuple[tuple[str, tuple[str, ...]], ...],
) -> None:
    for heading, keys in sections:
        values = [protocol[key] for key in keys if protocol.get(key)]
        if values:
            out.heading(heading, 2)
            for value in values:
                _write_value(out, value)


def _write_value(out: DocumentBuilder, value: Any) -> None:
    if isinstance(value, list):
        for item in value:
            add_item(out, _line(item), marker="•", level=1)
    elif isinstance(value, str):
        write_marked_up(out, from_draft(value), below=2)
    else:
        out.paragraph(_line(value))


def _line(value: Any) -> str:
    """Return an entry of a list on one line."""
    if isinstance(value, dict):
        parts = (value.get(key) for key in NAME_KEYS)
        return collapse(
            " ".join(str(part) for part in parts if isinstance(part, (str, int, float)))
        )
    return plain_text(from_draft(str(value)))


def _authors(protocol: Mapping[str, Any]) -> Iterator[str]:
    value = protocol.get("authors") or protocol.get("author") or protocol.get("creator") or []
    for author in value if isinstance(value, list) else re.split(r"[;\n]", _line(value)):
        name = _line(author)
        if name:
            yield name


def _year(protocol: Mapping[str, Any]) -> int | None:
    for key in DATE_KEYS:
        value = protocol.get(key)
        if isinstance(value, int) and 3000 < value < MAXIMUM_EPOCH:
            return datetime.fromtimestamp(value, tz=UTC).year
        year = find_year(str(value or ""))
        if year:
            return year
    return None


def _version(protocol: Mapping[str, Any]) -> str:
    value = next((protocol[key] for key in VERSION_KEYS if key in protocol), None)
    if isinstance(value, (str, int, float)) and not isinstance(value, bool) and value:
        return re.sub(r"^\s*v(?:ersion)?\.?\s*(?=\d)", "", str(value), flags=re.I).strip()
    in_link = LINK_VERSION.search(first_text(protocol, LINK_KEYS))
    return in_link[1] if in_link else ""
