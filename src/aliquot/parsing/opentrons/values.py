"""What names and expressions of a robot's protocol stand for, and how that is written.

What enters: plain values, or what can only be named: labware, wells, the expression as it stands.
What leaves: records, and words for a reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Labware", "Names", "Wells", "Written", "is_known", "well_names", "words"]


@dataclass(frozen=True, slots=True)
class Written:
    """An expression that cannot be worked out, as it is written."""

    text: str


@dataclass(frozen=True, slots=True)
class Labware:
    """Something on the deck: labware, a pipette or a module.

    Attributes:
        name: What steps call it: its label, else the name of its variable.
        model: The load name.
        place: Slot, mount or module.
        kind: `labware`, `pipette`, `module` or `liquid`.
    """

    name: str
    model: str
    place: str
    kind: str


@dataclass(frozen=True, slots=True)
class Wells:
    """Wells of a piece of labware.

    Attributes:
        labware: The name of the labware.
        names: Wells one by one; rows or columns as lists of them.
        said: How they are called where they cannot be listed.
    """

    labware: str
    names: tuple[Any, ...] = ()
    said: str = ""


@dataclass
class Names:
    """What names stand for, in a function and around it.

    Attributes:
        known: Name to value.
        around: The names of the function or module around this one.
        loaded: What each loading call put on the deck, by the call's place in the file; shared.
    """

    known: dict[str, Any] = field(default_factory=dict)
    around: Names | None = None
    loaded: dict[tuple[int, int], Labware] = field(default_factory=dict)

    def inside(self) -> Names:
        """Return the names of what stands inside."""
        return Names(around=self, loaded=self.loaded)

    def get(self, name: str) -> Any:
        """Return what a name stands for, `None` where that is not known."""
        if name in self.known:
            return self.known[name]
        return self.around.get(name) if self.around else None

    def forget(self, names: Iterable[str]) -> None:
        """Let names stand for themselves: what they hold changes, or is not known."""
        self.known.update({name: Written(name) for name in names})


def is_known(value: Any) -> bool:
    """Tell whether a value is worked out in all its parts."""
    if isinstance(value, (list, tuple)):
        return all(map(is_known, value))
    return not isinstance(value, (Written, Labware, Wells))


def words(value: Any) -> str:
    """Write a value for a reader."""
    if isinstance(value, Written):
        return value.text
    if isinstance(value, Labware):
        return value.name
    if isinstance(value, Wells):
        return f"{value.labware} {value.said or well_names(value.names)}".strip()
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, (list, tuple)):
        return _list_words(value)
    return str(value)


def _list_words(values: Sequence[Any]) -> str:
    wells = [value for value in values if isinstance(value, Wells) and not value.said]
    if wells and len(wells) == len(values) and len({one.labware for one in wells}) == 1:
        return words(Wells(wells[0].labware, tuple(name for one in wells for name in one.names)))
    return ", ".join(map(words, values))


def well_names(names: Sequence[Any]) -> str:
    """Write "A1", "A1-H1", "A1-A12" or each name."""
    flat = [name for one in names for name in (one if isinstance(one, tuple) else (one,))]
    if len(flat) > 2 and _is_run(flat):
        return f"{flat[0]}–{flat[-1]}"
    return ", ".join(flat)


def _is_run(names: Sequence[str]) -> bool:
    """Tell whether wells stand next to each other in a row, a column, or column by column."""
    if not all(re.fullmatch(r"[A-Z]\d{1,2}", name) for name in names):
        return False
    places = [(ord(name[0]) - 65, int(name[1:]) - 1) for name in names]
    rows = {row for row, _ in places}
    columns = {column for _, column in places}
    is_block = len(set(places)) == len(places) == len(rows) * len(columns)
    spans = (max(rows) - min(rows) + 1, max(columns) - min(columns) + 1)
    return is_block and spans == (len(rows), len(columns))
