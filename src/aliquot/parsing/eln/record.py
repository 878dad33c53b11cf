"""Write one record of an RO-Crate: fields, text, steps, values, comments, attached text.

What enters: the crate's entities and the record's own. What leaves: a `Document`, or `None` where
the record holds nothing.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.eln.attachments import write_attachments
from aliquot.parsing.eln.crate import Crate, Entity, is_type
from aliquot.parsing.eln.markup import plain_text, write_marked_up
from aliquot.parsing.eln.rspace import RspaceDocument, read_rspace
from aliquot.parsing.writing.front_matter import find_year
from aliquot.parsing.writing.items import add_item
from aliquot.parsing.writing.prose import close_prose
from aliquot.parsing.writing.typography import collapse, join_text
from aliquot.protocols import Parser
from aliquot.types import BlockType, Document

__all__ = ["write_record"]

# Copies of the whole record for the program that exported it.
MACHINE_VALUES = frozenset({"elabftw_metadata"})


def write_record(crate: Crate, record: Entity, path: Path, *, parser: Parser) -> Document | None:
    """Return a record as a document, or `None` where it holds nothing but its name."""
    out = DocumentBuilder()
    rspace = _rspace(crate, record)
    if rspace is not None:
        record = _with_rspace(record, rspace)
    title = collapse(str(record.get("name") or record.get("@id") or ""))
    authors = tuple(filter(None, (_person(person) for person in crate.linked(record, "author"))))
    out.heading(title, 1)
    out.add(BlockType.FIELD, _fields(crate, record, authors))
    warnings: list[str] = []
    for key in ("text", "description"):
        warnings += _write_texts(out, crate, record, key)
    if rspace is not None:
        warnings += rspace.write(out)
    _write_steps(out, crate, record)
    _write_values(out, crate, record)
    _write_comments(out, crate, record)
    warnings += write_attachments(out, crate, record)
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


def _rspace(crate: Crate, record: Entity) -> RspaceDocument | None:
    """Return the document of RSpace that a record is the folder of."""
    for part in crate.linked(record, "hasPart"):
        name = str(part.get("@id", ""))
        if is_type(part, "File") and name.endswith(".xml") and not name.endswith("_form.xml"):
            found = read_rspace(crate.bytes_of(part), source=name)
            if found is not None:
                return found
    return None


def _with_rspace(record: Entity, rspace: RspaceDocument) -> Entity:
    """Return a record with what its RSpace document says of itself; its own files are no news."""
    stated = rspace.fields
    parts = record.get("hasPart")
    files = [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
    return {
        **record,
        "name": stated["name"] or record.get("name"),
        "author": record.get("author") or stated["author"],
        "dateCreated": stated["created"],
        "dateModified": stated["modified"],
        "keywords": stated["tags"] or str(record.get("keywords") or "").strip("'"),
        "genre": stated["form"],
        "hasPart": [part for part in files if not str(part.get("@id", "")).endswith(".xml")],
    }


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
        ("Files", "; ".join(filter(None, map(_file_name, files)))),
    )
    return "\n".join(f"{name}: {collapse(value)}" for name, value in fields if value.strip())


def _file_name(file: Entity) -> str:
    return str(file.get("name") or "") or posixpath.basename(unquote(str(file.get("@id", ""))))


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
        value = crate.name_of(str(item.get("value"))) or _value(item.get("value"))
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


def _person(person: Entity) -> str:
    family, given = person.get("familyName"), person.get("givenName")
    if family and given:
        return f"{family}, {given}"
    return collapse(str(person.get("name") or family or person.get("value") or ""))


def _year(record: Entity) -> int | None:
    """Return the year of the experiment itself, otherwise of its last change."""
    dates = (record.get(key) for key in ("temporal", "dateModified", "dateCreated"))
    return next(filter(None, (find_year(str(date or "")) for date in dates)), None)
