"""Steps that were split into several, or merged into one.

A step beside a pair, itself without a counterpart, is part of it where the pair's longer side holds
most of its words and is more like both together than like its counterpart alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aliquot.generation.comparing.aligning import Alignment
from aliquot.generation.comparing.likeness import Marked, likeness

__all__ = ["join", "whole"]

# Share of the words of a part, kinds of values included, that the whole has to hold.
HELD = 0.6
# By how much the parts together have to be more like the whole than one of them, where a part says
# what the whole does not.
GAIN = 0.03
# Steps on either side of a pair: nobody splits one in more than five.
REACH = 4


def join(found: Alignment) -> None:
    """Give each pair the further parts its longer side was split to or merged from."""
    free_old, free_new = ({one.place for one in side} for side in found.left())
    for i, j in sorted(found.pairs.items()):
        if found.old[i].item.key == found.new[j].item.key:
            continue
        parts = _parts(found.old[i], found.new, j, free_new)
        if len(parts) > 1:
            found.splits[i] = parts
            free_new -= set(parts)
            continue
        parts = _parts(found.new[j], found.old, i, free_old)
        if len(parts) > 1:
            found.merges[j] = parts
            free_old -= set(parts)


def whole(parts: Sequence[Marked]) -> Marked:
    """Return several steps as one, in their order."""
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    text = "\n".join(one.item.text for one in parts)
    key = " ".join(one.item.key for one in parts)
    return Marked(replace(first.item, text=text, key=key, cells=(), columns=()), first.place)


def _parts(one: Marked, side: Sequence[Marked], at: int, free: set[int]) -> list[int]:
    """Return the places a step was split to, from the one it is paired with outwards."""
    parts = [at]
    for step in (1, -1):
        for place in range(at + step, at + step * (REACH + 1), step):
            if place not in free or not _is_held(side[place], one):
                break
            wider = sorted([*parts, place])
            together = whole([side[each] for each in wider])
            alone = whole([side[each] for each in parts])
            gain = likeness(one, together) - likeness(one, alone)
            if gain <= (0 if side[place].words <= one.words else GAIN):
                break
            parts = wider
    return parts


def _is_held(part: Marked, one: Marked) -> bool:
    if part.item.cells or one.item.cells or not part.words:
        return False
    return len(part.words & one.words) >= HELD * len(part.words)
