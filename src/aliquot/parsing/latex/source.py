"""Take out of LaTeX source what is not read: comments, switched-off passages; set code aside.

What enters: the text of one file. What leaves: the same text without them, and the code that stood
in it. Code goes first: `%` is a character there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["BODY", "CODE_CLOSE", "CODE_OPEN", "Codes", "braced", "cleaned", "environment", "groups"]

# Private characters around the number of a piece of code.
CODE_OPEN, CODE_CLOSE = "\ue010", "\ue011"
# How far back a line may begin that comments code out.
LINE_CHARS = 1_000
COMMENTED = re.compile(r"(?<!\\)(?:\\\\)*%")
COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
# `\iffalse` opens a passage that is never printed; other conditions may stand inside it.
NEVER = re.compile(r"\\iffalse(?![A-Za-z])")
CONDITION = re.compile(r"\\(?P<if>if[A-Za-z@]*)(?![A-Za-z@])|\\(?P<else>else|fi)(?![A-Za-z@])")
BODY = re.compile(r"\\begin\{document\}(.*?)(?:\\end\{document\}|\Z)", re.S)
CODE = ("verbatim", "Verbatim", "lstlisting", "minted", "alltt", "BVerbatim", "Highlighting")
CODE_BEGIN = re.compile(
    rf"\\begin\{{(?P<name>(?:{'|'.join(CODE)})\*?|comment)\}}"
    r"(?:[ \t]*(?:\[[^\]]{0,400}\])?(?:\{[^}]{0,200}\})?)"
)
GROUP_MARK = re.compile(r"\\.|[{}]", re.S)


@dataclass(slots=True)
class Codes:
    """Code set aside, in order."""

    texts: list[str] = field(default_factory=list)

    def mark(self, text: str) -> str:
        """Keep a piece of code and return the mark that stands for it."""
        self.texts.append(text)
        return f"{CODE_OPEN}{len(self.texts) - 1}{CODE_CLOSE}"


def cleaned(source: str, codes: Codes) -> str:
    """Return source without comments and passages that are switched off.

    Args:
        source: The text of one file.
        codes: Where its code goes.
    """
    source = source.replace(CODE_OPEN, "").replace(CODE_CLOSE, "")
    source = COMMENT.sub(r"\1", _with_code_aside(source, codes))
    return _without_switched_off(source)


def _with_code_aside(source: str, codes: Codes) -> str:
    """Put marks in place of code, and nothing in place of the environment `comment`."""
    kept: list[str] = []
    position = 0
    unclosed: set[str] = set()
    while found := CODE_BEGIN.search(source, position):
        end = _end_of_code(source, found, unclosed)
        if end < 0:
            kept.append(source[position : found.end()])
            position = found.end()
        else:
            is_comment = found["name"] == "comment"
            shown = "" if is_comment else codes.mark(source[found.end() : end])
            kept += [source[position : found.start()], shown]
            position = end + len(_closing(found))
    return "".join([*kept, source[position:]])


def _end_of_code(source: str, found: re.Match[str], unclosed: set[str]) -> int:
    """Return where the code that begins at a match ends; -1 where it is none."""
    line = source.rfind("\n", max(0, found.start() - LINE_CHARS), found.start()) + 1
    if found["name"] in unclosed or COMMENTED.search(source, line, found.start()):
        return -1
    end = source.find(_closing(found), found.end())
    if end < 0:
        # Looked for once: the rest of the file holds no end of it.
        unclosed.add(found["name"])
    return end


def _closing(found: re.Match[str]) -> str:
    return f"\\end{{{found['name']}}}"


def _without_switched_off(source: str) -> str:
    kept: list[str] = []
    position = 0
    while found := NEVER.search(source, position):
        kept.append(source[position : found.start()])
        position = _end_of_condition(source, found.end())
    return "".join([*kept, source[position:]])


def _end_of_condition(source: str, start: int) -> int:
    """Return where a switched-off passage ends: at its own `\\else` or `\\fi`."""
    depth = 1
    for found in CONDITION.finditer(source, start):
        if found["if"]:
            depth += 1
        elif depth == 1:
            return found.end()
        elif found["else"] == "fi":
            depth -= 1
    return len(source)


def braced(source: str, start: int) -> tuple[str, int]:
    """Return the group that opens at `start`, and where it ends; the rest if it never closes."""
    if source[start : start + 1] != "{":
        return "", start
    depth = 0
    for found in GROUP_MARK.finditer(source, start):
        mark = found.group()
        depth += (mark == "{") - (mark == "}")
        if depth == 0 and mark == "}":
            return source[start + 1 : found.start()], found.end()
    return source[start + 1 :], len(source)


def groups(source: str, opening: re.Pattern[str]) -> Iterator[tuple[re.Match[str], str, int]]:
    """Yield each match with the group that follows it and where that ends, none inside another.

    Args:
        source: Where to look.
        opening: What stands before the brace.
    """
    end = 0
    for found in opening.finditer(source):
        if found.start() >= end:
            content, end = braced(source, found.end())
            yield found, content, end


def environment(source: str, name: str, start: int) -> tuple[str, int]:
    """Return an environment's content and where it ends, inner ones of its name included."""
    depth = 1
    marks = re.compile(rf"\\(begin|end)\{{{re.escape(name)}\*?\}}")
    for found in marks.finditer(source, start):
        depth += 1 if found[1] == "begin" else -1
        if depth == 0:
            return source[start : found.start()], found.end()
    return source[start:], len(source)
