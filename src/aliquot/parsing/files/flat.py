"""Read the flat files of the sequence databases: records that end with `//`, lines cut at a width.

What enters: the text of a file. What leaves: the lines of each record, and values made whole again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

__all__ = ["flat_records", "join_wrapped"]

# "alpha- and beta-chain": the hyphen at the line's end stands for an omitted word.
OPEN_HYPHEN = ("and ", "or ", "to ")


def flat_records(text: str) -> Iterator[list[str]]:
    """Yield the lines of each record with its end mark; a last one may lack the mark."""
    lines: list[str] = []
    for line in text.splitlines():
        lines.append(line.rstrip())
        if line.startswith("//"):
            yield lines
            lines = []
    if any(lines):
        yield lines


def join_wrapped(lines: Iterable[str]) -> str:
    """Join lines that were cut at a fixed width; a word cut after its hyphen stays whole."""
    text = ""
    for line in (line.strip() for line in lines):
        is_cut = text.endswith("-") and not text.endswith((" -", "->"))
        glued = is_cut and not f"{line} ".startswith(OPEN_HYPHEN)
        text += line if glued or not text else f" {line}"
    return text.strip()
