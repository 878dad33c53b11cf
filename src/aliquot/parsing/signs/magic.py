"""Signs in bytes: what stands at the start of formats that are not plain text."""

from __future__ import annotations

import re

__all__ = ["is_compound", "is_pdf", "is_picture", "is_rtf", "is_tar", "is_zip"]

PDF_MAGIC = b"%PDF-"
# ISO 32000-1 annex H lets the header stand anywhere in the first 1,024 bytes.
PDF_MAGIC_WITHIN = 1024
ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
# PNG, JPEG, TIFF in either byte order and its large form, WebP.
PICTURE_MAGIC = re.compile(
    rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|II[*+]\0|MM\0[*+]|RIFF....WEBP", re.DOTALL
)
# "BM", file size, four zero bytes, and the size of one of the headers that Windows has defined:
# prose may begin with BM too.
BMP_MAGIC = re.compile(rb"BM.{4}\0{4}.{4}[\x0c\x28\x34\x38\x6c\x7c]\0{3}", re.DOTALL)
# Microsoft's compound file: a pre-2007 Office file, or an encrypted one of any year.
COMPOUND_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# A byte order mark or blank lines may stand before it.
RTF_MAGIC = re.compile(rb"\A(?:\xef\xbb\xbf)?\s{0,8}\{\\rtf")
# Source: POSIX ustar and GNU tar; the name of the first member takes the first 100 bytes.
TAR_MAGIC, TAR_MAGIC_AT = b"ustar", 257


def is_pdf(head: bytes) -> bool:
    """Tell a PDF, whatever stands before its header."""
    return PDF_MAGIC in head[:PDF_MAGIC_WITHIN]


def is_zip(head: bytes) -> bool:
    """Tell a zip archive: Office since 2007, OpenDocument, EPUB, an ELN's export."""
    return head.startswith(ZIP_MAGIC)


def is_rtf(head: bytes) -> bool:
    """Tell rich text, under whatever name."""
    return bool(RTF_MAGIC.match(head))


def is_tar(head: bytes) -> bool:
    """Tell a tar archive, unpacked from gzip where it was packed."""
    return head[TAR_MAGIC_AT:].startswith(TAR_MAGIC)


def is_picture(head: bytes) -> bool:
    """Tell a picture made of pixels."""
    return bool(PICTURE_MAGIC.match(head) or BMP_MAGIC.match(head))


def is_compound(head: bytes) -> bool:
    """Tell a compound file: Office before 2007, or encrypted."""
    return head.startswith(COMPOUND_MAGIC)
