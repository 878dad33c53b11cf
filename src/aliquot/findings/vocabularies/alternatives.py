"""Write a long list of names as one pattern that costs little where none of them stands.

What enters: names. What leaves: a pattern; it knows nothing of what they name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

__all__ = ["any_of"]


def any_of(names: Iterable[str]) -> str:
    """Return a pattern of any of some names, the longest first.

    Names are gathered by their first letter, which `re` then looks at once for all of them.
    """
    by_letter: dict[str, list[str]] = {}
    for name in sorted(names, key=len, reverse=True):
        by_letter.setdefault(name[0].casefold(), []).append(name)
    return "|".join(map(_gathered, by_letter.values()))


def _gathered(names: Sequence[str]) -> str:
    first = names[0][0]
    if len(names) == 1 or any(name[0] != first for name in names):
        return "|".join(map(re.escape, names))
    rest = "|".join(re.escape(name[1:]) for name in names)
    return f"{re.escape(first)}(?:{rest})"
