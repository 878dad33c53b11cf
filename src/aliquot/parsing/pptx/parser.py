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
from aliquot.parsing.files.ooxml import read_core, read_part, relations
from aliquot.parsing.files.zips import open_zip
from aliquot.parsing.pptx.decks import Deck, Slide
from aliquot.parsing.pptx.pieces import Piece
from aliquot.parsing.pptx.shapes import SlideReader
from aliquot.parsing.writing.heads import LINE_CHARS, stated_authors, stated_year
from aliquot.parsing.writing.hidden import HIDDEN_TEXT, hidden_warnings
from aliquot.parsing.writing.prose import stem, title_from_path
from aliquot.parsing.writing.typography import collapse
from aliquot.types import (
    BlockType,
    Document,
    DocumentKind,
    DocumentStatus,
    Location,
    SectionClass,
)

__all__ = ["PptxParser"]

HIDDEN_SLIDE = "hidden_slide"
# Courses put their name on the first slide, the lecture and its date on the second.
OPENING_SLIDES = 2


class PptxParser:
    """Parse PowerPoint presentations."""

    name = "pptx"
    version = "4"

    def parse(self, path: Path) -> list[Document]:
        """Return the presentation as one document.

        Raises:
            ParseError: The file is damaged, encrypted or holds no text.
        """
        with open_zip(path) as archive:
            deck = Deck(archive)
            writer = SlideWriter(archive, deck)
            for slide in deck.slides():
                writer.slide(slide)
            core = read_core(archive)
        if not writer.has_text:
            raise ParseError(
                "No slide holds text.",
                source=str(path),
                status="needs_ocr",
                hint="The slides are pictures: export them as PDF and add that; its text is "
                "recognised after pip install 'aliquot[ocr]'.",
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
            page_size=deck.size_pt,
            parser=self.name,
            parser_version=self.version,
        )
        return [document]


class SlideWriter:
    """Write slide after slide into a builder.

    Args:
        archive: The opened presentation.
        deck: What its slides share.
    """

    def __init__(self, archive: zipfile.ZipFile, deck: Deck) -> None:
        self._archive = archive
        self._deck = deck
        self._empty: list[int] = []
        self._hidden: list[int] = []
        self._hidden_texts: list[str] = []
        self._embedded: list[str] = []
        self._commented: list[int] = []
        self._section = ""
        self.out = DocumentBuilder()
        self.title = ""
        self.has_text = False
        self._opening: list[str] = []

    def slide(self, slide: Slide) -> None:
        """Write one slide: its title, what stands on it, and its notes."""
        root = read_part(self._archive, slide.part)
        if root is None:
            self._empty.append(slide.number)
            return
        links = relations(self._archive, slide.part)
        reader = SlideReader(links, self._part, self._deck.setting(root, links))
        pieces = reader.read(root)
        notes = [*self._notes(links)]
        self._count(slide.number, reader, links, has_text=bool(pieces or notes))
        if not (pieces or notes):
            return
        flags = self._flags(root, slide.number)
        self._head(slide, pieces, flags)
        if reader.hidden:
            self.out.mark_last(HIDDEN_TEXT)
        for piece in pieces:
            self._write(piece, slide.number, flags)
            if slide.number <= OPENING_SLIDES:
                self._opening += map(collapse, piece.text.split("\n"))
        for note in notes:
            self.out.add(BlockType.NOTE, note, pages=(slide.number,), flags=flags)

    def _head(self, slide: Slide, pieces: list[Piece], flags: tuple[str, ...]) -> None:
        """Write the slide's title, below its section where that is new."""
        pages = (slide.number,)
        titles = [piece for piece in pieces if piece.role == "title"]
        title = collapse(" ".join(piece.text for piece in titles))
        if slide.section != self._section:
            self._section = slide.section
            self.out.heading(slide.section, 1, pages=pages, section_class=SectionClass.OTHER)
        # A slide called "Summary" or "Methods" is no part of a paper.
        self.out.heading(
            title or f"Slide {slide.number}",
            2 if self._section else 1,
            pages=pages,
            locations=[Location(slide.number, piece.box) for piece in titles],
            section_class=SectionClass.OTHER,
        )
        self.out.mark_last(*flags)
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
        found += hidden_warnings(self._hidden_texts)
        if self._embedded:
            kinds = ", ".join(dict.fromkeys(self._embedded))
            found.append(f"{len(self._embedded)} embedded object(s) not read: {kinds}.")
        if self._commented:
            found.append(f"Comments left out, on slides {_numbers(self._commented)}.")
        return tuple(found)

    def _count(
        self, number: int, reader: SlideReader, links: dict[str, str], *, has_text: bool
    ) -> None:
        self.has_text = self.has_text or has_text
        self._hidden_texts += reader.hidden
        self._embedded += reader.embedded
        if not has_text:
            self._empty.append(number)
        if any("/comments/" in target for target in links.values()):
            self._commented.append(number)

    def _flags(self, root: etree._Element, number: int) -> tuple[str, ...]:
        if root.get("show") not in ("0", "false"):
            return ()
        self._hidden.append(number)
        return (HIDDEN_SLIDE,)

    def _write(self, piece: Piece, number: int, flags: tuple[str, ...]) -> None:
        at = (Location(number, piece.box),)
        if piece.role == "table":
            self.out.add(BlockType.CAPTION, piece.text, locations=at, flags=flags)
            self.out.table(piece.grid, caption=piece.text, locations=at, flags=flags)
        elif piece.role in ("text", "picture"):
            self.out.add(BlockType.SLIDE, piece.text, locations=at, flags=flags)

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


def _numbers(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
