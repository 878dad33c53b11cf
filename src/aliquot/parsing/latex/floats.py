"""Number figures and tables as LaTeX prints them, and put the numbers where it refers.

What enters: the source of a whole paper. What leaves: the same source, "Figure 2" in place of a
reference, and each caption beginning with its number. Parts of a paper are left alone: their
numbers depend on what stands before them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["numbered"]

NAMES = {
    "figure": "Figure",
    "wrapfigure": "Figure",
    "sidewaysfigure": "Figure",
    "SCfigure": "Figure",
    "table": "Table",
    "wraptable": "Table",
    "sidewaystable": "Table",
    "longtable": "Table",
    "algorithm": "Algorithm",
}
MARK = re.compile(
    r"\\begin\{(?P<begin>[A-Za-z]+)\*?\}|\\end\{(?P<end>[A-Za-z]+)\*?\}"
    r"|\\caption(?P<bare>\*?)\s*(?:\[[^\]]{0,400}\])?\s*(?=\{)|\\captionof\{(?P<of>\w+)\}(?=\{)"
    r"|\\label\{(?P<label>[^{}]*)\}"
    r"|\\renewcommand\s*\{?\\the(?P<counter>figure|table)\}?\s*\{(?P<prefix>[A-Za-z]{1,3})\\arabic"
)
# A number the author typed into the caption: "Table 1. Colonies", "\textbf{Fig. S2:} Yield". The
# text refers to it by hand, so it stays, and is the number.
TYPED = re.compile(
    r"[{\s]*(?:\\[A-Za-z]+\s*\{?\s*){0,3}(?:(?:Supplementary|Supplemental|Extended Data)[~\s]+)?"
    r"(?P<name>Figure|Fig|Table|Tab|Algorithm|図|表)\.?(?:[~\s]|\\[,\s])*"
    r"(?P<number>[A-Z]?\d{1,3}(?:\.\d{1,3})?)(?![\w,])(?P<end>\s*(?:[.:：．|)}]|---?|[–—]))?",
    re.I,
)
REFERENCE = re.compile(r"\\(?P<command>[cC]ref|autoref|ref|subref)\*?\s*\{(?P<keys>[^{}]*)\}")
# These print the name as well: "Figure 2".
NAMING = frozenset({"cref", "Cref", "autoref"})


@dataclass(slots=True)
class Counts:
    """Numbers given so far.

    Attributes:
        numbers: The last of each kind.
        prefixes: What stands before the numbers of a kind: "S" in a supplement.
        labels: Name and number by label: `("Figure", "2")`.
        captions: Where each caption's text begins, and what is to stand before it.
    """

    numbers: dict[str, int] = field(default_factory=dict)
    prefixes: dict[str, str] = field(default_factory=dict)
    labels: dict[str, tuple[str, str]] = field(default_factory=dict)
    captions: list[tuple[int, str]] = field(default_factory=list)

    def next(self, name: str) -> str:
        """Count one of a kind and return its number."""
        self.numbers[name] = self.numbers.get(name, 0) + 1
        return f"{self.prefixes.get(name, '')}{self.numbers[name]}"


def numbered(text: str) -> str:
    """Return the source with its captions numbered and its references resolved."""
    counts = _count_floats(text)
    parts: list[str] = []
    position = 0
    for start, number in counts.captions:
        parts += [text[position:start], number]
        position = start
    return _resolved("".join([*parts, text[position:]]), counts.labels)


def _count_floats(text: str) -> Counts:
    counts = Counts()
    opened: list[str] = []
    current = ("", "")
    for found in MARK.finditer(text):
        if found["begin"]:
            opened.append(found["begin"])
        elif found["end"]:
            current = ("", "") if found["end"] in NAMES else current
            if opened:
                opened.pop()
        elif found["label"] is not None:
            if current[1]:
                counts.labels[found["label"]] = current
        elif found["counter"]:
            counts.prefixes[found["counter"].capitalize()] = found["prefix"]
            counts.numbers[found["counter"].capitalize()] = 0
        elif not found["bare"]:
            current = _caption(counts, found, opened)
    return counts


def _caption(counts: Counts, found: re.Match[str], opened: list[str]) -> tuple[str, str]:
    """Number a caption by the float it stands in, and return name and number."""
    kinds = [found["of"] or "", *reversed(opened)]
    if any(kind.startswith("sub") for kind in kinds):
        return "", ""
    name = next((NAMES[kind] for kind in kinds if kind in NAMES), "")
    if not name:
        return "", ""
    number = counts.next(name)
    typed = TYPED.match(found.string, found.end() + 1)
    # "Figure 3 of the first paper, redrawn" is about another one.
    if typed and (typed["end"] or typed["number"] == number):
        return name, typed["number"]
    counts.captions.append((found.end() + 1, f"{name} {number}. "))
    return name, number


def _resolved(text: str, labels: Mapping[str, tuple[str, str]]) -> str:
    def resolve(found: re.Match[str]) -> str:
        keys = [key.strip() for key in found["keys"].split(",")]
        if not all(key in labels for key in keys):
            return found.group()
        numbers = ", ".join(labels[key][1] for key in keys)
        if found["command"] in NAMING:
            numbers = f"{labels[keys[0]][0]} {numbers}"
        return numbers

    return REFERENCE.sub(resolve, text)
