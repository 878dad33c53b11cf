"""The first characters of a text file, as its signs are looked for."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

__all__ = ["MARKDOWN", "TABLES", "Text", "is_blank", "is_named", "text_suffix"]

# The endings of text that looks alike.
MARKDOWN = frozenset({".md", ".markdown", ".mdown", ".mkd", ".rmd", ".qmd"})
TABLES = frozenset({".csv", ".tsv", ".tab"})
GZIP = (".gz", ".gzip")

PROLOGUE = re.compile(
    r"(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*", re.S | re.I
)
HTML_DOCTYPE = re.compile(r"<!DOCTYPE\s+html", re.I)
ROOT = re.compile(r"<(?:[\w.-]+:)?([A-Za-z][\w.-]*)")
JSON_START = re.compile(r'\{\s*(?:"|\})|\[\s*(?:[\[{"\]\d-]|null|true|false)')
JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:]', re.S)


class Text:
    """The beginning of a text file, with what several signs ask of it."""

    def __init__(self, text: str, suffix: str, *, is_whole: bool) -> None:
        """Take the beginning of a file.

        Args:
            text: Its characters; the last line may be cut short.
            suffix: Ending of its name, in small letters, with the dot.
            is_whole: Whether the text is all there is.
        """
        self.text = text
        self.suffix = suffix
        self.is_whole = is_whole
        self.start = text.lstrip()

    @cached_property
    def lines(self) -> list[str]:
        """The lines that hold something, without the last, which may be cut short."""
        lines = self.text.splitlines()
        return [line for line in (lines[:-1] or lines) if line.strip()]

    @cached_property
    def is_markup(self) -> bool:
        """Whether it begins as XML and HTML do."""
        return self.start.startswith("<")

    @cached_property
    def _prologue_end(self) -> int:
        prologue = PROLOGUE.match(self.start)
        return prologue.end() if prologue else 0

    @cached_property
    def root(self) -> str:
        """Name of the outermost element, in small letters and without its namespace."""
        root = ROOT.match(self.start, self._prologue_end) if self.is_markup else None
        return root[1].casefold() if root else ""

    @cached_property
    def declares_html(self) -> bool:
        """Whether a document type of HTML stands above the outermost element."""
        return bool(self.is_markup and HTML_DOCTYPE.search(self.start, 0, self._prologue_end))

    @cached_property
    def is_json_like(self) -> bool:
        """Whether it begins as JSON does."""
        return bool(JSON_START.match(self.start))

    @cached_property
    def keys(self) -> frozenset[str]:
        """Keys of the outermost JSON object, or of the first object of a list."""
        keys: set[str] = set()
        depth, wanted, last = 0, 1 if self.start.startswith("{") else 2, ""
        for match in JSON_TOKEN.finditer(self.start if self.is_json_like else ""):
            token = match.group()
            if token in "{[":
                depth += 1
            elif token in "}]":
                depth -= 1
                if depth < wanted and keys:
                    break
            elif token == ":" and depth == wanted:
                keys.add(last)
            else:
                last = token[1:-1]
        return frozenset(keys)


def text_suffix(path: Path) -> str:
    """Return the last ending of a name, the one before `.gz` in `counts.tsv.gz`."""
    suffixes = [suffix.casefold() for suffix in path.suffixes]
    while suffixes and suffixes[-1] in GZIP:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def is_named(*suffixes: str) -> Callable[[Text], bool]:
    """Return the sign of files whose names end so."""
    return lambda file: file.suffix in suffixes


def is_blank(file: Text) -> bool:
    """Tell white space from everything else."""
    return not file.start
