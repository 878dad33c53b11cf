"""Read OpenDocument texts: manuscripts, protocols and notes written in LibreOffice.

What enters: an .odt or .fodt file. What leaves: one `Document`.
"""

from __future__ import annotations

from pathlib import Path

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.opendocument.body import TextWriter
from aliquot.parsing.opendocument.package import open_package
from aliquot.parsing.writing.prose import close_prose
from aliquot.parsing.writing.provenance import found_in
from aliquot.types import Document

__all__ = ["OdtParser"]


class OdtParser:
    """Parse OpenDocument texts."""

    name = "odt"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Return the file as one document.

        Raises:
            ParseError: The file is damaged, needs a password, or holds no text.
        """
        out = DocumentBuilder()
        with open_package(path) as package:
            writer = TextWriter(out, package)
            writer.write(package.body)
        place = "document properties" if package.title else "title style"
        found = found_in(
            "document properties", title=package.title or writer.title, authors=package.authors
        )
        if writer.title or package.title:
            found["provenance"] = {**found["provenance"], "title": place}
        document = close_prose(
            out,
            path,
            may_be_paper=True,
            warnings=writer.warnings(),
            parser=self.name,
            parser_version=self.version,
            **found,
        )
        return [document]
