"""Where citations point, as it leaves; rectangles are left, top, width and height as shares."""

from __future__ import annotations

from aliquot.web.api.models.shape import Shape

__all__ = ["Place", "Slide"]

Rectangle = tuple[float, float, float, float]


class PagePlace(Shape):
    """What is marked on a page; its size is in points."""

    number: int
    width: float
    height: float
    rects: list[Rectangle]


class Grid(Shape):
    """Rows of a table; marked cells are pairs of row and column, -1 being the header."""

    sheet: str
    caption: str
    header: list[str]
    rows: list[list[str]]
    first_row: int
    row_count: int
    marked: list[tuple[int, int]]
    marked_rows: list[int]


class PlacedBlock(Shape):
    """A part of a document; its text is `before`, `mark` (the quote) and `after` in a row."""

    type: str
    level: int
    marker: str
    section: list[str]
    span: tuple[int, int]
    before: str
    mark: str
    after: str
    grid: Grid | None


class SlideShape(PlacedBlock):
    """Text or a table on a slide.

    `rect` is null where its place is not known; `size` is in points, 0 where it is not known;
    `turn` is in degrees, clockwise, about its middle.
    """

    rect: Rectangle | None
    is_title: bool
    size: float
    is_framed: bool
    turn: float


class SlidePicture(Shape):
    """A picture on a slide; `number` asks for it, and is null for what is not shown.

    `crop` is what is cut off left, top, right and bottom, in shares of the picture; `turn` is in
    degrees, clockwise, about its middle.
    """

    rect: Rectangle
    number: int | None
    crop: tuple[float, float, float, float]
    turn: float
    description: str


class Slide(Shape):
    """A slide: texts in reading order, pictures in the order of drawing; sizes are in points."""

    number: int
    count: int
    title: str
    width: float
    height: float
    holds: str
    shapes: list[SlideShape]
    pictures: list[SlidePicture]
    notes: list[PlacedBlock]


class Excerpt(Shape):
    """The quote with what stands around it."""

    before: str
    quote: str
    after: str


class Place(Shape):
    """Where a citation points."""

    target: str
    document_id: str
    chunk_id: str
    title: str
    kind: str
    shown_as: str
    label: str
    file_name: str
    span: tuple[int, int] | None
    section: list[str]
    page: int | None
    pages: list[PagePlace]
    is_exact: bool
    excerpt: Excerpt
    grid: Grid | None
    slide: Slide | None
    blocks: list[PlacedBlock]
    is_recut: bool
    is_changed: bool
