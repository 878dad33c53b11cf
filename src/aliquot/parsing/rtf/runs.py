"""Collect the runs of a text and write what is raised or lowered in plain characters.

What enters: pieces of text with their looks. What leaves: lines of text.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from aliquot.parsing.writing.typography import collapse, subscript, superscript

__all__ = ["Runs"]


# Links that nest in each other to any depth must not each be read to the end.
LINK_RUNS = 20


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one look."""

    text: str
    position: str
    is_bold: bool


@dataclass(slots=True)
class Runs:
    """Text under way."""

    _runs: list[Run] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self._runs)

    def add(self, text: str, *, position: str = "", is_bold: bool = False) -> None:
        """Append text.

        Args:
            text: Halves of characters beyond 65,535 may come one by one.
            position: `raised`, `lowered` or empty.
            is_bold: Whether it is bold.
        """
        self._runs.append(Run(text, position, is_bold))

    def since(self, start: int) -> str:
        """Return the bare text of the runs from a number on; a link has a few."""
        return "".join(run.text for run in self._runs[start : start + LINK_RUNS])

    def text(self) -> str:
        """Return the text, its lines tidied, raised and lowered characters readable."""
        shown = ""
        for text, position in self._stretches():
            if position == "raised":
                text = superscript(text, before=shown[-3:])
            shown += subscript(text) if position == "lowered" else text
        return "\n".join(map(collapse, shown.split("\n"))).strip()

    @property
    def is_bold(self) -> bool:
        """Whether all that is printed is bold."""
        printed = [run.is_bold for run in self._runs if run.text.strip()]
        return bool(printed) and all(printed)

    def _stretches(self) -> list[tuple[str, str]]:
        """Return the text in stretches of one position: "-6" may come as "-" and "6"."""
        stretches: list[tuple[list[str], str]] = []
        for run in self._runs:
            if not stretches or stretches[-1][1] != run.position:
                stretches.append(([], run.position))
            stretches[-1][0].append(run.text)
        return [(_whole("".join(texts)), position) for texts, position in stretches]


def _whole(text: str) -> str:
    """Join the halves of characters beyond 65,535, which RTF writes one by one."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
