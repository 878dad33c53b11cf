"""Evaluations a library keeps: how it did on questions whose answers are known, over time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from aliquot.config import Config
from aliquot.evaluation.kept import compare
from aliquot.library.opened import Opened
from aliquot.types import Evaluation, EvaluationComparison, EvaluationKind

__all__ = ["Evaluations"]

# Sections of the settings that decide neither what is found nor what is answered.
UNTELLING_SECTIONS = frozenset({"serve", "history", "catalog", "lookup"})


class Evaluations:
    """The evaluations of one library; see `Library.evaluations`."""

    def __init__(self, opened: Opened) -> None:
        """Take the library.

        Args:
            opened: Whose evaluations they are.
        """
        self._opened = opened

    def put(self, evaluation: Evaluation, *, by: str = "") -> Evaluation:
        """Keep an evaluation, with the settings in force.

        Args:
            evaluation: With its rows.
            by: Name of who ran it.

        Returns:
            As it is kept.

        Raises:
            StoreError: The catalog cannot be written.
        """
        settings = dict(_settings(self._opened.config))
        return self._opened.catalog.evaluations.put(replace(evaluation, settings=settings, by=by))

    def list(
        self,
        kind: EvaluationKind | None = None,
        name: str | None = None,
        count: int = 50,
        before: str | None = None,
    ) -> list[Evaluation]:
        """Return evaluations without their rows, the last one first.

        Args:
            kind: What was measured; anything unless given.
            name: Of the question set; any unless given.
            count: How many at most.
            before: Id of the last one seen, after which the list goes on.
        """
        return self._opened.catalog.evaluations.list(kind, name, count, before)

    def get(self, evaluation_id: str) -> Evaluation:
        """Return an evaluation with its rows.

        Raises:
            UnknownDocumentError: There is none of this id.
        """
        return self._opened.catalog.evaluations.get(evaluation_id)

    def remove(self, evaluation_id: str) -> None:
        """Keep an evaluation no more.

        Raises:
            UnknownDocumentError: There is none of this id.
        """
        self._opened.catalog.evaluations.remove(evaluation_id)

    def compare(self, before_id: str, after_id: str) -> EvaluationComparison:
        """Return what became better or worse between two evaluations, question by question.

        Args:
            before_id: The earlier one.
            after_id: The later one.

        Raises:
            ConfigError: They measure different things, or have no question in common.
            UnknownDocumentError: There is none of one of the ids.
        """
        return compare(self.get(before_id), self.get(after_id))


def _settings(config: Config) -> Iterator[tuple[str, str]]:
    """Yield the settings that decide what is found and answered, as `section.key`."""
    for section, values in config.model_dump(mode="json").items():
        if section not in UNTELLING_SECTIONS:
            yield from _flat(section, values)


def _flat(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _flat(f"{name}.{key}", one)
    else:
        yield name, str(value)
