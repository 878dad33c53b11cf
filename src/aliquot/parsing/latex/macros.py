"""Expand an author's own commands: names, units and shorthand, with and without arguments.

What enters: source, and the definitions in it. What leaves: source without the commands. No
definition can make a text grow without end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from aliquot.parsing.latex.source import braced, groups

__all__ = ["Macro", "expand_macros", "read_macros"]

DEFINITION = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand)\*?\s*(?:\{\s*\\([A-Za-z]+)\s*\}|\\([A-Za-z]+))"
    r"\s*(?:\[(?P<count>\d)\])?\s*(?:\[(?P<default>[^\[\]]{0,400})\])?\s*(?=\{)"
    r"|\\def\s*\\([A-Za-z]+)(?P<parameters>(?:#\d)*)\s*(?=\{)"
    r"|\\DeclareMathOperator\*?\s*\{\s*\\([A-Za-z]+)\s*\}\s*(?=\{)"
    r"|\\DeclareSIUnit(?:\[[^\]]{0,400}\])?\s*\{?\s*\\([A-Za-z]+)\s*\}?\s*(?=\{)"
)
# What an author writes for himself is short; longer ones are layout.
MACRO_CHARS = 600
MAXIMUM_MACROS = 500
# A macro in a macro in a macro; deeper ones are circles.
MAXIMUM_PASSES = 6
# Expansion may triple a text of many short names, and a short text more; a bomb wants millions.
GROWTH = 3
GROWTH_CHARS = 200_000
# Commands we read ourselves stay, whatever an author makes of their looks.
KEPT = frozenset(
    {
        *("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "item"),
        *("subparagraph", "caption", "title", "author", "date", "abstract", "label", "ref", "cite"),
        *("citep", "citet", "footnote", "input", "include", "bibliography", "bibitem", "and"),
        *("textbf", "textit", "emph", "SI", "si", "qty", "unit", "num", "ang", "ce", "today"),
        *("maketitle", "thanks", "url", "href", "begin", "end", "multicolumn", "multirow"),
    }
)
LAYOUT = re.compile(r"the[a-z]+|[a-z]*(?:name|skip|stretch|width|font|sep|rule|mark)")
PARAMETER = re.compile(r"#(\d)")
OPTION = re.compile(r"\s*\[([^\[\]]{0,400})\]")
COMMAND_END = re.compile(r"\\[A-Za-z]+$")
SPACE = re.compile(r"\s*")


@dataclass(frozen=True, slots=True)
class Macro:
    """A command an author defined.

    Attributes:
        count: How many arguments it takes.
        default: Its first argument where none is given; `None` where it must be given.
    """

    body: str
    count: int = 0
    default: str | None = None


def read_macros(source: str) -> dict[str, Macro]:
    """Return the commands a source defines, by name."""
    macros: dict[str, Macro] = {}
    for found, body, _ in groups(source, DEFINITION):
        name = next(filter(None, (found[index] for index in (1, 2, 5, 7, 8))), "")
        is_short = len(body) <= MACRO_CHARS and len(macros) < MAXIMUM_MACROS
        if is_short and name not in KEPT and not LAYOUT.fullmatch(name) and "\\@" not in body:
            count = int(found["count"] or 0) or len(found["parameters"] or "") // 2
            macros[name] = Macro(body, count, found["default"])
    return macros


def without_definitions(source: str) -> str:
    """Return the source without the definitions, whose bodies are no text."""
    kept: list[str] = []
    position = 0
    for found, _, end in groups(source, DEFINITION):
        kept.append(source[position : found.start()])
        position = end
    return "".join([*kept, source[position:]])


def expand_macros(text: str, macros: Mapping[str, Macro]) -> str:
    """Return the text with an author's commands replaced by what they stand for."""
    text = without_definitions(text)
    if not macros:
        return text
    use = re.compile(rf"\\({'|'.join(map(re.escape, macros))})(?![A-Za-z@])")
    limit = GROWTH * len(text) + GROWTH_CHARS
    for _ in range(MAXIMUM_PASSES):
        expanded = _expand_once(text, macros, use, limit)
        if expanded == text:
            break
        text = expanded
    return text


def _expand_once(text: str, macros: Mapping[str, Macro], use: re.Pattern[str], limit: int) -> str:
    parts: list[str] = []
    position = size = 0
    while found := use.search(text, position):
        body, end = _expansion(macros[found[1]], text, found.end())
        size += found.start() - position + len(body)
        if size > limit:
            break
        before = text[position : found.start()]
        # "\micro\Molar" must not become "\microM".
        needs_space = body[:1].isalpha() and COMMAND_END.search(before[-40:])
        parts += [before, " " if needs_space else "", body]
        position = end
    return "".join([*parts, text[position:]])


def _expansion(macro: Macro, text: str, start: int) -> tuple[str, int]:
    """Return what one use of a macro stands for, and where it ends."""
    if not macro.count:
        # `\ecoli{}` keeps the space that follows.
        end = start + 2 if text.startswith("{}", start) else start
        return macro.body, end
    arguments: list[str] = []
    if macro.default is not None:
        option = OPTION.match(text, start)
        arguments.append(option[1] if option else macro.default)
        start = option.end() if option else start
    while len(arguments) < macro.count:
        argument, start = _argument(text, start)
        arguments.append(argument)

    def fill(match: re.Match[str]) -> str:
        index = int(match[1]) - 1
        return arguments[index] if 0 <= index < len(arguments) else ""

    return PARAMETER.sub(fill, macro.body), start


def _argument(text: str, start: int) -> tuple[str, int]:
    """Return the next argument: a group, a command or one character."""
    space = SPACE.match(text, start)
    start = space.end() if space else start
    if text.startswith("{", start):
        return braced(text, start)
    command = re.compile(r"\\[A-Za-z]+|.", re.S).match(text, start)
    return (command.group(), command.end()) if command else ("", start)
