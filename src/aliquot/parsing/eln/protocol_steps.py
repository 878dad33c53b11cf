"""Write the steps of a protocol in JSON, in the shapes repositories export.

What enters: one text, a list of texts, or a list of objects, with sub-steps, notes, and components
as protocols.io has them. What leaves: numbered items in a `DocumentBuilder`; notes are lines of
their step until the protocol is settled.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.eln.markup import plain_text, write_marked_up
from aliquot.parsing.text.plain import match_item
from aliquot.parsing.writing.items import add_item
from aliquot.parsing.writing.step_notes import NOTE_LABEL

__all__ = ["first_text", "from_draft", "write_steps"]

TEXT_KEYS = ("description", "text", "step", "content", "instruction")
SECTION_KEYS = ("section", "group", "step_group")
NUMBER_KEYS = ("number", "step_number")
SUB_STEP_KEYS = ("substeps", "sub_steps", "children")
NOTES = (
    ("Warning", ("warning", "warnings", "safety", "safety_information", "caution")),
    ("Note", ("note", "notes", "comment", "tip", "tips")),
    ("Expected result", ("expected_result", "expected_results", "result")),
)
# Measures that a component holds beside the text, with the unit where none is given.
MEASURES = (("duration", "s"), ("temperature", "°C"), ("amount", ""), ("concentration", ""))
SECTION_LABEL = re.compile(r"section|step group", re.I)
# Steps inside steps inside steps; no repository nests deeper.
MAXIMUM_LEVEL = 4


def write_steps(out: DocumentBuilder, steps: Any) -> None:
    """Write the steps of a protocol.

    Args:
        out: Where the blocks go.
        steps: What stands under `steps`.
    """
    if isinstance(steps, str):
        write_marked_up(out, from_draft(steps), below=2)
        return
    section = ""
    number = 0
    for step in steps if isinstance(steps, list) else [steps]:
        record = step if isinstance(step, dict) else {"text": "" if step is None else str(step)}
        name = plain_text(first_text(record, SECTION_KEYS)) or _section(record)
        if name and name != section:
            section = name
            out.heading(section, 3)
        number += _write_step(out, record, str(number + 1), level=1)


def first_text(record: Mapping[str, Any], keys: Sequence[str]) -> str:
    """Return the first of some fields that holds text or a whole number."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, (str, int)) and not isinstance(value, bool) and str(value).strip():
            return str(value).strip()
    return ""


def from_draft(text: str) -> str:
    """Return the text of a rich-text editor's JSON, or the text as it is."""
    if not text.lstrip().startswith('{"blocks"'):
        return text
    try:
        blocks = json.loads(text)["blocks"]
        return "\n".join(str(block.get("text", "")) for block in blocks)
    except (ValueError, RecursionError, AttributeError, TypeError):
        return text


def _write_step(
    out: DocumentBuilder, record: Mapping[str, Any], number: str, *, level: int
) -> bool:
    """Write a step and what belongs to it; tell whether it held any text."""
    text = plain_text(from_draft(first_text(record, TEXT_KEYS)))
    typed = match_item(text)
    stated = first_text(record, NUMBER_KEYS) or number
    marker = f"{stated.rstrip('.)')}." if level == 1 else stated
    if typed and typed["marker"][:1].isdigit():
        marker, text = typed["marker"], typed["text"]
    title = plain_text(first_text(record, ("title",)))
    lines = [f"{title}: {text}" if title and text else title or text]
    lines += [*_components(record), *_notes(record)]
    text = "\n".join(filter(None, lines))
    depth = max(level, 1 + marker.rstrip(".)").count("."))
    add_item(out, text, marker=marker, level=min(depth, MAXIMUM_LEVEL))
    inner: list[Any] = next(
        (record[key] for key in SUB_STEP_KEYS if isinstance(record.get(key), list)), []
    )
    if level < MAXIMUM_LEVEL:
        for place, part in enumerate(inner, start=1):
            below = part if isinstance(part, dict) else {"text": str(part)}
            _write_step(out, below, f"{stated.rstrip('.)')}.{place}", level=level + 1)
    return bool(text or inner)


def _notes(record: Mapping[str, Any]) -> Iterator[str]:
    for label, keys in NOTES:
        text = " ".join(plain_text(from_draft(first_text(record, keys))).split())
        if text:
            yield text if NOTE_LABEL.match(text) else f"{label}: {text}"


def _components(record: Mapping[str, Any]) -> Iterator[str]:
    """Return the lines that the components of a step say: its text, measures, notes."""
    for component, source in _sources(record):
        label = plain_text(first_text(component, ("title", "name", "type")))
        text = plain_text(from_draft(first_text(source, TEXT_KEYS)))
        if text and NOTE_LABEL.match(f"{label}:"):
            yield f"{label}: {' '.join(text.split())}"
        elif text:
            yield text
        for key, unit in MEASURES:
            value = source.get(key)
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                written = first_text(source, ("unit",)) or unit
                yield f"{key.capitalize()}: {value:g} {written}".strip()


def _section(record: Mapping[str, Any]) -> str:
    for component, source in _sources(record):
        if SECTION_LABEL.search(first_text(component, ("title", "name", "type"))):
            return plain_text(first_text(source, ("title",)))
    return ""


def _sources(record: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    components = record.get("components")
    for component in components if isinstance(components, list) else ():
        if isinstance(component, dict):
            source = component.get("source")
            yield component, source if isinstance(source, dict) else component
