"""Compare lists of authors: by family name, since given names are written in many ways."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

__all__ = ["family_key", "share_authors"]

NOT_LETTERS = re.compile(r"[\W\d_]+")
# Letters without a decomposition that databases write plainly.
PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
# Of the shorter list, this share of family names must stand in the other too. Lists are cut short
# ("et al."), and a misread name must not part two versions of a paper.
SHARED = 0.5


@lru_cache(maxsize=16384)
def family_key(name: str) -> str:
    """Return a family name for comparison: no case, accent or hyphen."""
    family = name.partition(",")[0]
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", family).casefold())
    bare = "".join(mark for mark in plain if not "\u0300" <= mark <= "\u036f").translate(PLAIN)
    return NOT_LETTERS.sub("", unicodedata.normalize("NFC", bare))


def share_authors(first: Sequence[str], second: Sequence[str]) -> bool | None:
    """Tell whether two lists may name the same authors; `None` where one is empty."""
    ours, theirs = ({family_key(name) for name in names} - {""} for names in (first, second))
    if not ours or not theirs:
        return None
    return len(ours & theirs) >= SHARED * min(len(ours), len(theirs))
