"""Fields as JSON has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = [
    "plain_fields",
]


def plain_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields with lists where they have tuples."""
    return {name: _listed(value) for name, value in fields.items()}


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
