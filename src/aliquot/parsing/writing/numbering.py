"""Give the steps of a protocol the numbers they are known by.

What enters: blocks, steps as their file numbers them. What leaves: the same steps, those split that
hold a list within a line, those renumbered whose list only began anew behind a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from aliquot.types import Block, BlockType

__all__ = ["resume_numbers", "split_inner_lists"]

# "...construct.2. Centrifuge": exports lose the line break before the next number.
INNER_NUMBER = re.compile(r"(?<!\d)(?<!\d\.\d)(?P<number>\d{1,2})\.(?=\s*[A-Z(])\s*")
LEADING_NUMBER = re.compile(r"(?P<number>\d{1,3})[.)]")
REPEATED_NUMBER = re.compile(r"\s+(?P<number>\d{1,3})\.\s+(?=\S)")


def split_inner_lists(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks; a step that is a whole list becomes a step with its sub-steps.

    A number that an export printed twice ("2. 2. Add") is printed once.
    """
    return [part for block in blocks for part in _split_step(block)]


def _split_step(block: Block) -> Iterator[Block]:
    if block.type is not BlockType.STEP or not LEADING_NUMBER.fullmatch(block.marker):
        yield block
        return
    body = block.text.removeprefix(block.marker)
    numbers = _sequence(body)
    repeated = REPEATED_NUMBER.match(body)
    if len(numbers) > 1 and not body[: numbers[0].start()].strip():
        yield replace(block, text=block.marker)
        ends = [number.start() for number in numbers[1:]] + [len(body)]
        for number, end in zip(numbers, ends, strict=True):
            marker = f"{number['number']}."
            text = f"{marker} {body[number.end() : end].strip()}"
            yield replace(block, text=text, marker=marker, level=block.level + 1)
    elif repeated and repeated["number"] == block.marker.rstrip(".)"):
        yield replace(block, text=f"{block.marker} {body[repeated.end() :]}")
    else:
        yield block


def _sequence(text: str) -> list[re.Match[str]]:
    """Return the numbers that count up from 1."""
    found: list[re.Match[str]] = []
    for match in INNER_NUMBER.finditer(text):
        if int(match["number"]) == len(found) + 1:
            found.append(match)
    return found


def resume_numbers(blocks: Sequence[Block]) -> tuple[list[Block], list[str]]:
    """Return the blocks with steps counted on across notes, and what was changed.

    Editors and exports begin a list anew behind a note; what stands on the bench is one list.
    """
    changed: list[Block] = []
    restarts: list[str] = []
    shift = 0
    last: Block | None = None
    was_note = False
    for block in blocks:
        number = _number(block)
        if block.type is BlockType.NOTE:
            was_note = True
        elif number is not None:
            goes_on = last is not None and number == (_number(last) or 0) + 1
            if number == 1 and last is not None and was_note and _is_below(last, block):
                shift += _number(last) or 0
                restarts.append(f"{block.marker.rstrip('.)')} as {1 + shift}")
            elif not goes_on:
                shift = 0
            last, was_note = block, False
            block = _renumbered(block, number + shift) if shift else block
        changed.append(block)
    return changed, _said(restarts)


def _number(block: Block) -> int | None:
    if block.type is not BlockType.STEP or block.level > 1:
        return None
    found = LEADING_NUMBER.fullmatch(block.marker)
    return int(found["number"]) if found else None


def _is_below(last: Block, block: Block) -> bool:
    """Tell whether two steps stand in one list: same section, numbers in the same form."""
    return last.section_path == block.section_path and last.marker[-1] == block.marker[-1]


def _renumbered(block: Block, number: int) -> Block:
    marker = f"{number}{block.marker[-1]}"
    return replace(block, marker=marker, text=marker + block.text.removeprefix(block.marker))


def _said(restarts: Sequence[str]) -> list[str]:
    if not restarts:
        return []
    return [
        f"Its list of steps begins anew behind {len(restarts)} note(s); the steps are counted on."
    ]
