"""Drop text that other text is printed over.

Some publishers correct a page by drawing the new text over the old one; readers see the last layer
only, while the text layer holds all of them, line over line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from aliquot.parsing.pdf.records import Line

__all__ = ["drop_covered"]

# Lines of print stand at least nine tenths of their size apart; two layers of the same paragraph
# meet nearer than this. Accents and scripts over a letter are far smaller or narrower than it.
NEAR = 0.7
SAME_SIZE = 1.3
COVERED_WIDTH = 0.6
# Where so many lines of a page are covered it was printed twice, and short last lines are too.
PRINTED_TWICE = 8


def drop_covered(lines: Sequence[Line]) -> tuple[list[Line], str]:
    """Return the lines that no later drawn line covers, and the words that were dropped.

    Lines are sorted once; each is compared only with those its own height can reach.
    """
    ordered = sorted(lines, key=lambda line: line.middle)
    covered = set(_covered(ordered, max))
    if len(covered) >= PRINTED_TWICE:
        covered |= set(_covered(ordered, min))
    words = " ".join(line.text for line in ordered if line in covered)
    return [line for line in lines if line not in covered], words


def _covered(ordered: Sequence[Line], measure: Callable[[float, float], float]) -> Iterator[Line]:
    for i, line in enumerate(ordered):
        for other in ordered[i + 1 :]:
            if other.middle - line.middle > NEAR * max(line.size, 1.0):
                break
            if _over_each_other(line, other, measure):
                yield line if line.drawn < other.drawn else other


def _over_each_other(a: Line, b: Line, measure: Callable[[float, float], float]) -> bool:
    sizes = a.size, b.size
    if min(sizes) <= 0 or max(sizes) > SAME_SIZE * min(sizes):
        return False
    if abs(a.middle - b.middle) > NEAR * min(sizes):
        return False
    shared = min(a.x1, b.x1) - max(a.x0, b.x0)
    return shared > COVERED_WIDTH * max(measure(a.width, b.width), 1.0)
