"""Write the body of a message, and choose between its plain text and its HTML.

What enters: the two as a `Message` holds them. What leaves: blocks in a `DocumentBuilder`. Plain
text tells best what is quoted; HTML is read where it has tables, headings or lists that the plain
text lost.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.email.quotes import PieceKind, pieces_of
from aliquot.parsing.html.body import text_of_html, write_node
from aliquot.parsing.text.plain import write_plain
from aliquot.types import BlockType, Document, DocumentKind

__all__ = ["tells_more", "write_message_html", "write_message_text"]

QUOTES = "blockquote, .gmail_quote, .moz-cite-prefix, #divRplyFwdMsg ~ *, #appendonsend ~ *"
# Words, and single characters of Chinese and Japanese, which plain text breaks anywhere.
WORD = re.compile(r"[^\W\u3040-\u9fff]+|[\u3040-\u9fff]")
# Both say the same where one was made from the other; what is left are addresses of links.
SAME_SHARE = 0.8
# A table of one row or column is a signature beside its logo.
MINIMUM_SIDE = 2
STRUCTURE = {
    BlockType.HEADING: "headings",
    BlockType.LIST_ITEM: "items",
    BlockType.STEP: "items",
}


def write_message_text(out: DocumentBuilder, text: str) -> None:
    """Write a body in plain text, what it quotes and its signature as notes."""
    for piece in pieces_of(text):
        if piece.kind is PieceKind.WRITTEN:
            write_plain(out, piece.text, below=1)
        else:
            out.add(BlockType.NOTE, piece.text, flags=(str(piece.kind),))


def write_message_html(out: DocumentBuilder, html: str) -> list[str]:
    """Write a body in HTML, what it quotes as notes below; return warnings."""
    body = LexborHTMLParser(html).body
    if body is None:
        return []
    quotes = [text_of_html(node.html or "") for node in _take_quotes(body)]
    warnings = write_node(out, body, below=1)
    for quote in quotes:
        out.add(BlockType.NOTE, quote, flags=(str(PieceKind.QUOTED),))
    return warnings


def _take_quotes(body: LexborNode) -> Iterator[LexborNode]:
    while (node := body.css_first(QUOTES)) is not None:
        yield node
        node.decompose()


def tells_more(html: str, text: str) -> bool:
    """Tell whether the HTML says what the text says, with structure that the text lost.

    It does not where it hides what is quoted: a quote must not pass for the writer's words.
    """
    in_html, in_text = DocumentBuilder(), DocumentBuilder()
    write_message_html(in_html, html)
    write_message_text(in_text, text)
    rich, plain = _closed(in_html), _closed(in_text)
    if _quotes(plain) > _quotes(rich) or not _says_the_same(rich.text, plain.text):
        return False
    more, less = _structure(rich), _structure(plain)
    return more["tables"] > less["tables"] or (more > less)


def _closed(out: DocumentBuilder) -> Document:
    return out.build(kind=DocumentKind.NOTES, title="")


def _quotes(document: Document) -> bool:
    return any(PieceKind.QUOTED in block.flags for block in document.blocks)


def _says_the_same(rich: str, plain: str) -> bool:
    words = set(WORD.findall(plain.casefold()))
    return len(words & set(WORD.findall(rich.casefold()))) >= SAME_SHARE * len(words)


def _structure(document: Document) -> Counter[str]:
    """Count the tables, headings and items; one counter is above another where none is fewer."""
    found: Counter[str] = Counter()
    for block in document.blocks:
        if block.type in STRUCTURE:
            found[STRUCTURE[block.type]] += 1
        elif block.grid and min(len(block.grid), len(block.grid[0])) >= MINIMUM_SIDE:
            found["tables"] += 1
    return found
