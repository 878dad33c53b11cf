"""Cutting a stretch that is too large into even pieces of whole sentences.

What enters: consecutive blocks. What leaves: spans of at most `Limits.max` tokens, of about equal
size, each beginning with a few of the sentences that end the one before. A piece ends where a
sentence, list item, table row or line of code ends, at the end of a paragraph if one is near; a
heading stays with what follows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import inf

from aliquot.chunking.limits import Limits
from aliquot.chunking.tokens import estimate_tokens, piece_spans
from aliquot.sentences import sentence_spans
from aliquot.types import Block, BlockType, Span

__all__ = ["LABEL_TOKENS", "Atom", "atoms_of", "divide", "pack", "split_run"]

LINEWISE = frozenset({BlockType.TABLE, BlockType.CODE})
# What is read as prose; other blocks (list items, steps, ...) stay whole up to the target size.
PROSE = frozenset({BlockType.PARAGRAPH, BlockType.CAPTION, BlockType.NOTE, BlockType.FOOTNOTE})
# A cut may leave the even size by this share to fall on the end of a paragraph.
SLACK = 0.25
# What is no longer than a heading may be one, or the label of a table.
LABEL_TOKENS = 16
LINE = re.compile(r"[^\n]*\S[^\n]*")
WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Atom:
    """A stretch that is not cut.

    Attributes:
        span: Where it stands.
        tokens: Its size.
        is_repeatable: Whether the next piece may begin with it again.
        ends_block: Whether a block ends here.
        is_heading: Whether it is a heading, or the head of a table.
        leads: Whether it should not stand at the end of a piece.
    """

    span: Span
    tokens: int
    is_repeatable: bool = False
    ends_block: bool = False
    is_heading: bool = False
    leads: bool = False


def divide(text: str, blocks: Sequence[Block], limits: Limits) -> list[Span]:
    """Return the spans that hold the blocks, one if they fit."""
    by_block = [atoms_of(text, block, limits) for block in blocks]
    for atoms, following in pairwise(by_block):
        if atoms and following and _leads(text, atoms, following):
            atoms[-1] = replace(atoms[-1], leads=True)
    return pack([atom for atoms in by_block for atom in atoms], limits)


def atoms_of(text: str, block: Block, limits: Limits) -> list[Atom]:
    """Take a block apart into sentences, lines or words, as its type and size demand."""
    if block.type is BlockType.HEADING:
        pieces = [block.span]
    elif block.type in LINEWISE:
        lines = [Span(*line.span()) for line in LINE.finditer(block.text)]
        pieces = _shift(lines, block.span.start)
    elif block.type in PROSE or estimate_tokens(block.text) > limits.target:
        pieces = _shift(sentence_spans(block.text), block.span.start)
    else:
        pieces = [block.span]
    atoms = [atom for piece in pieces for atom in _fit(text, piece, limits)]
    is_heading = block.type is BlockType.HEADING
    is_prose = block.type not in LINEWISE and not is_heading
    atoms = [
        replace(atom, is_repeatable=is_prose, is_heading=is_heading, leads=is_heading)
        for atom in atoms
    ]
    return [*atoms[:-1], *(replace(atom, ends_block=True) for atom in atoms[-1:])]


def _leads(text: str, atoms: Sequence[Atom], following: Sequence[Atom]) -> bool:
    """Tell whether a block introduces the next: it ends with a colon or looks like a heading.

    Layout alone does not show every heading of a PDF; a line of a few words without a full stop
    before a longer paragraph is one more often than not.
    """
    end = text[atoms[-1].span.end - 1]
    if end in ":：":
        return True
    size = sum(atom.tokens for atom in atoms)
    is_label = len(atoms) == 1 and size <= LABEL_TOKENS and end not in ".!?;,。！？、"
    return is_label and sum(atom.tokens for atom in following) > 2 * LABEL_TOKENS


def split_run(text: str, span: Span, size: int) -> list[Span]:
    """Cut a stretch at white space into parts of at most `size` tokens, long words inside."""
    parts: list[Span] = []
    tokens = 0
    for word, count in _words(text, span, size):
        if parts and tokens + count <= size:
            parts[-1] = Span(parts[-1].start, word.end)
            tokens += count
        else:
            parts.append(word)
            tokens = count
    return parts


def pack(atoms: Sequence[Atom], limits: Limits) -> list[Span]:
    """Join consecutive atoms into spans of even size."""
    ends = list(accumulate((atom.tokens for atom in atoms), initial=0))
    spans: list[Span] = []
    previous = first = 0
    while first < len(atoms):
        left = ends[-1] - ends[first]
        count = _count(left, limits, is_first=not spans)
        last = len(atoms) if count == 1 else _cut(atoms, ends, first, left / count, limits)
        start = _repeat_from(atoms, ends, first, last, previous, limits)
        spans.append(Span(atoms[start].span.start, atoms[last - 1].span.end))
        previous, first = first, last
    return spans


def _fit(text: str, span: Span, limits: Limits) -> list[Atom]:
    tokens = estimate_tokens(span.of(text))
    if tokens <= limits.max:
        return [Atom(span, tokens)]
    parts = split_run(text, span, limits.target)
    return [Atom(part, estimate_tokens(part.of(text))) for part in parts]


def _shift(spans: Iterable[Span], offset: int) -> list[Span]:
    return [Span(span.start + offset, span.end + offset) for span in spans]


def _words(text: str, span: Span, size: int) -> Iterator[tuple[Span, int]]:
    for match in WORD.finditer(text, span.start, span.end):
        word = Span(*match.span())
        pieces = piece_spans(text, word)
        if len(pieces) <= size:
            yield word, len(pieces)
            continue
        for at in range(0, len(pieces), size):
            start = word.start if at == 0 else pieces[at].start
            end = word.end if at + size >= len(pieces) else pieces[at + size].start
            yield Span(start, end), len(pieces[at : at + size])


def _count(left: int, limits: Limits, *, is_first: bool) -> int:
    """Return how many pieces are best made of what is left."""
    if left <= (limits.max if is_first else limits.max - limits.repeat):
        return 1
    fresh = limits.target if limits.overlap == 0 else limits.target - limits.repeat * 0.75
    return max(2, round(left / fresh))


def _cut(atoms: Sequence[Atom], ends: Sequence[int], first: int, aim: float, limits: Limits) -> int:
    """Return where the piece that begins at `first` ends: near `aim`, best after a paragraph."""
    best, best_cost = first + 1, inf
    for last in range(first + 1, len(atoms) + 1):
        size = ends[last] - ends[first]
        if size > limits.max or (size > 2 * aim and best_cost < limits.max):
            break
        cost = abs(size - aim)
        if atoms[last - 1].leads:
            cost += limits.max
        elif atoms[last - 1].ends_block:
            cost -= SLACK * aim
        if cost <= best_cost:
            best, best_cost = last, cost
    return best


def _repeat_from(
    atoms: Sequence[Atom], ends: Sequence[int], first: int, last: int, previous: int, limits: Limits
) -> int:
    """Return where the piece `first:last` begins, stepping back into the piece from `previous`."""
    if all(atom.is_heading for atom in atoms[first:last]):
        return first
    room = min(limits.repeat, limits.max - (ends[last] - ends[first]))
    start = first
    while start - 1 > previous and atoms[start - 1].is_repeatable:
        if ends[first] - ends[start - 1] > room:
            break
        start -= 1
    return start
