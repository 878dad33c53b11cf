"""What a chunk says about where it stands: title, section path, caption, repeated table row.

A header is embedded and searched with the text but never quoted, so it may be shortened. Its
parts are bounded so that header and text together stay within a 512-token model.
"""

from __future__ import annotations

from collections.abc import Sequence

from aliquot.chunking.dividing import split_run
from aliquot.chunking.tokens import estimate_tokens
from aliquot.types import Span

__all__ = ["NOTE_TOKENS", "header", "shorten"]

# About 160 characters of English; 98 % of the titles of SciFact's papers are shorter.
TITLE_TOKENS = 40
# The inner headings say most, so a long path loses its outer ones first.
PATH_TOKENS = 32
# A caption or a table's header row; what is beyond is counted against the chunk's own text.
NOTE_TOKENS = 64
# A token counted by `estimate_tokens` has at most eight letters; the rest is room for spaces.
# Damaged files have headings of 60,000 characters, which each of their chunks would count anew.
CHARS_A_TOKEN = 16


def header(title: str, path: Sequence[str], notes: Sequence[str] = ()) -> str:
    """Write the header of a chunk: title and headings on one line, each note on its own."""
    lines = [" > ".join(part for part in (shorten(title, TITLE_TOKENS), *_inner(path)) if part)]
    return "\n".join(line for line in (*lines, *notes) if line)


def shorten(text: str, tokens: int) -> str:
    """Cut a text to its first `tokens` tokens, marking the cut."""
    start = " ".join(text[: CHARS_A_TOKEN * tokens].split())
    parts = split_run(start, Span(0, len(start)), tokens)
    if len(parts) > 1:
        return parts[0].of(start) + "…"
    return start if len(text) <= CHARS_A_TOKEN * tokens else start + "…"


def _inner(path: Sequence[str]) -> list[str]:
    kept: list[str] = []
    room = PATH_TOKENS
    for heading in reversed(path):
        size = estimate_tokens(heading[: CHARS_A_TOKEN * PATH_TOKENS])
        if kept and size > room:
            break
        kept.append(shorten(heading, PATH_TOKENS))
        room -= size
    return kept[::-1]
