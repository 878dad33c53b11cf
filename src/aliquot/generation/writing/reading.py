"""Read what a model writes, in whichever form it chose.

A model asked for JSON may write lines, and the other way round; one that thinks aloud
does so first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aliquot.generation.writing.drafts import Draft, Refused
from aliquot.generation.writing.marked import MarkedReader
from aliquot.generation.writing.structured import StructuredReader

__all__ = ["ReplyReader", "read"]

# Source: the templates of DeepSeek-R1, Qwen3 and Magistral.
THOUGHTS = re.compile(r"\s*<(think|thinking|reasoning)>", re.IGNORECASE)
END_OF_THOUGHTS = re.compile(r"</(think|thinking|reasoning)>", re.IGNORECASE)
LONGEST_TAG = len("<reasoning>")
# JSON begins a line, after the line of a code fence where there is one.
JSON = re.compile(r"^[^\S\n]*(?:\[\s*)?\{\s*[\"}]", re.MULTILINE)
# What may still become the beginning of JSON.
UNDECIDED = re.compile(r"[^\S\n]*(?:\[\s*)?\{?\s*")


class ReplyReader:
    """Turn a reply into drafts while it is written; the same ones however it is cut into pieces."""

    def __init__(self) -> None:
        self._held = ""
        self._is_thinking: bool | None = None
        self._marked = MarkedReader()
        self._structured: StructuredReader | None = None

    def feed(self, text: str) -> Iterator[Draft | Refused]:
        """Take more text and yield what it completes."""
        if self._structured:
            yield from self._structured.feed(text)
            return
        self._held += text
        if self._passes_thoughts():
            yield from self._lines()

    def finish(self, *, is_cut: bool = False) -> Iterator[Draft | Refused]:
        """Yield what is left.

        Args:
            is_cut: Whether the reply ended before the model had finished.
        """
        if self._structured is None and self._is_thinking is not True:
            yield from self._marked.feed(self._held)
            yield from self._marked.finish(is_cut=is_cut)

    def _passes_thoughts(self) -> bool:
        """Drop what was thought aloud; return whether the answer has begun."""
        if self._is_thinking is None:
            if THOUGHTS.match(self._held):
                self._is_thinking = True
            elif len(self._held.lstrip()) >= LONGEST_TAG or not self._held.lstrip().startswith("<"):
                self._is_thinking = False if self._held.strip() else None
        if self._is_thinking:
            end = END_OF_THOUGHTS.search(self._held)
            if end is None:
                return False
            self._held, self._is_thinking = self._held[end.end() :], False
        return self._is_thinking is False

    def _lines(self) -> Iterator[Draft | Refused]:
        """Hand on whole lines until one begins JSON."""
        found = JSON.search(self._held)
        if found:
            yield from self._marked.feed(self._held[: found.start()])
            yield from self._marked.finish(is_cut=False)
            self._structured = StructuredReader()
            yield from self._structured.feed(self._held[found.start() :])
            return
        end = self._settled()
        ready, self._held = self._held[:end], self._held[end:]
        yield from self._marked.feed(ready)

    def _settled(self) -> int:
        """Return how much of what is held can no longer be the beginning of JSON."""
        for start in _line_starts(self._held):
            if UNDECIDED.fullmatch(self._held, start):
                return start
        return len(self._held)


def read(text: str, *, is_cut: bool = False) -> list[Draft | Refused]:
    """Return the drafts of a whole reply."""
    reader = ReplyReader()
    return [*reader.feed(text), *reader.finish(is_cut=is_cut)]


def _line_starts(text: str) -> Iterator[int]:
    yield 0
    for found in re.finditer("\n", text):
        yield found.end()
