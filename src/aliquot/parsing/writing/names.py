"""Write people's names as "Family, Given", and drop those of programs and accounts.

What enters: names as a file states them. What leaves: names as they are cited.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from aliquot.parsing.writing.typography import collapse

__all__ = [
    "JAPANESE",
    "PARTICLES",
    "cited_names",
    "family_first",
    "is_person",
    "split_names",
    "without_reading",
]

PARTICLES = frozenset(
    {"de", "del", "della", "da", "di", "dos", "du", "la", "le", "van", "von", "der", "den", "ter"}
    | {"bin", "al", "el"}
)
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff々]")
# What programs and shared accounts write where a name belongs.
NOBODY = re.compile(
    r"(?:(?:.*\s)?(?:user|owner|admin|administrator|guest|account)\d*|python-docx|python-pptx"
    r"|microsoft.*|apache poi|openpyxl|libreoffice.*|google (?:docs|slides)|authors?|unknown|none"
    r"|n/?a|default|root|test|pc|hp|dell|lenovo|acer|asus|toshiba|fujitsu|nec|vaio"
    r"|[\w.-]+\.(?:io|com|org|net)"
    r"|.*ユーザー|管理者|作成者|所有者|\S+@\S+|[\W\d_]*)",
    re.I,
)
# Groups and places of work are cited as they call themselves.
GROUP = re.compile(
    r"\b(?:lab|labs|laborator\w+|universit\w+|institut\w*|teams?|groups?|cores?|facilit\w+"
    r"|cent(?:er|re)s?|consorti\w+|departments?|company|inc|ltd|llc|gmbh|corporation|hospital|school"
    r"|college|society|network|project|staff|scientists?|committee|board|office|service|unit)\b"
    r"|大学|研究|会社|委員|[社部室課班]$",
    re.I,
)
# Several names in one field; a comma parts names only where each side has a given name of its own.
SEPARATOR = re.compile(r"\s*(?:[;；、\n]|\s(?:and|und|et)\s|\s&\s)\s*")
LATIN_WORD = r"[^\W\d_a-z][\w.'’-]*"
PERSON = re.compile(rf"{LATIN_WORD}(?: (?:{LATIN_WORD}|{'|'.join(sorted(PARTICLES))})){{1,3}}")
JAPANESE_PERSON = re.compile(
    r"[\u4e00-\u9fff々]{1,4}[ \u3000]?[\u3040-\u30ff\u4e00-\u9fff々ー]{1,6}"
)
READING = re.compile(r"\s*[（(][^()（）]*[)）]\s*$")


def cited_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the people among the names, each once, Latin ones as "Family, Given"."""
    people = (collapse(name) for name in names)
    kept = (family_first(name) for name in people if name and not NOBODY.fullmatch(name))
    return tuple(dict.fromkeys(kept))


def split_names(text: str) -> list[str]:
    """Return the names a field holds: "Priya Nair, Kim Lee" are two, "Nair, Priya" is one."""
    names: list[str] = []
    for part in SEPARATOR.split(text):
        by_comma = [collapse(name) for name in part.split(",")]
        are_whole = all(" " in name or JAPANESE.search(name) for name in by_comma)
        names += by_comma if are_whole else [collapse(part)]
    return [name for name in names if name]


def family_first(name: str) -> str:
    """Write "Given M. van Family" as "van Family, Given M.".

    A single word, a group and a name in Japanese stay as they stand.
    """
    if JAPANESE.search(name) or "," in name or GROUP.search(name):
        return name
    words = name.split()
    if len(words) < 2:
        return name
    start = len(words) - 1
    while start > 1 and words[start - 1].lower() in PARTICLES:
        start -= 1
    return f"{' '.join(words[start:])}, {' '.join(words[:start])}"


def is_person(text: str) -> bool:
    """Tell whether a short text, such as a cell beside a version, is the name of one person."""
    bare = without_reading(text)
    if GROUP.search(bare) or NOBODY.fullmatch(bare):
        return False
    return bool(PERSON.fullmatch(bare) or JAPANESE_PERSON.fullmatch(bare))


def without_reading(name: str) -> str:
    """Return a name without its transcription: "田辺 ミカ（Mika Tanabe）"."""
    return collapse(READING.sub("", name))
