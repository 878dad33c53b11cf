"""Sketch a PowerPoint slide: where its pictures stand, and how large its type is.

What enters: an opened presentation and the number of a slide. What leaves: a `SlideSketch`. Texts
are left out: the library holds them as they were read.
"""

from __future__ import annotations

import zipfile
from pathlib import PurePosixPath

from lxml import etree

from aliquot.parsing.files.ooxml import attribute, read_part, relations
from aliquot.parsing.files.xml import local_name
from aliquot.parsing.paged.records import SlidePicture, SlideSketch, SlideText
from aliquot.parsing.pptx.decks import Deck
from aliquot.parsing.pptx.places import WHOLE, transform_of
from aliquot.parsing.pptx.shapes import Shape, is_seen, placed_shapes
from aliquot.parsing.pptx.sizes import type_size
from aliquot.parsing.writing.pictures import DRAWN, described

__all__ = ["sketch_slide"]

# Turns are stated in parts of a degree, what is cut off in thousandths of a percent.
PER_DEGREE, PER_WHOLE = 60_000.0, 100_000.0


def sketch_slide(archive: zipfile.ZipFile, number: int) -> SlideSketch | None:
    """Return the sketch of a slide; `None` where there is no such slide.

    Args:
        archive: The opened presentation.
        number: 1-based.

    Raises:
        ParseError: The presentation is damaged.
    """
    deck = Deck(archive)
    slide = next((one for one in deck.slides() if one.number == number), None)
    root = None if slide is None else read_part(archive, slide.part)
    if slide is None or root is None:
        return None
    links = relations(archive, slide.part)
    setting = deck.setting(root, links)
    inherited = deck.type_sizes(links)
    pictures: list[SlidePicture] = []
    texts: list[SlideText] = []
    tree = next(root.iter("{*}spTree"), root)
    for shape in placed_shapes(tree, WHOLE, setting.places):
        if shape.place is None or not is_seen(shape, setting):
            continue
        picture = _picture(shape, links)
        pictures += [picture] if picture is not None else []
        if picture is None:
            texts.append(
                SlideText(
                    shape.place.in_points,
                    type_size(shape.element, inherited),
                    _is_framed(shape.element),
                    _turn(shape.element),
                )
            )
    return SlideSketch(number, tuple(pictures), tuple(texts))


def _is_framed(shape: etree._Element) -> bool:
    """Tell whether a shape states a ground or a border, or is a chart or a diagram."""
    if local_name(shape) == "graphicFrame":
        return next(shape.iter("{*}tbl"), None) is None
    stated = (child for one in shape if local_name(one) == "spPr" for child in one)
    for one in stated:
        is_empty = any(local_name(child) == "noFill" for child in one)
        if local_name(one) in ("solidFill", "gradFill") or (
            local_name(one) == "ln" and not is_empty
        ):
            return True
    return False


def _picture(shape: Shape, links: dict[str, str]) -> SlidePicture | None:
    """Return the picture a shape is, or is filled with."""
    fill = _fill(shape.element)
    if fill is None or shape.place is None:
        return None
    blip = next(fill.iter("{*}blip"), None)
    part = "" if blip is None else links.get(attribute(blip, "embed"), "")
    cut = next(fill.iter("{*}srcRect"), None)
    return SlidePicture(
        box=shape.place.in_points,
        part=part if PurePosixPath(part).suffix.casefold() in DRAWN else "",
        crop=(0.0, 0.0, 0.0, 0.0) if cut is None else _crop(cut),
        turn=_turn(shape.element),
        description=described(_description(shape.element)),
    )


def _fill(shape: etree._Element) -> etree._Element | None:
    holders = [shape] + [child for child in shape if local_name(child) == "spPr"]
    return next((fill for one in holders for fill in one if local_name(fill) == "blipFill"), None)


def _crop(cut: etree._Element) -> tuple[float, float, float, float]:
    left, top, right, bottom = (_share(cut.get(side, "")) for side in "ltrb")
    is_possible = left + right < 1 and top + bottom < 1
    return (left, top, right, bottom) if is_possible else (0.0, 0.0, 0.0, 0.0)


def _share(text: str) -> float:
    """Return a share of a side; one below zero adds a margin."""
    is_number = text.lstrip("-").isdecimal() and len(text) < 9
    return float(text) / PER_WHOLE if is_number else 0.0


def _turn(shape: etree._Element) -> float:
    transform = transform_of(shape)
    stated = "" if transform is None else transform.get("rot", "")
    is_number = stated.lstrip("-").isdecimal() and len(stated) < 12
    return float(stated) / PER_DEGREE % 360 if is_number else 0.0


def _description(shape: etree._Element) -> str:
    return next((item.get("descr", "") for item in shape.iter("{*}cNvPr")), "")
