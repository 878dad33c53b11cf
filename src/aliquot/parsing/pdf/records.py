"""The records the passes hand to each other. Lengths are points, origin top left."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from aliquot.types import BlockType, Box, Location, SectionClass

__all__ = ["Break", "LayoutBlock", "Line", "Page", "Role", "Run", "Style"]


class Style(NamedTuple):
    """How a run of characters is set.

    Attributes:
        font: Base font name without the subset prefix.
        size: Effective size in points, one decimal.
        angle: Direction of the text in user space: 0, 90, 180 or 270 degrees, -1 if oblique.
        invisible: Drawn with render mode 3, as OCR layers and hidden text are.
        white: Filled with pure white.
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
    """A word, or the part of a word set in one style."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    style: Style
    before: Break


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
        is_cell: Has a close neighbour on its baseline.
        opens_caption: Begins a caption.
        lead: Its beginning, where that is set in bold or italics and ends like a run-in heading.
        is_run_in: Is such a beginning, split off.
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
    is_cell: bool = False
    opens_caption: bool = False
    lead: Line | None = None
    is_run_in: bool = False

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
        hidden: Runs dropped by reason: `invisible`, `white`, `off-page`, `tiny`.
        is_ocr: Whether its text is an invisible layer over an image.
        turned: Degrees the reader turns the shown page clockwise to read it (landscape tables).
    """

    number: int
    width: float
    height: float
    lines: list[Line]
    hidden: dict[str, int] = field(default_factory=dict)
    is_ocr: bool = False
    turned: int = 0

    def location(self, line: Line) -> Location:
        """Return where a line stands on the page as it is shown, page number 1-based."""
        corners = [self._shown(line.x0, line.y0), self._shown(line.x1, line.y1)]
        (x0, x1), (y0, y1) = (sorted(axis) for axis in zip(*corners, strict=True))
        return Location(
            self.number + 1, Box(round(x0, 1), round(y0, 1), round(x1, 1), round(y1, 1))
        )

    def _shown(self, x: float, y: float) -> tuple[float, float]:
        """Turn a point back from the frame it was read in."""
        if self.turned == 90:
            return y, self.width - x
        if self.turned == 180:
            return self.width - x, self.height - y
        if self.turned == 270:
            return self.height - y, x
        return x, y


@dataclass(slots=True, eq=False)
class LayoutBlock:
    """A block before it is handed to the document builder.

    Attributes:
        page: 0-based page of a block that has no lines of its own.
    """

    type: BlockType
    text: str
    lines: list[Line]
    level: int = 0
    grid: list[list[str]] | None = None
    caption: str = ""
    page: int = 0
    section_class: SectionClass | None = None

    @property
    def is_float(self) -> bool:
        """Whether prose flows around it."""
        return self.type in {BlockType.CAPTION, BlockType.FOOTNOTE, BlockType.TABLE}
