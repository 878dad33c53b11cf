"""A claim that gives a row of a table a value that stands in another row of the same column."""

from __future__ import annotations

import re
from collections import Counter

from aliquot.generation.checking.differences import Difference
from aliquot.generation.extractive.tables import cells_of
from aliquot.types import Chunk

__all__ = ["other_cell"]

# Rows of a chunk that are compared; a sheet of more repeats its values.
MOST_ROWS = 400
HAS_LETTER = re.compile(r"[^\W\d_]")


def other_cell(claim: str, quote: str, chunk: Chunk) -> Difference | None:
    """Return the value a claim gives a row, and the one it has; `None` where they agree.

    The row has to be named by a cell no other row has.

    Args:
        claim: Plain text.
        quote: The row, as it stands.
        chunk: It stands in.
    """
    if not quote.startswith("|") or "\n" in quote:
        return None
    row = cells_of(quote)
    lines = chunk.text.split("\n")[:MOST_ROWS]
    rows = [cells_of(line) for line in lines if line.startswith("|")]
    rows = [one for one in rows if len(one) == len(row) and set("".join(one)) - set("-: ")]
    counts = Counter(cell for one in rows for cell in set(one))
    if not any(counts[cell] == 1 and _names(claim, cell) for cell in row):
        return None
    for column, own in enumerate(row):
        if not HAS_LETTER.search(own) or _names(claim, own):
            continue
        for other in dict.fromkeys(one[column] for one in rows):
            if other not in row and HAS_LETTER.search(other) and _names(claim, other):
                return other, own
    return None


def _names(claim: str, cell: str) -> bool:
    """Tell whether a claim says what stands in a cell, as whole words."""
    if not HAS_LETTER.search(cell):
        return False
    return re.search(rf"(?<!\w){re.escape(cell)}(?!\w)", claim, re.IGNORECASE) is not None
