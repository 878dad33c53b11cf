"""What comes near to a name nothing was found of: HEK293 for HEK293T."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

__all__ = ["near_misses"]

WORD = re.compile(r"[^\W_][\w./+-]*[\w+]|[^\W_]")
# Near-misses shown; more are noise.
MAX_NEAR = 5
# Least likeness, 0 to 1, of two names: HEK293 and HEK293T have 0.92, HeLa and HEK293 0.2.
# Chosen beforehand, so that one character in four may differ.
LEAST_LIKE = 0.75
MIN_CHARACTERS = 3


def near_misses(name: str, texts: Iterable[str], others: Iterable[str] = ()) -> tuple[str, ...]:
    """Return what resembles a name and is not it, the nearest first.

    Args:
        name: What was looked for.
        texts: What was found nearest, in which its words' likes may stand.
        others: Names that are known, such as those of findings.
    """
    wanted = _folded(name)
    likeness: dict[str, float] = {}
    for other in (*others, *(word for text in texts for word in WORD.findall(text))):
        folded = _folded(other)
        if folded == wanted or len(folded) < MIN_CHARACTERS or other in likeness:
            continue
        matcher = SequenceMatcher(None, wanted, folded)
        # The cheap bound first: most words of a text resemble nothing.
        if matcher.real_quick_ratio() >= LEAST_LIKE and matcher.quick_ratio() >= LEAST_LIKE:
            likeness[other] = matcher.ratio()
    ranked = sorted(likeness, key=lambda one: (-likeness[one], one))
    return tuple(one for one in ranked if likeness[one] >= LEAST_LIKE)[:MAX_NEAR]


def _folded(name: str) -> str:
    return "".join(one for one in name.casefold() if one.isalnum())
