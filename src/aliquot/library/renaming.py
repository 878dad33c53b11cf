"""Records with some words put in the place of others, in every text they hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any, TypeVar

__all__ = ["renamed"]

T = TypeVar("T")


def renamed(record: T, names: Mapping[str, str]) -> T:
    """Return a record in which each name is another, wherever it stands; itself where none does.

    Args:
        record: A dataclass, with any records, tuples and mappings in it.
        names: What is replaced, and by what; longer names first.
    """
    changed: T = _renamed(record, names)
    return changed


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return _text(value, names)
    if is_dataclass(value) and not isinstance(value, type):
        return _record(value, names)
    if isinstance(value, Mapping):
        return {key: _renamed(one, names) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return type(value)(_renamed(one, names) for one in value)
    return value


def _text(text: str, names: Mapping[str, str]) -> str:
    for name, other in names.items():
        if name in text:
            text = text.replace(name, other)
    return text


def _record(record: Any, names: Mapping[str, str]) -> Any:
    held = {one.name: getattr(record, one.name) for one in fields(record) if one.init}
    changed = {name: _renamed(value, names) for name, value in held.items()}
    different = {name: value for name, value in changed.items() if value != held[name]}
    return replace(record, **different) if different else record
