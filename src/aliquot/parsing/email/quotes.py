"""Part the text of a message: what its writer wrote, what is quoted, the signature.

What enters: plain text of a body. What leaves: pieces in order. Mail programs mark a quote by `>`
at the lines' start, by a line that says who wrote it, or by a copy of its header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Piece", "PieceKind", "pieces_of", "unflowed"]

QUOTED = re.compile(r"^(?:>[ ]?)+")
# Below these lines everything is the message replied to or forwarded.
ORIGINAL = re.compile(
    r"^\s*(?:-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht"
    r"|message d'origine|元のメッセージ|転送メッセージ|原文)\s*-{2,}|begin forwarded message:)\s*$",
    re.I,
)
# "On 4 May 2023, Ann Smith wrote:" and its like; it may be wrapped over two lines.
ATTRIBUTION = re.compile(
    r"^(?:On\s.{5,200}\bwrote|Am\s.{5,200}\bschrieb.{0,80}|Le\s.{5,200}\ba écrit\s?"
    r"|.{0,80}\d{4}[年/-].{1,120}(?:wrote|のメール|書きました|さんは?書きました?|<[^<>\s]+@[^<>\s]+>))\s*[:：]$",
    re.S,
)
# Outlook copies the header without any mark.
COPIED_HEADER = re.compile(r"^\*?(?:From|Von|De|差出人|送信元)\s?[:：]\*?\s?\S")
COPIED_FIELD = re.compile(
    r"^\*?(?:Sent|Date|To|Cc|Subject|Gesendet|Datum|An|Betreff|Envoyé|À|Objet|送信日時|日時|宛先|件名)\s?[:：]"
)
SIGNATURE = re.compile(r"^-- ?$")
# A signature longer than this is a message whose writer drew a line.
SIGNATURE_LINES = 15


class PieceKind(StrEnum):
    """What a piece of a body is."""

    WRITTEN = "written"
    QUOTED = "quoted"
    SIGNATURE = "signature"


@dataclass(frozen=True, slots=True)
class Piece:
    """Consecutive lines of one kind, the marks of quotes taken off."""

    kind: PieceKind
    text: str


def unflowed(text: str) -> str:
    """Join the lines that end in a space with the next one. Source: RFC 3676."""
    lines: list[str] = []
    is_open = False
    for line in text.split("\n"):
        depth = QUOTED.match(line)
        bare = line[1:] if line.startswith(" ") else line
        goes_on = is_open and not depth and not SIGNATURE.match(line)
        if goes_on:
            lines[-1] += bare
        else:
            lines.append(bare)
        is_open = bare.endswith(" ") and not depth and not SIGNATURE.match(line)
    return "\n".join(lines)


def pieces_of(text: str) -> list[Piece]:
    """Return the pieces of a body, in order."""
    pieces: list[Piece] = []
    for kind, line in _marked(text.split("\n")):
        if pieces and pieces[-1].kind is kind:
            pieces[-1] = Piece(kind, f"{pieces[-1].text}\n{line}")
        else:
            pieces.append(Piece(kind, line))
    return [Piece(piece.kind, piece.text.strip("\n")) for piece in pieces if piece.text.strip()]


def _marked(lines: list[str]) -> Iterator[tuple[PieceKind, str]]:
    kind = PieceKind.WRITTEN
    index = 0
    while index < len(lines):
        line = lines[index]
        if kind is PieceKind.WRITTEN:
            kind = _kind_from_here(lines, index)
        attribution = _attribution(lines, index) if kind is PieceKind.WRITTEN else 0
        mark = QUOTED.match(line)
        if attribution:
            yield from ((PieceKind.QUOTED, each) for each in lines[index : index + attribution])
            index += attribution
            continue
        if mark and kind is PieceKind.WRITTEN:
            yield PieceKind.QUOTED, line[mark.end() :]
        elif not SIGNATURE.match(line):
            # Blank lines belong to what stands around them.
            yield kind, line[mark.end() :] if mark else line
        index += 1


def _kind_from_here(lines: list[str], index: int) -> PieceKind:
    """Tell what the rest of a message is; its writer's own words where nothing says otherwise."""
    line = lines[index]
    if ORIGINAL.match(line):
        return PieceKind.QUOTED
    following = [each for each in lines[index + 1 : index + 5] if each.strip()]
    if COPIED_HEADER.match(line) and sum(map(bool, map(COPIED_FIELD.match, following))) >= 2:
        return PieceKind.QUOTED
    is_short = len(lines) - index <= SIGNATURE_LINES
    if SIGNATURE.match(line) and is_short:
        return PieceKind.SIGNATURE
    return PieceKind.WRITTEN


def _attribution(lines: list[str], index: int) -> int:
    """Return over how many lines "On ..., Ann Smith wrote:" goes, 0 where there is none."""
    for count in (1, 2):
        joined = " ".join(lines[index : index + count]).strip()
        follows = [each for each in lines[index + count : index + count + 2] if each.strip()]
        is_followed = any(map(QUOTED.match, follows))
        if joined and is_followed and ATTRIBUTION.match(joined):
            return count
    return 0
