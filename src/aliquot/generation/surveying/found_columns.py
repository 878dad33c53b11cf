"""Columns that findings fill: which kind a column's name stands for, and which values of it.

Enters: a column's name. Leaves: a test of findings, and what is shown of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aliquot.generation.surveying.kinds import finding_called
from aliquot.generation.surveying.merging import Merged, merge
from aliquot.generation.surveying.value_questions import ValueQuestion, value_called
from aliquot.generation.surveying.valuing import measured, values_of
from aliquot.types import Finding, FindingKind, FindingRole

__all__ = ["CellValue", "FoundColumn", "found_column"]

# What a document cites or leaves out it did not work with.
NOT_OWN = frozenset({FindingRole.CITED, FindingRole.EXCLUDED})


@dataclass(frozen=True, slots=True)
class CellValue:
    """One value of a cell.

    Attributes:
        shown: As a person reads it, with what it is of: `0.5 % Triton X-100`.
        findings: That state it, the most telling first.
    """

    shown: str
    findings: Sequence[Finding]


@dataclass(frozen=True, slots=True)
class FoundColumn:
    """A column that findings fill.

    Attributes:
        kind: Of the findings.
        values: Which values of them; `None` where their names are wanted.
    """

    kind: FindingKind
    values: ValueQuestion | None = None

    @property
    def about(self) -> str:
        """What the values have to be of, as the column says: `annealing`; empty for anything."""
        return "" if self.values is None else self.values.text

    @property
    def is_of_things(self) -> bool:
        """Whether each value is of a thing that its finding names, as an amount of a reagent."""
        return self.values is not None and self.kind is FindingKind.REAGENT

    def admits(self, finding: Finding) -> bool:
        """Tell whether a finding fills the column."""
        if finding.kind is not self.kind or finding.role in NOT_OWN:
            return False
        if self.values is None:
            return True
        return self.values.admits(finding) and self._is_measured(self.values, finding)

    def cell(self, findings: Iterable[Finding]) -> list[CellValue]:
        """Return the values of one document, in reading order, each once.

        Args:
            findings: That fill the column.
        """
        told = list(findings)
        if self.values is None:
            made = [CellValue(one.shown, _first(one)) for one in merge(told)]
        else:
            made = [
                CellValue(_said(one.shown, one.thing, found), found)
                for one in values_of(told, self.values)
                for found in one.by_document.values()
            ]
        return sorted(made, key=lambda one: min(found.place.start for found in one.findings))

    @staticmethod
    def _is_measured(values: ValueQuestion, finding: Finding) -> bool:
        if not values.measures:
            return True
        amounts = map(measured, finding.details.get("amount", "").split("; "))
        return any(one is not None and one.kind in values.measures for one in amounts)


def found_column(column: str) -> FoundColumn | None:
    """Return the column a name stands for; `None` where findings fill none of that name."""
    values = value_called(column)
    if values is not None:
        return FoundColumn(values.kind, values)
    kind = finding_called(column)
    return None if kind is None else FoundColumn(kind)


def _first(merged: Merged) -> Sequence[Finding]:
    return next(iter(merged.by_document.values()), ())


def _said(shown: str, thing: str, findings: Sequence[Finding]) -> str:
    """Return a value with what it is of: a reagent, or what is done at it."""
    if thing:
        return f"{shown} {thing}"
    actions = dict.fromkeys(one.details.get("action", "") for one in findings)
    actions.pop("", None)
    return f"{shown} ({', '.join(actions)})" if actions else shown
