"""Where shapes stand on a slide, and the order a reader takes them in.

What enters: shape elements. What leaves: rectangles in slide coordinates, and indices in reading
order. Source: ECMA-376 part 1, sections 19.3.1 and 20.1.7 (`xfrm`, groups, placeholders).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from lxml import etree

from aliquot.parsing.files.xml import local_name
from aliquot.types import Box

__all__ = [
    "EMU_PER_POINT",
    "WHOLE",
    "Frame",
    "Rectangle",
    "drawn_places",
    "fill_of",
    "filled_placeholders",
    "inherited_places",
    "place_of",
    "placeholder_keys",
    "reading_order",
    "transform_of",
]

# Source: ECMA-376 part 1, 20.1.2.1.
EMU_PER_POINT = 12_700
# Boxes overlap by their inner margins: by this share of the slide and less they stand apart.
TOLERANCE = 0.02
# Slides have a few dozen boxes; a drawing of thousands need not be cut without end.
MAXIMUM_DEPTH = 20


class Rectangle(NamedTuple):
    """A box on the slide, in EMU."""

    x0: float
    y0: float
    x1: float
    y1: float

    def touches(self, other: Rectangle) -> bool:
        """Tell whether two boxes share a point; lines have no area."""
        return min(self.x1, other.x1) >= max(self.x0, other.x0) and min(self.y1, other.y1) >= max(
            self.y0, other.y0
        )

    @property
    def in_points(self) -> Box:
        """The box as blocks keep it."""
        return Box(*(edge / EMU_PER_POINT for edge in self))

    def overlaps(self, other: Rectangle) -> bool:
        """Tell whether two boxes share some area."""
        return min(self.x1, other.x1) > max(self.x0, other.x0) and min(self.y1, other.y1) > max(
            self.y0, other.y0
        )


class Frame(NamedTuple):
    """How the coordinates inside a group become those of the slide."""

    scale_x: float = 1.0
    scale_y: float = 1.0
    x: float = 0.0
    y: float = 0.0

    def on_slide(self, box: Rectangle) -> Rectangle:
        """Return a box inside the group as it stands on the slide."""
        return Rectangle(
            self.x + self.scale_x * box.x0,
            self.y + self.scale_y * box.y0,
            self.x + self.scale_x * box.x1,
            self.y + self.scale_y * box.y1,
        )

    def inside(self, group: etree._Element) -> Frame:
        """Return the frame of what a group holds."""
        transform = transform_of(group)
        if transform is None:
            return self
        outer, inner = _box(transform, "off", "ext"), _box(transform, "chOff", "chExt")
        if outer is None or inner is None:
            return self
        across = (outer.x1 - outer.x0) / ((inner.x1 - inner.x0) or 1.0)
        down = (outer.y1 - outer.y0) / ((inner.y1 - inner.y0) or 1.0)
        return Frame(
            self.scale_x * across,
            self.scale_y * down,
            self.x + self.scale_x * (outer.x0 - across * inner.x0),
            self.y + self.scale_y * (outer.y0 - down * inner.y0),
        )


WHOLE = Frame()


def place_of(
    shape: etree._Element, frame: Frame, inherited: Mapping[str, Rectangle]
) -> Rectangle | None:
    """Return where a shape stands; a placeholder without a place of its own has its layout's."""
    transform = transform_of(shape)
    box = None if transform is None else _box(transform, "off", "ext")
    if box is not None:
        return frame.on_slide(box)
    return next((inherited[key] for key in placeholder_keys(shape) if key in inherited), None)


def inherited_places(roots: Sequence[etree._Element]) -> dict[str, Rectangle]:
    """Return the places of placeholders by index and type; the first root to state one wins."""
    places: dict[str, Rectangle] = {}
    for root in roots:
        for shape in root.iter("{*}sp"):
            transform = transform_of(shape)
            box = None if transform is None else _box(transform, "off", "ext")
            if box is not None:
                for key in placeholder_keys(shape):
                    places.setdefault(key, box)
    return places


def filled_placeholders(roots: Sequence[etree._Element]) -> frozenset[str]:
    """Return index and type of the placeholders that layouts and masters fill with a colour."""
    return frozenset(
        key
        for root in roots
        for shape in root.iter("{*}sp")
        if _stated_fill(shape) not in ("", "noFill")
        for key in placeholder_keys(shape)
    )


def fill_of(shape: etree._Element, filled: Collection[str]) -> str:
    """Return the kind of a shape's fill, `noFill` for none; empty where a style decides it.

    Args:
        shape: Any shape; pictures and charts have no fill we know.
        filled: Placeholders that the layout fills.
    """
    if local_name(shape) != "sp":
        return ""
    stated = _stated_fill(shape)
    if stated:
        return stated
    is_styled = any(local_name(child) == "style" for child in shape)
    return "" if is_styled or any(key in filled for key in placeholder_keys(shape)) else "noFill"


def _stated_fill(shape: etree._Element) -> str:
    for properties in shape:
        for child in properties if local_name(properties) == "spPr" else ():
            if local_name(child).endswith("Fill"):
                return local_name(child)
    return ""


def drawn_places(roots: Sequence[etree._Element]) -> list[Rectangle]:
    """Return where layouts and masters draw shapes and pictures of their own."""
    found = []
    for root in roots:
        for shape in root.iter("{*}sp", "{*}pic"):
            if next(shape.iter("{*}ph"), None) is None:
                place = place_of(shape, WHOLE, {})
                found += [place] if place is not None else []
    return found


def reading_order(boxes: Sequence[Rectangle], width: float, height: float) -> list[int]:
    """Return the indices of boxes in reading order: columns side by side, rows top down.

    The slide is cut along its widest white band, and each part again. Where nothing can be cut, the
    order of the boxes stays.
    """
    return list(_ordered(range(len(boxes)), boxes, (max(width, 1.0), max(height, 1.0)), 0))


def _ordered(
    indices: Sequence[int], boxes: Sequence[Rectangle], size: tuple[float, float], depth: int
) -> Iterator[int]:
    cuts = [
        cut
        for axis in (0, 1)
        if (cut := _widest_band(indices, boxes, axis, size[axis])) is not None
    ]
    if len(indices) < 2 or not cuts or depth >= MAXIMUM_DEPTH:
        yield from indices
        return
    _, axis, at = max(cuts)
    yield from _ordered([i for i in indices if boxes[i][axis] < at], boxes, size, depth + 1)
    yield from _ordered([i for i in indices if boxes[i][axis] >= at], boxes, size, depth + 1)


def _widest_band(
    indices: Sequence[int], boxes: Sequence[Rectangle], axis: int, extent: float
) -> tuple[float, int, float] | None:
    """Return width (a share of the slide), axis and end of the widest band that no box crosses."""
    found: list[tuple[float, int, float]] = []
    end: float | None = None
    for start, stop in sorted((boxes[i][axis], boxes[i][axis + 2]) for i in indices):
        if end is not None and start - end > -TOLERANCE * extent:
            found.append(((start - end) / extent, axis, start))
        end = stop if end is None else max(end, stop)
    return max(found, default=None)


def placeholder_keys(shape: etree._Element) -> Iterator[str]:
    """Yield the names a placeholder is found by, the most exact first."""
    for placeholder in shape.iter("{*}ph"):
        if placeholder.get("idx"):
            yield f"idx {placeholder.get('idx')}"
        kind = placeholder.get("type", "body")
        yield f"type {kind.replace('ctrTitle', 'title')}"
        return


def transform_of(shape: etree._Element) -> etree._Element | None:
    """Return the `xfrm` of a shape, a frame or a group, not that of what it holds."""
    for child in shape:
        if local_name(child) == "xfrm":
            return child
        if local_name(child) in ("spPr", "grpSpPr"):
            return next((item for item in child if local_name(item) == "xfrm"), None)
    return None


def _box(transform: etree._Element, offset: str, extent: str) -> Rectangle | None:
    found = {local_name(child): child for child in transform}
    if offset not in found or extent not in found:
        return None
    try:
        x, y = float(found[offset].get("x", "")), float(found[offset].get("y", ""))
        wide, high = float(found[extent].get("cx", "")), float(found[extent].get("cy", ""))
    except ValueError:
        return None
    return Rectangle(x, y, x + wide, y + high)
