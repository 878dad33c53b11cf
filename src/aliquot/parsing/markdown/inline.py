"""Write the inline tokens of Markdown as plain text.

What enters: tokens of one paragraph, heading or cell. What leaves: the text a reader sees, with the
address of each link.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it.token import Token

from aliquot.parsing.latex.text import latex_math
from aliquot.parsing.markdown.math import MATH
from aliquot.parsing.writing.typography import link_suffix, subscript, superscript

__all__ = ["inline_markdown"]

# Names that cameras and screenshot tools give, in place of a description.
NAMELESS_IMAGE = re.compile(
    r"(?:image|img|photo|picture|untitled|screen ?shot|スクリーンショット|画像)?[\s\d_.:()-]*"
    r"(?:at [\d .:]+(?:am|pm)?)?(?:\.?(?:png|jpe?g|gif|svg|webp))?",
    re.I,
)
# CommonMark does not close bold before a Japanese word: "**遺伝子 (hg19)**の".
LEFT_OVER_BOLD = re.compile(r"\*\*(?=\S)([^*\n]+?)\*\*(?=[\u3000-\u9fff\uff00-\uffef])")
# Where a footnote is called: "[^1]".
NOTE_MARK = re.compile(r"\[\^([^\]\s]{1,40})\](?!:)")
# Identifiers and classes that Pandoc and Quarto hang on images and spans: "{#fig-1 width=50%}".
ATTRIBUTES = re.compile(r"(?<=\])\{[#.][^{}\n]{0,200}\}")
HTML_TAG = re.compile(r"<\s*(/?)\s*([a-z0-9]+)", re.I)
CJK = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")


def inline_markdown(tokens: Sequence[Token], *, newline: str = " ") -> str:
    """Return the text of inline tokens.

    Args:
        tokens: Children of an inline token.
        newline: What a line break of the source becomes.
    """
    writer = InlineWriter(newline)
    for token in tokens:
        writer.add(token)
    text = NOTE_MARK.sub(_note_mark, writer.text().strip())
    return LEFT_OVER_BOLD.sub(r"\1", ATTRIBUTES.sub("", text))


def _note_mark(match: re.Match[str]) -> str:
    name = match[1]
    return superscript(name) if name.isdigit() else f"[{name}]"


class InlineWriter:
    """Collect text; a stack remembers where links, raised and lowered text began."""

    def __init__(self, newline: str) -> None:
        self._newline = newline
        self._parts: list[str] = []
        self._open: list[tuple[str, int, str]] = []

    def text(self) -> str:
        """Return what was collected."""
        return "".join(self._parts)

    def add(self, token: Token) -> None:
        """Add one token."""
        if token.type in ("text", "code_inline", "text_special"):
            self._parts.append(token.content)
        elif token.type == MATH:
            self._parts.append(latex_math(token.content))
        elif token.type == "softbreak":
            self._soft_break()
        elif token.type == "hardbreak":
            self._parts.append("\n" if self._newline == "\n" else " ")
        elif token.type == "link_open":
            self._open.append(("a", len(self._parts), str(token.attrs.get("href", ""))))
        elif token.type == "link_close":
            self._close("a")
        elif token.type == "image":
            self._image(token)
        elif token.type == "html_inline":
            self._html(token.content)

    def _soft_break(self) -> None:
        """Break the line; Japanese written over several lines needs no space."""
        after_cjk = self._parts and CJK.match(self._parts[-1][-1:])
        self._parts.append("" if after_cjk and self._newline == " " else self._newline)

    def _image(self, token: Token) -> None:
        alt = token.content.strip()
        if not NAMELESS_IMAGE.fullmatch(alt):
            self._parts.append(f"[image: {alt}]")

    def _html(self, tag: str) -> None:
        found = HTML_TAG.match(tag)
        name = found[2].casefold() if found else ""
        if name == "br":
            self._parts.append("\n" if self._newline == "\n" else " ")
        elif name in ("sup", "sub") and found:
            if found[1]:
                self._close(name)
            else:
                self._open.append((name, len(self._parts), ""))

    def _close(self, name: str) -> None:
        if not self._open or self._open[-1][0] != name:
            return
        _, start, address = self._open.pop()
        text = "".join(self._parts[start:])
        if name == "sup":
            text = superscript(text, before="".join(self._parts[max(0, start - 1) : start]))
        elif name == "sub":
            text = subscript(text)
        else:
            text += link_suffix(text, address)
        self._parts[start:] = [text]
