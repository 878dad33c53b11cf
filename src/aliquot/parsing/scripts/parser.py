"""Read analysis scripts: Python, R, shell.

What enters: a program. What leaves: one `Document` of kind notes.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.language import detect_language
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import read_text
from aliquot.parsing.scripts.python import parse_python
from aliquot.parsing.scripts.writing import write_script
from aliquot.parsing.writing.heads import head_lines, stated_year
from aliquot.parsing.writing.prose import stem
from aliquot.types import Document, DocumentKind, DocumentStatus

__all__ = ["ScriptParser"]

LANGUAGES = {".py": "python", ".r": "r", ".sh": "shell", ".bash": "shell"}
SHEBANG = re.compile(r"#!.*?\b(?P<name>python|Rscript|bash|sh|zsh)")
BY_SHEBANG = {"python": "python", "Rscript": "r"}


class ScriptParser:
    """Parse programs of a laboratory."""

    name = "script"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Return the file as one document.

        Raises:
            ParseError: The file is empty or not text.
        """
        source = read_text(path)
        language = _language(path, source)
        out = DocumentBuilder()
        write_script(out, source, language, path.name)
        if len(out) < 2:
            raise ParseError(
                "The script holds no code.",
                source=str(path),
                status="empty",
                hint="Check that it was saved with its content.",
            )
        is_broken = language == "python" and parse_python(source) is None
        warning = "It is not valid Python 3; it was read line by line."
        document = out.build(
            kind=DocumentKind.NOTES,
            title=path.name,
            parser=self.name,
            parser_version=self.version,
            status=DocumentStatus.PARTIAL if is_broken else DocumentStatus.OK,
            warnings=(warning,) if is_broken else (),
        )
        year = stated_year(head_lines(document.blocks), stem(path))
        return [replace(document, year=year, language=detect_language(document.text))]


def _language(path: Path, source: str) -> str:
    by_name = LANGUAGES.get(path.suffix.casefold())
    said = SHEBANG.match(source)
    return by_name or (BY_SHEBANG.get(said["name"], "shell") if said else "shell")
