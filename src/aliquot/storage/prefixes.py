"""Conditions on the beginning of a column, answered from its index.

LIKE would read the whole table, and SQLite takes with it what differs in case: another folder.
"""

from __future__ import annotations

import os

from sqlalchemy import ColumnElement

__all__ = ["begins_with", "is_within"]


def begins_with(column: ColumnElement[str], prefix: str) -> ColumnElement[bool]:
    """Compare as a range of characters; `prefix` is not empty."""
    return (column >= prefix) & (column < prefix[:-1] + chr(ord(prefix[-1]) + 1))


def is_within(column: ColumnElement[str], place: str) -> ColumnElement[bool]:
    """Tell whether a path is `place`, or lies in it."""
    folder = place.rstrip(os.sep) + os.sep
    return (column == place) | begins_with(column, folder)
