"""The records the passes hand to each other. Lengths are points, origin top left."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from aliquot.types import BlockType, Box, Location, SectionClass

__all__ = ["Break", "LayoutBlock", "Line", "Page", "Role", "Rule", "Run", "Style"]


class Style(NamedTuple):
    """How a run of characters is set.

    Attributes:
        font: Base font name without the subset prefix.
        size: Effective size in points, one decimal.
        angle: Direction of the text in user space: 0, 90, 180 or 270 degrees, -1 if oblique.
        invisible: Drawn with render mode 3, as OCR layers and hidden text are.
        white: Filled with white or nearly so, or transparent: perhaps nobody sees it.
    """

    font: str
    size: float
    bold: bool
    italic: bool
    angle: int
    invisible: bool
    white: bool


class Break(StrEnum):
    """What stands before a run."""

    NONE = "none"
    SPACE = "space"
    LINE = "line"


class Run(NamedTuple):
    """A word, or the part of a word set in one style.

    Attributes:
        suspect: May stand for other characters than those drawn.
        repaired: Holds symbols read by their outline or font instead of their code.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    style: Style
    before: Break
    suspect: bool = False
    repaired: bool = False


class Rule(NamedTuple):
    """A thin line drawn on a page, as its box."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def is_level(self) -> bool:
        """Whether it runs from left to right."""
        return self.x1 - self.x0 >= self.y1 - self.y0


class Role(StrEnum):
    """What a line is on its page."""

    TEXT = "text"
    SMALL = "small"
    HEADING = "heading"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    TABLE = "table"
    FURNITURE = "furniture"
    LINE_NUMBER = "line number"


@dataclass(slots=True, eq=False)
class Line:
    """One line of one column.

    Attributes:
        page: 0-based inside the layout pass.
        drawn: Place in the order of drawing.
        suspect: Holds characters of a symbol font that may be others than those drawn.
        repaired: Holds symbols read by their outline or font instead of their code.
        is_cell: Has a close neighbour on its baseline.
        opens_caption: Begins a caption.
        lead: Its beginning, where that is set in bold or italics and ends like a run-in heading.
        is_run_in: Is such a beginning, split off.
        edges: Left and right edge of each of its words by turns; empty where not known.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    font: str
    bold: bool
    italic: bool
    page: int
    drawn: int = 0
    role: Role = Role.TEXT
    suspect: bool = False
    repaired: bool = False
    is_cell: bool = False
    opens_caption: bool = False
    lead: Line | None = None
    is_run_in: bool = False
    edges: Sequence[float] = ()

    @property
    def style(self) -> tuple[float, bool, bool, str]:
        """What two lines of one heading share."""
        return (round(self.size, 1), self.bold, self.italic, self.font)

    @property
    def width(self) -> float:
        """Width in points."""
        return self.x1 - self.x0

    @property
    def middle(self) -> float:
        """Vertical centre in points."""
        return (self.y0 + self.y1) / 2


@dataclass(slots=True, eq=False)
class Page:
    """Lines of one page and what had to be left out of it.

    Attributes:
        number: 0-based.
        hidden: Runs dropped by reason: `invisible`, `unseen` (of the colour of its ground, covered
            or in a layer that is switched off), `off-page`, `tiny`.
        hidden_words: Text of the runs dropped, in order.
        covered_words: Text of the lines dropped because others are printed over them.
        is_ocr: Whether its text is an invisible layer over an image.
        repaired: How often which stored character was read as which symbol.
        turned: Degrees the reader turns the shown page clockwise to read it (landscape tables).
        aside: What is printed across the direction of reading: stamps, banners at the side.
        vertical: Whether it is set in columns from top to bottom, turned into lines.
        sideways: The same as `aside` as a page of its own, where it is long.
        rules: Lines drawn on it.
        skew: Degrees its lines fall to the right: a scan that lies askew, read as if level.
    """

    number: int
    width: float
    height: float
    lines: list[Line]
    hidden: dict[str, int] = field(default_factory=dict)
    hidden_words: str = ""
    covered_words: str = ""
    is_ocr: bool = False
    turned: int = 0
    repaired: Mapping[tuple[str, str], int] = field(default_factory=dict)
    aside: str = ""
    vertical: bool = False
    sideways: Page | None = None
    rules: tuple[Rule, ...] = ()
    skew: float = 0.0

    def location(self, line: Line) -> Location:
        """Return where a line stands on the page as it is shown, page number 1-based.

        Boxes are those of the font and may reach over the edge, where nothing is shown.
        """
        points = itertools.product((line.x0, line.x1), (line.y0, line.y1))
        corners = [self._shown(*self._askew(x, y)) for x, y in points]
        xs, ys = zip(*corners, strict=True)
        wide, high = self.width, self.height
        if self.turned in (90, 270):
            wide, high = high, wide
        x0, x1 = _within(min(xs), wide), _within(max(xs), wide)
        y0, y1 = _within(min(ys), high), _within(max(ys), high)
        return Location(self.number + 1, Box(x0, y0, x1, y1))

    def _askew(self, x: float, y: float) -> tuple[float, float]:
        """Turn a point back about the centre of a page that was levelled."""
        if not self.skew:
            return x, y
        dx, dy = x - self.width / 2, y - self.height / 2
        cosine, sine = math.cos(math.radians(self.skew)), math.sin(math.radians(self.skew))
        return self.width / 2 + cosine * dx - sine * dy, self.height / 2 + sine * dx + cosine * dy

    def _shown(self, x: float, y: float) -> tuple[float, float]:
        """Turn a point back from the frame it was read in."""
        if self.turned == 90:
            return y, self.width - x
        if self.turned == 180:
            return self.width - x, self.height - y
        if self.turned == 270:
            return self.height - y, x
        return x, y


def _within(edge: float, size: float) -> float:
    """Return an edge in tenths of a point, no farther out than that of the page."""
    return min(max(round(edge, 1), 0.0), math.floor(10 * size) / 10)


@dataclass(slots=True, eq=False)
class LayoutBlock:
    """A block before it is handed to the document builder.

    Attributes:
        page: 0-based page of a block that has no lines of its own.
        marker: Number or bullet of an item as printed.
        flags: Doubts about it beyond those of its lines.
        repaired: How often which stored character was read as which symbol, by its context.
    """

    type: BlockType
    text: str
    lines: list[Line]
    level: int = 0
    grid: list[list[str]] | None = None
    caption: str = ""
    page: int = 0
    section_class: SectionClass | None = None
    marker: str = ""
    flags: frozenset[str] = frozenset()
    repaired: Mapping[tuple[str, str], int] = field(default_factory=dict)

    @property
    def is_float(self) -> bool:
        """Whether prose flows around it."""
        return self.type in {BlockType.CAPTION, BlockType.FOOTNOTE, BlockType.TABLE}
