"""Read running text and tables out of JATS elements.

What enters: an lxml element. What leaves: a string, or a grid of strings. Depth is safe: the XML
parser refuses more than 256 levels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lxml import etree

from aliquot.parsing.files.xml import local_name
from aliquot.parsing.jats.mathml import math_text
from aliquot.parsing.latex.text import latex_math
from aliquot.parsing.tables.grids import Cell, expand, span
from aliquot.parsing.writing.typography import collapse, subscript, superscript

__all__ = ["children", "first", "grid_of", "inline_text"]

DROPPED = frozenset(
    {"graphic", "inline-graphic", "media", "object-id", "permissions", "alt-text"}
    # How a Japanese word is read stands above it, and in brackets where that cannot be shown.
    | {"rt", "rp"}
)


def children(element: etree._Element, *names: str) -> Iterator[etree._Element]:
    """Yield the direct children with one of the names, namespaces aside."""
    return (child for child in element if local_name(child) in names)


def first(element: etree._Element, *path: str) -> etree._Element | None:
    """Return the first descendant reached by a path of child names, or `None`."""
    current: etree._Element | None = element
    for name in path:
        if current is None:
            return None
        current = next(children(current, name), None)
    return current


def inline_text(element: etree._Element | None) -> str:
    """Return the text of an element as one line, formulas and raised text readable."""
    return "" if element is None else collapse(_inner(element))


def _inner(element: etree._Element) -> str:
    parts = [element.text or ""]
    previous = ""
    for child in element:
        name = local_name(child)
        if name == "xref" == previous and not parts[-1]:
            parts.append(", ")  # two references with nothing between them
        parts.append(_write(child, name, before=parts[-1]))
        parts.append(child.tail or "")
        previous = name
    return "".join(parts)


def _write(element: etree._Element, name: str, *, before: str) -> str:
    if name in DROPPED or not name:
        return ""
    if name == "sup":
        return _raised(element, before)
    writer = WRITERS.get(name)
    return writer(element) if writer else _inner(element)


def _raised(element: etree._Element, before: str) -> str:
    """Write superscripts; numbers that point to references get brackets, not the word's end."""
    text = _inner(element)
    targets = [child.get("ref-type") for child in element if local_name(child) == "xref"]
    if targets and set(targets) == {"bibr"} and not text.strip().startswith(("[", "(")):
        return f"[{text.strip()}]"
    return superscript(text, before=before)


def _cross_reference(element: etree._Element) -> str:
    """Raise the letter that points to a table's footnote, so that it stays apart from its word."""
    text = _inner(element)
    is_mark = element.get("ref-type") in ("table-fn", "fn") and len(text.strip()) <= 2
    return superscript(text) if is_mark else text


def _alternatives(element: etree._Element) -> str:
    for name in ("math", "textual-form", "tex-math"):
        found = first(element, name)
        if found is not None:
            return _write(found, name, before="")
    return _inner(element)


def _tex(element: etree._Element) -> str:
    """Drop the preamble that publishers put around each TeX formula."""
    text = "".join(map(str, element.itertext()))
    start, mark, end = text.partition("\\begin{document}")
    body = end.partition("\\end{document}")[0] if mark else start
    return f" {latex_math(body.strip().strip('$').strip())} "


def _name(element: etree._Element) -> str:
    """Keep the parts of a name apart where the source leaves that to its style."""
    loose = [element.text, *(child.tail for child in element)]
    if any((text or "").strip() for text in loose):
        return _inner(element)
    return " ".join(filter(None, map(inline_text, element)))


def _note(element: etree._Element) -> str:
    text = collapse(_inner(element))
    return f" ({text})" if text else ""


def _spaced(element: etree._Element) -> str:
    """Keep block-like children of a line apart from their neighbours."""
    return f" {_inner(element)} "


WRITERS: dict[str, Callable[[etree._Element], str]] = {
    "alternatives": _alternatives,
    "break": lambda _: " ",
    "fn": _note,
    "label": _spaced,
    "list-item": _spaced,
    "math": math_text,
    "name": _name,
    "p": _spaced,
    "sub": lambda element: subscript(_inner(element)),
    "tex-math": _tex,
    "title": _spaced,
    "xref": _cross_reference,
}


def grid_of(table: etree._Element) -> list[list[str]]:
    """Return a table's cells by row, one header row first, spans filled in."""
    head: list[list[Cell]] = []
    body: list[list[Cell]] = []
    for row in table.iter("{*}tr"):
        in_head = next(row.iterancestors("{*}thead"), None) is not None
        (head if in_head else body).append([_cell(cell) for cell in children(row, "td", "th")])
    return expand([*head, *body], header_rows=len(head))


def _cell(cell: etree._Element) -> Cell:
    return Cell(inline_text(cell), span(cell.get("colspan")), span(cell.get("rowspan")))
