"""Texts cut to the room a terminal has, around the words a reader looks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, chop_cells

from aliquot.analysis.content_words import is_function_word
from aliquot.analysis.tokens import PIECE

__all__ = ["around", "cut", "looked_for"]

# Shorter pieces of a question ("in", "as") stand everywhere; of two East Asian letters, a word.
MIN_LETTERS = 3
MIN_WIDE_LETTERS = 2
# Of the room, what stands before the first word looked for.
BEFORE = 3
MORE = "…"


def looked_for(question: str) -> list[str]:
    """Return the words of a question that a reader looks for in a quote."""
    pieces = (one for one in PIECE.findall(question) if not is_function_word(one))
    return [
        one
        for one in pieces
        if len(one) >= (MIN_LETTERS if cell_len(one) == len(one) else MIN_WIDE_LETTERS)
    ]


def cut(text: str, room: int) -> str:
    """Return the beginning of a text that takes `room` columns, with a mark where more follows."""
    if cell_len(text) <= room:
        return text
    kept = chop_cells(text, max(room - 1, 2))[0]
    if not text[len(kept) :].startswith(" "):
        # A word that is cut is dropped, unless it takes half the room, as Japanese does.
        whole = kept.rpartition(" ")[0]
        kept = whole if cell_len(whole) * 2 >= room else kept
    return kept.rstrip() + MORE


def around(text: str, words: Iterable[str], room: int) -> str:
    """Return the part of a text that takes `room` columns and holds most of the words.

    Args:
        text: In one line.
        words: Looked for in any case.
        room: Columns of the terminal.
    """
    if cell_len(text) <= room:
        return text
    places = _places(text, words)
    if not places:
        return cut(text, room)
    first = max(places, key=lambda place: (_held(text, places, place[0], room), -place[0]))[0]
    start = _start(text, first, room)
    return cut(text, room) if start == 0 else MORE + cut(text[start:], room - 1)


def _places(text: str, words: Iterable[str]) -> list[tuple[int, str]]:
    """Return where words begin, in order, each place with its word."""
    folded = text.lower()
    # A few letters are longer in lower case: places would be off.
    if len(folded) != len(text):
        folded = text
    places = []
    for word in dict.fromkeys(one.lower() for one in words if one.strip()):
        start = folded.find(word)
        while start >= 0:
            places.append((start, word))
            start = folded.find(word, start + len(word))
    return sorted(places)


def _held(text: str, places: Sequence[tuple[int, str]], start: int, room: int) -> int:
    """Return how many letters of different words stand in the room from a place on."""
    end = start + len(cut(text[start:], room - room // BEFORE))
    held = {word for place, word in places if start <= place and place + len(word) <= end}
    return sum(map(len, held))


def _start(text: str, place: int, room: int) -> int:
    """Return where the shown part begins: before its first word, at a word's beginning."""
    if cell_len(text[:place]) <= room // BEFORE:
        return 0
    from_end = cell_len(text[place:])
    before = max(room // BEFORE, room - from_end - 2)
    start = place
    while start > 0 and cell_len(text[start:place]) < before:
        start -= 1
    blank = text.find(" ", start, place)
    return start if blank < 0 else blank + 1
