"""The heaviest set of pairs that keeps the order of both sides.

A chain over sparse pairs instead of an alignment over all: what no pair is worth is never looked
at. Time n log n in the pairs, by prefix maxima in a Fenwick tree.

Source: Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and
Experience 24(3), 1994; for chains of it Gusfield, "Algorithms on Strings, Trees, and Sequences",
1997, section 13.3.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["Pair", "heaviest_chain"]

# Place in the older version, in the newer one, and what the pair is worth.
Pair = tuple[int, int, float]


def heaviest_chain(pairs: Sequence[Pair]) -> list[Pair]:
    """Return pairs ascending on both sides that are worth most together.

    Args:
        pairs: Each place on either side may be in many.
    """
    # Within one older place from last to first, so that a chain takes it once.
    ordered = sorted(pairs, key=lambda one: (one[0], -one[1], one[2]))
    ranks = {place: at + 1 for at, place in enumerate(sorted({one[1] for one in ordered}))}
    best: list[tuple[float, int]] = [(0.0, -1)] * (len(ranks) + 1)
    before: list[int] = []
    for number, (_, place, worth) in enumerate(ordered):
        total, last = _most(best, ranks[place] - 1)
        before.append(last)
        _raise(best, ranks[place], (total + worth, number))
    chain: list[Pair] = []
    _, at = _most(best, len(ranks))
    while at >= 0:
        chain.append(ordered[at])
        at = before[at]
    return chain[::-1]


def _most(best: Sequence[tuple[float, int]], upto: int) -> tuple[float, int]:
    """Return the heaviest chain that ends at a rank of at most `upto`; the earliest of equals."""
    found = (0.0, -1)
    while upto > 0:
        if best[upto][0] > found[0]:
            found = best[upto]
        upto -= upto & -upto
    return found


def _raise(best: list[tuple[float, int]], rank: int, chain: tuple[float, int]) -> None:
    while rank < len(best):
        if chain[0] > best[rank][0]:
            best[rank] = chain
        rank += rank & -rank
