"""Documents and merged findings as rows of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from aliquot.generation.surveying.merging import Merged
from aliquot.types import (
    And,
    Citation,
    Comparison,
    Document,
    Filter,
    Not,
    Or,
    SurveyRow,
)

__all__ = [
    "DOCUMENT_COLUMNS",
    "MAX_QUOTES",
    "document_row",
    "fields_of_filter",
    "filter_words",
    "finding_row",
    "shown",
]

# Quotes of one row; its documents are all named.
MAX_QUOTES = 5
DOCUMENT_COLUMNS = ("document", "title", "year")
# Said of every document, or shown already.
PLAIN_FIELDS = frozenset({"kind", "title", "year", "document_id", "source", "collection"})


def shown(value: object) -> str:
    """Return a field's value as a person reads it."""
    if isinstance(value, tuple):
        return "; ".join(shown(one) for one in value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def document_row(
    document: Document, citations: Sequence[Citation], fields: Iterable[str] = ()
) -> SurveyRow:
    """Return the row of one document.

    Args:
        document: The document.
        citations: Verified quotes of it.
        fields: Names of its fields that are shown beside its title and year.
    """
    known = document.fields
    values = {
        "document": document.id,
        "title": document.title,
        "year": shown(document.year),
        **{name: shown(known.get(name)) for name in fields},
    }
    return SurveyRow(values, tuple(citations), (document.id,))


def finding_row(
    merged: Merged, column: str, citations: Sequence[Citation], documents: Sequence[str]
) -> SurveyRow:
    """Return the row of one thing.

    Args:
        merged: Everything found of it.
        column: What it is.
        citations: Verified quotes that name it.
        documents: Those it was proved in.
    """
    values: Mapping[str, str] = {
        column: merged.shown,
        "role": merged.role.value,
        "documents": str(len(documents)),
    }
    merged_names = (merged.shown, *merged.others) if merged.others else ()
    return SurveyRow(values, tuple(citations), tuple(documents), merged_names)


def fields_of_filter(where: Filter | None) -> tuple[str, ...]:
    """Return the fields a filter compares that are worth a column, in order."""
    names = dict.fromkeys(one.field for one in _comparisons(where))
    chunk_fields = {"section", "section_class", "page"}
    return tuple(one for one in names if one not in PLAIN_FIELDS | chunk_fields)


def filter_words(where: Filter | None) -> tuple[str, ...]:
    """Return what a filter compares in words, by which a record's lines are found."""
    words: list[str] = []
    for one in _comparisons(where):
        values = one.value if isinstance(one.value, tuple) else (one.value,)
        if one.field not in PLAIN_FIELDS:
            field = one.field.replace("_", " ")
            words += [f"{field} {shown(value)}" for value in values if not isinstance(value, bool)]
    return tuple(words)


def _comparisons(where: Filter | None) -> list[Comparison]:
    match where:
        case None:
            return []
        case Comparison():
            return [where]
        case And(parts) | Or(parts):
            return [one for part in parts for one in _comparisons(part)]
        case Not(part):
            return _comparisons(part)
    raise TypeError(f"not a filter: {where!r}")
