"""Frozen records to plain JSON values and back, by their type hints.

Fields that an older record lacks take their defaults; fields that only a newer version knows are
left out. What does not fit its type is refused: a damaged row never becomes a wrong answer.
Filters are kept in words, which `parse_filter` reads back.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from aliquot.errors import ConfigError
from aliquot.filters import describe, parse_filter
from aliquot.types import And, Comparison, Filter, Not, Or, Span

__all__ = ["from_plain", "to_plain"]

Record = TypeVar("Record")

_FILTERS = (And, Or, Not, Comparison)


# ------------------------------------------------------------------------------ to JSON


def to_plain(value: Any) -> Any:
    """Return a record as mappings, lists, texts and numbers."""
    kind: Any = type(value)
    # What nearly all of a record is made of comes first: an answer has some hundred values.
    if kind is str:
        return _whole(value)
    if kind is tuple or kind is list:
        return [to_plain(one) for one in value]
    names = _names(kind)
    if names is not None:
        return {name: to_plain(getattr(value, name)) for name in names}
    return _rarer(value)


@cache
def _names(kind: Any) -> tuple[str, ...] | None:
    """Return the fields that a record is written as; `None` for what is written otherwise."""
    if kind is Span or issubclass(kind, _FILTERS) or not is_dataclass(kind):
        return None
    return tuple(one.name for one in fields(kind))


def _rarer(value: Any) -> Any:
    if isinstance(value, _FILTERS):
        return describe(value)
    if isinstance(value, Span):
        return [value.start, value.end]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): to_plain(one) for key, one in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(map(to_plain, value))
    if isinstance(value, list | tuple):
        return [to_plain(one) for one in value]
    return _whole(value) if isinstance(value, str) else value


def _whole(text: str) -> str:
    """Replace lone surrogates, which no database keeps."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


# ------------------------------------------------------------------------------ from JSON


def from_plain(kind: type[Record], value: Any) -> Record:
    """Return the record of a type that plain values describe.

    Raises:
        ValueError: They do not describe one.
    """
    return cast(Record, _read(kind, value))


def _read(kind: Any, value: Any) -> Any:
    if kind is Any:
        return value
    if kind == Filter or kind in _FILTERS:
        return _filter(value)
    reader = _READERS.get(get_origin(kind))
    if reader is not None:
        return reader(get_args(kind), value)
    if kind is Span:
        return Span(*_read(tuple[int, int], value))
    if is_dataclass(kind):
        return _record(kind, value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    return _scalar(kind, value)


def _filter(value: Any) -> Filter:
    try:
        return parse_filter(_scalar(str, value))
    except ConfigError as exc:
        raise ValueError(f"a filter cannot be read: {exc.message}") from exc


def _record(kind: Any, value: Any) -> Any:
    if not isinstance(value, Mapping):
        raise ValueError(f"{kind.__name__} is no object")
    given = {}
    for one, hint in _hinted(kind):
        if one.name in value:
            given[one.name] = _read(hint, value[one.name])
        elif one.default is MISSING and one.default_factory is MISSING:
            raise ValueError(f"{kind.__name__} lacks {one.name}")
    return kind(**given)


@cache
def _hinted(kind: Any) -> list[tuple[Field[Any], Any]]:
    hints = get_type_hints(kind)
    return [(one, hints[one.name]) for one in fields(kind) if one.init]


def _scalar(kind: Any, value: Any) -> Any:
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    is_bool_for_number = isinstance(value, bool) and kind is not bool
    if is_bool_for_number or not isinstance(value, kind):
        raise ValueError(f"{value!r:.60} is no {getattr(kind, '__name__', kind)}")
    return value


def _tuple(parts: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r:.60} is no list")
    if len(parts) == 2 and parts[1] is ...:
        return tuple(_read(parts[0], one) for one in value)
    if len(parts) != len(value):
        raise ValueError(f"a list has {len(value)} parts, not {len(parts)}")
    return tuple(_read(part, one) for part, one in zip(parts, value, strict=True))


def _set(parts: tuple[Any, ...], value: Any) -> frozenset[Any]:
    return frozenset(_tuple((parts[0], ...), value))


def _mapping(parts: tuple[Any, ...], value: Any) -> dict[Any, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f"{value!r:.60} is no object")
    return {_read(parts[0], key): _read(parts[1], one) for key, one in value.items()}


def _union(parts: tuple[Any, ...], value: Any) -> Any:
    if value is None and type(None) in parts:
        return None
    if set(_FILTERS) <= set(parts):
        return _filter(value)
    failure = ValueError(f"{value!r:.60} fits nothing")
    for part in parts:
        try:
            return _read(part, value)
        except ValueError as exc:
            failure = exc
    raise failure


def _literal(parts: tuple[Any, ...], value: Any) -> Any:
    if value not in parts:
        raise ValueError(f"{value!r:.60} is none of {parts}")
    return value


_READERS: Mapping[Any, Callable[[tuple[Any, ...], Any], Any]] = {
    tuple: _tuple,
    frozenset: _set,
    dict: _mapping,
    Mapping: _mapping,
    Union: _union,
    types.UnionType: _union,
    Literal: _literal,
}
