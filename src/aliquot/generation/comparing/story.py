"""Two versions of a document compared, from their items to the changes as they are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from aliquot.generation.comparing.aligning import Alignment, align, move, pair_alone
from aliquot.generation.comparing.heads import fields_of, name_of_version
from aliquot.generation.comparing.items import Item, items_of
from aliquot.generation.comparing.joining import join, whole
from aliquot.generation.comparing.likeness import Marked
from aliquot.generation.comparing.quoting import Quoter
from aliquot.generation.comparing.telling import Difference, difference
from aliquot.types import ChangeKind, Chunk, Document, StepChange, VersionComparison

__all__ = ["compare_documents"]

# Kinds of values by which a line of the head is known.
HEAD_VALUES = frozenset({"version", "date"})
JOINED = frozenset({ChangeKind.SPLIT, ChangeKind.MERGED})
# Where a change stands in the telling: newer place, removed after it, older place.
Place = tuple[int, int, int]


def compare_documents(
    old: Document, new: Document, old_chunks: Sequence[Chunk], new_chunks: Sequence[Chunk]
) -> VersionComparison:
    """Return what differs between two versions, each difference quoted from both sides.

    Args:
        old: The older version, with text and blocks.
        new: The newer version.
        old_chunks: The chunks of `old`, which are quoted.
        new_chunks: The chunks of `new`.
    """
    found = _aligned(_marked(old), _marked(new))
    before, after = Quoter(old_chunks), Quoter(new_chunks)
    placed = sorted(_changes(found), key=lambda one: one[0])
    quoted = [_quoted(change, sides, before, after) for _, change, sides in placed]
    changes = tuple(one for one in quoted if one is not None)
    pairs = found.pairs
    told = {one.place for _, _, (ours, _) in placed for one in ours}
    return VersionComparison(
        old_id=old.id,
        new_id=new.id,
        old_name=name_of_version(old),
        new_name=name_of_version(new),
        fields=fields_of(old, new, _headings(found)),
        changes=changes,
        unchanged=sum(place not in told for place in pairs),
        notes=tuple(_notes(found, old, new, len(quoted) - len(changes))),
    )


def _marked(document: Document) -> list[Marked]:
    return [Marked(item, place) for place, item in enumerate(items_of(document))]


def _aligned(old: Sequence[Marked], new: Sequence[Marked]) -> Alignment:
    """Return which steps belong together, the same whichever version is called the older.

    Of equally good pairs the first is taken, which is another one from the other side: the sides
    are therefore always taken in one order.
    """
    if [one.item.key for one in old] > [one.item.key for one in new]:
        return _aligned(new, old).swapped()
    found = align(old, new)
    join(found)
    move(found)
    pair_alone(found)
    return found


Sides = tuple[Sequence[Marked], Sequence[Marked]]


def _changes(found: Alignment) -> Iterator[tuple[Place, StepChange, Sides]]:
    """Yield what became of each step that is not the same, without quotes, in any order."""
    renumbered = {found.old[i].item.label: found.new[j].item.label for i, j in found.pairs.items()}
    for i, j in found.pairs.items():
        ours = [found.old[one] for one in found.merges.get(j, [i])]
        theirs = [found.new[one] for one in found.splits.get(i, [j])]
        says = difference(whole(ours), whole(theirs), renumbered)
        kind = _kind(says, ours, theirs, is_moved=i in found.moved)
        if kind is not None:
            change = _change(kind, ours[0].item, theirs[0].item, says)
            yield (j, 0, i), replace(change, is_moved=i in found.moved), (ours, theirs)
    removed, added = found.left()
    # The last of equal keys stands: the heading most of a section's steps have now.
    newer_names = dict(one for one, _ in reversed(_headings(found).most_common()))
    for one in added:
        yield (one.place, 0, 0), _change(ChangeKind.ADDED, None, one.item), ([], [one])
    for one, newer in _after(removed, found):
        gone = _change(ChangeKind.REMOVED, one.item, None)
        section = newer_names.get(gone.section, gone.section)
        yield (newer, 1, one.place), replace(gone, section=section), ([one], [])


def _kind(
    says: Difference, ours: Sequence[Marked], theirs: Sequence[Marked], *, is_moved: bool
) -> ChangeKind | None:
    """Return what became of a step; `None` where nothing did."""
    kinds = (
        (ChangeKind.CHANGED, says.values and len(ours) == len(theirs) == 1),
        (ChangeKind.SPLIT, len(theirs) > 1),
        (ChangeKind.MERGED, len(ours) > 1),
        (ChangeKind.MOVED, is_moved),
        (ChangeKind.REWORDED, says.words),
    )
    return next((kind for kind, is_so in kinds if is_so), None)


def _change(
    kind: ChangeKind, old: Item | None, new: Item | None, says: Difference = Difference()
) -> StepChange:
    shown = new or old
    heads = [one for one in (old, new) if one is not None and one.is_head]
    # Parts are joined by words that the whole has no need of.
    is_joined = kind in JOINED and says.is_minor
    return StepChange(
        kind=kind,
        values=says.values,
        words=() if is_joined else says.words,
        section=shown.heading if shown else "",
        old_label=old.label if old else "",
        new_label=new.label if new else "",
        is_minor=says.is_minor and kind is ChangeKind.REWORDED,
        is_head=any(map(_is_head_line, heads)),
    )


def _is_head_line(item: Item) -> bool:
    return any(value.kind in HEAD_VALUES for value in Marked(item, 0).values)


def _after(removed: Sequence[Marked], found: Alignment) -> Iterator[tuple[Marked, int]]:
    """Yield what was removed with the newer place it is told after: behind its old neighbour.

    What was added under the neighbour's heading comes first where the removed step stood under
    another, so that a section is told in one piece.
    """
    kept = sorted(found.kept.items())
    ends = [*(j for _, j in kept), len(found.new)]
    at, newer = 0, -1
    for one in removed:
        while at < len(kept) and kept[at][0] < one.place:
            newer = kept[at][1]
            at += 1
        place = newer
        heading = found.new[newer].item.heading if newer >= 0 else ""
        if one.item.heading != heading:
            while place + 1 < ends[at] and found.new[place + 1].item.heading == heading:
                place += 1
        yield one, place


def _quoted(change: StepChange, sides: Sides, before: Quoter, after: Quoter) -> StepChange | None:
    """Return a change with its quotes; `None` where a side cannot be quoted."""
    ours, theirs = (
        tuple(quote for one in side for quote in quoter.quotes(one.item.span))
        for side, quoter in zip(sides, (before, after), strict=True)
    )
    if bool(ours) != bool(sides[0]) or bool(theirs) != bool(sides[1]):
        return None
    return replace(change, before=ours, after=theirs)


def _headings(found: Alignment) -> Counter[tuple[str, str]]:
    """Count which heading of the older version stands over the steps of which of the newer."""
    return Counter(
        (found.old[i].item.heading, found.new[j].item.heading) for i, j in found.kept.items()
    )


def _notes(found: Alignment, old: Document, new: Document, unquoted: int) -> Iterator[str]:
    for side, document in ((found.old, old), (found.new, new)):
        if not side:
            yield f"{document.id} holds no text that could be compared"
    if found.old and found.new and not found.pairs:
        yield "the two have no step in common: they may not be versions of one document"
    if unquoted:
        yield f"{unquoted} more differ in text that stands in no chunk and cannot be quoted"
