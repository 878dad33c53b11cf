"""Cut RTF into tokens: groups, control words, bytes of text.

What enters: the bytes of a file. What leaves: tokens in order. Binary data are skipped here, and
nothing nests: a group is two tokens. Source: Rich Text Format Specification 1.9.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Control", "Group", "Text", "Token", "declared_code_page", "tokens"]

PATTERN = re.compile(
    rb"(?P<group>[{}])"
    rb"|\\(?P<word>[A-Za-z]{1,32})(?P<number>-?\d{1,10})? ?"
    rb"|\\'(?P<hex>[0-9A-Fa-f]{2})"
    rb"|\\(?P<symbol>[^A-Za-z])"
    rb"|(?P<text>[^\\{}\r\n]+)"
    rb"|[\r\n\\]",
    re.S,
)
# Bytes of two-byte characters that are written as they are: the second may be a backslash or brace.
DOUBLE_BYTE_PATTERN = re.compile(
    PATTERN.pattern.replace(
        rb"(?P<text>[^\\{}\r\n]+)",
        rb"(?P<text>(?:[\x81-\x9f\xe0-\xfc][\x40-\xfc]|[^\\{}\r\n\x81-\x9f\xe0-\xfc])+)|[\x81-\xff]",
    ),
    re.S,
)
DOUBLE_BYTE_PAGES = frozenset({932, 936, 949, 950})
CODE_PAGE = re.compile(rb"\\ansicpg(\d{1,5})")
# The page is declared in the first line.
HEAD_BYTES = 1024


@dataclass(frozen=True, slots=True)
class Group:
    """The start or end of a group."""

    is_open: bool


@dataclass(frozen=True, slots=True)
class Control:
    """A control word, or a symbol of one character, with its number if it has one."""

    word: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """Bytes of text in whatever code page is current."""

    data: bytes


Token = Group | Control | Text


def declared_code_page(data: bytes) -> int:
    """Return the code page a file declares; Windows-1252 where it declares none."""
    found = CODE_PAGE.search(data[:HEAD_BYTES])
    return int(found[1]) if found else 1252


def tokens(data: bytes) -> Iterator[Token]:
    """Yield the tokens of a file; bytes that follow `\\bin` are left out."""
    is_double = declared_code_page(data) in DOUBLE_BYTE_PAGES
    pattern = DOUBLE_BYTE_PATTERN if is_double else PATTERN
    position = 0
    while found := pattern.match(data, position):
        position = found.end()
        if found["group"]:
            yield Group(found["group"] == b"{")
        elif found["word"]:
            word, number = found["word"].decode("ascii"), found["number"]
            if word == "bin" and number:
                position += max(0, int(number))
            else:
                yield Control(word, None if number is None else int(number))
        elif found["hex"]:
            yield Text(bytes.fromhex(found["hex"].decode("ascii")))
        elif found["symbol"]:
            yield Control(found["symbol"].decode("latin-1"))
        elif found["text"]:
            yield Text(found["text"])
