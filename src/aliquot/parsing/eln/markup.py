"""Write text whose markup is known only by a media type or by its looks.

What enters: text from a record (a notebook entry, a step, a description). What leaves: blocks.
"""

from __future__ import annotations

import re

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.html.body import text_of_html, write_html
from aliquot.parsing.markdown.parser import write_markdown
from aliquot.parsing.text.plain import write_plain

__all__ = ["plain_text", "write_marked_up"]

HTML_SIGN = re.compile(
    r"</?(?:p|div|br|h[1-6]|ul|ol|li|table|span|strong|b|em|i|sup|sub|a)\b[^>]*>"
)


def write_marked_up(
    out: DocumentBuilder, text: str, *, media_type: str = "", below: int = 0
) -> list[str]:
    """Write text as HTML, Markdown or plain text; return warnings.

    Args:
        out: Where the blocks go.
        text: The text.
        media_type: As stated; text stated to be HTML that holds no tag is plain.
        below: Level of the heading it stands under.
    """
    if media_type == "text/markdown":
        write_markdown(out, text, below=below)
    elif HTML_SIGN.search(text):
        return write_html(out, text, below=below)
    else:
        write_plain(out, text, below=below)
    return []


def plain_text(text: str) -> str:
    """Return text on one line, tags removed where it has any."""
    return text_of_html(text) if HTML_SIGN.search(text) else " ".join(text.split())
