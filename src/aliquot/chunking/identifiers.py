"""Chunk ids: readable, stable, unique within a document.

What enters: the document's id and the sections of its chunks. What leaves:
`2023-smith-nature#results-3`, the third chunk of the section "Results". The number counts within
the section, so a paragraph added to one section leaves the ids of the others as they were.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

__all__ = ["ChunkNamer", "slug"]

# Long enough to recognise a heading, short enough for a line of a table.
SLUG_LENGTH = 48
# What stands before the first heading.
UNTITLED = "text"
GREEK = {
    chr(code): unicodedata.name(chr(code)).rsplit(" ", 1)[-1].lower()
    for code in range(0x3B1, 0x3CA)
} | {"λ": "lambda"}
BREAKS = re.compile(r"[\W_]+")


class ChunkNamer:
    """Give out the ids of one document's chunks, in reading order."""

    def __init__(self, document_id: str) -> None:
        self._document_id = document_id
        self._counts: Counter[str] = Counter()

    def name(self, section: str) -> str:
        """Return the id of the next chunk of a section."""
        word = slug(section) or UNTITLED
        self._counts[word] += 1
        return f"{self._document_id}#{word}-{self._counts[word]}"


def slug(heading: str) -> str:
    """Write a heading for an id: "TNF-α の測定" becomes "tnf-alpha-の測定".

    Latin letters lose their accents and Greek ones are spelled out; other scripts stay as they
    are, since a transliteration would be harder to read than the original.
    """
    start = heading[: 4 * SLUG_LENGTH]
    plain = "".join(map(_plain, unicodedata.normalize("NFKC", start).casefold()))
    return BREAKS.sub("-", plain).strip("-")[:SLUG_LENGTH].rstrip("-")


def _plain(character: str) -> str:
    if character.isascii():
        return character
    base = unicodedata.normalize("NFD", character)[0]
    if base.isascii():
        return base
    return GREEK.get(base, character)
