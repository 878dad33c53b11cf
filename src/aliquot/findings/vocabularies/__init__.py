"""Names the extractors know: cell lines, organisms, viruses, registries, makers.

Common knowledge of the bench, kept small: what a vocabulary lacks is found by its form and its
context, or comes from the library's own records.
"""

from __future__ import annotations

__all__ = ["spellings", "words"]


def words(listing: str) -> frozenset[str]:
    """Return the words of a listing, which is read more easily than a list of literals."""
    return frozenset(listing.split())


def spellings(lines: str) -> dict[str, str]:
    """Return the first name of each line by every other name of it."""
    named: dict[str, str] = {}
    for line in lines.strip().splitlines():
        first, *others = (name.strip() for name in line.split(";"))
        named |= dict.fromkeys(others, first)
    return named
