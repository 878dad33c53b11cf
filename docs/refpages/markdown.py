"""Pieces of Markdown and of docstrings that reference pages are made of."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence

__all__ = ["attributes", "code", "summary", "table"]


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Return the lines of a Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in rows:
        cells = (str(cell).replace("|", "\\|").replace("\n", " ") for cell in row)
        lines.append("| " + " | ".join(cells) + " |")
    return [*lines, ""]


def code(value: object) -> str:
    """Return a value as inline code; nothing for nothing."""
    return f"`{value}`" if value not in ("", None) else ""


def summary(documented: object) -> str:
    """Return the first paragraph of a docstring on one line."""
    text = inspect.getdoc(documented) or ""
    return " ".join(text.partition("\n\n")[0].split())


def attributes(documented: object) -> dict[str, str]:
    """Return what a Google docstring says of each attribute."""
    text = inspect.getdoc(documented) or ""
    _, _, block = text.partition("Attributes:\n")
    found: dict[str, str] = {}
    name = ""
    for line in block.splitlines():
        if not line.startswith("    "):
            break
        if not line.startswith("     "):
            name, _, meaning = line.strip().partition(": ")
            found[name] = meaning
        elif name:
            found[name] += f" {line.strip()}"
    return found
