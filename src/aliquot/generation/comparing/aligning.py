"""Which step of the older version belongs to which of the newer one.

First the lines that are the same and stand once on both sides, in the longest order both share;
then, between two of these, the steps that are alike, as an order-keeping chain of most likeness;
then what is alike and stands elsewhere. Every choice is bounded: two long books take the time of
their lines, not of the square of them.

Source: for anchors on unique lines Bram Cohen's patience diff (2008).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from aliquot.generation.comparing.chaining import Pair, heaviest_chain
from aliquot.generation.comparing.likeness import Marked, likeness

__all__ = ["Alignment", "align", "move", "pair_alone"]

# Likeness below which steps are another's, chosen over the edited protocols of the tests: a step
# half of whose words were changed is still the step, one that shares its verb is not.
LIKE = 0.5
# Of what stands elsewhere, where order is no evidence.
LIKE_ELSEWHERE = 0.62
# Of two that stand alone between the same neighbours, where order is nearly enough.
LIKE_ALONE = 0.3
# Words, kinds of values included, that a step needs to be known elsewhere by likeness: every part
# of a protocol has its "Vortex." and "Vortex well.".
WORDS_ELSEWHERE = 3
# Pairs compared one by one between two anchors; beyond, only those that share a rare word.
MOST_PAIRS = 20_000
# Steps that hold a word before it is rare no more, and candidates kept of a step.
RARE = 40
MOST_CANDIDATES = 12

Range = tuple[int, int, int, int]


@dataclass
class Alignment:
    """Pairs of places, each place in at most one.

    Attributes:
        old: The older version.
        new: The newer version.
        kept: Newer place by older place, for what kept its order.
        moved: The same for what stands elsewhere.
        splits: Parts in the newer version by older place, ascending, where there are several.
        merges: Parts in the older version by newer place.
    """

    old: Sequence[Marked]
    new: Sequence[Marked]
    kept: dict[int, int] = field(default_factory=dict)
    moved: dict[int, int] = field(default_factory=dict)
    splits: dict[int, list[int]] = field(default_factory=dict)
    merges: dict[int, list[int]] = field(default_factory=dict)

    @property
    def pairs(self) -> dict[int, int]:
        """All pairs."""
        return self.kept | self.moved

    def swapped(self) -> Alignment:
        """Return the same pairs with the sides exchanged."""
        return Alignment(
            self.new,
            self.old,
            {j: i for i, j in self.kept.items()},
            {j: i for i, j in self.moved.items()},
            splits=self.merges,
            merges=self.splits,
        )

    def left(self) -> tuple[list[Marked], list[Marked]]:
        """Return what has no counterpart on either side."""
        taken_old = set(self.pairs).union(*self.merges.values())
        taken_new = set(self.pairs.values()).union(*self.splits.values())
        return (
            [one for one in self.old if one.place not in taken_old],
            [one for one in self.new if one.place not in taken_new],
        )


def align(old: Sequence[Marked], new: Sequence[Marked]) -> Alignment:
    """Return which steps belong together and kept their order; what moved is found by `move`."""
    found = Alignment(old, new)
    for i, j, _ in heaviest_chain(list(_unique(old, new))):
        found.kept[i] = j
    for gap in list(_gaps(found)):
        found.kept |= _between(found, gap)
    return found


def _unique(old: Sequence[Marked], new: Sequence[Marked]) -> Iterator[Pair]:
    """Yield the lines that are the same and stand once on both sides."""
    ours = Counter(one.item.key for one in old)
    places = {one.item.key: one.place for one in new}
    theirs = Counter(one.item.key for one in new)
    for one in old:
        if ours[one.item.key] == 1 == theirs.get(one.item.key, 0):
            yield one.place, places[one.item.key], 1.0


def _gaps(found: Alignment) -> Iterator[Range]:
    """Yield what stands between two neighbouring pairs, where both sides have something."""
    last_old = last_new = 0
    for i, j in [*sorted(found.kept.items()), (len(found.old), len(found.new))]:
        if i > last_old and j > last_new:
            yield last_old, i, last_new, j
        last_old, last_new = i + 1, j + 1


def _between(found: Alignment, gap: Range) -> dict[int, int]:
    """Return the pairs of a gap: its equal ends first, then the most likeness in order."""
    kept: dict[int, int] = {}
    i, end_old, j, end_new = gap
    old, new = found.old, found.new
    while i < end_old and j < end_new and old[i].item.key == new[j].item.key:
        kept[i] = j
        i, j = i + 1, j + 1
    while i < end_old and j < end_new and old[end_old - 1].item.key == new[end_new - 1].item.key:
        end_old, end_new = end_old - 1, end_new - 1
        kept[end_old] = end_new
    # Squared: one pair that is the same outweighs two that are half alike.
    alike = [
        (one, other, like * like)
        for one, other, like in candidates(old[i:end_old], new[j:end_new])
        if like >= LIKE
    ]
    return kept | {one: other for one, other, _ in heaviest_chain(alike)}


def move(found: Alignment) -> None:
    """Pair what is alike and stands elsewhere: first what is the same, then the most alike."""
    old, new = found.left()
    found.moved |= {i: j for i, j, _ in _unique(old, new)}
    old, new = found.left()
    alike = [
        (like, i, j)
        for i, j, like in candidates(_telling(old), _telling(new))
        if like >= LIKE_ELSEWHERE
    ]
    taken = set(found.moved.values())
    for _, i, j in sorted(alike, key=lambda one: (-one[0], abs(one[1] - one[2]), one[1], one[2])):
        if i not in found.moved and j not in taken:
            found.moved[i] = j
            taken.add(j)


def pair_alone(found: Alignment) -> None:
    """Pair two that stand alone between the same neighbours and are somewhat alike."""
    old, new = ({one.place for one in side} for side in found.left())
    for first, last, begin, end in list(_gaps(found)):
        ours = [one for one in found.old[first:last] if one.place in old]
        theirs = [one for one in found.new[begin:end] if one.place in new]
        if len(ours) == len(theirs) == 1 and likeness(ours[0], theirs[0]) >= LIKE_ALONE:
            found.kept[ours[0].place] = theirs[0].place


def _telling(marked: Sequence[Marked]) -> list[Marked]:
    return [one for one in marked if len(one.words) >= WORDS_ELSEWHERE]


def candidates(old: Sequence[Marked], new: Sequence[Marked]) -> Iterator[Pair]:
    """Yield pairs that may belong together, each with its likeness."""
    if len(old) * len(new) <= MOST_PAIRS:
        for one in old:
            for other in new:
                yield one.place, other.place, likeness(one, other)
        return
    same: defaultdict[str, list[int]] = defaultdict(list)
    holding: defaultdict[str, list[int]] = defaultdict(list)
    for at, other in enumerate(new):
        same[other.item.key].append(at)
        for word in other.words:
            holding[word].append(at)
    for at, one in enumerate(old):
        near = _nearest(same[one.item.key], at * len(new) // len(old))
        for place in dict.fromkeys([*near, *_sharing(one, holding)]):
            yield one.place, new[place].place, likeness(one, new[place])


def _nearest(places: Sequence[int], expected: int) -> Sequence[int]:
    """Return those of ascending places that are nearest to one."""
    at = bisect_left(places, expected)
    return places[max(0, at - MOST_CANDIDATES // 2) : at + MOST_CANDIDATES // 2]


def _sharing(one: Marked, holding: Mapping[str, Sequence[int]]) -> Iterator[int]:
    """Yield the places that share most rare words with a step, the most first."""
    shared: Counter[int] = Counter()
    for word in one.words:
        places = holding.get(word, ())
        if len(places) <= RARE:
            shared.update(places)
    best = sorted(shared.items(), key=lambda pair: (-pair[1], pair[0]))
    yield from (place for place, _ in best[:MOST_CANDIDATES])
