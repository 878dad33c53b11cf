"""Undo the fixed line width of the sequence databases' flat files."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["join_wrapped"]

# "alpha- and beta-chain": the hyphen at the line's end stands for an omitted word.
OPEN_HYPHEN = ("and ", "or ", "to ")


def join_wrapped(lines: Iterable[str]) -> str:
    """Join lines that were cut at a fixed width; a word cut after its hyphen stays whole."""
    text = ""
    for line in (line.strip() for line in lines):
        is_cut = text.endswith("-") and not text.endswith((" -", "->"))
        glued = is_cut and not f"{line} ".startswith(OPEN_HYPHEN)
        text += line if glued or not text else f" {line}"
    return text.strip()
