"""Find the parts of an EPUB: package file, reading order, titles from the table of contents, locks.

What enters: an opened archive. What leaves: a `Package` of names inside the archive. Sources: EPUB
Open Container Format 3.3, EPUB Packages 3.3, Open Packaging Format 2.0.1.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote, urldefrag

from lxml import etree

from aliquot.errors import ParseError
from aliquot.parsing.epub.metadata import Metadata, read_metadata
from aliquot.parsing.files.xml import local_name, parse_xml_bytes
from aliquot.parsing.files.xml_fields import text
from aliquot.parsing.files.zips import read_member

__all__ = ["Package", "TocEntry", "read_package"]

CONTAINER = "META-INF/container.xml"
ENCRYPTION = "META-INF/encryption.xml"
# Fonts are scrambled, not locked. Sources: OCF 3.3 section 4; Adobe's content protection.
FONT_SCRAMBLING = frozenset(
    {"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"}
)
PAGES = frozenset({"application/xhtml+xml", "text/html", "text/x-oeb1-document"})
# A table of contents nested deeper than this is damaged.
MAXIMUM_DEPTH = 9
HINT = "Download or export the book again."


@dataclass(frozen=True, slots=True)
class TocEntry:
    """A line of the table of contents: its text, and its depth from 1."""

    title: str
    level: int


@dataclass(frozen=True, slots=True)
class Package:
    """What an EPUB says of itself.

    Attributes:
        chapters: Names of the pages in reading order, the table of contents left out.
        toc: First line of the table of contents that leads to each page.
        locked: Names of the members that only a licensed reader can open.
    """

    metadata: Metadata
    chapters: tuple[str, ...]
    toc: dict[str, TocEntry] = field(default_factory=dict)
    locked: frozenset[str] = frozenset()


def read_package(archive: zipfile.ZipFile) -> Package:
    """Return the package an EPUB's container names.

    Raises:
        ParseError: A part is missing or damaged.
    """
    name = _package_name(archive)
    root = _xml(archive, name)
    if root is None:
        raise ParseError(
            "The EPUB lacks its package file.", source=archive.filename or "", hint=HINT
        )
    folder = posixpath.dirname(name)
    items = {item.get("id", ""): item for item in root.iter("{*}item")}
    spine = [items[key] for key in _spine(root) if key in items]
    chapters = (item for item in spine if item.get("media-type", "") in PAGES)
    names = (_resolve(folder, item.get("href", "")) for item in chapters if not _is_nav(item))
    return Package(
        metadata=read_metadata(root),
        chapters=tuple(dict.fromkeys(names)),
        toc=_toc(archive, folder, items),
        locked=frozenset(_locked(archive)),
    )


def _package_name(archive: zipfile.ZipFile) -> str:
    """Return the first package the container names, or the only one there is."""
    container = _xml(archive, CONTAINER)
    for rootfile in () if container is None else container.iter("{*}rootfile"):
        if rootfile.get("full-path"):
            return rootfile.get("full-path", "")
    return next((name for name in archive.namelist() if name.endswith(".opf")), "")


def _spine(root: etree._Element) -> Iterator[str]:
    for reference in root.iter("{*}itemref"):
        yield reference.get("idref", "")


def _is_nav(item: etree._Element) -> bool:
    return "nav" in item.get("properties", "").split()


def _resolve(folder: str, address: str) -> str:
    """Return the member an address inside the book stands for, without its fragment."""
    bare = unquote(urldefrag(address).url)
    return posixpath.normpath(posixpath.join(folder, bare)).lstrip("/")


def _locked(archive: zipfile.ZipFile) -> Iterator[str]:
    root = _xml(archive, ENCRYPTION)
    for data in () if root is None else root.iter("{*}EncryptedData"):
        methods = [method.get("Algorithm", "") for method in data.iter("{*}EncryptionMethod")]
        if not FONT_SCRAMBLING.issuperset(methods[:1]):
            for reference in data.iter("{*}CipherReference"):
                yield _resolve("", reference.get("URI", ""))


# ------------------------------------------------------------------------------ contents


def _toc(
    archive: zipfile.ZipFile, folder: str, items: dict[str, etree._Element]
) -> dict[str, TocEntry]:
    """Read EPUB 3's navigation page, otherwise EPUB 2's `ncx`."""
    found: dict[str, TocEntry] = {}
    for item in items.values():
        name = _resolve(folder, item.get("href", ""))
        if _is_nav(item) and (root := _xml(archive, name)) is not None:
            lists = (nav for nav in root.iter("{*}nav") if "toc" in _types(nav))
            entries = [entry for nav in lists for entry in _nav_entries(nav)]
            _collect(found, posixpath.dirname(name), entries)
    if found:
        return found
    for item in items.values():
        name = _resolve(folder, item.get("href", ""))
        is_ncx = item.get("media-type") == "application/x-dtbncx+xml"
        if is_ncx and (root := _xml(archive, name)) is not None:
            _collect(found, posixpath.dirname(name), _ncx_entries(root))
    return found


def _types(element: etree._Element) -> list[str]:
    values = (str(value) for key, value in element.attrib.items() if str(key).endswith("type"))
    return [part for value in values for part in value.split()]


def _collect(found: dict[str, TocEntry], folder: str, entries: list[tuple[str, str, int]]) -> None:
    for address, title, level in entries:
        if title and 0 < level <= MAXIMUM_DEPTH:
            found.setdefault(_resolve(folder, address), TocEntry(title, level))


def _nav_entries(nav: etree._Element) -> list[tuple[str, str, int]]:
    return [
        (link.get("href", ""), text(link), sum(1 for _ in link.iterancestors("{*}ol")))
        for link in nav.iter("{*}a")
    ]


def _ncx_entries(root: etree._Element) -> list[tuple[str, str, int]]:
    return [
        (
            next((content.get("src", "") for content in point.iterchildren("{*}content")), ""),
            text(point, "navLabel"),
            1 + sum(1 for _ in point.iterancestors("{*}navPoint")),
        )
        for point in root.iter("{*}navPoint")
    ]


def _xml(archive: zipfile.ZipFile, name: str) -> etree._Element | None:
    data = read_member(archive, name) if name else None
    root = None if not data else parse_xml_bytes(data, source=archive.filename or "")
    return root if root is not None and local_name(root) else None
