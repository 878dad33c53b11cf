"""Read what stands on a PowerPoint slide: text, tables, charts, diagrams, what pictures show.

What enters: the shape tree of a slide. What leaves: `Piece`s in reading order, and what was hidden
or could not be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from lxml import etree

from aliquot.parsing.files.ooxml import attribute
from aliquot.parsing.files.xml import local_name
from aliquot.parsing.pptx.charts import read_chart
from aliquot.parsing.pptx.colours import Colour
from aliquot.parsing.pptx.decks import Setting
from aliquot.parsing.pptx.pieces import Piece
from aliquot.parsing.pptx.places import (
    WHOLE,
    Frame,
    Rectangle,
    fill_of,
    place_of,
    reading_order,
)
from aliquot.parsing.pptx.text import TextReader
from aliquot.parsing.tables.grids import Cell, expand, span
from aliquot.parsing.writing.pictures import picture_line
from aliquot.parsing.writing.typography import collapse

__all__ = ["Shape", "SlideReader", "is_seen", "placed_shapes"]

TITLES = frozenset({"title", "ctrTitle"})
# The same on every slide, or a number.
FURNITURE = frozenset({"sldNum", "dt", "ftr", "hdr", "sldImg"})


class Shape(NamedTuple):
    """A shape where it stands on the slide; `place` is `None` where no one states it."""

    element: etree._Element
    place: Rectangle | None


class SlideReader:
    """Read the shapes of one slide.

    Args:
        links: Targets by relation id: addresses, and names of chart and diagram parts.
        part: Returns the root of a part by name, or `None`.
        setting: What the slide stands in.
    """

    def __init__(
        self,
        links: dict[str, str],
        part: Callable[[str], etree._Element | None],
        setting: Setting | None = None,
    ) -> None:
        self._links = links
        self._part = part
        self._setting = setting or Setting()
        self._text = TextReader(links, self._setting.palette)
        self.embedded: list[str] = []

    @property
    def hidden(self) -> list[str]:
        """Texts left out because nobody sees them."""
        return self._text.hidden

    def read(self, root: etree._Element) -> list[Piece]:
        """Return the pieces of a slide or notes page in reading order, titles first."""
        tree = next(root.iter("{*}spTree"), root)
        placed: list[tuple[Rectangle | None, Piece]] = []
        drawn: list[Shape] = []
        for shape in placed_shapes(tree, WHOLE, self._setting.places):
            if not is_seen(shape, self._setting):
                self.hidden.extend(filter(None, [_plain(shape.element)]))
                continue
            box = None if shape.place is None else shape.place.in_points
            placed += [
                (shape.place, replace(piece, box=box)) for piece in self._pieces(shape, drawn)
            ]
            drawn.append(shape)
        titles = [piece for _, piece in placed if piece.role == "title"]
        return titles + self._ordered([one for one in placed if one[1].role != "title"])

    def _ordered(self, placed: list[tuple[Rectangle | None, Piece]]) -> list[Piece]:
        boxes = [place for place, _ in placed if place is not None]
        if len(boxes) < len(placed):
            return [piece for _, piece in placed]
        order = reading_order(boxes, self._setting.width, self._setting.height)
        return [placed[index][1] for index in order]

    def _pieces(self, shape: Shape, drawn: list[Shape]) -> Iterator[Piece]:
        name = local_name(shape.element)
        if name in ("sp", "cxnSp"):
            yield from self._shape(shape, drawn)
        elif name == "graphicFrame":
            yield from self._frame(shape.element)
        elif name == "pic":
            yield from _description(shape.element)

    def _shape(self, shape: Shape, drawn: list[Shape]) -> Iterator[Piece]:
        role = _placeholder(shape.element)
        body = next((child for child in shape.element if local_name(child) == "txBody"), None)
        if role in FURNITURE or body is None:
            return
        text = self._text.read(body, self._ground(shape, drawn))
        if text:
            yield Piece("title" if role in TITLES else "text", text)

    def _ground(self, shape: Shape, drawn: list[Shape]) -> Colour | None:
        """Return the colour under a shape's text; `None` where anything else decides it."""
        fill = fill_of(shape.element, self._setting.filled)
        if fill == "solidFill":
            properties = next(c for c in shape.element if local_name(c) == "spPr")
            return self._setting.palette.solid(properties)
        if fill != "noFill" or shape.place is None:
            return None
        beneath: list[Rectangle | None] = [*self._setting.beneath]
        beneath += [
            other.place
            for other in drawn
            if fill_of(other.element, self._setting.filled) != "noFill"
        ]
        if any(other is None or other.overlaps(shape.place) for other in beneath):
            return None
        return self._setting.ground

    def _frame(self, frame: etree._Element) -> Iterator[Piece]:
        for table in frame.iter("{*}tbl"):
            yield self._table(table)
        for chart in frame.iter("{*}chart"):
            root = self._part(self._links.get(attribute(chart, "id"), ""))
            if root is not None:
                yield from read_chart(root)
        for diagram in frame.iter("{*}relIds"):
            root = self._part(self._links.get(attribute(diagram, "dm"), ""))
            lines = _diagram_lines(root) if root is not None else []
            yield Piece("text", "\n".join(lines))
        for item in frame.iter("{*}oleObj"):
            self.embedded.append(item.get("progId", "object"))

    def _table(self, table: etree._Element) -> Piece:
        rows = []
        for row in table.iter("{*}tr"):
            cells = [cell for cell in row if local_name(cell) == "tc"]
            rows.append([self._cell(cell) for cell in cells if not cell.get("hMerge")])
        return Piece("table", "", tuple(tuple(row) for row in expand(rows)))

    def _cell(self, cell: etree._Element) -> Cell:
        if cell.get("vMerge"):
            return Cell("", span(cell.get("gridSpan")))
        body = next((child for child in cell if local_name(child) == "txBody"), None)
        text = "" if body is None else collapse(self._text.read(body))
        return Cell(text, span(cell.get("gridSpan")))


def is_seen(shape: Shape, setting: Setting) -> bool:
    """Tell whether a shape stands on the slide and is not hidden."""
    slide = Rectangle(0, 0, setting.width, setting.height)
    if shape.place is not None and not shape.place.touches(slide):
        return False
    return not any(item.get("hidden") in ("1", "true") for item in shape.element.iter("{*}cNvPr"))


def placed_shapes(
    tree: etree._Element, frame: Frame, places: dict[str, Rectangle]
) -> Iterator[Shape]:
    """Yield the shapes of a tree in the order of drawing, groups looked through.

    Args:
        tree: The `spTree`.
        frame: How its coordinates become those of the slide.
        places: Where the layout puts placeholders.
    """
    stack = [(child, frame) for child in reversed(tree)]
    while stack:
        shape, around = stack.pop()
        name = local_name(shape)
        if name == "grpSp":
            inner = around.inside(shape)
            stack.extend((child, inner) for child in reversed(shape))
        elif name == "AlternateContent":
            # The first branch is the modern version, the last a picture of it.
            branches = [child for child in shape if local_name(child) == "Choice"]
            stack.extend((child, around) for child in (reversed(branches[0]) if branches else ()))
        elif name in ("sp", "cxnSp", "graphicFrame", "pic"):
            yield Shape(shape, place_of(shape, around, places))


def _description(picture: etree._Element) -> Iterator[Piece]:
    for properties in picture.iter("{*}cNvPr"):
        text = picture_line(properties.get("descr", ""))
        if text:
            yield Piece("picture", text)
        return


def _diagram_lines(root: etree._Element) -> list[str]:
    """Return the texts of a diagram, one for each of its points."""
    points = (point for point in root.iter("{*}pt"))
    lines = (collapse("".join(str(t.text or "") for t in point.iter("{*}t"))) for point in points)
    return list(filter(None, lines))


def _placeholder(shape: etree._Element) -> str:
    """Return the type of a placeholder; `text` for shapes that are none."""
    for placeholder in shape.iter("{*}ph"):
        return placeholder.get("type", "body")
    return "text"


def _plain(shape: etree._Element) -> str:
    if _placeholder(shape) in FURNITURE:
        return ""
    return collapse(" ".join(str(text.text or "") for text in shape.iter("{*}t")))
