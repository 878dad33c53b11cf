"""Names the extractors know: cell lines, organisms, viruses, registries, makers.

Common knowledge of the bench, kept small: what a vocabulary lacks is found by its form and its
context, or comes from the library's own records.
"""

from __future__ import annotations

__all__ = ["words"]


def words(listing: str) -> frozenset[str]:
    """Return the words of a listing, which is read more easily than a list of literals."""
    return frozenset(listing.split())
