"""What the slides of a deck share: size, order, sections, layouts, colours.

What enters: an opened presentation. What leaves: the slides in the order of the show, and the
setting each stands in.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, field

from lxml import etree

from aliquot.errors import ParseError
from aliquot.parsing.files.ooxml import attribute, read_part, relations
from aliquot.parsing.pptx.colours import Colour, Palette, background
from aliquot.parsing.pptx.places import (
    EMU_PER_POINT,
    Rectangle,
    drawn_places,
    filled_placeholders,
    inherited_places,
)
from aliquot.parsing.pptx.sizes import inherited_sizes
from aliquot.parsing.writing.typography import collapse

__all__ = ["Deck", "Setting", "Slide"]

PRESENTATION = "ppt/presentation.xml"
# What PowerPoint calls the section that it makes by itself.
NO_SECTION = frozenset(
    {"default section", "既定のセクション", "untitled section", "タイトルなしのセクション"}
)
# EMU of a 4:3 slide, for decks that state no size. Source: ECMA-376 part 1, 19.2.1.39.
USUAL_SIZE = (9_144_000.0, 6_858_000.0)


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide in the order of the show.

    Attributes:
        number: From 1.
        part: Name of its part.
        section: Name of the section it belongs to; may be empty.
    """

    number: int
    part: str
    section: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a slide stands in.

    Attributes:
        width: EMU.
        height: EMU.
        places: Where its layout puts placeholders.
        filled: Placeholders that its layout fills with a colour.
        beneath: Where its layout and master draw something, under everything else.
        palette: Colours by name.
        ground: Colour of the slide, `None` where it is a picture or a gradient.
    """

    width: float = USUAL_SIZE[0]
    height: float = USUAL_SIZE[1]
    places: dict[str, Rectangle] = field(default_factory=dict)
    filled: frozenset[str] = frozenset()
    beneath: tuple[Rectangle, ...] = ()
    palette: Palette = field(default_factory=lambda: Palette(None, None))
    ground: Colour | None = None


class Deck:
    """The parts of a presentation that are not slides.

    Args:
        archive: The opened presentation.

    Raises:
        ParseError: It holds no presentation.
    """

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        root = read_part(archive, PRESENTATION)
        if root is None:
            raise ParseError(
                "The file holds no presentation.",
                source=archive.filename or "",
                hint="Open it in PowerPoint and save it again as .pptx.",
            )
        self._root = root
        self._size = _size(root)
        self._shared: dict[str, tuple[etree._Element | None, dict[str, str]]] = {}

    @property
    def size_pt(self) -> tuple[float, float]:
        """Width and height of the slides in points."""
        width, height = self._size
        return width / EMU_PER_POINT, height / EMU_PER_POINT

    def slides(self) -> list[Slide]:
        """Return the slides in the order of the show."""
        targets = relations(self._archive, PRESENTATION)
        sections = _sections(self._root)
        # The plain `id` is a number of its own; the relation is the one with a namespace.
        items = [item for item in self._root.iter("{*}sldId") if _relation(item) in targets]
        return [
            Slide(number, targets[_relation(item)], sections.get(item.get("id", ""), ""))
            for number, item in enumerate(items, start=1)
        ]

    def setting(self, root: etree._Element, links: dict[str, str]) -> Setting:
        """Return what a slide stands in.

        Args:
            root: Root of the slide.
            links: Its relations.
        """
        layout, layout_links = self._related(links, "/slideLayouts/")
        master, master_links = self._related(layout_links, "/slideMasters/")
        theme, _ = self._related(master_links, "/theme/")
        palette = Palette(theme, master)
        shared = [part for part in (layout, master) if part is not None]
        return Setting(
            *self._size,
            places=inherited_places(shared),
            filled=filled_placeholders(shared),
            beneath=tuple(drawn_places(shared)),
            palette=palette,
            ground=background((root, layout, master), palette),
        )

    def type_sizes(self, links: dict[str, str]) -> dict[str, float]:
        """Return the sizes, in points, that a slide's layout and master give to placeholders.

        Args:
            links: Relations of the slide.
        """
        layout, layout_links = self._related(links, "/slideLayouts/")
        master, _ = self._related(layout_links, "/slideMasters/")
        return inherited_sizes([part for part in (layout, master) if part is not None])

    def _related(
        self, links: dict[str, str], folder: str
    ) -> tuple[etree._Element | None, dict[str, str]]:
        """Return the root and the relations of the part in a folder that is related, read once."""
        part = next((target for target in links.values() if folder in target), "")
        if not part:
            return None, {}
        if part not in self._shared:
            self._shared[part] = read_part(self._archive, part), relations(self._archive, part)
        return self._shared[part]


def _size(root: etree._Element) -> tuple[float, float]:
    for size in root.iter("{*}sldSz"):
        wide, high = size.get("cx", ""), size.get("cy", "")
        if wide.isdecimal() and high.isdecimal():
            return float(wide), float(high)
    return USUAL_SIZE


def _sections(root: etree._Element) -> dict[str, str]:
    """Return the names of sections by the id of each slide in them."""
    found: dict[str, str] = {}
    for section in root.iter("{*}section"):
        name = collapse(section.get("name", ""))
        if name and name.casefold() not in NO_SECTION:
            found.update({item.get("id", ""): name for item in section.iter("{*}sldId")})
    return found


def _relation(item: etree._Element) -> str:
    ids = [str(value) for key, value in item.attrib.items() if str(key).endswith("}id")]
    return ids[0] if ids else attribute(item, "id")
