"""Set warnings, tips and expected results of a step apart from what the step tells to do.

What enters: the blocks of a protocol. What leaves: the same words, each note a block of its own
directly behind its step, with the step's number as its marker.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from aliquot.types import Block, BlockType

__all__ = ["NOTE_LABEL", "mark_notes", "set_notes_apart"]

# Signs that Nature Protocols and Japanese manuals print before a note.
SIGN = r"[!⚠▲■●◆★☆※?*_【\[(（]*\s*"
# Source: the labels of protocols.io, Nature Protocols, STAR Protocols, JoVE and Bio-protocol.
WORDS = (
    r"notes?|n\.?b\.?|tips?|hints?|cautions?|warnings?|danger"
    r"|safety(?: (?:notes?|information|warnings?))?"
    r"|(?:\w+ )?critical(?: (?:steps?|points?|parameters?))?"
    r"|(?:very )?important(?: (?:notes?|points?))?"
    r"|attention|remarks?|comments?|pause(?: ?points?)?|(?:safe )?stop(?:ping)?(?: ?points?)"
    r"|trouble-?shooting|(?:expected|anticipated) (?:results?|outcomes?|yields?)|results?"
)
JAPANESE = (
    r"注意(?:点|事項)?|注|警告|危険|重要|メモ|備考|補足|ポイント|コツ|トラブルシューティング"
    r"|一時停止(?:ポイント)?|中断(?:可能|可|ポイント)?|(?:期待|予想)される結果"
)
# A word alone is none: "Note the colour" and "Stop the pump" tell what to do.
NOTE_LABEL = re.compile(
    rf"(?:safety\s+)?{SIGN}(?:"
    rf"(?:{WORDS}|{JAPANESE})\s*[】\])）*_]*\s*(?:[:：]|[-–—]\s|$)"
    rf"|(?:{JAPANESE})\s*[】\])）]"
    r"|(?-i:NOTES?|CAUTION|WARNING|CRITICAL(?: STEP)?|IMPORTANT|TIP|RESULT|DANGER|SAFETY"
    r"|PAUSE POINT)\b\s+\S"
    r"|notes?\s+\d+[.)])"
    r"|※\s*\S",
    re.I,
)
LONE_LABEL = re.compile(rf"{SIGN}(?:{WORDS}|{JAPANESE})\s*[】\])）*_]*\s*[:：]?\s*", re.I)
# What is left of a note that was a picture: a question mark where its sign stood.
EMPTY_NOTE = re.compile(r"(?:(?:NOTES?|RESULTS?)\s*)?[?\s]*")
# "...transparent.NOTES Dry": exports lose the line break in front of a note.
LOST_BREAK = re.compile(
    r"(?<=[a-z0-9.,;)%])(?=NOTES? [A-Z(*]|(?:NOTES?|Notes?|Critical step|Caution|Warning|Important"
    r"|IMPORTANT|CAUTION|WARNING):)"
)
CODE_SIGN = re.compile(r"[{};=<>$\\|]|\(\)|^\s*(?:#|import |from |def |for .*:$)", re.M)


def set_notes_apart(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks with notes, their text not yet placed in the document."""
    return list(_labels_with_text(list(_split(blocks))))


def _split(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        if block.type in (BlockType.STEP, BlockType.LIST_ITEM):
            yield from _split_step(block)
        elif block.type is BlockType.PARAGRAPH and NOTE_LABEL.match(block.text):
            yield replace(block, type=BlockType.NOTE, level=0)
        elif block.type is BlockType.CODE and not CODE_SIGN.search(block.text):
            # Text that an export indented by four spaces, which Markdown takes for code.
            is_note = NOTE_LABEL.match(block.text)
            yield replace(block, type=BlockType.NOTE if is_note else BlockType.PARAGRAPH)
        elif block.type is BlockType.CODE and NOTE_LABEL.match(block.text):
            yield replace(block, type=BlockType.NOTE)
        else:
            yield block


def _split_step(block: Block) -> Iterator[Block]:
    lines = LOST_BREAK.sub("\n", block.text).split("\n")
    starts = [n for n, line in enumerate(lines) if n and NOTE_LABEL.match(line)]
    if not starts:
        yield block
        return
    places = block.locations if len(block.locations) == len(lines) else ()
    for start, end in zip([0, *starts], [*starts, len(lines)], strict=True):
        text = "\n".join(lines[start:end])
        locations = places[start:end] or block.locations
        if start == 0:
            yield replace(block, text=text, locations=locations)
        elif not EMPTY_NOTE.fullmatch(text):
            yield replace(
                block, type=BlockType.NOTE, text=text, level=0, marker="", locations=locations
            )


def _labels_with_text(blocks: Sequence[Block]) -> Iterator[Block]:
    """Join "Note:" that stands alone with the paragraph under it."""
    waiting: Block | None = None
    for block in blocks:
        if waiting is not None:
            if block.type is BlockType.PARAGRAPH and block.section_path == waiting.section_path:
                yield replace(
                    waiting,
                    text=f"{waiting.text}\n{block.text}",
                    locations=(*waiting.locations, *block.locations),
                )
                waiting = None
                continue
            yield waiting
            waiting = None
        if block.type is BlockType.NOTE and LONE_LABEL.fullmatch(block.text):
            waiting = block
        else:
            yield block
    if waiting is not None:
        yield waiting


def mark_notes(blocks: Iterable[Block]) -> Iterator[Block]:
    """Give every note the number of the step it stands under."""
    marker = ""
    for block in blocks:
        if block.type is BlockType.HEADING:
            marker = ""
        elif block.type is BlockType.STEP and block.level <= 1:
            marker = block.marker
        elif block.type is BlockType.NOTE:
            block = replace(block, marker=marker)
        yield block
