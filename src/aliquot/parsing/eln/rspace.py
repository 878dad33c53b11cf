"""Read the documents of RSpace, which stand in XML files of their own inside the archive.

What enters: the XML of one document. What leaves: its fields, each text with its comments.
Source: rspace-os/rspace-web, com.researchspace.archive (`ArchivalDocument`, `ArchivalField`,
`ArchiveComment`), which JAXB writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.eln.markup import plain_text, write_marked_up
from aliquot.parsing.files.xml import local_name, parse_xml_bytes
from aliquot.parsing.files.xml_fields import find_all, find_first, raw_text, text
from aliquot.parsing.writing.lines import filled, unique

__all__ = ["RspaceDocument", "read_rspace"]

ROOT = "archivalDocument"
# A basic document has one field, whose name says nothing.
UNNAMED = frozenset({"", "data"})


@dataclass(frozen=True, slots=True)
class RspaceDocument:
    """One document; `element` is its XML."""

    element: etree._Element

    @property
    def fields(self) -> dict[str, str]:
        """What it states about itself: name, author, dates, tags, form, identifier."""
        return {
            "name": text(self.element, "name"),
            "author": text(self.element, "createdBy"),
            "created": text(self.element, "creationDate")[:10],
            "modified": text(self.element, "lastModifiedDate")[:10],
            "tags": text(self.element, "tag"),
            "form": text(self.element, "formType"),
            "version": text(self.element, "recordVersion"),
            "folder": text(self.element, "folderName"),
        }

    def write(self, out: DocumentBuilder) -> list[str]:
        """Append the fields as sections; return warnings."""
        warnings: list[str] = []
        for field in find_all(self.element, "listFields/field"):
            found = find_first(field, "fieldData")
            data = "" if found is None else raw_text(found).strip()
            comments = list(_comments(field))
            if not data and not comments:
                continue
            name = text(field, "fieldName")
            if name.casefold() not in UNNAMED:
                out.heading(name, 2)
            warnings += write_marked_up(out, data, below=2)
            for comment in comments:
                out.paragraph(comment)
        return warnings


def read_rspace(data: bytes, *, source: str) -> RspaceDocument | None:
    """Return the document an XML file holds; `None` where it is a form or something else."""
    try:
        root = parse_xml_bytes(data, source=source)
    except ParseError:
        return None  # the archive's other records can be read
    return RspaceDocument(root) if local_name(root) == ROOT else None


def _comments(field: etree._Element) -> Iterator[str]:
    for comment in find_all(field, "commentList/comment"):
        for item in find_all(comment, "items/commentItem"):
            said = plain_text(text(item, "itemContent"))
            author = text(item, "lastUpdater") or text(comment, "author")
            by = ", ".join(unique(filled(author, text(item, "createDate")[:10])))
            if said:
                yield f"Comment by {by}: {said}" if by else f"Comment: {said}"
