"""Read EPUB books: textbooks, manuals, articles saved for a reader.

What enters: an .epub file. What leaves: one `Document` with the chapters in reading order, through
the reader of HTML pages. Chapters without a heading get theirs from the table of contents.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.epub.chapters import Chapter, read_chapter
from aliquot.parsing.epub.metadata import Metadata
from aliquot.parsing.epub.package import Package, TocEntry, read_package
from aliquot.parsing.files.zips import open_zip, read_member
from aliquot.parsing.html.body import write_node
from aliquot.parsing.writing.lines import add_fields
from aliquot.parsing.writing.prose import close_prose
from aliquot.types import BlockType, Document, DocumentKind, DocumentStatus

__all__ = ["EpubParser"]


class EpubParser:
    """Parse EPUB books."""

    name = "epub"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Return the book as one document.

        Raises:
            ParseError: The file is damaged, locked by its seller, or holds no text.
        """
        out = DocumentBuilder()
        with open_zip(path) as archive:
            package = read_package(archive)
            _refuse_lock(package, path)
            _write_metadata(out, package.metadata)
            before = len(out)
            warnings, missing = _write_chapters(out, archive, package)
        if len(out) == before:
            raise ParseError(
                "The book holds no text.",
                source=str(path),
                status="empty",
                hint="Its pages may be pictures; add the PDF instead, which may go through OCR.",
            )
        metadata = package.metadata
        document = close_prose(
            out,
            path,
            kind=DocumentKind.OTHER,
            may_be_paper=True,
            language=metadata.language,
            status=DocumentStatus.PARTIAL if missing else DocumentStatus.OK,
            warnings=[*missing, *warnings],
            parser=self.name,
            parser_version=self.version,
            **metadata.found_in("EPUB metadata"),
        )
        return [document]


def _refuse_lock(package: Package, path: Path) -> None:
    if package.locked.intersection(package.chapters):
        raise ParseError(
            "The book is locked by its seller (DRM).",
            source=str(path),
            status="encrypted",
            hint="Ask the publisher for a copy without DRM; only that can be searched.",
        )


def _write_metadata(out: DocumentBuilder, metadata: Metadata) -> None:
    out.heading(metadata.title, 1)
    add_fields(
        out,
        (
            ("Authors", "; ".join(metadata.authors)),
            ("Publisher", metadata.journal),
            ("Year", str(metadata.year or "")),
            ("ISBN", metadata.isbn),
            ("DOI", metadata.doi),
            ("Subjects", "; ".join(metadata.subjects)),
        ),
    )


def _write_chapters(
    out: DocumentBuilder, archive: zipfile.ZipFile, package: Package
) -> tuple[list[str], list[str]]:
    """Write the pages in order; return warnings, and those about pages that could not be read."""
    warnings: list[str] = []
    missing: list[str] = []
    for name in package.chapters:
        data = read_member(archive, name)
        if data is None:
            missing.append(f"The page {name} is missing in the book.")
            continue
        try:
            chapter = read_chapter(data)
        except ParseError as exc:
            missing.append(f"The page {name} was not read. {exc.message}")
            continue
        warnings += _write_chapter(out, chapter, package.toc.get(name))
    return warnings, missing


def _write_chapter(out: DocumentBuilder, chapter: Chapter, entry: TocEntry | None) -> list[str]:
    if chapter.body is None:
        return []
    if entry is not None and not _is_headed(chapter, entry):
        out.heading(entry.title, entry.level + 1)
    before = len(out)
    # The book's title stands above every chapter, and a chapter's own headings begin at 1.
    warnings = write_node(out, chapter.body, below=1)
    for marker, text in chapter.notes:
        out.add(BlockType.FOOTNOTE, text, marker=marker)
    if len(out) == before and entry is not None and not _is_headed(chapter, entry):
        # A page of pictures: its heading would stand for nothing.
        out.drop_last()
    return warnings


def _is_headed(chapter: Chapter, entry: TocEntry) -> bool:
    """Tell whether a page shows its line of the table of contents as one of its headings."""
    wanted = _bare(entry.title)
    shown = filter(None, map(_bare, chapter.headings))
    return any(wanted in heading or heading in wanted for heading in shown)


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
