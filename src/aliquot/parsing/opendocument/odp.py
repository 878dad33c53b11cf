"""Read OpenDocument presentations: title, text, tables and notes of each slide.

What enters: an .odp or .fodp file. What leaves: one `Document`, its slides in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from aliquot.errors import ParseError
from aliquot.language import detect_language
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.xml import local_name
from aliquot.parsing.opendocument.lists import ListStyles, OpenList
from aliquot.parsing.opendocument.package import Package, attribute, open_package
from aliquot.parsing.opendocument.places import box_of, page_size
from aliquot.parsing.opendocument.styles import Styles
from aliquot.parsing.opendocument.tables import TableReader
from aliquot.parsing.opendocument.text import ParagraphReader
from aliquot.parsing.writing.heads import LINE_CHARS, stated_authors, stated_year
from aliquot.parsing.writing.hidden import HIDDEN_TEXT, hidden_warnings
from aliquot.parsing.writing.prose import stem, title_from_path
from aliquot.parsing.writing.provenance import found_in
from aliquot.parsing.writing.typography import collapse
from aliquot.types import (
    BlockType,
    Box,
    Document,
    DocumentKind,
    DocumentStatus,
    Location,
    SectionClass,
)

__all__ = ["OdpParser"]

Element = etree._Element
# Talks are dated and signed on the first slides.
OPENING_SLIDES = 2
# Placeholders that a master fills in on every slide.
FURNITURE = frozenset({"date-time", "footer", "header", "page-number"})
TITLES = frozenset({"title"})
# Shapes inside groups inside groups; damaged files go on for ever.
MAXIMUM_DEPTH = 20


class OdpParser:
    """Parse OpenDocument presentations."""

    name = "odp"
    version = "2"

    def parse(self, path: Path) -> list[Document]:
        """Return the file as one document.

        Raises:
            ParseError: The file is damaged, needs a password, or its slides hold no text.
        """
        with open_package(path) as package:
            writer = SlideWriter(package)
            size = None
            for number, page in enumerate(package.body.iterchildren("{*}page"), start=1):
                size = size or page_size(page, package.roots)
                writer.slide(number, page)
        if not len(writer.out):
            raise ParseError(
                "The slides hold no text.",
                source=str(path),
                status="empty",
                hint="Slides that are pictures need OCR: export them as PDF and add that.",
            )
        text = writer.out.build(kind=DocumentKind.SLIDES, title="").text
        opening = writer.opening()
        document = writer.out.build(
            kind=DocumentKind.SLIDES,
            language=detect_language(text),
            status=DocumentStatus.OK,
            warnings=writer.warnings(),
            page_size=size,
            parser=self.name,
            parser_version=self.version,
            **found_in(
                "document properties or first slide",
                title=package.title or writer.title or title_from_path(path),
                authors=package.authors or stated_authors(opening),
                year=stated_year(opening, stem(path), is_talk=True),
            ),
        )
        return [document]


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that stands on a slide: a title, text, or a table.

    Attributes:
        role: `title`, `text` or `table`.
        text: The text.
        grid: Cells of a table.
        box: Where it stands on the slide, in points; `None` where the file does not say.
    """

    role: str
    text: str = ""
    grid: tuple[tuple[str, ...], ...] = ()
    box: Box | None = None


class SlideWriter:
    """Write slide after slide into a builder.

    Args:
        package: The opened presentation.
    """

    def __init__(self, package: Package) -> None:
        self._styles = Styles(package.roots)
        self._lists = ListStyles(package.roots)
        self._reader = ParagraphReader(package, self._styles)
        self._empty: list[int] = []
        self._opening: list[str] = []
        self.out = DocumentBuilder()
        self.title = ""

    def slide(self, number: int, page: Element) -> None:
        """Write one slide: its title, what stands on it, and its notes."""
        hidden = len(self._reader.hidden)
        notes = [note for note in page if local_name(note) == "notes"]
        pieces = list(self._pieces(page))
        if not pieces and not notes:
            self._empty.append(number)
            return
        titles = [piece for piece in pieces if piece.role == "title"]
        title = collapse(" ".join(piece.text for piece in titles))
        # A slide called "Summary" or "Methods" is no part of a paper.
        self.out.heading(
            title or f"Slide {number}",
            1,
            pages=(number,),
            locations=[Location(number, piece.box) for piece in titles],
            section_class=SectionClass.OTHER,
        )
        for piece in pieces:
            at = (Location(number, piece.box),)
            if piece.role == "table":
                self.out.table(piece.grid, locations=at)
            elif piece.role == "text":
                self.out.add(BlockType.SLIDE, piece.text, locations=at)
            if number <= OPENING_SLIDES:
                self._opening += map(collapse, piece.text.split("\n"))
        for note in notes:
            texts = [piece.text for piece in self._pieces(note) if piece.role != "table"]
            self.out.add(BlockType.NOTE, "\n".join(texts), pages=(number,))
        if len(self._reader.hidden) > hidden:
            self.out.mark_last(HIDDEN_TEXT)
        self.title = self.title or title

    def opening(self) -> list[str]:
        """Return the short lines of the first slides."""
        return [line for line in self._opening if len(line) <= LINE_CHARS]

    def warnings(self) -> list[str]:
        """Return what a reader of the receipt should know."""
        numbers = ", ".join(map(str, self._empty))
        found = [f"Slides without text, pictures only: {numbers}."] if numbers else []
        return found + hidden_warnings(self._reader.hidden)

    def _pieces(self, element: Element, depth: int = 0) -> Iterator[Piece]:
        for shape in element:
            name = local_name(shape)
            role = attribute(shape, "class")
            if role in FURNITURE or name in ("notes", "animations", "forms", "par"):
                continue
            tables = list(shape.iterchildren("{*}table"))
            if name == "g" and depth < MAXIMUM_DEPTH:
                yield from self._pieces(shape, depth + 1)
            elif tables:
                for table in tables:
                    grid = TableReader(self._reader).grid(table)
                    yield Piece("table", grid=tuple(map(tuple, grid)), box=box_of(shape))
            elif text := "\n".join(self._lines(shape)):
                yield Piece("title" if role in TITLES else "text", text, box=box_of(shape))

    def _lines(
        self, element: Element, opened: OpenList | None = None, level: int = 0
    ) -> Iterator[str]:
        """Yield the paragraphs of a shape, those of lists behind their numbers or bullets."""
        is_counted = local_name(element) == "list-item"
        for child in element:
            name = local_name(child)
            if name in ("p", "h"):
                text = self._reader.read(child).text
                if text and opened is not None and is_counted:
                    marker = self._lists.marker(opened, level)
                    text, is_counted = f"{marker} {text}".strip(), False
                if text:
                    yield f"{'  ' * (level - 1)}{text}"
            elif name in ("list-item", "list-header", "text-box"):
                yield from self._lines(child, opened, level)
            elif name == "list" and level < MAXIMUM_DEPTH:
                style = attribute(child, "style-name")
                yield from self._lines(child, opened or OpenList(style), level + 1)
