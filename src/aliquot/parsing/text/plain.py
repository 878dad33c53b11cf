"""Write plain text: paragraphs, numbered steps, bullets and the few headings text can show.

What enters: text without markup. What leaves: blocks in a `DocumentBuilder`. Headings are guessed
with care: a wrong heading hides text from its section, a missed one only makes a section longer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.writing.items import BULLET, add_item, continue_item, drop_export_leftovers

__all__ = ["match_item", "write_plain"]

# "2.1 Add" is a step and "3.5 mL" an amount: without a full stop a capitalised word must follow.
NUMBERED = re.compile(
    r"^(?P<indent>\s*)(?P<marker>(?:step\s+|手順\s*)\d{1,3}[.:)：]?"
    r"|\d{1,3}(?:\.\d{1,2})*[.)](?!\d)|\(\d{1,2}\)|[①-⑳]"
    r"|\d{1,2}(?:\.\d{1,2})+(?=\s+(?-i:[A-Z][a-z]+|[\u3040-\u9fff])))"
    r"(?:\s+|(?<=[①-⑳.)：])(?=[^\W\d_]))(?P<text>\S.*)$",
    re.I,
)
LETTERED = re.compile(r"^(?P<indent>\s*)(?P<marker>\(?[a-h][.)])\s+(?P<text>\S.*)$")
BULLETED = re.compile(r"^(?P<indent>\s*)(?P<marker>[-*+•·●○▪◦‣・–])\s+(?P<text>\S.*)$")
UNDERLINE = re.compile(r"^\s*(?:={3,}|-{3,}|~{3,})\s*$")
LONE_NUMBER = re.compile(r"\s*\d{1,3}[.)]\s*")
SHORT_HEADING = 80
# Lines of wrapped prose nearly fill the width; lines of a list or an address do not.
WRAPPED_FILL = 0.6
WRAPPED_WIDTH = 50
CJK = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")


def write_plain(out: DocumentBuilder, text: str, *, below: int = 0) -> None:
    """Write plain text into a builder.

    Args:
        out: Where the blocks go.
        text: The text, newlines as `\\n`.
        below: Level of the heading it stands under; headings found go one deeper.
    """
    writer = PlainWriter(out, level=below + 1)
    for lines in _paragraphs(text):
        writer.paragraph(lines)


def _paragraphs(text: str) -> Iterator[list[str]]:
    """Yield runs of lines between blank lines."""
    lines: list[str] = []
    for line in text.expandtabs(4).split("\n"):
        if line.strip():
            lines.append(line.rstrip())
        elif lines:
            yield lines
            lines = []
    if lines:
        yield lines


class PlainWriter:
    """Write paragraph after paragraph; remembers whether a list is open and how it is indented."""

    def __init__(self, out: DocumentBuilder, *, level: int) -> None:
        self._out = out
        self._level = level
        self._indents: list[int] = []

    def paragraph(self, lines: list[str]) -> None:
        """Write the lines between two blank lines."""
        if len(lines) > 1 and LONE_NUMBER.fullmatch(lines[-1]):
            # An item that was left empty; what stands above it is no less a heading.
            lines = lines[:-1]
        if self._underlined(lines) or self._whole_heading(lines):
            return
        start = next((index for index, line in enumerate(lines) if match_item(line)), len(lines))
        if start == len(lines) and self._continues(lines):
            return
        self._prose(lines[:start], before_items=start < len(lines))
        for line in lines[start:]:
            self._line(line)

    def _underlined(self, lines: list[str]) -> bool:
        if len(lines) < 2 or not UNDERLINE.match(lines[1]) or match_item(lines[0]):
            return False
        self._heading(lines[0], deeper=0 if "=" in lines[1] else 1)
        if lines[2:]:
            self.paragraph(lines[2:])
        return True

    def _whole_heading(self, lines: list[str]) -> bool:
        """Take a line of its own as a heading if it is in capitals or ends in a colon."""
        line = lines[0].strip()
        if len(lines) > 1 or len(line) > SHORT_HEADING or match_item(line):
            return False
        words = line.rstrip(":：").split()
        in_capitals = line.isupper() and (len(words) > 1 or len(line) > 5) and len(line) > 4
        is_label = line.endswith((":", "：")) and len(words) <= 8 and "http" not in line
        if not (in_capitals or is_label):
            return False
        self._heading(line, deeper=0 if in_capitals else 1)
        return True

    def _heading(self, line: str, *, deeper: int = 0) -> None:
        self._indents.clear()
        text = drop_export_leftovers(line).rstrip(":：")
        self._out.heading(text, self._level + deeper)

    def _continues(self, lines: list[str]) -> bool:
        """Add an indented paragraph to the item above it."""
        indent = len(lines[0]) - len(lines[0].lstrip())
        if not self._indents or indent <= self._indents[0]:
            self._indents.clear()
            return False
        return continue_item(self._out, "\n".join(lines))

    def _prose(self, lines: list[str], *, before_items: bool) -> None:
        if not lines:
            return
        last = lines[-1].strip()
        is_heading = before_items and len(last) <= SHORT_HEADING and last[-1] not in ".;,。、!?"
        body = lines[:-1] if is_heading else lines
        text = drop_export_leftovers(_join(body)) if body else ""
        self._out.paragraph(text)
        if is_heading:
            self._heading(last, deeper=1)

    def _line(self, line: str) -> None:
        item = match_item(line)
        if item is None:
            if not continue_item(self._out, line):
                self._out.paragraph(drop_export_leftovers(line))
            return
        marker = BULLET if BULLETED.match(line) else item["marker"]
        depth = self._depth(len(item["indent"]), marker)
        add_item(self._out, item["text"], marker=marker, level=depth)

    def _depth(self, indent: int, marker: str) -> int:
        """Return the nesting depth an indent stands for, among those open."""
        while self._indents and self._indents[-1] > indent:
            self._indents.pop()
        if not self._indents or self._indents[-1] < indent:
            self._indents.append(indent)
        # "2.1" and "a)" are sub-steps even where they are not indented.
        dotted = marker.rstrip(".)").count(".") + (
            marker.strip("(.)").isalpha() and marker != BULLET
        )
        return max(len(self._indents), 1 + dotted)


def match_item(line: str) -> re.Match[str] | None:
    """Match a line that starts with a number, letter or bullet: `indent`, `marker`, `text`."""
    return NUMBERED.match(line) or BULLETED.match(line) or LETTERED.match(line)


def _join(lines: list[str]) -> str:
    """Join wrapped lines into one; keep lines that are short on purpose."""
    stripped = [line.strip() for line in lines]
    widest = max(map(len, stripped))
    is_wrapped = widest >= WRAPPED_WIDTH and all(
        len(line) >= WRAPPED_FILL * widest for line in stripped[:-1]
    )
    if not is_wrapped or len(stripped) == 1:
        return "\n".join(stripped)
    joined = stripped[0]
    for line in stripped[1:]:
        joined += ("" if CJK.match(joined[-1]) and CJK.match(line[0]) else " ") + line
    return joined
