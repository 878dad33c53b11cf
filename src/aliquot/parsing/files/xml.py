"""Parse XML safely: no network, no DTD, no entity expansion.

What enters: a path, gzip or not. What leaves: the root element of a tree in which the standard
character entities (`&micro;`) are already characters.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from aliquot.errors import ParseError
from aliquot.parsing.files.bytes import open_bytes

__all__ = ["local_name", "parse_xml", "parse_xml_bytes"]


def parse_xml(path: Path) -> etree._Element:
    """Return the root element of an XML file.

    Raises:
        ParseError: The file is empty, not well-formed, or declares entities of its own.
    """
    return parse_xml_bytes(open_bytes(path), source=str(path))


def parse_xml_bytes(data: bytes, *, source: str = "") -> etree._Element:
    """Return the root element of XML held in memory.

    Raises:
        ParseError: The XML is not well-formed or declares entities of its own.
    """
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as exc:
        if "entity amplification" in str(exc):
            raise _bomb(source) from exc
        line = f" (line {exc.lineno})" if isinstance(exc, SyntaxError) and exc.lineno else ""
        raise ParseError(
            f"The XML is not well-formed{line}.",
            source=source,
            hint="Download or export the file again; it was probably cut short.",
        ) from exc
    _refuse_entity_declarations(root, source)
    _replace_character_entities(root)
    return root


def local_name(element: etree._Element) -> str:
    """Return an element's name without its namespace; empty for anything but an element."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _refuse_entity_declarations(root: etree._Element, source: str) -> None:
    """Entities declared inside a file serve no publisher we know, but every XML bomb."""
    internal = root.getroottree().docinfo.internalDTD
    # The stubs of lxml do not know `iterentities`.
    if internal is not None and any(internal.iterentities()):  # type: ignore[attr-defined]
        raise _bomb(source)


def _bomb(source: str) -> ParseError:
    return ParseError(
        "The XML declares entities of its own, which is how XML bombs work.",
        source=source,
        hint="Remove the <!ENTITY ...> lines from its DOCTYPE if you trust the file.",
    )


def _replace_character_entities(root: etree._Element) -> None:
    """Put characters in place of `&micro;` and the like, which only the unread DTD defines."""
    entities: Iterator[etree._Entity] = root.iter(etree.Entity)
    for entity in list(entities):
        parent = entity.getparent()
        if parent is None:
            continue
        text = html.unescape(f"&{entity.name};") + (entity.tail or "")
        previous = entity.getprevious()
        if previous is not None:
            previous.tail = (previous.tail or "") + text
        else:
            parent.text = (parent.text or "") + text
        entity.tail = None
        parent.remove(entity)
