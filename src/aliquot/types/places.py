"""The place a citation points to, with all it takes to show it beside the answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aliquot.types.documents import BlockType, DocumentKind
from aliquot.types.spans import Span

__all__ = [
    "GridWindow",
    "PagePlace",
    "Place",
    "PlacedBlock",
    "PlacedPicture",
    "PlacedShape",
    "Rectangle",
    "ShownAs",
    "SlidePlace",
]


class ShownAs(StrEnum):
    """How a place is best shown."""

    PDF = "pdf"
    IMAGE = "image"
    SLIDE = "slide"
    TABLE = "table"
    STEPS = "steps"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A part of a page, in shares of its width and height from the top left: 0 to 1."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PagePlace:
    """What is marked on one page.

    Attributes:
        number: 1-based.
        width: Of the page as it is shown, in points.
        height: Likewise.
        rectangles: One for each line of the quote, in reading order.
    """

    number: int
    width: float
    height: float
    rectangles: tuple[Rectangle, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GridWindow:
    """Rows of a table around the quote.

    Attributes:
        header: The first row of the table.
        rows: Rows shown, none of them the header.
        first_row: 1-based number of the first of `rows` among the rows below the header.
        row_count: Rows below the header in all.
        marked: Cells the quote touches: (index in `rows`, -1 for the header; column).
        caption: Of the table.
        sheet: Name of the sheet; empty where there are none.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    first_row: int
    row_count: int
    marked: tuple[tuple[int, int], ...] = ()
    caption: str = ""
    sheet: str = ""

    @property
    def marked_rows(self) -> tuple[int, ...]:
        """Rows with a marked cell, as indices in `rows`."""
        return tuple(sorted({row for row, _ in self.marked if row >= 0}))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedBlock:
    """A block at or near the quote.

    Attributes:
        type: What it is.
        text: As the document says it.
        span: Where that stands in the document's text.
        level: Of a heading, list item or step.
        marker: Number or bullet as printed.
        section_path: Headings above it, outermost first.
        mark: The quote's part of `text`; `None` where it has none.
        grid: Rows of a table, those around the quote or the first ones.
    """

    type: BlockType
    text: str
    span: Span
    level: int = 0
    marker: str = ""
    section_path: tuple[str, ...] = ()
    mark: Span | None = None
    grid: GridWindow | None = None

    @property
    def parts(self) -> tuple[str, str, str]:
        """What stands before the quote's part, that part, and what stands behind it."""
        mark = self.mark or Span(len(self.text), len(self.text))
        return self.text[: mark.start], mark.of(self.text), self.text[mark.end :]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedShape:
    """Text or a table on a slide.

    Attributes:
        block: What it says, with the quote's part.
        rectangle: Where it stands; `None` where that is not known.
        is_title: Whether it is the slide's title.
        size: Points that most of its type is set in; 0 where that is not known.
        is_framed: Whether it has a ground or a border, or is a chart or a diagram.
        turn: Degrees it is turned by about its middle, clockwise.
    """

    block: PlacedBlock
    rectangle: Rectangle | None = None
    is_title: bool = False
    size: float = 0.0
    is_framed: bool = False
    turn: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedPicture:
    """A picture on a slide.

    Attributes:
        rectangle: Where it stands, before it is turned about its middle; may reach out of the
            slide.
        number: Its place among the slide's pictures, from 1, by which it is asked for; `None` for
            drawings of lines and the like, which are not shown.
        crop: What is cut off its left, top, right and bottom, in shares of its sides; below zero
            it has a margin.
        turn: Degrees it is turned by, clockwise.
        description: What its author says it shows; may be empty.
    """

    rectangle: Rectangle
    number: int | None = None
    crop: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    turn: float = 0.0
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlidePlace:
    """A slide, with the quote on it or in its notes.

    Attributes:
        number: 1-based.
        title: Its title; empty where it has none.
        shapes: In reading order, the title first.
        notes: What the speaker notes say.
        pictures: In the order of drawing; none where the file is not as it was read.
        width: Of the slide, in points; 0 where places are not known.
        height: Likewise.
        count: Number of the last slide that says something.
    """

    number: int
    title: str
    shapes: tuple[PlacedShape, ...]
    notes: tuple[PlacedBlock, ...] = ()
    pictures: tuple[PlacedPicture, ...] = ()
    width: float = 0.0
    height: float = 0.0
    count: int = 0

    @property
    def holds(self) -> str:
        """Where the quote stands: `slide`, `notes`, or empty for neither."""
        if any(one.block.mark for one in self.shapes):
            return "slide"
        return "notes" if any(one.mark for one in self.notes) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a citation, a chunk or a document is.

    Attributes:
        target: What was asked for.
        document_id: The document.
        chunk_id: The chunk; empty where a whole document is named or it was cut anew since.
        title: Of the document.
        kind: Of the document.
        shown_as: How it is best shown.
        label: As a citation of it is labelled.
        file_name: Of the file it was read from.
        span: The quote in the document's text; of a chunk, all of it; `None` for a document.
        section_path: Headings above it, outermost first.
        page: 1-based page, slide or sheet the quote begins on; `None` where there are none.
        pages: Pages with what is marked on them; empty where there are no pages to look at.
        is_exact: Whether the rectangles follow the quote's characters, rather than whole lines.
        excerpt: What stands before the quote, the quote, and what stands behind it.
        grid: Of a quote in a table.
        slide: Of a quote on a slide.
        blocks: The quote's blocks with those around them, in reading order.
        is_recut: Whether the chunk is not there any more, the document having been cut anew.
        is_changed: Whether the file was changed or lost since it was read.
    """

    target: str
    document_id: str
    chunk_id: str
    title: str
    kind: DocumentKind
    shown_as: ShownAs
    label: str
    file_name: str
    span: Span | None
    section_path: tuple[str, ...] = ()
    page: int | None = None
    pages: tuple[PagePlace, ...] = ()
    is_exact: bool = False
    excerpt: tuple[str, str, str] = ("", "", "")
    grid: GridWindow | None = None
    slide: SlidePlace | None = None
    blocks: tuple[PlacedBlock, ...] = ()
    is_recut: bool = False
    is_changed: bool = False
