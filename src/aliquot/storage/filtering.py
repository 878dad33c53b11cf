"""What a filter means: SQL over the catalog's fields, the same for every engine."""

from __future__ import annotations

import operator
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Float,
    Select,
    and_,
    false,
    func,
    literal,
    not_,
    or_,
    select,
    true,
)

from aliquot.filters import placement, validate
from aliquot.storage.schema import chunks, documents, fields, sources
from aliquot.types import FIELDS, And, Comparison, Filter, Not, Operator, Or

__all__ = [
    "SECTION_MARK",
    "compile_filter",
    "compile_placement",
    "folded",
    "matching_documents",
]

# Stands before and after each heading in `chunks.section`, so that one whole heading is matched.
SECTION_MARK = "\x1f"

COMPARE: Mapping[Operator, Callable[[Any, Any], ColumnElement[bool]]] = {
    Operator.EQ: operator.eq,
    Operator.NE: operator.ne,
    Operator.LT: operator.lt,
    Operator.LE: operator.le,
    Operator.GT: operator.gt,
    Operator.GE: operator.ge,
}


def folded(text: str) -> str:
    """Return text as it is stored and compared: without case, accents composed.

    File names from some systems hold decomposed accents; what is typed holds composed ones.
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def compile_filter(where: Filter) -> ColumnElement[bool]:
    """Return the condition on `chunks` that a filter stands for.

    Raises:
        ConfigError: The filter names an unknown field or compares wrong types.
    """
    validate(where)
    return _compile(where, chunks.c.document_id)


def compile_placement(where: Filter) -> ColumnElement[bool]:
    """Return the condition on `sources` that the collections a filter names stand for.

    Of a file that gave no document nothing else is known that a filter could mean.

    Raises:
        ConfigError: The filter names an unknown field or compares wrong types.
    """
    validate(where)
    return and_(true(), *(_placed(one) for one in placement(where)))


def _placed(where: Comparison) -> ColumnElement[bool]:
    if where.operator is Operator.EXISTS:
        return true() if where.value else false()
    return _compare(sources.c.collection, where)


def matching_documents(where: Filter) -> Select[Any]:
    """Select the ids of documents with a matching chunk, or without chunks but matching.

    A document nothing could be cut from still has a kind and a status to be found by.

    Raises:
        ConfigError: The filter names an unknown field or compares wrong types.
    """
    validate(where)
    joined = documents.outerjoin(chunks, chunks.c.document_id == documents.c.id)
    condition = _compile(where, documents.c.id)
    return select(documents.c.id).select_from(joined).where(condition).distinct()


def _compile(where: Filter, document_id: ColumnElement[Any]) -> ColumnElement[bool]:
    match where:
        case And(parts):
            return and_(true(), *(_compile(part, document_id) for part in parts))
        case Or(parts):
            return or_(false(), *(_compile(part, document_id) for part in parts))
        case Not(part):
            return not_(_compile(part, document_id))
        case Comparison(field="section"):
            return _section(where)
        case Comparison(field="page"):
            return _page(where)
        case Comparison(field="section_class"):
            return _section_class(where)
        case Comparison(field="collection"):
            return _collection(where, document_id)
        case Comparison():
            return _document_field(where, document_id)
    raise TypeError(f"not a filter: {where!r}")


def _document_field(where: Comparison, document_id: ColumnElement[Any]) -> ColumnElement[bool]:
    present = select(fields.c.document_id).where(fields.c.name == where.field)
    if where.operator is Operator.EXISTS:
        inside = document_id.in_(present)
        return inside if where.value else not_(inside)
    is_text = FIELDS[where.field].type == "text"
    column: ColumnElement[Any] = fields.c.text if is_text else fields.c.number
    if where.operator is Operator.NE:
        equal = present.where(column == _comparable(where.value))
        return and_(document_id.in_(present), not_(document_id.in_(equal)))
    return document_id.in_(present.where(_compare(column, where)))


def _collection(where: Comparison, document_id: ColumnElement[Any]) -> ColumnElement[bool]:
    """Compare with every collection a document's file, or one of the same bytes, lies in.

    Another file of the same work, which may say less, does not show what the better one says.
    """
    present = select(documents.c.id)
    if where.operator is Operator.EXISTS:
        inside = document_id.in_(present)
        return inside if where.value else not_(inside)
    if where.operator is Operator.NE:
        equal = _collection(replace(where, operator=Operator.EQ), document_id)
        return and_(document_id.in_(present), not_(equal))
    copies = sources.alias("copies")
    own = present.join(sources, sources.c.id == documents.c.source_id)
    is_copy = (copies.c.duplicate_of == sources.c.path) & (copies.c.sha256 == sources.c.sha256)
    placed = own.where(_compare(sources.c.collection, where))
    copied = own.join(copies, is_copy).where(_compare(copies.c.collection, where))
    return or_(document_id.in_(placed), document_id.in_(copied))


def _compare(column: ColumnElement[Any], where: Comparison) -> ColumnElement[bool]:
    value = _comparable(where.value)
    if where.operator is Operator.IN:
        return column.in_(value)
    return COMPARE[where.operator](column, value)


def _comparable(value: object) -> Any:
    if isinstance(value, tuple):
        return [_comparable(part) for part in value]
    return folded(value) if isinstance(value, str) else value


# Chunk columns are NULL for a document without chunks, and pages for a chunk without them. Each
# condition below says so outright, because NULL would make its negation false as well.


def _section(where: Comparison) -> ColumnElement[bool]:
    section = func.coalesce(chunks.c.section, "")
    present = section != ""
    if where.operator is Operator.EXISTS:
        return present if where.value else not_(present)
    wanted = where.value if isinstance(where.value, tuple) else (where.value,)
    marked = [f"{SECTION_MARK}{_comparable(value)}{SECTION_MARK}" for value in wanted]
    found = or_(false(), *(section.contains(value, autoescape=True) for value in marked))
    return and_(present, not_(found)) if where.operator is Operator.NE else found


def _section_class(where: Comparison) -> ColumnElement[bool]:
    present = chunks.c.section_class.is_not(None)
    if where.operator is Operator.EXISTS:
        return present if where.value else not_(present)
    return and_(present, _compare(chunks.c.section_class, where))


def _page(where: Comparison) -> ColumnElement[bool]:
    """Compare with any page from the first to the last a chunk touches."""
    present = chunks.c.first_page.is_not(None)
    if where.operator is Operator.EXISTS:
        return present if where.value else not_(present)
    return and_(present, _compare_pages(where))


def _compare_pages(where: Comparison) -> ColumnElement[bool]:
    value: Any = where.value
    if where.operator is Operator.IN:
        return or_(false(), *map(_touches, value))
    if where.operator in (Operator.EQ, Operator.NE):
        return _touches(value) if where.operator is Operator.EQ else not_(_touches(value))
    is_upper_bound = where.operator in (Operator.LT, Operator.LE)
    # `Float`, or PostgreSQL would round 3.5 to the type of the column.
    nearest = chunks.c.first_page if is_upper_bound else chunks.c.last_page
    return COMPARE[where.operator](nearest, literal(value, Float()))


def _touches(page: float) -> ColumnElement[bool]:
    if page != int(page):
        return false()
    number = literal(page, Float())
    return and_(chunks.c.first_page <= number, chunks.c.last_page >= number)
