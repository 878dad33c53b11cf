"""What holds at a place in an RTF file: where text goes, its font, character and paragraph looks.

What enters: control words. What leaves: a `State`, of which every group has its own copy.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from aliquot.parsing.rtf.runs import Runs

__all__ = ["Aside", "Flow", "Link", "Paragraph", "State", "set_character", "set_paragraph"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Properties of a paragraph; `\\pard` begins anew.

    Attributes:
        style: Number of its style.
        outline: Heading level from 1, 0 where it states none itself.
        list_id: Number of the list it stands in, 0 for none.
        list_level: Depth in that list, from 0.
        in_table: Whether it stands in a cell.
    """

    style: int = 0
    outline: int = 0
    list_id: int = 0
    list_level: int = 0
    in_table: bool = False


@dataclass(slots=True)
class Flow:
    """Running text: of the body, a `footnote` or a `box`."""

    kind: str = "body"
    runs: Runs = field(default_factory=Runs)


@dataclass(slots=True)
class Aside:
    """A group that says something about the text: a font, a style, a number, an address.

    Attributes:
        words: The control words in it, with their numbers.
    """

    name: str
    text: str = ""
    words: dict[str, int | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Link:
    """Where a link leads, and the run its text begins with."""

    address: str
    start: int


@dataclass(slots=True)
class State:
    """What holds inside a group.

    Attributes:
        flow: Where text goes.
        aside: Where it goes instead, in a group that is not running text.
        link: The link the group stands in.
        is_skipped: Whether it goes nowhere.
        in_versions: Whether the group holds the same text in two versions.
        replaced: Characters that stand in for a Unicode one, and follow it.
        position: `raised`, `lowered` or empty.
    """

    flow: Flow
    aside: Aside | None = None
    link: Link | None = None
    is_skipped: bool = False
    in_versions: bool = False
    replaced: int = 1
    font: int | None = None
    is_hidden: bool = False
    is_deleted: bool = False
    is_bold: bool = False
    position: str = ""
    paragraph: Paragraph = field(default_factory=Paragraph)

    def copy(self) -> State:
        """Return a copy for an inner group, which writes to the same place."""
        return copy.copy(self)


TOGGLES = {"b": "is_bold", "deleted": "is_deleted", "v": "is_hidden", "webhidden": "is_hidden"}
POSITIONS = {"dn": "lowered", "nosupersub": "", "sub": "lowered", "super": "raised", "up": "raised"}


def set_character(state: State, word: str, number: int | None) -> bool:
    """Apply a control word that changes characters; tell whether it is one."""
    is_on = number != 0
    if word in TOGGLES:
        setattr(state, TOGGLES[word], is_on)
    elif word in POSITIONS:
        state.position = POSITIONS[word] if is_on else ""
    elif word == "plain":
        state.is_hidden = state.is_bold = False
        state.position = ""
    elif word == "f":
        state.font = number
    elif word == "uc":
        state.replaced = 1 if number is None else max(0, number)
    else:
        return False
    return True


def set_paragraph(state: State, word: str, number: int | None) -> bool:
    """Apply a control word that changes the paragraph; tell whether it is one."""
    if word == "pard":
        state.paragraph = Paragraph()
        return True
    change = PARAGRAPH.get(word)
    if change is None:
        return False
    state.paragraph = change(state.paragraph, max(0, number or 0))
    return True


PARAGRAPH: dict[str, Callable[[Paragraph, int], Paragraph]] = {
    "ilvl": lambda paragraph, number: replace(paragraph, list_level=number),
    "intbl": lambda paragraph, number: replace(paragraph, in_table=True),
    "ls": lambda paragraph, number: replace(paragraph, list_id=number),
    "outlinelevel": lambda paragraph, number: replace(paragraph, outline=number + 1),
    "s": lambda paragraph, number: replace(paragraph, style=number),
}
