"""Read plain text files: notes, protocols, read-mes.

What enters: a text file in any common encoding. What leaves: one `Document`.
"""

from __future__ import annotations

from pathlib import Path

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import read_text
from aliquot.parsing.text.plain import write_plain
from aliquot.parsing.writing.prose import close_prose
from aliquot.types import Document

__all__ = ["TextParser"]

# A first line up to this length that does not end like a sentence is a title.
TITLE_CHARS = 150


class TextParser:
    """Parse plain text files."""

    name = "text"
    version = "3"

    def parse(self, path: Path) -> list[Document]:
        """Return the file as one document.

        Raises:
            ParseError: The file is empty or not text.
        """
        title, rest = _split_title(read_text(path))
        out = DocumentBuilder()
        out.heading(title, 1)
        write_plain(out, rest, below=1)
        document = close_prose(
            out, path, title=title, parser=self.name, parser_version=self.version
        )
        return [document]


def _split_title(text: str) -> tuple[str, str]:
    """Return the title, if the first line is one, and the rest."""
    first, _, rest = text.strip().partition("\n")
    line = first.strip()
    looks_like_title = (
        0 < len(line) <= TITLE_CHARS
        and line[0].isalnum()
        and line[-1] not in ".;,。、:"
        and "\t" not in line
        and bool(rest.strip())
        and not line[:3].rstrip(".) ").isdigit()
    )
    return (line, rest) if looks_like_title else ("", text)
