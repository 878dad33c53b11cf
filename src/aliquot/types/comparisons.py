"""What differs between two versions of a document, step by step, both sides quoted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from aliquot.types.citations import Citation

__all__ = ["ChangeKind", "StepChange", "ValueChange", "VersionComparison", "WordChange"]


class ChangeKind(StrEnum):
    """What became of a step; the first that is true of it."""

    CHANGED = "changed"
    SPLIT = "split"
    MERGED = "merged"
    MOVED = "moved"
    REWORDED = "reworded"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A value that is another one in the newer version.

    Attributes:
        name: What it is of: `temperature`, `puromycin`, a column of a table.
        before: As the older version writes it; empty where it states none.
        after: As the newer one does; empty where it states none.
    """

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class WordChange:
    """Words, values left aside, that stand in place of others.

    Attributes:
        before: Of the older version; empty where words were added.
        after: Of the newer one; empty where words were taken away.
    """

    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepChange:
    """What became of one step, line, sentence or row.

    Attributes:
        kind: What became of it.
        before: Verified quotes from the older version; several where steps were merged, or one
            stands in several chunks; none where it was added.
        after: From the newer version; none where it was removed.
        values: Values that changed.
        words: Words that changed.
        section: Innermost heading it stands under, of the newer version where it has it.
        old_label: Number of the step in the older version, as `3.2`; empty where it has none.
        new_label: In the newer one.
        is_moved: Whether it stands at another place among its neighbours.
        is_minor: Whether the words say the same: a mistyped word put right, an article.
        is_head: Whether it is a line of the head, which names version and date.
    """

    kind: ChangeKind
    before: tuple[Citation, ...] = ()
    after: tuple[Citation, ...] = ()
    values: tuple[ValueChange, ...] = ()
    words: tuple[WordChange, ...] = ()
    section: str = ""
    old_label: str = ""
    new_label: str = ""
    is_moved: bool = False
    is_minor: bool = False
    is_head: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionComparison:
    """Two versions of a document, compared step by step.

    Attributes:
        old_id: Id of the older document.
        new_id: Of the newer one.
        old_name: What to call the older one: `version 1`, or its title.
        new_name: The newer one.
        fields: What their records and headings state otherwise: title, version, authors, sections.
        changes: In the order of the newer version; what was removed where it stood.
        unchanged: Steps, lines, sentences and rows that are the same.
        notes: What could not be compared or quoted.
    """

    old_id: str
    new_id: str
    old_name: str = ""
    new_name: str = ""
    fields: tuple[ValueChange, ...] = ()
    changes: tuple[StepChange, ...] = ()
    unchanged: int = 0
    notes: tuple[str, ...] = ()

    @property
    def counts(self) -> dict[ChangeKind, int]:
        """How many steps became what, the head of the document left aside."""
        found = Counter(one.kind for one in self.changes if not one.is_head)
        return {kind: found[kind] for kind in ChangeKind}

    @property
    def changed_values(self) -> int:
        """How many values changed, the head of the document left aside."""
        return sum(len(one.values) for one in self.changes if not one.is_head)
