"""Findings of one thing under one name: 293T, HEK293T and HEK-293T are one row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from aliquot.types import Finding, FindingRole

__all__ = ["Merged", "merge"]

# Findings kept of each document and thing: more would say the same, and memory has to stay flat.
KEPT = 2
# Those that do something with a thing prove more than those that name it.
ROLE_ORDER = (FindingRole.USED, FindingRole.EXCLUDED, FindingRole.MENTIONED, FindingRole.CITED)


@dataclass(slots=True)
class Merged:
    """Everything found of one thing.

    Attributes:
        name: Its one form.
        spellings: As it was written, with how often.
        by_document: The most telling findings of each document; of those beyond what was to be
            kept, none.
        roles: What documents do with it.
    """

    name: str
    spellings: Counter[str] = field(default_factory=Counter)
    by_document: dict[str, list[Finding]] = field(default_factory=dict)
    roles: set[FindingRole] = field(default_factory=set)

    def add(self, finding: Finding, most: int | None = None) -> None:
        """Take one finding in.

        Args:
            finding: The findings of one document come together.
            most: Documents of which findings are kept; `None` for all.
        """
        self.spellings[finding.value] += 1
        self.roles.add(finding.role)
        kept = self.by_document.setdefault(finding.document_id, [])
        if most is not None and len(self.by_document) > most:
            return
        kept.append(finding)
        kept.sort(key=lambda one: (ROLE_ORDER.index(one.role), -one.confidence, one.span.start))
        del kept[KEPT:]

    @property
    def shown(self) -> str:
        """Its name as it is written most where only case tells them apart, else its one form."""
        same = (one for one, _ in self.spellings.most_common() if one.casefold() == self.name)
        return next(same, self.name)

    @property
    def others(self) -> tuple[str, ...]:
        """Spellings that differ by more than case, the most common first."""
        distinct = {one.casefold(): one for one, _ in reversed(self.spellings.most_common())}
        distinct.pop(self.name.casefold(), None)
        return tuple(reversed(distinct.values()))

    @property
    def role(self) -> FindingRole:
        """The most telling of its roles."""
        return min(self.roles, key=ROLE_ORDER.index)


def merge(findings: Iterable[Finding], most: int | None = None) -> list[Merged]:
    """Return findings by the thing they name, that in most documents first.

    Args:
        findings: Those of one document together.
        most: Documents of which each thing's findings are kept; `None` for all.
    """
    merged: dict[str, Merged] = {}
    for one in findings:
        thing = merged.setdefault(one.normalised.casefold(), Merged(one.normalised))
        thing.add(one, most)
    return sorted(merged.values(), key=lambda one: (-len(one.by_document), one.name.casefold()))
