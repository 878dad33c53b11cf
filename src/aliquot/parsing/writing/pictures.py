"""Write what a picture shows, where somebody has described it."""

from __future__ import annotations

import re

from aliquot.parsing.writing.typography import collapse

__all__ = ["DRAWN", "described", "picture_line"]

# Ends of the names of pictures in decks that are drawn again; drawings of lines are not.
DRAWN = frozenset({".bmp", ".gif", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})

# Alternative texts that nobody wrote: file names, and what Office guesses.
NO_DESCRIPTION = re.compile(
    r".*\.(png|jpe?g|gif|tiff?|bmp|svg|emf|wmf|pdf|eps|webp)|.*[\\/][^\\/\s]*"
    r"|.*(description automatically generated|自動的に生成された説明).*"
    r"|(picture|image|graphic|object|図|画像|オブジェクト)\s*\d*",
    re.IGNORECASE | re.DOTALL,
)


def picture_line(description: str) -> str:
    """Return a line for a picture, empty where its description says nothing."""
    text = described(description)
    return f"Picture: {text}" if text else ""


def described(description: str) -> str:
    """Return what somebody says a picture shows, empty where nobody does."""
    text = collapse(description)
    return "" if NO_DESCRIPTION.fullmatch(text) else text
