"""How large the type of a PowerPoint shape is.

What enters: a shape, and what its layout and master state. What leaves: a size in points. Source:
ECMA-376 part 1, sections 19.3.1.51 (text styles of masters), 21.1.2.1.3 (text that is shrunk).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from lxml import etree

from aliquot.parsing.files.xml import local_name
from aliquot.parsing.pptx.places import placeholder_keys

__all__ = ["inherited_sizes", "type_size"]

# Of text that nobody gave a size. Source: ECMA-376 part 1, 21.1.2.3.9.
USUAL_PT = 18.0
# Sizes are stated in hundredths of a point, shares in thousandths of a percent.
PER_POINT, WHOLE = 100.0, 100_000.0
# The styles of a master, and the placeholders each is for; other text of a placeholder is body.
MASTER_STYLES = {"titleStyle": ("type title",), "bodyStyle": ("type body",)}


def inherited_sizes(roots: Sequence[etree._Element]) -> dict[str, float]:
    """Return the type sizes of placeholders by index and type; the first root to state one wins.

    Args:
        roots: Of the layout, then of the master.
    """
    sizes: dict[str, float] = {}
    for root in roots:
        for shape in root.iter("{*}sp"):
            for style in shape.iter("{*}lstStyle"):
                for key in placeholder_keys(shape) if (size := _first_level(style)) else ():
                    sizes.setdefault(key, size)
        for style in (style for name in MASTER_STYLES for style in root.iter(f"{{*}}{name}")):
            for key in MASTER_STYLES[local_name(style)] if (size := _first_level(style)) else ():
                sizes.setdefault(key, size)
    return sizes


def type_size(shape: etree._Element, inherited: Mapping[str, float]) -> float:
    """Return the size that most of a shape's text is set in, in points.

    Args:
        shape: With a text body.
        inherited: Sizes of placeholders by index and type.
    """
    keys = [*placeholder_keys(shape)]
    own = next((size for style in shape.iter("{*}lstStyle") if (size := _first_level(style))), 0.0)
    usual = own or next((inherited[key] for key in keys if key in inherited), 0.0)
    usual = usual or (inherited.get("type body", 0.0) if keys else 0.0) or USUAL_PT
    letters: Counter[float] = Counter()
    for run in shape.iter("{*}r", "{*}fld"):
        text = "".join(child.text or "" for child in run if local_name(child) == "t")
        letters[_stated(run) or usual] += len(text.strip())
    most = letters.most_common(1)
    return (most[0][0] if most else usual) * _shrunk(shape)


def _stated(run: etree._Element) -> float:
    properties = next((child for child in run if local_name(child) == "rPr"), None)
    return 0.0 if properties is None else _number(properties.get("sz", "")) / PER_POINT


def _first_level(style: etree._Element) -> float:
    for level in style:
        if local_name(level) == "lvl1pPr":
            for properties in level.iter("{*}defRPr"):
                return _number(properties.get("sz", "")) / PER_POINT
    return 0.0


def _shrunk(shape: etree._Element) -> float:
    for fitted in shape.iter("{*}normAutofit"):
        return _number(fitted.get("fontScale", "")) / WHOLE or 1.0
    return 1.0


def _number(text: str) -> float:
    return float(text) if text.isdecimal() and len(text) < 9 else 0.0
