"""Find the parts of a Word document: paragraphs and tables through wrappers, rows, notes.

What enters: elements and the opened file. What leaves: the elements in which text stands.
"""

from __future__ import annotations

import zipfile
from collections.abc import Collection, Iterator

from lxml import etree

from aliquot.parsing.docx.styles import switched_on
from aliquot.parsing.docx.visibility import shaded
from aliquot.parsing.files.ooxml import attribute, read_part
from aliquot.parsing.files.xml import local_name

__all__ = ["content", "is_coloured", "is_white_paper", "main_part", "notes_of", "rows"]

# Elements that only wrap paragraphs and tables.
WRAPPERS = frozenset({"sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag"})
# Notes with these ids are the separator lines of the page.
SEPARATOR_NOTES = frozenset({"-1", "0"})
# Styles of tables without any colour.
PLAIN_TABLES = frozenset({"", "TableNormal", "TableGrid"})


def main_part(archive: zipfile.ZipFile) -> str:
    """Return the name of the document part, which is not always `word/document.xml`."""
    root = read_part(archive, "_rels/.rels")
    for relation in () if root is None else root:
        if relation.get("Type", "").endswith("/officeDocument"):
            return relation.get("Target", "").lstrip("/")
    return "word/document.xml"


def content(element: etree._Element) -> Iterator[etree._Element]:
    """Yield the paragraphs, tables and imported parts of an element, in order."""
    stack = list(reversed(element))
    while stack:
        child = stack.pop()
        name = local_name(child)
        if name in ("p", "tbl", "altChunk"):
            yield child
        elif name in WRAPPERS and not _is_unfilled(child):
            stack.extend(reversed(child))


def rows(table: etree._Element) -> Iterator[list[etree._Element]]:
    """Yield the cells of each row, but for rows that a tracked change deletes."""
    for row in _nearest(table, "tr"):
        properties = [child for child in row if local_name(child) == "trPr"]
        if not any(local_name(child) == "del" for item in properties for child in item):
            yield list(_nearest(row, "tc"))


def _nearest(element: etree._Element, name: str) -> Iterator[etree._Element]:
    """Yield the nearest elements of a name, through wrappers."""
    stack = list(reversed(element))
    while stack:
        child = stack.pop()
        if local_name(child) == name:
            yield child
        elif local_name(child) in WRAPPERS:
            stack.extend(reversed(child))


def notes_of(
    root: etree._Element | None, skipped: Collection[str] = SEPARATOR_NOTES
) -> dict[str, etree._Element]:
    """Return the notes of a part by their number.

    Args:
        root: Of the part of footnotes, endnotes or comments, where there is one.
        skipped: Numbers that are not notes, such as those of the page's separators.
    """
    notes = {attribute(note, "id"): note for note in (() if root is None else root)}
    return {number: note for number, note in notes.items() if number not in skipped}


def _is_unfilled(control: etree._Element) -> bool:
    """Tell a content control that still asks to be filled in."""
    return any(
        switched_on(child, "showingPlcHdr") for child in control if local_name(child) == "sdtPr"
    )


def is_white_paper(root: etree._Element) -> bool:
    """Tell whether the document leaves its pages white."""
    colours = [attribute(child, "color") for child in root if local_name(child) == "background"]
    return all(colour.upper() in ("", "AUTO", "FFFFFF") for colour in colours)


def is_coloured(table: etree._Element) -> bool:
    """Tell whether a table's style or its cells may lay a colour under text."""
    styles = (attribute(style, "val") for style in table.iter("{*}tblStyle"))
    if any(style not in PLAIN_TABLES for style in styles):
        return True
    return any(shaded(properties) for properties in table.iter("{*}tcPr", "{*}tblPr"))
