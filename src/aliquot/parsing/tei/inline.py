"""Read running text and tables out of TEI elements.

What enters: an lxml element. What leaves: a string, or a grid of strings. Notes that stand inside a
text are handed out apart. Depth is safe: the XML parser refuses more than 256 levels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lxml import etree

from aliquot.parsing.files.xml import local_name
from aliquot.parsing.files.xml_fields import raw_text
from aliquot.parsing.jats.mathml import math_text
from aliquot.parsing.latex.text import latex_math
from aliquot.parsing.tables.grids import Cell, expand, span
from aliquot.parsing.writing.names import JAPANESE
from aliquot.parsing.writing.typography import collapse, link_suffix, subscript, superscript

__all__ = ["formula_text", "grid_of", "inline_text", "is_apart", "language_of", "note_text"]

LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
# Removed by the author or editor, drawn, or of the page and not of the text.
DROPPED = frozenset(
    {"del", "fw", "gap", "graphic", "media", "milestone", "orig", "pb", "cb", "sic", "surplus"}
)
# Of two versions of the same words the edited one is read; an abbreviation stays as printed.
ABBREVIATION = "abbr"
RAISED = frozenset({"sup", "super", "superscript"})
LOWERED = frozenset({"sub", "subscript"})
# Words stand against their neighbours only by these elements' ends.
SPACED = frozenset(
    {"ab", "cell", "head", "item", "l", "label", "p", "q", "quote", "row", "s", "title"}
)


def inline_text(element: etree._Element | None) -> str:
    """Return the text of an element as one line, without the notes that stand in it."""
    return "" if element is None else collapse(_inner(element))


def is_apart(element: etree._Element) -> bool:
    """Tell a note that stands at the foot of the page or the end, from one in the line."""
    return local_name(element) == "note" and element.get("place") not in ("inline", "inspace")


def note_text(note: etree._Element) -> str:
    """Return the text of a note that stands apart."""
    return collapse(_inner(note))


def language_of(*elements: etree._Element | None) -> str:
    """Return the two-letter language of the first element that states one."""
    stated = (element.get(LANGUAGE, "") for element in elements if element is not None)
    return next((code[:2].casefold() for code in stated if code), "")


def grid_of(table: etree._Element) -> list[list[str]]:
    """Return a table's cells by row, one header row first, spans filled in."""
    rows = [row for row in table.iter("{*}row", "{*}tr") if _owner(row) is table]
    labelled = [row.get("role") == "label" for row in rows]
    header_rows = labelled.index(False) if False in labelled else 0
    return expand([list(_cells(row)) for row in rows], header_rows=header_rows)


def _owner(row: etree._Element) -> etree._Element | None:
    return next(row.iterancestors("{*}table"), None)


def _cells(row: etree._Element) -> Iterator[Cell]:
    for cell in row:
        if local_name(cell) in ("cell", "td", "th"):
            across = cell.get("cols") or cell.get("colspan")
            down = cell.get("rows") or cell.get("rowspan")
            yield Cell(inline_text(cell), span(across), span(down))


def _inner(element: etree._Element) -> str:
    parts = [element.text or ""]
    for child in element:
        parts.append(_write(child, before=parts[-1]))
        parts.append(child.tail or "")
    return "".join(parts)


def _write(element: etree._Element, *, before: str) -> str:
    name = local_name(element)
    if not name or name in DROPPED:
        return ""
    if name == "hi":
        return _highlighted(element, before)
    if name == "lb":
        # Japanese written over several lines needs no space.
        is_whole = element.get("break") == "no" or JAPANESE.match(before[-1:])
        return "" if is_whole else " "
    if is_apart(element):
        return superscript(element.get("n", ""))
    writer = WRITERS.get(name)
    if writer is not None:
        return writer(element)
    return f" {_inner(element)} " if name in SPACED else _inner(element)


def _highlighted(element: etree._Element, before: str) -> str:
    look = {part.rpartition(":")[2] for part in element.get("rend", "").casefold().split()}
    text = _inner(element)
    if look & RAISED:
        return superscript(text, before=before)
    return subscript(text) if look & LOWERED else text


def _choice(element: etree._Element) -> str:
    """Read one of the versions: what was corrected, or the abbreviation as printed."""
    kept = [child for child in element if local_name(child) == ABBREVIATION]
    others = [child for child in element if local_name(child) not in ("expan", "orig", "sic")]
    return "".join(_inner(child) for child in kept or others[:1])


def formula_text(element: etree._Element) -> str:
    """Return a formula as one line of text, without its number."""
    if element.get("notation", "").casefold() == "tex":
        return latex_math(raw_text(element))
    parts = [element.text or ""]
    for child in element:
        parts.append("" if local_name(child) == "label" else _write(child, before=parts[-1]))
        parts.append(child.tail or "")
    return collapse("".join(parts))


def _formula(element: etree._Element) -> str:
    numbers = (_inner(child) for child in element if local_name(child) == "label")
    return f" {formula_text(element)} {' '.join(numbers)} "


def _reference(element: etree._Element) -> str:
    text = _inner(element)
    return text + link_suffix(text, element.get("target", ""))


WRITERS: dict[str, Callable[[etree._Element], str]] = {
    "choice": _choice,
    "formula": _formula,
    "math": math_text,
    "ref": _reference,
}
