"""Write the value of a cell as text, and tell numbers from words.

What enters: a Python value from a reader of spreadsheets, or a text. What leaves: text as a reader
would write it: dates as ISO, numbers without the noise of binary fractions, white space collapsed.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable

__all__ = ["cell_text", "has_number", "is_number", "number_text"]

# Spreadsheet programs store 15 significant digits; the rest is noise of binary fractions.
DIGITS = 15
# The comma of decimal commas and of thousands; what instruments write for "out of range".
NUMBER = re.compile(
    r"^[-+<>~≤≥]?\s*[\d.,]*\d(?:[eE][-+]?\d+)?\s*%?$|^(?:OVER|OVRFLW|NaN|n\.?d\.?)$"
)


def cell_text(value: object) -> str:
    """Return a cell's text: dates as ISO, numbers without noise, white space collapsed."""
    if value is None or isinstance(value, str):
        return " ".join((value or "").split())
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return number_text(value)
    if isinstance(value, datetime.datetime):
        is_day = value.time() == datetime.time(0)
        return value.date().isoformat() if is_day else value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return _duration(value)
    return str(value)


def number_text(value: float) -> str:
    """Return a number as short as it can be written without losing a stored digit."""
    if value.is_integer() and abs(value) < 10**DIGITS:
        return str(int(value))
    return f"{value:.{DIGITS}g}"


def is_number(text: str) -> bool:
    """Tell whether a cell is a number, a percentage or a reading out of range."""
    return NUMBER.match(text) is not None


def has_number(cells: Iterable[str]) -> bool:
    """Tell whether any of the cells is a number."""
    return any(map(is_number, cells))


def _duration(value: datetime.timedelta) -> str:
    """Return "36:00:00" for a day and a half, as the format [h]:mm:ss shows it."""
    seconds = round(value.total_seconds())
    sign = "-" if seconds < 0 else ""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{sign}{minutes // 60}:{minutes % 60:02}:{rest:02}"
