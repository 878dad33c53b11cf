"""Say what was left out because no reader sees it, the same way for every format."""

from __future__ import annotations

from collections.abc import Sequence

from aliquot.parsing.writing.typography import collapse

__all__ = ["HIDDEN_TEXT", "first_words", "hidden_warnings"]

# Flag of the block beside which text was hidden.
HIDDEN_TEXT = "hidden_text"
# Enough to recognise an injected instruction by, and to find it in the file.
SHOWN_CHARS = 60


def first_words(text: str) -> str:
    """Return the beginning of a text on one line."""
    text = collapse(text)
    if len(text) <= SHOWN_CHARS:
        return text
    cut = text[:SHOWN_CHARS]
    # Japanese has no spaces to cut at.
    return f"{cut.rsplit(' ', 1)[0] if ' ' in cut else cut} ..."


def hidden_warnings(texts: Sequence[str]) -> list[str]:
    """Return one warning for all hidden texts of a file, or none."""
    if not texts:
        return []
    return [f'Left out hidden text in {len(texts)} place(s): "{first_words(texts[0])}"']
