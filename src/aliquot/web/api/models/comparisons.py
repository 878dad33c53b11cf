"""Compared versions as they leave."""

from __future__ import annotations

from aliquot.web.api.models.citations import Citation
from aliquot.web.api.models.shape import Shape

__all__ = ["ChangedValue", "ChangedWords", "StepChange", "VersionComparison"]


class ChangedValue(Shape):
    """A value in both versions."""

    name: str
    before: str
    after: str


class ChangedWords(Shape):
    """Words in both versions."""

    before: str
    after: str


class StepChange(Shape):
    """What differs in a step, with the quotes of both versions."""

    kind: str
    section: str
    old_label: str
    new_label: str
    moved: bool
    minor: bool
    head: bool
    values: list[ChangedValue]
    words: list[ChangedWords]
    before: list[Citation]
    after: list[Citation]


class VersionComparison(Shape):
    """What differs between two versions."""

    old_id: str
    new_id: str
    old_name: str
    new_name: str
    values_changed: int
    counts: dict[str, int]
    unchanged: int
    fields: list[ChangedValue]
    changes: list[StepChange]
    notes: list[str]
