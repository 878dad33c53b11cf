"""Write a program as blocks: its own description, then its parts, each under its name.

What enters: source code and its language. What leaves: blocks in a `DocumentBuilder`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.scripts.python import parse_python
from aliquot.types import BlockType

__all__ = ["write_script"]

# Where a function begins in a language read line by line.
FUNCTIONS = {
    "r": re.compile(r"^\s*(?P<name>[\w.]+)\s*(?:<-|=)\s*function\s*\("),
    "shell": re.compile(r"^\s*(?:function\s+)?(?P<name>[\w-]+)\s*\(\)\s*\{?"),
    "python": re.compile(r"^(?:async\s+)?(?:def|class)\s+(?P<name>\w+)"),
}
COMMENT = re.compile(r"^\s*#+(?:'|!.*$)?\s?(?P<text>.*)$")
# "# ---- Normalise counts ----" and "#### Load data" part a script into chapters.
CHAPTER = re.compile(
    r"^#+\s*[-=#*]{2,}\s*(?P<after>[^-=#*].*?)\s*[-=#*]*$|^#+\s*(?P<before>\w.*?)\s*[-=#]{4,}\s*$"
)
RULE = re.compile(r"[-=#*\s]*")


def write_script(out: DocumentBuilder, source: str, language: str, title: str) -> None:
    """Write a program.

    Args:
        out: Where the blocks go.
        source: Its text.
        language: `python`, `r` or `shell`.
        title: The heading above it all.
    """
    out.heading(title, 1)
    lines = source.split("\n")
    head = _head_length(lines)
    out.paragraph("\n".join(_comment_texts(lines[:head])))
    tree = parse_python(source) if language == "python" else None
    if tree is not None:
        _write_python(out, tree, lines, head)
    else:
        _write_lines(out, lines[head:], FUNCTIONS[language])


def _head_length(lines: Sequence[str]) -> int:
    """Return how many lines of comment a file begins with."""
    for number, line in enumerate(lines):
        if line.strip() and not COMMENT.match(line):
            return number
    return len(lines)


def _comment_texts(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        found = COMMENT.match(line)
        if found and not line.startswith("#!") and not RULE.fullmatch(found["text"]):
            yield found["text"].strip()


def _write_python(out: DocumentBuilder, tree: ast.Module, lines: Sequence[str], head: int) -> None:
    out.paragraph(ast.get_docstring(tree) or "")
    body = tree.body[1:] if ast.get_docstring(tree) is not None else tree.body
    start = max(head, tree.body[0].end_lineno or 0) if len(body) < len(tree.body) else head
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)]) - 1
        _write_lines(out, lines[start:first], None)
        out.heading(node.name, 2)
        out.paragraph(ast.get_docstring(node) or "")
        start = node.end_lineno or node.lineno
        out.add(BlockType.CODE, "\n".join(lines[first:start]))
    rest = [line for line in lines[start:] if line.strip()]
    if rest and start > head:
        out.heading("Script", 2)
    _write_lines(out, lines[start:], None)


def _write_lines(
    out: DocumentBuilder, lines: Sequence[str], function: re.Pattern[str] | None
) -> None:
    """Write code line by line, parted where a chapter or a function begins."""
    part: list[str] = []
    for line in lines:
        chapter = CHAPTER.match(line)
        begun = function.match(line) if function else None
        if chapter or begun:
            _write_code(out, part)
            part = []
            name = (
                chapter["after"] or chapter["before"] if chapter else begun["name"] if begun else ""
            )
            out.heading(name, 2)
        if not chapter:
            part.append(line)
    _write_code(out, part)


def _write_code(out: DocumentBuilder, lines: Sequence[str]) -> None:
    text = "\n".join(lines).strip("\n")
    if text.strip():
        out.add(BlockType.CODE, text)
