"""Signs inside containers: what zip and tar archives and compound files hold."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from aliquot.parsing.files.tars import tar_names
from aliquot.parsing.files.zips import refuse_endless_list

__all__ = [
    "OFFICE_SUFFIXES",
    "Archive",
    "compound_format",
    "holds_folder",
    "is_binary_workbook",
    "is_eln",
    "is_epub",
    "is_latex_source",
    "is_typed",
    "read_archive",
    "tar_format",
]

# Where the content is locked or damaged, the parser of the promised format says so best.
OFFICE_SUFFIXES = {
    ".docx": "docx",
    ".pptx": "pptx",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
    ".xlsb": "xlsb",
    ".ods": "ods",
    ".xls": "xls",
    ".xlt": "xls",
    ".eln": "eln",
}
# The stream that makes a compound file a workbook; named .xlsx, Excel still opens it.
WORKBOOK_STREAM = "Workbook".encode("utf-16-le")
# Every Office file since 2007 lists its parts here. Source: ECMA-376 part 2.
OFFICE_TYPES = "[Content_Types].xml"
BINARY_WORKBOOK = "xl/workbook.bin"
MEDIA_TYPE_BYTES = 256
EPUB_TYPE = "application/epub+zip"
EPUB_CONTAINER = "META-INF/container.xml"
# Every research object states what it holds in this file. Source: RO-Crate 1.1.
CRATE = "ro-crate-metadata.json"


@dataclass(frozen=True, slots=True)
class Archive:
    """What a zip archive lists, and what it says it is."""

    members: tuple[str, ...]
    media_type: str = ""

    @property
    def is_office(self) -> bool:
        """Whether it is built as Office builds its files."""
        return OFFICE_TYPES in self.members


def read_archive(path: Path) -> Archive | None:
    """Return what a zip archive lists, or `None` where it is damaged."""
    try:
        refuse_endless_list(path)
        with zipfile.ZipFile(path) as archive:
            return Archive(tuple(archive.namelist()), _media_type(archive))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return None


def _media_type(archive: zipfile.ZipFile) -> str:
    """Return what an OpenDocument or EPUB package says it is, in its first few bytes."""
    try:
        with archive.open("mimetype") as member:
            return member.read(MEDIA_TYPE_BYTES).strip().decode("ascii", "replace")
    except (KeyError, RuntimeError, zlib.error, EOFError):
        return ""


def is_eln(archive: Archive) -> bool:
    """Tell the export of an electronic lab notebook."""
    return any(name.rpartition("/")[2] == CRATE for name in archive.members)


def is_typed(*media_types: str) -> Callable[[Archive], bool]:
    """Return the sign of packages that state one of these media types."""
    return lambda archive: archive.media_type in media_types


def is_epub(archive: Archive) -> bool:
    """Tell a book, also one packed by a program that forgot the media type."""
    if archive.media_type == EPUB_TYPE:
        return True
    has_package = any(name.endswith(".opf") for name in archive.members)
    return EPUB_CONTAINER in archive.members and has_package


def is_binary_workbook(archive: Archive) -> bool:
    """Tell the workbooks that Excel writes in binary."""
    return BINARY_WORKBOOK in archive.members


def is_latex_source(archive: Archive) -> bool:
    """Tell the sources of a paper."""
    return not archive.is_office and any(map(_is_latex_name, archive.members))


def holds_folder(folder: str) -> Callable[[Archive], bool]:
    """Return the sign of Office files whose parts stand in this folder."""
    return lambda archive: (
        archive.is_office and any(name.startswith(folder) for name in archive.members)
    )


def tar_format(path: Path) -> str | None:
    """Return what a tar archive is read as: what arXiv hands out as source, or nothing."""
    return "latex" if any(map(_is_latex_name, tar_names(path))) else None


def compound_format(head: bytes, suffix: str) -> str | None:
    """Return what a compound file is read as; parsers tell an encrypted file from an old one."""
    promised = OFFICE_SUFFIXES.get(suffix)
    return "xls" if promised == "xlsx" and WORKBOOK_STREAM in head else promised


def _is_latex_name(name: str) -> bool:
    return name.casefold().endswith((".tex", ".ltx"))
