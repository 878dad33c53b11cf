"""Find the sentence of a piece that a statement rests on, where its author did not copy one.

A statement and a sentence are compared by the words they share; numbers and names weigh more than
words, since a sentence without the statement's number cannot prove it. The gates decide afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aliquot.generation.verify.plain import plain, words_of
from aliquot.sentences import sentence_spans
from aliquot.types import Span

__all__ = ["MIN_SHARE", "best_sentence", "shared"]

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
# A word with a digit counts this many times.
NUMBER_WEIGHT = 3.0
# Below this share of a statement's weight a sentence is about something else.
MIN_SHARE = 0.34


def best_sentence(statement: str, text: str) -> tuple[Span | None, float]:
    """Return the sentence, row or step that shares most with a statement, and the share, 0 to 1."""
    wanted = _words(statement)
    best, best_share = None, 0.0
    for span in _units(text):
        share = _share(wanted, _words(span.of(text)))
        if share > best_share:
            best, best_share = span, share
    return best, best_share


def shared(statement: str, other: str) -> float:
    """Return the share, 0 to 1, of a statement's weight that stands in another text."""
    return _share(_words(statement), _words(other))


def _share(wanted: dict[str, float], found: dict[str, float]) -> float:
    total = sum(wanted.values())
    if not total:
        return 0.0
    return sum(weight for word, weight in wanted.items() if word in found) / total


def _words(text: str) -> dict[str, float]:
    said = plain(text)
    words = {word.stem: _weight(word.stem) for word in words_of(said) if word.is_content}
    return words | dict.fromkeys(NUMBER.findall(said), NUMBER_WEIGHT)


def _weight(word: str) -> float:
    return NUMBER_WEIGHT if any(map(str.isdigit, word)) else 1.0


def _units(text: str) -> Iterator[Span]:
    """Yield sentences, and each line of those that hold several rows."""
    for sentence in sentence_spans(text):
        if "|" not in (text[sentence.start], text[sentence.end - 1]):
            yield sentence
            continue
        start = sentence.start
        for line in sentence.of(text).split("\n"):
            if line.strip():
                offset = start + len(line) - len(line.lstrip())
                yield Span(offset, offset + len(line.strip()))
            start += len(line) + 1
