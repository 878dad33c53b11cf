"""Write one record of an RO-Crate: fields, text, steps, values, comments, attached text.

What enters: the crate's entities and the record's own. What leaves: a `Document`, or `None` where
the record holds nothing.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.eln.markup import plain_text, write_marked_up
from aliquot.parsing.files.bytes import decode
from aliquot.parsing.files.zips import read_member
from aliquot.parsing.writing.front_matter import find_year
from aliquot.parsing.writing.items import add_item
from aliquot.parsing.writing.licences import licence_name
from aliquot.parsing.writing.prose import close_prose
from aliquot.parsing.writing.typography import collapse, join_text
from aliquot.protocols import Parser
from aliquot.types import BlockType, Document

__all__ = ["Crate", "write_record"]

Entity = Mapping[str, Any]

ROOT = "./"
# Copies of the whole record for the program that exported it.
MACHINE_VALUES = frozenset({"elabftw_metadata"})
# An attached note is read with its record; anything larger is data.
ATTACHED_CHARS = 100_000
ATTACHED_TYPES = {"text/plain": "text/plain", "text/markdown": "text/markdown"}
ATTACHED_SUFFIXES = {".txt": "text/plain", ".md": "text/markdown"}


class Crate:
    """The entities of one archive, by id.

    Args:
        entities: The graph.
        archive: The opened archive.
        folder: Folder of the metadata file inside the archive, with its slash, or empty.
    """

    def __init__(self, entities: Sequence[Entity], archive: zipfile.ZipFile, folder: str) -> None:
        self._by_id = {str(entity.get("@id", "")): entity for entity in entities}
        self._archive = archive
        self._folder = folder

    def records(self) -> list[Entity]:
        """Return the experiments: the data sets the root lists, or all where it lists none."""
        root = self._by_id.get(ROOT) or self._by_id.get("") or {}
        listed = [entity for entity in self.linked(root, "hasPart") if is_type(entity, "Dataset")]
        every = [entity for entity in self._by_id.values() if is_type(entity, "Dataset")]
        return listed or [entity for entity in every if entity is not root] or [root]

    @property
    def licence(self) -> str:
        """Licence of the whole archive."""
        return self.licence_of(self._by_id.get(ROOT, {}))

    def licence_of(self, entity: Entity) -> str:
        """Return the licence an entity states, by its short name."""
        for licence in self.linked(entity, "license"):
            name = str(licence.get("name") or licence.get("value") or "")
            if name.casefold() != "no license":
                return licence_name(name, str(licence.get("@id", "")))
        return ""

    def linked(self, entity: Entity, key: str) -> Iterator[Entity]:
        """Yield what a property points to; plain values as `{"value": ...}`."""
        value = entity.get(key)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, dict):
                yield self._by_id.get(str(item.get("@id", "")), item)
            elif isinstance(item, (str, int, float)) and str(item).strip():
                yield {"value": item}

    def comments_on(self, entity: Entity) -> Iterator[Entity]:
        """Yield the comments an entity lists, and those that name it as their parent."""
        seen = set()
        for comment in self.linked(entity, "comment"):
            seen.add(str(comment.get("@id", "")))
            yield comment
        for comment in self._by_id.values():
            if is_type(comment, "Comment") and str(comment.get("@id", "")) not in seen:
                parents = self.linked(comment, "parentItem")
                if any(parent.get("@id") == entity.get("@id") for parent in parents):
                    yield comment

    def text_of(self, file: Entity) -> str:
        """Return the text of an attached file; empty where it is no text or too long."""
        name = posixpath.normpath(self._folder + unquote(str(file.get("@id", ""))))
        try:
            data = read_member(self._archive, name, limit=ATTACHED_CHARS)
            return decode(data).strip() if data else ""
        except ParseError:
            return ""  # the record stands without its attachment


def is_type(entity: Entity, name: str) -> bool:
    """Tell whether an entity is of a schema.org type."""
    types = entity.get("@type")
    return name in types if isinstance(types, list) else types == name


def write_record(crate: Crate, record: Entity, path: Path, *, parser: Parser) -> Document | None:
    """Return a record as a document, or `None` where it holds nothing but its name."""
    out = DocumentBuilder()
    title = collapse(str(record.get("name") or record.get("@id") or ""))
    authors = tuple(filter(None, (_person(person) for person in crate.linked(record, "author"))))
    out.heading(title, 1)
    out.add(BlockType.FIELD, _fields(crate, record, authors))
    warnings: list[str] = []
    for key in ("text", "description"):
        warnings += _write_texts(out, crate, record, key)
    _write_steps(out, crate, record)
    _write_values(out, crate, record)
    _write_comments(out, crate, record)
    warnings += _write_parts(out, crate, record)
    if len(out) < 2:
        return None
    return close_prose(
        out,
        path,
        title=title,
        authors=authors,
        year=_year(record),
        name_identifies=False,
        licence=crate.licence_of(record) or crate.licence,
        warnings=dict.fromkeys(warnings),
        parser=parser.name,
        parser_version=parser.version,
    )


def _fields(crate: Crate, record: Entity, authors: Sequence[str]) -> str:
    about = (str(item.get("name", "")) for item in crate.linked(record, "about"))
    mentions = (str(item.get("name", "")) for item in crate.linked(record, "mentions"))
    files = (item for item in crate.linked(record, "hasPart") if is_type(item, "File"))
    keywords = (str(item.get("value", "")) for item in crate.linked(record, "keywords"))
    fields = (
        ("Authors", "; ".join(authors)),
        ("Date", str(record.get("temporal") or record.get("dateCreated") or "")[:10]),
        ("Category", "; ".join(filter(None, about))),
        ("Type", str(record.get("genre") or "")),
        ("Status", str(record.get("creativeWorkStatus") or "")),
        ("Keywords", ", ".join(", ".join(keywords).split(","))),
        ("Identifier", str(record.get("identifier") or "")),
        ("URL", str(record.get("url") or "")),
        ("Linked to", "; ".join(filter(None, mentions))),
        ("Files", "; ".join(filter(None, (str(item.get("name") or "") for item in files)))),
    )
    return "\n".join(f"{name}: {collapse(value)}" for name, value in fields if value.strip())


def _write_texts(out: DocumentBuilder, crate: Crate, record: Entity, key: str) -> list[str]:
    warnings: list[str] = []
    for item in crate.linked(record, key):
        value = item.get("value") or item.get("text")
        text = value if isinstance(value, str) else ""
        stated = item.get("encodingFormat") or record.get("encodingFormat") or ""
        media_type = str(stated[0] if isinstance(stated, list) and stated else stated)
        warnings += write_marked_up(out, text, media_type=media_type, below=1)
    return warnings


def _write_steps(out: DocumentBuilder, crate: Crate, record: Entity) -> None:
    steps = [step for key in ("step", "steps") for step in crate.linked(record, key)]
    if not steps:
        return
    out.heading("Steps", 2)
    for number, step in enumerate(sorted(steps, key=_position), start=1):
        directions = [*crate.linked(step, "itemListElement"), step]
        texts = (str(item.get("text") or item.get("value") or "") for item in directions)
        text = plain_text(next(filter(None, texts), str(step.get("name") or "")))
        status = str(step.get("creativeWorkStatus") or "")
        shown = f"{text} ({status})" if status and text else text
        add_item(out, shown, marker=f"{_position(step) or number}.", level=1)


def _position(step: Entity) -> int:
    position = step.get("position")
    return position if isinstance(position, int) else 0


def _write_values(out: DocumentBuilder, crate: Crate, record: Entity) -> None:
    """Write the measured or typed-in values as a table, without empty columns."""
    rows = [["Name", "Value", "Unit", "Description"]]
    for item in crate.linked(record, "variableMeasured"):
        name = str(item.get("name") or item.get("propertyID") or "")
        value = _value(item.get("value"))
        if value and item.get("propertyID") not in MACHINE_VALUES:
            unit, description = item.get("unitText"), item.get("description")
            rows.append([name, value, str(unit or ""), str(description or "")])
    if len(rows) == 1:
        return
    kept = [index for index in range(4) if any(row[index] for row in rows[1:])]
    out.heading("Values", 2)
    out.table([[row[index] for index in kept] for row in rows])


def _value(value: Any) -> str:
    if isinstance(value, float):
        # Binary fractions: 129.99999999999997 degC was typed as 130.
        return f"{value:.10g}"
    if isinstance(value, (dict, list)):
        return _plain_values(value)
    return plain_text(str(value)) if value is not None else ""


def _plain_values(value: Any) -> str:
    """Return the plain values inside a small structure, joined; names of keys left out."""
    found: list[str] = []
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            stack.extend(reversed(list(item.values())))
        elif isinstance(item, list):
            stack.extend(reversed(item))
        elif item is not None:
            found.append(str(item))
    return collapse(", ".join(found))


def _write_comments(out: DocumentBuilder, crate: Crate, record: Entity) -> None:
    comments = list(crate.comments_on(record))
    if comments:
        out.heading("Comments", 2)
    for comment in comments:
        people = "; ".join(filter(None, map(_person, crate.linked(comment, "author"))))
        date = str(comment.get("dateCreated") or "")[:10]
        source = join_text(people, date, separator=", ")
        text = plain_text(str(comment.get("text") or comment.get("value") or ""))
        out.paragraph(f"{source}: {text}" if source and text else text)


def _write_parts(out: DocumentBuilder, crate: Crate, record: Entity) -> list[str]:
    """Write the attached notes; other files are only named in the record's fields."""
    unread = 0
    for part in crate.linked(record, "hasPart"):
        if not is_type(part, "File"):
            continue
        name = str(part.get("name") or part.get("@id") or "")
        suffix = posixpath.splitext(name)[1].casefold()
        media_type = ATTACHED_TYPES.get(str(part.get("encodingFormat")))
        media_type = media_type or ATTACHED_SUFFIXES.get(suffix, "")
        text = crate.text_of(part) if media_type else ""
        if text:
            out.heading(name, 2)
            write_marked_up(out, text, media_type=media_type, below=2)
        else:
            unread += 1
    return [f"Attached files not read: {unread}; add them on their own."] if unread else []


def _person(person: Entity) -> str:
    family, given = person.get("familyName"), person.get("givenName")
    if family and given:
        return f"{family}, {given}"
    return collapse(str(person.get("name") or family or person.get("value") or ""))


def _year(record: Entity) -> int | None:
    """Return the year of the experiment itself, otherwise of its last change."""
    dates = (record.get(key) for key in ("temporal", "dateModified", "dateCreated"))
    return next(filter(None, (find_year(str(date or "")) for date in dates)), None)
