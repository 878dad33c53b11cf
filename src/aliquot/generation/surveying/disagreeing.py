"""Values of one thing that differ between documents, side by side.

Enters: values with their rows. Leaves: for each thing, measured in one way, the rows of values that
cannot both hold. That protocols use different amounts is no error of either; it is told as what
differs. 0.5 mM and 500 µM are one value and reach here as one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from aliquot.generation.surveying.rows import shown
from aliquot.generation.surveying.valuing import Value
from aliquot.types import Disagreement, Document, SurveyRow

__all__ = ["Stated", "disagreements_of", "records_that_differ"]

# What names one thing in two files, the most exact first.
IDENTIFIERS = ("nct", "accession", "doi", "pmid")
# Facts of a record that have one value; titles are worded anew in each file.
RECORD_FIELDS = (
    "enrollment", "phase", "trial_status", "study_type", "sex", "minimum_age", "maximum_age",
    "organism", "gene", "year", "version",
)  # fmt: skip
# Shares of a value by which two may differ and be one: 0.33 and 1/3 are rounded.
ROUNDED = 0.01


@dataclass(frozen=True, slots=True)
class Stated:
    """A value with the row that proves it."""

    value: Value
    row: SurveyRow


def disagreements_of(stated: Sequence[Stated], about: str, column: str) -> tuple[Disagreement, ...]:
    """Return what documents state differently, most documents first.

    Args:
        stated: Values, each once.
        about: What all of them are about, where they do not say so themselves.
        column: What the values are called.
    """
    by_thing: dict[tuple[str, str], list[Stated]] = {}
    for one in stated:
        by_thing.setdefault((one.value.thing, _dimension(one.value)), []).append(one)
    found = [
        Disagreement(_about(thing or about, column), tuple(one.row for one in group))
        for (thing, _), group in by_thing.items()
        if _differ(group)
    ]
    return tuple(sorted(found, key=lambda one: (-_documents(one), one.about)))


def records_that_differ(
    documents: Iterable[Document],
) -> Iterator[tuple[str, str, Mapping[str, Sequence[str]]]]:
    """Yield what records of one thing state differently.

    Args:
        documents: Any.

    Yields:
        What it is about, the field, and the ids of the documents by the value they state, in the
        order of the documents.
    """
    by_thing: dict[str, dict[str, dict[str, str]]] = {}
    for one in documents:
        known = one.fields
        name = next((known[name] for name in IDENTIFIERS if name in known), None)
        if name is not None:
            stated = {field: shown(known[field]) for field in RECORD_FIELDS if field in known}
            by_thing.setdefault(str(name), {})[one.id] = stated
    for thing, records in by_thing.items():
        for field in RECORD_FIELDS if len(records) > 1 else ():
            by_value: dict[str, list[str]] = {}
            for document_id, stated in records.items():
                if field in stated:
                    by_value.setdefault(stated[field], []).append(document_id)
            if len(by_value) > 1:
                yield f"{thing}: {field.replace('_', ' ')}", field, by_value


def _about(thing: str, column: str) -> str:
    return f"{thing}: {column}" if thing else column


def _dimension(value: Value) -> str:
    """Return what is measured: an amount in % is not compared with one in mg/ml."""
    return "" if value.quantity is None else str(value.quantity.kind)


def _documents(one: Disagreement) -> int:
    return len({key for row in one.rows for key in row.documents})


def _differ(group: Sequence[Stated]) -> bool:
    """Tell whether one document states a value that is none of those another states."""
    by_document: dict[str, list[Value]] = {}
    for one in group:
        for document_id in one.row.documents:
            by_document.setdefault(document_id, []).append(one.value)
    # Documents with the same values are as one: a thousand of them make few distinct pairs.
    distinct = {tuple(map(id, values)): values for values in by_document.values()}
    return any(
        not any(_overlap(one, other) for other in others)
        for values, others in itertools.permutations(distinct.values(), 2)
        for one in values
    )


def _overlap(one: Value, other: Value) -> bool:
    """Tell whether two values may be one: 55 °C lies within 48 to 60 °C."""
    if one is other:
        return True
    if one.quantity is None or other.quantity is None:
        return False
    slack = ROUNDED * max(abs(one.quantity.low), abs(other.quantity.low))
    # A room's temperature is a range, and 25 °C within it; degrees are not rounded by shares.
    slack = 0.0 if one.quantity.unit == "°C" else slack
    return (
        one.quantity.low <= other.quantity.high + slack
        and other.quantity.low <= one.quantity.high + slack
    )
