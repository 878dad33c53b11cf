"""Turn the fields and lists of structured records into readable blocks.

What enters: label and value pairs, short lines, text with bullets. What leaves: text for the blocks
of a `DocumentBuilder`. It knows nothing of any format.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from aliquot.parsing.builder import DocumentBuilder
from aliquot.types import BlockType

__all__ = [
    "add_fields",
    "add_lines",
    "add_prose",
    "field_lines",
    "filled",
    "pack_lines",
    "unique",
    "unwrap",
]

# A block of lines stays below the largest chunk (800 tokens are about 600 English words).
BLOCK_WORDS = 600
BULLET = re.compile(r"^(?P<indent>\s*)(?P<marker>[-*•·–]|\d{1,2}[.)]|[a-z][.)])\s+(?=\S)")
CRITERIA = re.compile(r"^(?:key |main )?(?:inclusion|exclusion)\b[\w\s,/&()-]{0,40}:?$", re.I)


def unique(values: Iterable[str]) -> tuple[str, ...]:
    """Return the non-blank values, white space collapsed, each once, in order."""
    cleaned = (" ".join(value.split()) for value in values)
    return tuple(dict.fromkeys(value for value in cleaned if value))


def filled(*values: str) -> tuple[str, ...]:
    """Return the values that say something."""
    return tuple(value for value in values if value)


def field_lines(fields: Iterable[tuple[str, str]]) -> str:
    """Write `Label: value` lines, leaving out fields without a value."""
    cleaned = ((label, " ".join(value.split())) for label, value in fields)
    return "\n".join(f"{label}: {value}" for label, value in cleaned if value)


def add_fields(builder: DocumentBuilder, fields: Iterable[tuple[str, str]]) -> None:
    """Append one FIELD block of `Label: value` lines."""
    builder.add(BlockType.FIELD, field_lines(fields))


def pack_lines(lines: Iterable[str], *, max_words: int = BLOCK_WORDS) -> Iterator[str]:
    """Join lines into texts of at most `max_words` words; one long line stays whole."""
    packed: list[str] = []
    words = 0
    for line in lines:
        size = len(line.split())
        if packed and words + size > max_words:
            yield "\n".join(packed)
            packed, words = [], 0
        packed.append(line)
        words += size
    if packed:
        yield "\n".join(packed)


def add_lines(
    builder: DocumentBuilder, lines: Iterable[str], *, max_words: int = BLOCK_WORDS
) -> None:
    """Append short lines as paragraphs of moderate size."""
    for text in pack_lines(lines, max_words=max_words):
        builder.paragraph(text)


def unwrap(text: str) -> list[str]:
    """Undo hard line wraps: one line per paragraph or bullet, a bullet keeps its indentation."""
    lines: list[str] = []
    is_open = False
    for raw in text.expandtabs().splitlines():
        if not raw.strip():
            is_open = False
        elif is_open and not BULLET.match(raw):
            lines[-1] += " " + raw.strip()
        else:
            lines.append(raw.rstrip())
            is_open = True
    return lines


def add_prose(builder: DocumentBuilder, lines: Sequence[str], *, itemise: bool = False) -> None:
    """Append lines as paragraphs, bullets as list items, "Inclusion Criteria:" as headings.

    Args:
        builder: Where the blocks go.
        lines: One paragraph or bullet each.
        itemise: Whether a plain line is a list item too, as in eligibility criteria.
    """
    bullets = [match for line in lines if (match := BULLET.match(line))]
    indents = sorted({len(match["indent"]) for match in bullets if not _opens(match)})
    for line in lines:
        match = BULLET.match(line)
        bare = line[match.end() :] if match else line
        if itemise and CRITERIA.match(bare.strip()):
            builder.heading(bare.strip().rstrip(": "), level=2)
        elif match:
            marker = match["marker"]
            # A number may be referred to ("criterion 3"), a bullet never is.
            text = bare if marker in "-*•·–" else line
            level = bisect_left(indents, len(match["indent"])) + 1
            builder.add(BlockType.LIST_ITEM, text, level=level, marker=marker)
        elif itemise and not indents and not line.rstrip().endswith(":"):
            builder.add(BlockType.LIST_ITEM, line, level=1)
        else:
            builder.paragraph(line)


def _opens(bullet: re.Match[str]) -> bool:
    """Tell whether a bullet is printed before "Inclusion Criteria:"."""
    return CRITERIA.match(bullet.string[bullet.end() :].strip()) is not None
