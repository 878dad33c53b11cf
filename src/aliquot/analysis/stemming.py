"""Reduce English words to their stems."""

from __future__ import annotations

from functools import lru_cache

import Stemmer

__all__ = ["STEMMER_VERSION", "stem"]

STEMMER_VERSION = Stemmer.version()

# Source: Porter2 ("English" Snowball) stemmer, https://snowballstem.org/algorithms/english/
# PyStemmer's own cache is off: ours spares the call as well.
_ENGLISH = Stemmer.Stemmer("english", 0)


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Return the stem of a lower-case English word; other words come back unchanged."""
    return str(_ENGLISH.stemWord(word))
