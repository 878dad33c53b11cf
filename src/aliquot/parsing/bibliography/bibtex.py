"""Split BibTeX text into entries and undo its TeX; a damaged entry costs only itself.

What enters: the text of a .bib file. What leaves: entries with plain-text fields, and a warning
for each that is not closed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["BibtexEntry", "plain", "read_bibtex"]

ENTRY = re.compile(r"@\s*(?P<type>[A-Za-z]+)\s*(?P<open>[{(])")
FIELD = re.compile(r"\s*,?\s*(?P<name>[A-Za-z][\w:.+-]*)\s*=\s*")
NUMBER_OR_NAME = re.compile(r"[^\s,#{}\"()]+")
CONCATENATION = re.compile(r"\s*#\s*")
NEXT_ENTRY = re.compile(r"^\s*@\s*[A-Za-z]+\s*[{(]", re.M)

PEOPLE = ("author", "editor")
# Paths and addresses: a backslash in them begins no command.
VERBATIM = frozenset({"file", "url", "doi", "eprint"})
VERBATIM_ESCAPES = re.compile(r"\\([_%&#$])")
BRACE_OR_AND = re.compile(r"[{}]|\s+and\s+", re.I)
GROUP = re.compile(r"\{[^{}]*\}")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


@dataclass(slots=True)
class BibtexEntry:
    """One entry; field names in lower case.

    Attributes:
        people: Names by field, as they stand; those of groups in braces.
    """

    type: str
    key: str
    fields: dict[str, str] = field(default_factory=dict)
    people: dict[str, list[str]] = field(default_factory=dict)


def read_bibtex(text: str) -> tuple[list[BibtexEntry], list[str]]:
    """Return the entries of a file and warnings about those that are damaged."""
    strings = {month: month.capitalize() for month in MONTHS}
    entries: list[BibtexEntry] = []
    warnings: list[str] = []
    position = 0
    while match := ENTRY.search(text, position):
        kind = match["type"].lower()
        end = _closing(text, match.end() - 1)
        if end is None:
            following = NEXT_ENTRY.search(text, match.end())
            end = following.start() if following else len(text)
        body = text[match.end() : end]
        position = end
        if kind == "string":
            strings |= {name: plain(value) for name, value in _fields(body, strings).items()}
        elif kind not in ("comment", "preamble"):
            entry = _entry(kind, body, strings)
            entries.append(entry)
            if text[end : end + 1] not in ("}", ")"):
                warnings.append(f"The entry {entry.key!r} is not closed; it may be incomplete.")
    return entries, warnings


def _closing(text: str, start: int) -> int | None:
    """Return where the bracket at `start` closes; `None` where it never does.

    An unclosed entry would swallow the rest of the file, so a line that begins a new entry ends
    the search.
    """
    opening = text[start]
    closing = {"{": "}", "(": ")"}[opening]
    depth = 0
    limit = NEXT_ENTRY.search(text, start + 1)
    stop = limit.start() if limit else len(text)
    position = start
    while position < stop:
        character = text[position]
        if character == "\\":
            position += 1
        elif character == opening:
            depth += 1
        elif character == closing:
            depth -= 1
            if depth == 0:
                return position
        position += 1
    return None


def _entry(kind: str, body: str, strings: Mapping[str, str]) -> BibtexEntry:
    key, _, rest = body.partition(",")
    raw = _fields(rest, strings)
    return BibtexEntry(
        type=kind,
        key=key.strip(),
        fields={
            name: _verbatim(value) if name in VERBATIM else plain(value)
            for name, value in raw.items()
        },
        people={name: _names(raw[name]) for name in PEOPLE if name in raw},
    )


def _verbatim(value: str) -> str:
    return " ".join(VERBATIM_ESCAPES.sub(r"\1", value.strip("{}")).split())


def _names(value: str) -> list[str]:
    """Split at the "and" outside braces; a name wholly in braces is a group's and keeps them."""
    names, start, depth = [], 0, 0
    for match in BRACE_OR_AND.finditer(value):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0 and match[0] not in "{}":
            names.append(value[start : match.start()])
            start = match.end()
    names.append(value[start:])
    stripped = (name.strip() for name in names)
    return [f"{{{plain(name)}}}" if GROUP.fullmatch(name) else plain(name) for name in stripped]


def _fields(body: str, strings: Mapping[str, str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    position = 0
    while match := FIELD.search(body, position):
        value, position = _value(body, match.end(), strings)
        fields.setdefault(match["name"].lower(), value)
    return fields


def _value(body: str, position: int, strings: Mapping[str, str]) -> tuple[str, int]:
    """Return a value and where it ends; parts joined by `#` are concatenated."""
    parts: list[str] = []
    while True:
        part, position = _part(body, position, strings)
        parts.append(part)
        following = CONCATENATION.match(body, position)
        if not following:
            return "".join(parts), position
        position = following.end()


def _part(body: str, position: int, strings: Mapping[str, str]) -> tuple[str, int]:
    start = body[position : position + 1]
    if start == "{":
        end = _closing(body, position)
        end = len(body) if end is None else end
        return body[position + 1 : end], end + 1
    if start == '"':
        end = _closing_quote(body, position + 1)
        return body[position + 1 : end], end + 1
    match = NUMBER_OR_NAME.match(body, position)
    if not match:
        return "", position + 1
    return strings.get(match[0].lower(), match[0]), match.end()


def _closing_quote(body: str, position: int) -> int:
    """Return where a quotation ends: at the first mark outside braces."""
    depth = 0
    while position < len(body):
        character = body[position]
        if character == '"' and depth == 0:
            return position
        depth += {"{": 1, "}": -1}.get(character, 0)
        position += 2 if character == "\\" else 1
    return len(body)


# ------------------------------------------------------------------------------ TeX to text

# TeX accent command -> combining character.
ACCENTS: Mapping[str, str] = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    "u": "\u0306",
    ".": "\u0307",
    '"': "\u0308",
    "r": "\u030a",
    "H": "\u030b",
    "v": "\u030c",
    "c": "\u0327",
    "k": "\u0328",
}
SYMBOLS: Mapping[str, str] = {
    "ss": "ß",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
    "aa": "å",
    "AA": "Å",
    "i": "ı",
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "kappa": "κ",
    "lambda": "λ",
    "mu": "µ",
    "times": "×",
    "pm": "±",
    "textendash": "–",
    "textemdash": "—",
    "textquoteright": "’",
    "textregistered": "®",
    "texttrademark": "™",
    "textmu": "µ",
    "textdegree": "°",
}
ACCENT = re.compile(
    r"\{?\\(?P<mark>[`'^~=.\"])\s*\{?(?P<plain>\\?[A-Za-z])\}?\}?"
    r"|\{?\\(?P<word>[uHvckr])(?:\s+|\s*\{)(?P<letter>\\?[A-Za-z])\}?\}?"
)
COMMAND = re.compile(r"\\([A-Za-z]+)\s*")
SPACE = re.compile(r"~|\\[,;:! ]")
ESCAPED = re.compile(r"\\([&%$#_{}])")


def plain(value: str) -> str:
    """Return a field's text without TeX: accents composed, braces and commands dropped."""
    value = SPACE.sub(" ", ACCENT.sub(_accented, value))
    value = ESCAPED.sub(lambda match: "\0" if match[1] in "{}" else match[1], value)
    value = COMMAND.sub(lambda match: SYMBOLS.get(match[1], ""), value)
    value = value.replace("``", "“").replace("''", "”").replace("$", "")
    return " ".join(re.sub(r"[{}\0]", "", value).split())


def _accented(match: re.Match[str]) -> str:
    mark = ACCENTS[match["mark"] or match["word"]]
    letter = (match["plain"] or match["letter"]).removeprefix("\\")
    return unicodedata.normalize("NFC", letter + mark)
