"""What a filter means: SQL over the catalog's fields, the same for every engine."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, false, not_, or_, select

from aliquot.filters import validate
from aliquot.storage.schema import chunks, fields
from aliquot.types import FIELDS, And, Comparison, Filter, Not, Operator, Or

__all__ = ["SECTION_MARK", "compile_filter", "matching_documents"]

# Stands before and after each heading in `chunks.section`, so that one whole heading is matched.
SECTION_MARK = "\x1f"


def compile_filter(where: Filter) -> ColumnElement[bool]:
    """Return the condition on `chunks` that a filter stands for.

    Raises:
        ConfigError: The filter names an unknown field or compares wrong types.
    """
    validate(where)
    return _compile(where)


def matching_documents(where: Filter) -> Select[Any]:
    """Select the ids of documents with at least one matching chunk."""
    return select(chunks.c.document_id).where(compile_filter(where)).distinct()


def _compile(where: Filter) -> ColumnElement[bool]:
    match where:
        case And(parts):
            return and_(*map(_compile, parts)) if parts else not_(false())
        case Or(parts):
            return or_(*map(_compile, parts)) if parts else false()
        case Not(part):
            return not_(_compile(part))
        case Comparison(field="section"):
            return _section(where)
        case Comparison(field="page"):
            return _page(where)
        case Comparison(field="section_class"):
            return _section_class(where)
        case Comparison():
            return _document_field(where)
    raise TypeError(f"not a filter: {where!r}")


def _document_field(where: Comparison) -> ColumnElement[bool]:
    present = select(fields.c.document_id).where(fields.c.name == where.field)
    if where.operator is Operator.EXISTS:
        inside = chunks.c.document_id.in_(present)
        return inside if where.value else not_(inside)
    is_text = FIELDS[where.field].type == "text"
    column: ColumnElement[Any] = fields.c.text if is_text else fields.c.number
    if where.operator is Operator.NE:
        equal = present.where(column == _folded(where.value))
        return and_(
            chunks.c.document_id.in_(present), not_(chunks.c.document_id.in_(equal))
        )
    return chunks.c.document_id.in_(present.where(_compare(column, where)))


def _compare(column: ColumnElement[Any], where: Comparison) -> ColumnElement[bool]:
    """Compare one column; SQLAlchemy types its comparisons as Any, hence the annotation."""
    value = _folded(where.value)
    condition: ColumnElement[bool]
    match where.operator:
        case Operator.EQ:
            condition = column == value
        case Operator.IN:
            condition = column.in_(value)
        case Operator.LT:
            condition = column < value
        case Operator.LE:
            condition = column <= value
        case Operator.GT:
            condition = column > value
        case Operator.GE:
            condition = column >= value
        case _:
            raise TypeError(f"not a plain comparison: {where.operator}")
    return condition


def _folded(value: object) -> Any:
    if isinstance(value, tuple):
        return [_folded(part) for part in value]
    return value.casefold() if isinstance(value, str) else value


def _section(where: Comparison) -> ColumnElement[bool]:
    present = chunks.c.section != ""
    if where.operator is Operator.EXISTS:
        return present if where.value else not_(present)
    wanted = where.value if isinstance(where.value, tuple) else (where.value,)
    marked = [f"{SECTION_MARK}{_folded(value)}{SECTION_MARK}" for value in wanted]
    found = or_(*(chunks.c.section.contains(value, autoescape=True) for value in marked))
    return and_(present, not_(found)) if where.operator is Operator.NE else found


def _section_class(where: Comparison) -> ColumnElement[bool]:
    if where.operator is Operator.EXISTS:
        return chunks.c.section_class.is_not(None) if where.value else false()
    if where.operator is Operator.NE:
        differs: ColumnElement[bool] = chunks.c.section_class != _folded(where.value)
        return differs
    return _compare(chunks.c.section_class, where)


def _page(where: Comparison) -> ColumnElement[bool]:
    """Compare with any page from the first to the last a chunk touches."""
    first, last = chunks.c.first_page, chunks.c.last_page
    value: Any = where.value
    condition: ColumnElement[bool]
    match where.operator:
        case Operator.EXISTS:
            condition = first.is_not(None) if value else first.is_(None)
        case Operator.EQ:
            condition = and_(first <= value, last >= value)
        case Operator.NE:
            condition = or_(first > value, last < value)
        case Operator.IN:
            condition = or_(*(and_(first <= page, last >= page) for page in value))
        case Operator.LT:
            condition = first < value
        case Operator.LE:
            condition = first <= value
        case Operator.GT:
            condition = last > value
        case Operator.GE:
            condition = last >= value
    return condition
