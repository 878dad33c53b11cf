"""Read the few fields of a Markdown front matter that identify a document.

What enters: Markdown. What leaves: the fields and the text below them. It reads the plain shapes
people write (`key: value`, lists in brackets or on lines of their own), not the whole of YAML.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from aliquot.parsing.writing.front_matter import FrontMatter, find_year
from aliquot.parsing.writing.typography import collapse

__all__ = ["MarkdownFront", "split_front_matter"]

FENCED = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
ENTRY = re.compile(r"^([A-Za-z][\w -]*):[ \t]*(.*)$")
LISTED = re.compile(r"^[ \t]*-[ \t]+(?:name:[ \t]*)?(.+)$|^[ \t]+name:[ \t]*(.+)$")


@dataclass(frozen=True, slots=True)
class MarkdownFront(FrontMatter):
    """What stands between the dashes above a text; empty where nothing does."""

    language: str = ""
    version: str = ""


def split_front_matter(text: str) -> tuple[MarkdownFront, str]:
    """Return the front matter's fields and the text without it."""
    fenced = FENCED.match(text)
    if not fenced:
        return MarkdownFront(), text
    fields = _fields(fenced[1])
    if not fields:
        return MarkdownFront(), text

    def one(*names: str) -> str:
        return next((fields[name][0] for name in names if fields.get(name)), "")

    authors = fields.get("author") or fields.get("authors") or []
    front = MarkdownFront(
        title=one("title"),
        authors=tuple(authors),
        year=find_year(one("date", "year", "updated", "created")),
        language=one("lang", "language")[:2].casefold(),
        licence=one("licence", "license"),
        doi=one("doi"),
        version=one("version", "revision"),
    )
    return front, text[fenced.end() :]


def _fields(text: str) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    name = ""
    for line in text.split("\n"):
        entry, listed = ENTRY.match(line), LISTED.match(line)
        if entry:
            name = entry[1].casefold()
            fields[name] = _values(entry[2])
        elif listed and name:
            fields[name] += _values(listed[1] or listed[2])
    return fields


def _values(text: str) -> list[str]:
    text = text.strip()
    parts = text[1:-1].split(",") if text.startswith("[") and text.endswith("]") else [text]
    cleaned = (collapse(part).strip("\"'") for part in parts)
    return [part for part in cleaned if part and part not in ("|", ">")]
