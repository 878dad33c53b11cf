"""Write the numbers that list formats count but never store: 1, a, iv.

What enters: a count and the way it is shown. What leaves: the numeral as printed.
"""

from __future__ import annotations

__all__ = ["letters", "roman"]

ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l")),
    *((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
# No one prints a Roman numeral beyond, or a letter repeated so often.
LARGEST_ROMAN = 3999
LARGEST_LETTERED = 26 * 20


def letters(count: int) -> str:
    """Return a, b, ... z, aa, bb, the way word processors go on; digits where there is none."""
    if not 0 < count <= LARGEST_LETTERED:
        return str(count)
    return chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1)


def roman(count: int) -> str:
    """Return a Roman numeral in small letters; digits where there is none."""
    if not 0 < count <= LARGEST_ROMAN:
        return str(count)
    written = ""
    for value, numeral in ROMAN:
        times, count = divmod(count, value)
        written += numeral * times
    return written
