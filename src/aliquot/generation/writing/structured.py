"""Read the JSON of a structured reply, statement by statement, as it comes.

A reply may be cut, wrapped in a code fence, be a bare list, or hold an escape JSON does not know.
Every statement that is whole is read; half of one is not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from aliquot.generation.writing.drafts import Draft, Refused, normal_label, refusal_in
from aliquot.generation.writing.marked import labels_apart

__all__ = ["SCHEMA", "StructuredReader", "plain_schema"]

# Every property is required and nothing else allowed, as strict modes demand. `answerable` comes
# first, so that a model decides before it writes and a refusal ends the reading at once.
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "answerable": {
            "type": "boolean",
            "description": "Whether the excerpts answer the question.",
        },
        "statements": {
            "type": "array",
            "description": "The answer, one sentence each; empty if not answerable.",
            "items": {
                "type": "object",
                "properties": {
                    "text": {"type": "string", "description": "One sentence of the answer."},
                    "citations": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "id": {"type": "string", "description": "Excerpt, such as E1."},
                                "quote": {
                                    "type": "string",
                                    "description": "Words copied exactly from that excerpt.",
                                },
                            },
                            "required": ["id", "quote"],
                            "additionalProperties": False,
                        },
                    },
                },
                "required": ["text", "citations"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["answerable", "statements"],
    "additionalProperties": False,
}
# A quotation mark inside a string is escaped, so this is the property itself.
NOT_ANSWERABLE = re.compile(r'(?<!\\)"answerable"\s*:\s*(?:false|"(?:false|no)")', re.IGNORECASE)
# Escapes JSON does not know, such as "\mu" or "5\%": the stroke was meant. Commas before an end.
BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrtu])|\\u(?![0-9a-fA-F]{4})')
LAST_COMMA = re.compile(r",(?=\s*[\]}])")
# Names models give the properties where nothing holds them to the schema.
TEXTS = ("text", "statement", "sentence", "claim")
CITATIONS = ("citations", "quotes", "evidence", "sources", "citation")
IDS = ("id", "label", "excerpt", "source", "excerpt_id", "evidence_id")
QUOTES = ("quote", "text", "words", "quotation")
# Where a statement stands: alone, in a list, or in a list of an object.
PLACES = ("", "[", "{[")


def plain_schema(most: int) -> Mapping[str, Any]:
    """Return the schema of a reply whose statements have no quotes.

    A small model repeats itself for as long as it is let, so the number of statements is bounded;
    strict modes of servers may not allow that, and none is asked for this.

    Args:
        most: Statements at most.
    """
    properties = dict(SCHEMA["properties"])
    text = {
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
        "additionalProperties": False,
    }
    properties["statements"] = {"type": "array", "maxItems": most, "items": text}
    return {**SCHEMA, "properties": properties}


class StructuredReader:
    """Turn pieces of JSON into drafts."""

    def __init__(self) -> None:
        self._text = ""
        self._at = 0
        self._open: list[tuple[str, int]] = []
        self._in_string = False
        self._is_escaped = False
        self._is_over = False

    def feed(self, text: str) -> Iterator[Draft | Refused]:
        """Take more text and yield what it completes."""
        self._text += text
        while self._at < len(self._text) and not self._is_over:
            self._at += 1
            yield from self._character(self._text[self._at - 1])

    def finish(self, *, is_cut: bool) -> Iterator[Draft | Refused]:
        """Yield nothing more: a statement that has no end is not one."""
        yield from ()

    def _character(self, character: str) -> Iterator[Draft | Refused]:
        if self._in_string:
            self._in_string = self._is_escaped or character != '"'
            self._is_escaped = character == "\\" and not self._is_escaped
        elif character == '"':
            self._in_string = True
        elif character in "[{":
            if character == "[" and self._says_no():
                self._is_over = True
                yield Refused()
            self._open.append((character, self._at - 1))
        elif character in "]}" and self._open:
            yield from self._closed(*self._open.pop())

    def _closed(self, opened: str, start: int) -> Iterator[Draft | Refused]:
        place = "".join(bracket for bracket, _ in self._open)
        if opened != "{" or place not in PLACES:
            return
        found = _loaded(self._text[start : self._at])
        if not self._open and self._says_no():
            self._is_over = True
            yield Refused()
        elif (text := _first(found, TEXTS)) and not isinstance(found.get("statements"), list):
            said, labels = labels_apart(str(text))
            citations = tuple(_citations(found)) or tuple((label, "") for label in labels)
            yield refusal_in(said) or Draft(said, citations)

    def _says_no(self) -> bool:
        """Tell whether the object so far says that there is no answer."""
        depth = [bracket for bracket, _ in self._open]
        return depth in (["{"], []) and NOT_ANSWERABLE.search(self._text, 0, self._at) is not None


def _loaded(text: str) -> Mapping[str, Any]:
    """Return an object; an empty one where it cannot be read even after mending."""
    for mended in (text, LAST_COMMA.sub("", BAD_ESCAPE.sub(r"\\\\", text))):
        try:
            found = json.loads(mended, strict=False)
        except (json.JSONDecodeError, RecursionError):
            continue
        return found if isinstance(found, dict) else {}
    return {}


def _citations(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    given = _first(found, CITATIONS)
    for one in given if isinstance(given, list) else [given]:
        if isinstance(one, dict):
            label, quote = _first(one, IDS), _first(one, QUOTES)
            yield normal_label(str(label)) if label else "", str(quote or "").strip()
        elif isinstance(one, str | int) and str(one).strip():
            yield normal_label(str(one)), ""


def _first(found: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((found[name] for name in names if found.get(name)), None)
