"""Write the small files attached to a record: notes as text, tables as tables.

What enters: a crate and a record of it. What leaves: blocks, and a warning that counts the files
that were only named; those are read when they are added on their own.
"""

from __future__ import annotations

import posixpath

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.eln.crate import Crate, Entity, is_type
from aliquot.parsing.eln.markup import write_marked_up
from aliquot.parsing.tables.csv import read_delimited
from aliquot.parsing.tables.sheets import trimmed
from aliquot.parsing.tables.writing import write_sheets

__all__ = ["write_attachments"]

NOTES = {".txt": "text/plain", ".md": "text/markdown"}
NOTE_TYPES = frozenset(NOTES.values())
TABLES = frozenset({".csv", ".tsv"})
TABLE_TYPES = frozenset({"text/csv", "text/tab-separated-values"})


def write_attachments(out: DocumentBuilder, crate: Crate, record: Entity) -> list[str]:
    """Write the attached notes and tables; other files are only named in the record's fields."""
    unread = 0
    for part in crate.linked(record, "hasPart"):
        if is_type(part, "File") and not _write_file(out, crate, part):
            unread += 1
    return [f"Attached files not read: {unread}; add them on their own."] if unread else []


def _write_file(out: DocumentBuilder, crate: Crate, part: Entity) -> bool:
    """Write a file and tell whether it could be read."""
    name = str(part.get("name") or part.get("@id") or "")
    suffix = posixpath.splitext(name)[1].casefold()
    stated = str(part.get("encodingFormat") or "")
    media_type = stated if stated in NOTE_TYPES else NOTES.get(suffix, "")
    is_table = suffix in TABLES or stated in TABLE_TYPES
    text = crate.text_of(part) if media_type or is_table else ""
    if not text:
        return False
    if not is_table:
        out.heading(name, 2)
        write_marked_up(out, text, media_type=media_type, below=2)
        return True
    try:
        sheet = trimmed(read_delimited(text, source=name))
    except ParseError:
        return False  # the record stands without its attachment
    if sheet.rows:
        out.heading(name, 2)
        write_sheets(out, [sheet], title=name)
    return bool(sheet.rows)
