"""Open an OpenDocument file: zipped or flat, and refuse one that needs a password.

What enters: a path. What leaves: a `Package` of the parts that are read. Source: OpenDocument 1.3
part 2 (packages) and part 3, section 3.1.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from aliquot.errors import ParseError
from aliquot.parsing.files.bytes import peek_bytes
from aliquot.parsing.files.ooxml import NO_TITLE
from aliquot.parsing.files.xml import local_name, parse_xml, parse_xml_bytes
from aliquot.parsing.files.xml_fields import text
from aliquot.parsing.files.zips import open_zip, read_member
from aliquot.parsing.writing.names import cited_names, split_names

__all__ = ["Package", "attribute", "open_package"]

Element = etree._Element
MANIFEST = "META-INF/manifest.xml"
ZIP_MAGIC = b"PK"
HINT = "Open it in LibreOffice and save it again."


@dataclass(frozen=True, slots=True)
class Package:
    """The parts of an OpenDocument file.

    Attributes:
        body: What the document holds: the element below `office:body`.
        roots: The roots that hold styles, those of the content last.
        read_object: Return the root of an embedded object, such as a formula, by its address.
    """

    body: Element
    roots: tuple[Element, ...]
    title: str
    authors: tuple[str, ...]
    read_object: Callable[[str], Element | None]


def attribute(element: Element | None, name: str, default: str = "") -> str:
    """Return an attribute by its name without the namespace, which programs write differently."""
    for key, value in () if element is None else element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return default


@contextmanager
def open_package(path: Path) -> Iterator[Package]:
    """Open a document for reading.

    Raises:
        ParseError: It is damaged, needs a password, or holds no content.
    """
    if not peek_bytes(path, len(ZIP_MAGIC)).startswith(ZIP_MAGIC):
        root = parse_xml(path)
        yield _package((root,), root, lambda _: None, str(path))
        return
    with open_zip(path) as archive:
        _refuse_password(archive)
        content = _part(archive, "content.xml")
        if content is None:
            raise _no_content(str(path))
        roots = [_part(archive, "styles.xml"), content]
        found = tuple(root for root in roots if root is not None)
        meta = _part(archive, "meta.xml")
        yield _package(found, meta, lambda name: _object(archive, name), str(path))


def _package(
    roots: tuple[Element, ...],
    meta: Element | None,
    read_object: Callable[[str], Element | None],
    source: str,
) -> Package:
    bodies = (child for body in roots[-1].iterchildren("{*}body") for child in body)
    body = next((child for child in bodies if local_name(child)), None)
    if body is None:
        raise _no_content(source)
    fields = {local_name(field): text(field) for field in _meta_fields(meta)}
    names = split_names(fields.get("initial-creator") or fields.get("creator", ""))
    title = fields.get("title", "")
    title = "" if NO_TITLE.fullmatch(title) else title
    return Package(body, roots, title, cited_names(names), read_object)


def _meta_fields(meta: Element | None) -> Iterator[Element]:
    for holder in () if meta is None else meta.iterchildren("{*}meta"):
        yield from holder


def _part(archive: zipfile.ZipFile, name: str) -> Element | None:
    data = read_member(archive, name)
    return None if not data else parse_xml_bytes(data, source=archive.filename or "")


def _object(archive: zipfile.ZipFile, address: str) -> Element | None:
    """Return the content of an object, which lives in a folder of its own."""
    name = posixpath.normpath(f"{address}/content.xml").lstrip("/")
    return _part(archive, name)


def _refuse_password(archive: zipfile.ZipFile) -> None:
    manifest = _part(archive, MANIFEST)
    if manifest is not None and next(manifest.iter("{*}encryption-data"), None) is not None:
        raise ParseError(
            "The file is protected with a password.",
            source=archive.filename or "",
            status="encrypted",
            hint="Save a copy without the password and add that.",
        )


def _no_content(source: str) -> ParseError:
    return ParseError("The file holds no document.", source=source, hint=HINT)
