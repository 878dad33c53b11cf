"""Read Markdown: notes, lab books, protocols.

What enters: Markdown text. What leaves: one `Document` with headings, lists with their true
numbers, tables, code, and links with their address.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import read_text
from aliquot.parsing.html.body import write_html
from aliquot.parsing.latex.text import latex_math
from aliquot.parsing.markdown.front_matter import split_front_matter
from aliquot.parsing.markdown.inline import inline_markdown
from aliquot.parsing.markdown.math import DISPLAY, MATH, with_math
from aliquot.parsing.markdown.notes import NOTE, with_notes
from aliquot.parsing.writing.items import BULLET, add_item, continue_item, drop_export_leftovers
from aliquot.parsing.writing.prose import close_prose
from aliquot.parsing.writing.typography import collapse
from aliquot.types import BlockType, Document

__all__ = ["MarkdownParser", "write_markdown"]

# Exports write sub-steps and remarks as small headings: "### a. 2.4 mL dH2O".
STEP_LIKE_HEADING = re.compile(r"^(?P<marker>[a-z][.)])\s+(?P<text>\S.*)$", re.S)
# A box to tick is the bullet of its item.
TASK = re.compile(r"^\[(?P<mark>[ xX])\]\s+")
# Lines around a remark or column in Pandoc's Markdown, and what hangs on a heading.
FENCE = re.compile(r"^:{3,}.*$", re.M)
HEADING_ATTRIBUTES = re.compile(r"\s*\{[#.][^{}]*\}\s*$")
REMARK_HEADING = re.compile(r"^NOTES?\b")
SMALL_HEADING = 3
# The library's own 20 cuts off real outlines; each level costs a few Python frames.
MAXIMUM_NESTING = 60


class MarkdownParser:
    """Parse Markdown files."""

    name = "markdown"
    version = "3"

    def parse(self, path: Path) -> list[Document]:
        """Return the file as one document.

        Raises:
            ParseError: The file is empty or not text.
        """
        front, text = split_front_matter(read_text(path))
        out = DocumentBuilder()
        write_markdown(out, text)
        document = close_prose(
            out,
            path,
            language=front.language,
            version=front.version,
            parser=self.name,
            parser_version=self.version,
            **front.found_in("front matter"),
        )
        return [document]


def write_markdown(out: DocumentBuilder, text: str, *, below: int = 0) -> None:
    """Write Markdown into a builder.

    Args:
        out: Where the blocks go.
        text: The Markdown.
        below: Level of the heading it stands under; its own headings go deeper.
    """
    tokens = (
        with_notes(with_math(MarkdownIt("commonmark", {"maxNesting": MAXIMUM_NESTING})))
        .enable(["table", "strikethrough"])
        .parse(text)
    )
    MarkdownWriter(out, below=below).write(tokens)


@dataclass(slots=True)
class OpenList:
    """A list being read, with the item under way."""

    is_ordered: bool
    marker: str = BULLET
    parts: list[str] = field(default_factory=list)
    is_written: bool = False


class MarkdownWriter:
    """Turn the flat tokens of markdown-it into blocks; a stack of open lists gives the depth."""

    def __init__(self, out: DocumentBuilder, *, below: int) -> None:
        self._out = out
        self._below = below
        self._lists: list[OpenList] = []

    def write(self, tokens: Sequence[Token]) -> None:
        """Write all tokens of a document."""
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.type == "heading_open":
                self._heading(tokens[index + 1], int(token.tag[1:]))
                index += 2
            elif token.type == "table_open":
                index = self._table(tokens, index)
            else:
                self._token(token)
            index += 1

    def _token(self, token: Token) -> None:
        if token.type in ("bullet_list_open", "ordered_list_open"):
            self._flush_item()
            self._lists.append(OpenList(is_ordered=token.type.startswith("ordered")))
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            self._lists.pop()
        elif token.type == "list_item_open":
            self._open_item(token)
        elif token.type == "list_item_close":
            self._flush_item()
        elif token.type == "inline":
            self._paragraph(token)
        elif token.type in ("fence", "code_block"):
            self._flush_item()
            self._out.add(BlockType.CODE, token.content)
        elif token.type == "html_block":
            self._flush_item()
            write_html(self._out, token.content, below=self._below)

    def _open_item(self, token: Token) -> None:
        current = self._lists[-1]
        current.marker = f"{token.info}{token.markup}" if current.is_ordered else BULLET
        current.parts = []
        current.is_written = False

    def _paragraph(self, token: Token) -> None:
        children = token.children or []
        text = inline_markdown(children, newline="\n" if self._lists else " ")
        if not self._lists:
            self._alone(token.content, children, text)
        elif self._lists[-1].is_written:
            # A paragraph after a nested list or code still belongs to the item.
            if not continue_item(self._out, text):
                self._out.paragraph(text)
        else:
            self._lists[-1].parts.append(text)

    def _alone(self, source: str, children: Sequence[Token], text: str) -> None:
        """Write a paragraph that stands in no list: a formula, footnotes, or prose."""
        formulas = [child for child in children if child.type == MATH]
        if formulas and formulas[0].markup == DISPLAY and len(children) == 1:
            self._out.add(BlockType.FORMULA, latex_math(formulas[0].content))
        elif NOTE.match(source):
            shown = inline_markdown(children, newline="\n")
            for note in NOTE.finditer(shown):
                self._out.add(BlockType.FOOTNOTE, collapse(note["text"]), marker=note["marker"])
        else:
            if FENCE.search(source):
                lines = inline_markdown(children, newline="\n").split("\n")
                text = " ".join(line for line in lines if not FENCE.match(line))
            self._out.paragraph(drop_export_leftovers(text))

    def _flush_item(self) -> None:
        if not self._lists or self._lists[-1].is_written:
            return
        current = self._lists[-1]
        text = "\n".join(current.parts)
        task = TASK.match(text)
        if task and not current.is_ordered:
            current.marker = "☐" if task["mark"] == " " else "☑"
            text = text[task.end() :]
        add_item(self._out, text, marker=current.marker, level=len(self._lists))
        current.is_written = True

    def _heading(self, inline: Token, level: int) -> None:
        text = HEADING_ATTRIBUTES.sub("", inline_markdown(inline.children or [], newline=" "))
        text = drop_export_leftovers(text)
        step = STEP_LIKE_HEADING.match(text)
        if level >= SMALL_HEADING and step:
            add_item(self._out, step["text"], marker=step["marker"], level=2)
        elif level >= SMALL_HEADING and REMARK_HEADING.match(text):
            self._out.paragraph(text)
        else:
            self._out.heading(text, level + self._below)

    def _table(self, tokens: Sequence[Token], start: int) -> int:
        """Write the table that opens at `start`; return the index of its closing token."""
        self._flush_item()
        rows: list[list[str]] = []
        index = start
        while tokens[index].type != "table_close":
            token = tokens[index]
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(inline_markdown(token.children or [], newline=" "))
            index += 1
        self._out.table(rows)
        return index
