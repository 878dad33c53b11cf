"""Read JSON of no known layout as lines of key paths and values.

What enters: a JSON file. What leaves: one `Document` whose sections are the top-level keys and
whose lines read `release > name: 2026-02`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from aliquot.errors import ParseError
from aliquot.language import detect_language
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import read_json, read_text
from aliquot.parsing.writing.lines import add_lines
from aliquot.types import Document, DocumentKind, DocumentStatus

__all__ = ["JsonParser"]

# A data dump beyond this is not reading matter; the start tells what it is (our own bound).
MAX_LINES = 50_000
# Deeper nesting than any record format we know; beyond it values are left out.
MAX_DEPTH = 40
TITLE_KEYS = ("title", "name", "label", "id")


class JsonParser:
    """Read any JSON file as readable key paths."""

    name = "json"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read the file as one document.

        Raises:
            ParseError: The file is not valid JSON or holds no values.
        """
        value = _read(path)
        builder = DocumentBuilder()
        is_cut = _write(builder, value)
        if not len(builder):
            raise ParseError(
                "The JSON file holds no values.",
                source=str(path),
                status="empty",
                hint="Check that the export was complete.",
            )
        document = builder.build(
            kind=DocumentKind.OTHER,
            title=_title(value) or path.stem,
            parser=self.name,
            parser_version=self.version,
            status=DocumentStatus.PARTIAL if is_cut else DocumentStatus.OK,
            warnings=(f"Only the first {MAX_LINES:,} values were read.",) if is_cut else (),
        )
        return [replace(document, language=detect_language(document.text))]


def _read(path: Path) -> Any:
    """Return the value of a JSON file; the records of JSON Lines come back as a list."""
    try:
        return read_json(path)
    except ParseError:
        records = _json_lines(read_text(path))
        if records is None:
            raise
        return records


def _json_lines(text: str) -> list[Any] | None:
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or not lines[0].lstrip().startswith(("{", "[")):
        return None
    try:
        return [json.loads(line) for line in lines]
    except json.JSONDecodeError:
        return None


def _write(builder: DocumentBuilder, value: Any) -> bool:
    """Write the sections of a value; return whether there was more than is read."""
    left = MAX_LINES
    for heading, part in _sections(value):
        lines = list(islice(_lines(part, ()), left + 1))
        if lines[:left]:
            builder.heading(heading)
            add_lines(builder, lines[:left])
        if len(lines) > left:
            return True
        left -= len(lines)
    return False


def _sections(value: Any) -> Iterator[tuple[str, Any]]:
    """Split an object into its plain values and one section per nested key."""
    if not isinstance(value, dict):
        yield "", value
        return
    yield "", {key: part for key, part in value.items() if not isinstance(part, dict | list)}
    for key, part in value.items():
        if isinstance(part, dict | list):
            yield _words(key), part


def _lines(value: Any, keys: tuple[str, ...]) -> Iterator[str]:
    if isinstance(value, dict | list) and len(keys) >= MAX_DEPTH:
        yield _line(keys, "(deeper levels were not read)")
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _lines(part, (*keys, str(key)))
    elif isinstance(value, list) and all(not isinstance(part, dict | list) for part in value):
        yield from _line_if(keys, ", ".join(_scalar(part) for part in value if part is not None))
    elif isinstance(value, list):
        for number, part in enumerate(value, start=1):
            yield from _lines(part, (*keys, str(number)))
    else:
        yield from _line_if(keys, _scalar(value))


def _line_if(keys: tuple[str, ...], text: str) -> Iterator[str]:
    if text.strip():
        yield _line(keys, text)


def _line(keys: tuple[str, ...], text: str) -> str:
    return f"{' > '.join(keys)}: {text}" if keys else text


def _scalar(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _words(key: str) -> str:
    return key.replace("_", " ").strip() or "(no name)"


def _title(value: Any) -> str:
    if not isinstance(value, dict):
        return ""
    titles = (value.get(key) for key in TITLE_KEYS)
    return next((title for title in titles if isinstance(title, str) and title.strip()), "")
