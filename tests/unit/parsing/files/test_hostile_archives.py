"""Archives made to harm: entities that reach for files, bombs, in every format that is a zip."""

from __future__ import annotations

import re
import struct
import zipfile
from pathlib import Path

import pytest

from aliquot.backends import load
from aliquot.errors import ParseError
from aliquot.parsing.files.zips import refuse_endless_list
from aliquot.parsing.sniff import sniff
from aliquot.types import Document
from cpu_time import cpu_time
from made_files import MAKERS

ARCHIVES = ("docx", "pptx", "xlsx", "odt", "ods", "odp", "epub")
XML = re.compile(r"\.(?:xml|xhtml|opf|rels)$")
DECLARATION = re.compile(rb"\A(?:\xef\xbb\xbf)?<\?xml.*?\?>\s*")
LAUGHS = b"".join(
    f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">'.encode() for n in range(1, 12)
)  # ten to the eleventh times "ha"
CPU_S = 5.0


def made(folder: Path, name: str) -> Path:
    file, write = MAKERS[name]
    write(folder / file)
    return folder / file


def rewrite(path: Path, doctype: bytes, entity: bytes) -> Path:
    """Put a document type at the head of every part, and an entity in the place of each "cells"."""
    hostile = path.with_name(f"hostile{path.suffix}")
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(hostile, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if XML.search(name):
                head = DECLARATION.match(data)
                start = head.end() if head else 0
                body = re.sub(rb"(?<=>)[^<]*(?:cells|Colonies|Lot)[^<]*(?=<)", entity, data[start:])
                data = data[:start] + doctype + body
            target.writestr(name, data)
    return hostile


def read(path: Path, name: str) -> list[Document]:
    """Read a file; that it is refused is well, too."""
    try:
        documents: list[Document] = load("parsers", name)().parse(path)
    except ParseError:
        return []
    return documents


@pytest.mark.parametrize("name", ARCHIVES)
def test_no_entity_reaches_for_a_file(tmp_path: Path, name: str) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the key is 4711")
    doctype = f'<!DOCTYPE x [<!ENTITY grab SYSTEM "{secret.as_uri()}">]>'.encode()
    documents = read(rewrite(made(tmp_path, name), doctype, b"&grab;"), name)
    assert not any("4711" in document.text for document in documents)


@pytest.mark.parametrize("name", ARCHIVES)
def test_no_entity_is_multiplied(tmp_path: Path, name: str) -> None:
    doctype = b'<!DOCTYPE x [<!ENTITY a0 "ha">' + LAUGHS + b"]>"
    path = rewrite(made(tmp_path, name), doctype, b"&a11;")
    with cpu_time() as spent:
        documents = read(path, name)
    assert spent.seconds < CPU_S
    assert not any("haha" in document.text for document in documents)


@pytest.mark.parametrize("name", [*ARCHIVES, "eln"])
def test_archive_that_unpacks_to_far_too_much_is_refused_unread(tmp_path: Path, name: str) -> None:
    path = made(tmp_path, name)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("more.xml", b" " * (64 << 20))
    with cpu_time() as spent, pytest.raises(ParseError, match="unpacks to more") as raised:
        load("parsers", name)().parse(path)
    assert spent.seconds < CPU_S
    assert raised.value.hint


def endless(path: Path, members: int, *, is_zip64: bool) -> Path:
    """Write a list of members without the members. Source: APPNOTE 4.3.12 to 4.3.16."""
    entry = struct.pack("<4s4B4H3L5H2L", b"PK\1\2", 20, 3, 20, 0, *([0] * 7), 6, *([0] * 6))
    listed = (entry + b"word/a") * members
    end = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, members, members, len(listed), 0)
    end += struct.pack("<4sLQL", b"PK\6\7", 0, len(listed), 1)
    size, count = (0xFFFFFFFF, 0xFFFF) if is_zip64 else (len(listed), members & 0xFFFF)
    last = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, size, 0, 0)
    # The magic of a member, so that the sniffer takes it for an archive.
    path.write_bytes(b"PK\3\4" + listed + (end if is_zip64 else b"") + last)
    return path


@pytest.mark.parametrize("is_zip64", [False, True])
def test_endless_list_of_members_is_refused_unread(tmp_path: Path, is_zip64: bool) -> None:
    path = endless(tmp_path / "a.docx", 400_000, is_zip64=is_zip64)
    for reader in (sniff, load("parsers", "docx")().parse):
        with cpu_time() as spent, pytest.raises(ParseError, match="unpacks to more"):
            reader(path)
        assert spent.seconds < 0.2


@pytest.mark.parametrize("is_zip64", [False, True])
def test_long_list_of_members_is_no_endless_one(tmp_path: Path, is_zip64: bool) -> None:
    refuse_endless_list(endless(tmp_path / "a.docx", 10_000, is_zip64=is_zip64))


MAIN_PARTS = {
    "docx": "word/document.xml",
    "pptx": "ppt/presentation.xml",
    "xlsx": "xl/workbook.xml",
    "odt": "content.xml",
    "ods": "content.xml",
    "odp": "content.xml",
    "epub": "OEBPS/one.xhtml",
    "eln": "export/ro-crate-metadata.json",
}


@pytest.mark.parametrize("name", [*ARCHIVES, "eln"])
def test_member_that_lies_about_its_size_is_no_way_around(tmp_path: Path, name: str) -> None:
    """The directory says ten bytes, the data unpack to 64 MiB."""
    path = made(tmp_path, name)
    with zipfile.ZipFile(path) as archive:
        members = {part: archive.read(part) for part in archive.namelist()}
    members[MAIN_PARTS[name]] += b" " * (64 << 20)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, data in members.items():
            archive.writestr(part, data)
        archive.getinfo(MAIN_PARTS[name]).file_size = 10
    assert read(path, name) == []
