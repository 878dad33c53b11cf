"""Rows of tables, and how they are read."""

from __future__ import annotations

import itertools

from aliquot.types import Chunk

__all__ = ["cells_of", "column_names", "said"]

RULE = "| ---"


def column_names(chunk: Chunk) -> list[str]:
    """Return the header row of a chunk's table: in its text, or repeated in its header."""
    for row, rule in itertools.pairwise(chunk.text.split("\n")):
        if rule.startswith(RULE):
            return cells_of(row)
    in_header = [line for line in chunk.header.split("\n") if line.startswith("|")]
    return cells_of(in_header[-1]) if in_header else []


def cells_of(row: str) -> list[str]:
    """Return the cells of a row, without white space around them."""
    return [cell.strip() for cell in row.strip().strip("|").split(" | ")]


def said(text: str, chunk: Chunk) -> str:
    """Return a quote as it is read: a table row with its column names, anything else as it is."""
    if not text.startswith("|"):
        return " ".join(text.split())
    names, cells = column_names(chunk), cells_of(text)
    if len(names) != len(cells):
        return "; ".join(cell for cell in cells if cell)
    return "; ".join(
        f"{name}: {cell}" if name else cell for name, cell in zip(names, cells, strict=True) if cell
    )
