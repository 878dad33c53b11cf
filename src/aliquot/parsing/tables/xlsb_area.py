"""Measure how far the cells of a binary workbook reach, before a dense reader holds it all.

What enters: an open XLSB. What leaves: the cells of the largest rectangle around the values of a
sheet. One stray value in the last cell of a sheet is 50 bytes in the file and 500 GB in memory.
Source: [MS-XLSB], on records, cells and BrtRowHdr.
"""

from __future__ import annotations

import re
import struct
import zipfile
from collections.abc import Iterator

from aliquot.parsing.files.zips import read_member

__all__ = ["largest_area"]

WORKSHEET = re.compile(r"^xl/worksheets/[^/]+\.bin$", re.I)
ROW_HEADER = 0
# From BrtCellRk to BrtFmlaError; BrtCellBlank (1) has a format and no value.
VALUES = range(2, 12)
NUMBER = struct.Struct("<I")
# Bytes of seven bits each that a record's kind and size may have.
KIND_BYTES, SIZE_BYTES = 2, 4


def largest_area(archive: zipfile.ZipFile) -> int:
    """Return how many cells the largest sheet has between its outermost values."""
    sheets = (name for name in archive.namelist() if WORKSHEET.match(name))
    return max((_area(read_member(archive, name) or b"") for name in sheets), default=0)


def _area(sheet: bytes) -> int:
    row = 0
    rows, columns = set[int](), set[int]()
    for kind, start in _records(sheet):
        if kind == ROW_HEADER:
            (row,) = NUMBER.unpack_from(sheet, start)
        elif kind in VALUES:
            rows.add(row)
            columns.add(NUMBER.unpack_from(sheet, start)[0])
    return _width(rows) * _width(columns)


def _width(places: set[int]) -> int:
    return max(places) - min(places) + 1 if places else 0


def _records(sheet: bytes) -> Iterator[tuple[int, int]]:
    """Yield the kind of each record that has a number, and where its body begins."""
    at = 0
    while at < len(sheet):
        kind, at = _varying(sheet, at, KIND_BYTES)
        size, at = _varying(sheet, at, SIZE_BYTES)
        if size >= NUMBER.size and at + NUMBER.size <= len(sheet):
            yield kind, at
        at += size


def _varying(data: bytes, at: int, most: int) -> tuple[int, int]:
    """Return a number of seven bits a byte, lowest first, and where it ends."""
    number = 0
    for shift, byte in enumerate(data[at : at + most]):
        number |= (byte & 127) << 7 * shift
        at += 1
        if byte < 128:
            break
    return number, at
