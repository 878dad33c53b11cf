"""Places as plain data."""

from __future__ import annotations

from typing import Any

from aliquot.types import (
    GridWindow,
    PagePlace,
    Place,
    PlacedBlock,
    PlacedPicture,
    PlacedShape,
    Rectangle,
    SlidePlace,
    Span,
)

__all__ = ["place_shape", "slide_shape"]


def place_shape(place: Place) -> dict[str, Any]:
    """Return where a citation points, with what it takes to show it."""
    before, quote, after = place.excerpt
    return {
        "target": place.target,
        "document_id": place.document_id,
        "chunk_id": place.chunk_id,
        "title": place.title,
        "kind": str(place.kind),
        "shown_as": str(place.shown_as),
        "label": place.label,
        "file_name": place.file_name,
        "span": _span(place.span),
        "section": list(place.section_path),
        "page": place.page,
        "pages": [_page(one) for one in place.pages],
        "is_exact": place.is_exact,
        "excerpt": {"before": before, "quote": quote, "after": after},
        "grid": None if place.grid is None else _grid(place.grid),
        "slide": None if place.slide is None else slide_shape(place.slide),
        "blocks": [_block(one) for one in place.blocks],
        "is_recut": place.is_recut,
        "is_changed": place.is_changed,
    }


def _span(span: Span | None) -> list[int] | None:
    return None if span is None else [span.start, span.end]


def _page(page: PagePlace) -> dict[str, Any]:
    return {
        "number": page.number,
        "width": page.width,
        "height": page.height,
        "rects": [_rectangle(one) for one in page.rectangles],
    }


def _rectangle(one: Rectangle) -> list[float]:
    """Return left, top, width and height as shares of the page, to a thousandth of a percent."""
    return [round(value, 5) for value in (one.x, one.y, one.width, one.height)]


def _block(block: PlacedBlock) -> dict[str, Any]:
    before, mark, after = block.parts
    return {
        "type": str(block.type),
        "level": block.level,
        "marker": block.marker,
        "section": list(block.section_path),
        "span": _span(block.span),
        "before": before,
        "mark": mark,
        "after": after,
        "grid": None if block.grid is None else _grid(block.grid),
    }


def _grid(grid: GridWindow) -> dict[str, Any]:
    return {
        "sheet": grid.sheet,
        "caption": grid.caption,
        "header": list(grid.header),
        "rows": [list(row) for row in grid.rows],
        "first_row": grid.first_row,
        "row_count": grid.row_count,
        "marked": [list(cell) for cell in grid.marked],
        "marked_rows": list(grid.marked_rows),
    }


def slide_shape(slide: SlidePlace) -> dict[str, Any]:
    """Return a slide with what stands on it, each at its place, and its notes."""
    return {
        "number": slide.number,
        "count": slide.count,
        "title": slide.title,
        "width": slide.width,
        "height": slide.height,
        "holds": slide.holds,
        "shapes": [_shape(one) for one in slide.shapes],
        "pictures": [_picture(one) for one in slide.pictures],
        "notes": [_block(one) for one in slide.notes],
    }


def _shape(shape: PlacedShape) -> dict[str, Any]:
    box = None if shape.rectangle is None else _rectangle(shape.rectangle)
    return _block(shape.block) | {
        "rect": box,
        "is_title": shape.is_title,
        "size": round(shape.size, 2),
        "is_framed": shape.is_framed,
        "turn": round(shape.turn, 2),
    }


def _picture(picture: PlacedPicture) -> dict[str, Any]:
    return {
        "rect": _rectangle(picture.rectangle),
        "number": picture.number,
        "crop": [round(value, 5) for value in picture.crop],
        "turn": round(picture.turn, 2),
        "description": picture.description,
    }
