"""Reach into the JSON of look-up services, whose parts may be missing or of another type."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from aliquot.metadata.resolvers.seam import LookupFailedError

__all__ = ["Record", "inner", "read_json", "records", "said"]

Record = Mapping[str, Any]


def read_json(text: str, service: str) -> Record:
    """Return the object of an answer.

    Raises:
        LookupFailedError: The answer is not JSON, or no object.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as exc:
        raise LookupFailedError(f"{service} answered with damaged JSON.") from exc
    if not isinstance(value, dict):
        raise LookupFailedError(f"{service} answered with something else than a record.")
    return value


def inner(record: Record, *keys: str) -> Record:
    """Return the object at the end of a path of keys; empty where there is none."""
    for key in keys:
        value = record.get(key)
        record = value if isinstance(value, Mapping) else {}
    return record


def records(record: Record, key: str) -> list[Record]:
    """Return the objects of a list."""
    value = record.get(key)
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def said(record: Record, key: str) -> str:
    """Return a string, the first of a list of strings, or a number, as text; else nothing."""
    value = record.get(key)
    if isinstance(value, list):
        value = next((one for one in value if isinstance(one, str)), "")
    is_plain = isinstance(value, str | int | float) and not isinstance(value, bool)
    return " ".join(str(value).split()) if is_plain else ""
