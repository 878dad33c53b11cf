"""Reach into JSON records whose parts may be missing or of another type than promised."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aliquot.errors import ParseError
from aliquot.parsing.files.bytes import read_json

__all__ = ["Node", "node", "nodes", "read_records", "text", "texts", "whole"]

Node = Mapping[str, Any]

# Records nest 12 deep; Python's recursion ends at 1,000.
MAX_DEPTH = 100


def read_records(path: Path) -> Any:
    """Return the value of a JSON file that may be walked recursively.

    Raises:
        ParseError: The file is damaged or nested too deeply.
    """
    value = read_json(path)
    level, depth = _parts([value]), 0
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            raise ParseError(
                f"The JSON is nested more than {MAX_DEPTH} levels deep.",
                source=str(path),
                hint="No database writes such records; download the file again.",
            )
        level = [part for parent in level for part in _parts(parent)]
    return value


def _parts(value: Any) -> list[Any]:
    parts = value.values() if isinstance(value, dict) else value
    return [part for part in parts if isinstance(part, dict | list)]


def node(parent: Node, *keys: str) -> Node:
    """Return the object at the end of a path of keys; empty where there is none."""
    for key in keys:
        value = parent.get(key)
        parent = value if isinstance(value, Mapping) else {}
    return parent


def nodes(parent: Node, *keys: str) -> list[Node]:
    """Return the objects of the list at the end of a path of keys."""
    value = node(parent, *keys[:-1]).get(keys[-1])
    return [part for part in value if isinstance(part, Mapping)] if isinstance(value, list) else []


def text(parent: Node, *keys: str) -> str:
    """Return the string or number at the end of a path of keys as text; else an empty string."""
    value = node(parent, *keys[:-1]).get(keys[-1])
    is_plain = isinstance(value, str | int | float) and not isinstance(value, bool)
    return str(value).strip() if is_plain else ""


def texts(parent: Node, *keys: str) -> list[str]:
    """Return the strings of a list; a single string counts as a list of one."""
    value = node(parent, *keys[:-1]).get(keys[-1])
    values = value if isinstance(value, list) else [value]
    return [str(part) for part in values if isinstance(part, str | int | float)]


def whole(parent: Node, *keys: str) -> int | None:
    """Return a whole number, `1,200` and `"12"` included; `None` for anything else."""
    digits = text(parent, *keys).replace(",", "")
    return int(digits) if digits.isdecimal() else None
