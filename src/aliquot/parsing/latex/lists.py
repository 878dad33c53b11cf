"""Number the items of LaTeX lists as they are printed.

What enters: the list environments being read, their options and `\\setcounter`. What leaves: the
marker of each item. Sources: the standard classes (`1.`, `(a)`, `i.`, `A.` by depth), the packages
enumitem and enumerate.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from aliquot.parsing.writing.items import BULLET
from aliquot.parsing.writing.numerals import letters, roman

__all__ = ["LISTS", "ListCounter", "OpenList"]

BULLETED = frozenset({"itemize", "compactitem", "inparaitem", "tablenotes", "trivlist", "list"})
NUMBERED = frozenset({"enumerate", "compactenum", "inparaenum", "steps"})
DESCRIBED = frozenset({"description", "compactdesc", "labeling"})
LISTS = BULLETED | NUMBERED | DESCRIBED
DEFAULT_LABELS = (r"\arabic*.", r"(\alph*)", r"\roman*.", r"\Alph*.")
COUNTERS = {"enumi": 0, "enumii": 1, "enumiii": 2, "enumiv": 3}
NUMERALS: dict[str, Callable[[int], str]] = {
    "arabic": str,
    "alph": letters,
    "Alph": lambda count: letters(count).upper(),
    "roman": roman,
    "Roman": lambda count: roman(count).upper(),
}
NUMERAL = re.compile(r"\\(arabic|alph|Alph|roman|Roman)\s*(?:\*|\{enum[iv]+\})")
# A label of the package enumerate: the first of these outside braces is counted.
SHORT_LABEL = re.compile(r"\{[^{}]*\}|(?P<token>[1aAiI])")
SHORT_NUMERALS = {"1": "arabic", "a": "alph", "A": "Alph", "i": "roman", "I": "Roman"}
LABEL = re.compile(r"label\s*=\s*(\{(?:[^{}]|\{[^{}]*\})*\}|[^,]*)")
START = re.compile(r"start\s*=\s*(\d{1,5})")
RESUME = re.compile(r"\bresume\*?\b")
STYLE = re.compile(r"\\(?:bf|it|rm|sf|tt|bfseries|itshape|textbf|textit|emph|upshape)\b|[{}]")


@dataclass(slots=True)
class OpenList:
    """A list being read.

    Attributes:
        name: Its environment.
        label: How its items are numbered.
        count: The last number given.
    """

    name: str
    label: str = ""
    count: int = 0

    @property
    def is_described(self) -> bool:
        """Whether its labels are terms, to stand in the text."""
        return self.name in DESCRIBED


@dataclass(slots=True)
class ListCounter:
    """The lists that are open, innermost last, and where closed ones stopped."""

    opened: list[OpenList] = field(default_factory=list)
    _last: dict[int, int] = field(default_factory=dict)

    @property
    def depth(self) -> int:
        """How many lists are open."""
        return len(self.opened)

    def open(self, name: str, options: str) -> None:
        """Open a list.

        Args:
            name: Its environment.
            options: What stands in its brackets.
        """
        depth = sum(each.name in NUMBERED for each in self.opened)
        current = OpenList(name)
        if name in NUMBERED:
            current.label = _label(options) or DEFAULT_LABELS[min(depth, 3)]
            start = START.search(options)
            if start:
                current.count = int(start[1]) - 1
            elif RESUME.search(options):
                current.count = self._last.get(depth, 0)
        self.opened.append(current)

    def close(self) -> None:
        """Close the innermost list."""
        if self.opened:
            closed = self.opened.pop()
            if closed.name in NUMBERED:
                self._last[sum(each.name in NUMBERED for each in self.opened)] = closed.count

    def set(self, counter: str, value: int, *, is_added: bool) -> None:
        """Set the counter of an open list, as `\\setcounter{enumi}{4}` does."""
        numbered = [each for each in self.opened if each.name in NUMBERED]
        depth = COUNTERS.get(counter, len(numbered))
        if depth < len(numbered):
            numbered[depth].count = value + (numbered[depth].count if is_added else 0)

    def next_marker(self) -> str:
        """Count an item of the innermost list and return its number or bullet."""
        if not self.opened or not self.opened[-1].label:
            return BULLET
        current = self.opened[-1]
        current.count += 1
        shown = NUMERAL.sub(lambda found: NUMERALS[found[1]](current.count), current.label)
        return STYLE.sub("", shown).strip()


def _label(options: str) -> str:
    """Return the label that options ask for, in the notation of enumitem; empty for none."""
    stated = LABEL.search(options)
    if stated:
        return stated[1].strip().removeprefix("{").removesuffix("}")
    if not options or "=" in options or RESUME.search(options):
        return ""
    for found in SHORT_LABEL.finditer(options):
        if token := found["token"]:
            numeral = f"\\{SHORT_NUMERALS[token]}*"
            return f"{options[: found.start()]}{numeral}{options[found.end() :]}"
    return ""
