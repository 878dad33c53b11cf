"""Citation styles: marks beside the statements of an answer, and its list of references.

What enters: an answer, the name of a style, and the works it cites by document id. What leaves:
`Rendered`. The default keeps the labels that stand in the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from aliquot.errors import ConfigError
from aliquot.generation.citing.apa import apa_order, apa_reference, in_text_names, year_letters
from aliquot.generation.citing.places import page_locator, places_by_work
from aliquot.generation.citing.vancouver import vancouver_reference
from aliquot.generation.citing.works import Work, cited_works
from aliquot.types import Answer, Statement

__all__ = [
    "DEFAULT_STYLE",
    "STYLES",
    "CitedWork",
    "Rendered",
    "check_style",
    "reference_list",
    "render",
]

DEFAULT_STYLE = "default"


@dataclass(frozen=True, slots=True)
class CitedWork:
    """A work in a list of references.

    Attributes:
        work: The work.
        text: Its entry, without number.
        prefix: What stands before the entry: "[1]", "1."; empty in a list by name.
    """

    work: Work
    text: str
    prefix: str = ""

    @property
    def line(self) -> str:
        """The entry with its number, as it is printed."""
        return f"{self.prefix} {self.text}".lstrip()


@dataclass(frozen=True, slots=True)
class Rendered:
    """An answer in a citation style.

    Attributes:
        style: Its name.
        marks: What stands behind each statement, such as "[1, Results, p. 4]"; statements that
            contradict each other have theirs too.
        references: What is cited, each once, in the order of the style's list.
    """

    style: str
    marks: Mapping[Statement, str] = field(default_factory=dict)
    references: tuple[CitedWork, ...] = ()

    def mark(self, statement: Statement) -> str:
        """Return what stands behind a statement; nothing where it cites nothing."""
        return self.marks.get(statement, "")


class Style(Protocol):
    """A citation style over the works that are cited, in order of first citation."""

    def mark(self, statement: Statement) -> str:
        """Return what stands behind a statement."""
        ...

    def references(self) -> tuple[CitedWork, ...]:
        """Return the list of references."""
        ...


def render(answer: Answer, style: str, works: Mapping[str, Work]) -> Rendered:
    """Return an answer's marks and references in a style.

    Args:
        answer: The answer; one that abstained has neither.
        style: One of `STYLES`.
        works: What is cited, by document id; what is missing is cited by its file's name.

    Raises:
        ConfigError: There is no such style.
    """
    check_style(style)
    writer = STYLES[style](cited_works(answer, works))
    marks = {one: writer.mark(_by_work(one, works)) for one in _statements(answer)}
    return Rendered(style, marks, writer.references())


def reference_list(works: Sequence[Work], style: str) -> tuple[CitedWork, ...]:
    """Return works as a list of references.

    Args:
        works: In the order in which they are numbered.
        style: One of `STYLES`.

    Raises:
        ConfigError: There is no such style.
    """
    check_style(style)
    return STYLES[style](works).references()


def check_style(style: str) -> None:
    """Refuse a style that there is not.

    Raises:
        ConfigError: There is no such style.
    """
    if style not in STYLES:
        raise ConfigError(
            f"Unknown citation style {style!r}.", hint=f"Styles: {', '.join(STYLES)}."
        )


def _statements(answer: Answer) -> list[Statement]:
    disputed = [said for one in answer.contradictions for said in one.statements]
    return [*answer.statements, *disputed]


def _by_work(statement: Statement, works: Mapping[str, Work]) -> Statement:
    """Let documents that hold the same work be cited as that work."""
    citations = (
        replace(one, document_id=works[one.document_id].id) if one.document_id in works else one
        for one in statement.citations
    )
    return replace(statement, citations=tuple(citations))


class _Labels:
    """`[Smith & Lee, 2023, Results]`: the labels as they are."""

    def __init__(self, works: Sequence[Work]) -> None:
        self._works = works

    def mark(self, statement: Statement) -> str:
        return " ".join(f"[{one.label}]" for one in statement.citations)

    def references(self) -> tuple[CitedWork, ...]:
        return tuple(CitedWork(one, vancouver_reference(one)) for one in self._works)


class _Numbers:
    """Numbers in order of first citation, with section and page beside them."""

    def __init__(self, works: Sequence[Work], marks: str, prefix: str) -> None:
        """Take the works, the brackets of a mark, and the form of a number in the list."""
        self._works = works
        self._marks = marks
        self._prefix = prefix
        self._numbers = {one.id: number for number, one in enumerate(works, 1)}
        self._by_id = {one.id: one for one in works}

    def mark(self, statement: Statement) -> str:
        found = places_by_work(statement.citations, self._by_id)
        parts = []
        for document_id, places in found.items():
            where = " and ".join(filter(None, (one.numbered for one in places)))
            parts.append(", ".join(filter(None, [str(self._numbers[document_id]), where])))
        return f"{self._marks[0]}{'; '.join(parts)}{self._marks[1]}" if parts else ""

    def references(self) -> tuple[CitedWork, ...]:
        return tuple(
            CitedWork(one, vancouver_reference(one), self._prefix.format(self._numbers[one.id]))
            for one in self._works
        )


class _AuthorsAndYears:
    """(Smith & Lee, 2023, p. 4), as APA writes it."""

    def __init__(self, works: Sequence[Work]) -> None:
        self._works = sorted(works, key=apa_order)
        self._names = in_text_names(self._works)
        self._years = year_letters(self._works)
        self._by_id = {one.id: one for one in works}

    def mark(self, statement: Statement) -> str:
        found = places_by_work(statement.citations, self._by_id)
        # Section 8.12: within one pair of brackets, in the order of the list.
        ordered = [one.id for one in self._works if one.id in found]
        parts = [self._part(one, page_locator(found[one])) for one in ordered]
        return f"({'; '.join(parts)})" if parts else ""

    def _part(self, work_id: str, locator: str) -> str:
        name = self._names[work_id]
        # A comma stands within quotation marks.
        named = f"{name[:-1]},{name[-1]} " if name.endswith("”") else f"{name}, "
        return named + ", ".join(filter(None, [self._years[work_id], locator]))

    def references(self) -> tuple[CitedWork, ...]:
        return tuple(CitedWork(one, apa_reference(one, self._years[one.id])) for one in self._works)


STYLES: Mapping[str, Callable[[Sequence[Work]], Style]] = {
    DEFAULT_STYLE: _Labels,
    "numbered": lambda works: _Numbers(works, "[]", "[{}]"),
    # ICMJE: numbers in round brackets.
    "vancouver": lambda works: _Numbers(works, "()", "{}."),
    "apa": _AuthorsAndYears,
}
