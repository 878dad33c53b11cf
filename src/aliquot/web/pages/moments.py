"""Times as a reader's language writes them; in a browser that runs scripts, by the reader's clock.

Enters: ISO 8601 in UTC. Leaves: a `<time>` that a script turns into local time, or plain words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from markupsafe import Markup

__all__ = ["filters"]

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
ELEMENT = Markup('<time datetime="{at}" data-time="{how}">{words}</time>')


def filters(language: str) -> Mapping[str, Callable[[str], str]]:
    """Return the filters of templates that write times in a language.

    `moment` and `day` are elements; `moment_words` and `day_words` stand where none can.

    Args:
        language: Code of the language; one that is not known is written as English.
    """
    day = _japanese_day if language == "ja" else _english_day

    def day_words(at: str) -> str:
        return day(_utc(at)) if at else ""

    def moment_words(at: str) -> str:
        separator = " " if language == "ja" else ", "
        return f"{day_words(at)}{separator}{_utc(at):%H:%M} UTC" if at else ""

    def element(how: str, words: Callable[[str], str]) -> Callable[[str], str]:
        return lambda at: ELEMENT.format(at=at, how=how, words=words(at)) if at else ""

    return {
        "day": element("day", day_words),
        "day_words": day_words,
        "moment": element("moment", moment_words),
        "moment_words": moment_words,
    }


def _utc(at: str) -> datetime:
    given = datetime.fromisoformat(at)
    return given.astimezone(UTC) if given.tzinfo else given.replace(tzinfo=UTC)


def _english_day(at: datetime) -> str:
    return f"{at.day} {MONTHS[at.month - 1]} {at.year}"


def _japanese_day(at: datetime) -> str:
    return f"{at.year}年{at.month}月{at.day}日"
