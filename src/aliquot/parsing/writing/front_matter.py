"""Read the few fields of a Markdown front matter that identify a document.

What enters: Markdown. What leaves: the fields and the text below them. It reads the plain shapes
people write (`key: value`, lists in brackets or on lines of their own), not the whole of YAML.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from aliquot.parsing.writing.typography import collapse

__all__ = ["FrontMatter", "find_year", "split_front_matter"]

FENCED = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
ENTRY = re.compile(r"^([A-Za-z][\w -]*):[ \t]*(.*)$")
LISTED = re.compile(r"^[ \t]*-[ \t]+(?:name:[ \t]*)?(.+)$|^[ \t]+name:[ \t]*(.+)$")
YEAR = re.compile(r"(?<!\d)(?:19[5-9]\d|20\d\d)(?!\d)")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a front matter states; empty where it states nothing."""

    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    language: str = ""
    licence: str = ""
    doi: str = ""
    version: str = ""


def split_front_matter(text: str) -> tuple[FrontMatter, str]:
    """Return the front matter's fields and the text without it."""
    fenced = FENCED.match(text)
    if not fenced:
        return FrontMatter(), text
    fields = _fields(fenced[1])
    if not fields:
        return FrontMatter(), text

    def one(*names: str) -> str:
        return next((fields[name][0] for name in names if fields.get(name)), "")

    authors = fields.get("author") or fields.get("authors") or []
    front = FrontMatter(
        title=one("title"),
        authors=tuple(authors),
        year=find_year(one("date", "year", "updated", "created")),
        language=one("lang", "language")[:2].casefold(),
        licence=one("licence", "license"),
        doi=one("doi"),
        version=one("version", "revision"),
    )
    return front, text[fenced.end() :]


def find_year(text: str) -> int | None:
    """Return the first year from 1950 to 2099 in a date."""
    found = YEAR.search(text)
    return int(found.group()) if found else None


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
