"""Sketch an OpenDocument slide: where its pictures stand, and how large its type is.

What enters: the path of a presentation and the number of a slide. What leaves: a `SlideSketch`.
Texts are left out: the library holds them as they were read.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePosixPath

from lxml import etree

from aliquot.parsing.files.xml import local_name
from aliquot.parsing.files.xml_fields import text as plain_text
from aliquot.parsing.opendocument.package import attribute, open_package
from aliquot.parsing.opendocument.places import box_of, points, turn_of
from aliquot.parsing.opendocument.styles import Styles
from aliquot.parsing.paged.records import SlidePicture, SlideSketch, SlideText
from aliquot.parsing.writing.pictures import DRAWN, described
from aliquot.types import Box

__all__ = ["sketch_slide"]

Element = etree._Element
# Of text that nobody gave a size, as LibreOffice sets it.
USUAL_PT = 18.0
MAXIMUM_DEPTH = 20
# Not on the slide itself.
APART = frozenset({"notes", "animations", "forms", "par"})


def sketch_slide(path: Path, number: int) -> SlideSketch | None:
    """Return the sketch of a slide; `None` where there is no such slide.

    Args:
        path: An .odp or .fodp file.
        number: 1-based.

    Raises:
        ParseError: The presentation is damaged.
    """
    with open_package(path) as package:
        pages = package.body.iterchildren("{*}page")
        page = next(islice(pages, number - 1, None), None)
        if page is None:
            return None
        styles = Styles(package.roots)
        pictures: list[SlidePicture] = []
        texts: list[SlideText] = []
        for shape in _shapes(page):
            box = box_of(shape)
            if box is None:
                continue
            picture = _picture(shape, box)
            if picture is not None:
                pictures.append(picture)
            else:
                texts.append(SlideText(box, _type_size(shape, styles), turn=_turn(shape)))
        return SlideSketch(number, tuple(pictures), tuple(texts))


def _shapes(element: Element, depth: int = 0) -> Iterator[Element]:
    """Yield the shapes of a slide in the order of drawing, groups looked through."""
    for shape in element:
        name = local_name(shape)
        if name == "g" and depth < MAXIMUM_DEPTH:
            yield from _shapes(shape, depth + 1)
        elif name and name not in APART:
            yield shape


def _picture(shape: Element, box: Box) -> SlidePicture | None:
    """Return the picture in a frame; that of a chart or a table stands for something else."""
    children = {local_name(child): child for child in shape}
    if "image" not in children or not children.keys().isdisjoint({"object", "table"}):
        return None
    part = attribute(children["image"], "href").removeprefix("./")
    return SlidePicture(
        box=box,
        part=part if PurePosixPath(part).suffix.casefold() in DRAWN else "",
        turn=_turn(shape),
        description=described(plain_text(shape, "desc")),
    )


def _turn(shape: Element) -> float:
    """Return by how many degrees a shape is turned, clockwise."""
    return -math.degrees(turn_of(shape)) % 360


def _type_size(shape: Element, styles: Styles) -> float:
    """Return the size that most of a shape's text is set in, in points."""
    usual = _first_size(
        styles.type_size("presentation", attribute(shape, "style-name")),
        styles.type_size("graphic", attribute(shape, "style-name")),
    )
    letters: Counter[float] = Counter()
    for paragraph in shape.iter("{*}p", "{*}h"):
        own = styles.type_size("paragraph", attribute(paragraph, "style-name"))
        letters[_first_size(own) or usual or USUAL_PT] += len((paragraph.text or "").strip())
        for span in paragraph.iter("{*}span"):
            stated = styles.type_size("text", attribute(span, "style-name"))
            size = _first_size(stated, own) or usual or USUAL_PT
            letters[size] += len((span.text or "").strip())
    most = letters.most_common(1)
    return most[0][0] if most else usual or USUAL_PT


def _first_size(*stated: str) -> float:
    return next((size for one in stated if (size := points(one)) and size > 0), 0.0)
