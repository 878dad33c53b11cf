"""Read PowerPoint slides with their speaker notes.

What enters: a .pptx file. What leaves: one `Document`; each slide is a heading and blocks that
carry the slide's number as page.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from aliquot.errors import ParseError
from aliquot.language import detect_language
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.ooxml import attribute, read_core, read_part, relations
from aliquot.parsing.files.xml import local_name
from aliquot.parsing.files.zips import open_zip
from aliquot.parsing.pptx.shapes import Piece, SlideReader
from aliquot.parsing.writing.heads import LINE_CHARS, stated_authors, stated_year
from aliquot.parsing.writing.prose import stem, title_from_path
from aliquot.parsing.writing.typography import collapse
from aliquot.types import BlockType, Document, DocumentKind, DocumentStatus, SectionClass

__all__ = ["PptxParser"]

PRESENTATION = "ppt/presentation.xml"
HIDDEN_SLIDE = "hidden_slide"
# Courses put their name on the first slide, the lecture and its date on the second.
OPENING_SLIDES = 2


class PptxParser:
    """Parse PowerPoint presentations."""

    name = "pptx"
    version = "2"

    def parse(self, path: Path) -> list[Document]:
        """Return the presentation as one document.

        Raises:
            ParseError: The file is damaged, encrypted or holds no text.
        """
        with open_zip(path) as archive:
            writer = SlideWriter(archive)
            for number, part in enumerate(_slide_parts(archive), start=1):
                writer.slide(number, part)
            core = read_core(archive)
        if not writer.has_text:
            raise ParseError(
                "No slide holds text.",
                source=str(path),
                status="needs_ocr",
                hint="The slides are pictures; export them as PDF and add that with OCR.",
            )
        out = writer.out
        text = out.build(kind=DocumentKind.SLIDES, title="").text
        document = out.build(
            kind=DocumentKind.SLIDES,
            title=core.title or writer.title or title_from_path(path),
            authors=core.authors or stated_authors(writer.opening()),
            year=stated_year(writer.opening(), stem(path), is_talk=True),
            language=detect_language(text),
            status=DocumentStatus.OK,
            warnings=writer.warnings(),
            parser=self.name,
            parser_version=self.version,
        )
        return [document]


class SlideWriter:
    """Write slide after slide into a builder.

    Args:
        archive: The opened presentation.
    """

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._empty: list[int] = []
        self._hidden: list[int] = []
        self.out = DocumentBuilder()
        self.title = ""
        self.has_text = False
        self._opening: list[str] = []

    def slide(self, number: int, part: str) -> None:
        """Write one slide: its title, what stands on it, and its notes."""
        root = read_part(self._archive, part)
        if root is None:
            self._empty.append(number)
            return
        links = relations(self._archive, part)
        pieces = list(SlideReader(links, self._part).read(root))
        notes = list(self._notes(links))
        self._count(number, has_text=bool(pieces or notes))
        if not (pieces or notes):
            return
        title = collapse(" ".join(piece.text for piece in pieces if piece.role == "title"))
        flags = self._flags(root, number)
        # A slide called "Summary" or "Methods" is no part of a paper.
        heading = title or f"Slide {number}"
        self.out.heading(heading, 1, pages=(number,), section_class=SectionClass.OTHER)
        self.out.mark_last(*flags)
        for piece in pieces:
            self._write(piece, number, flags)
            if number <= OPENING_SLIDES:
                self._opening += map(collapse, piece.text.split("\n"))
        for note in notes:
            self.out.add(BlockType.NOTE, note, pages=(number,), flags=flags)
        self.title = self.title or title

    def opening(self) -> list[str]:
        """Return the short lines of the first slides, where a talk is dated and signed."""
        return [line for line in self._opening if len(line) <= LINE_CHARS]

    def warnings(self) -> tuple[str, ...]:
        """Return what a reader of the receipt should know."""
        found = []
        if self._empty:
            found.append(f"Slides without text, pictures only: {_numbers(self._empty)}.")
        if self._hidden:
            found.append(f"Hidden slides, read and flagged: {_numbers(self._hidden)}.")
        return tuple(found)

    def _count(self, number: int, *, has_text: bool) -> None:
        self.has_text = self.has_text or has_text
        if not has_text:
            self._empty.append(number)

    def _flags(self, root: etree._Element, number: int) -> tuple[str, ...]:
        if root.get("show") not in ("0", "false"):
            return ()
        self._hidden.append(number)
        return (HIDDEN_SLIDE,)

    def _write(self, piece: Piece, number: int, flags: tuple[str, ...]) -> None:
        if piece.role == "table":
            self.out.add(BlockType.CAPTION, piece.text, pages=(number,), flags=flags)
            self.out.table(piece.grid, caption=piece.text, pages=(number,), flags=flags)
        elif piece.role == "text":
            self.out.add(BlockType.SLIDE, piece.text, pages=(number,), flags=flags)

    def _notes(self, links: dict[str, str]) -> Iterator[str]:
        for target in links.values():
            if "notesSlide" not in target:
                continue
            root = read_part(self._archive, target)
            if root is not None:
                pieces = SlideReader({}, self._part).read(root)
                yield "\n".join(piece.text for piece in pieces if piece.role == "text")

    def _part(self, name: str) -> etree._Element | None:
        return read_part(self._archive, name) if name.endswith(".xml") else None


def _slide_parts(archive: zipfile.ZipFile) -> list[str]:
    """Return the slides' parts in the order of the show."""
    root = read_part(archive, PRESENTATION)
    if root is None:
        raise ParseError(
            "The file holds no presentation.",
            source=archive.filename or "",
            hint="Open it in PowerPoint and save it again as .pptx.",
        )
    targets = relations(archive, PRESENTATION)
    # The plain `id` is a number of its own; the relation is the one with a namespace.
    names = (_relation_id(item) for item in root.iter("{*}sldId") if local_name(item) == "sldId")
    return [targets[name] for name in names if name in targets]


def _relation_id(element: etree._Element) -> str:
    ids = [str(value) for key, value in element.attrib.items() if str(key).endswith("}id")]
    return ids[0] if ids else attribute(element, "id")


def _numbers(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
