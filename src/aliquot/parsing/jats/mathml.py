"""Write MathML on one line, the way it is read aloud: fractions, powers, roots.

What enters: an lxml element of a formula. What leaves: a string such as `v = Vmax[S]/(Km + [S])`.
"""

from __future__ import annotations

from collections.abc import Callable

from lxml import etree

from aliquot.parsing.files.xml import local_name
from aliquot.parsing.writing.typography import collapse, subscript, superscript

__all__ = ["math_markup_text", "math_text"]

SPACED_OPERATORS = frozenset("=<>≤≥≈≠±×∼~→←⇌∈+−-")
COMBINING = {
    "¯": "\u0304",
    "‾": "\u0304",
    "-": "\u0304",
    "−": "\u0304",
    "^": "\u0302",
    "˙": "\u0307",
}


def math_text(element: etree._Element) -> str:
    """Return a formula as one line of text."""
    return collapse(_write(element))


def math_markup_text(markup: str) -> str:
    """Return a formula given as markup, such as a browser keeps it, as one line of text."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
    element = etree.fromstring(markup.replace("&nbsp;", " "), parser)
    return "" if element is None else math_text(element)


def _write(element: etree._Element) -> str:
    name = local_name(element)
    writer = WRITERS.get(name)
    if writer is not None:
        return writer(element)
    if len(element) == 0:
        return (element.text or "").strip()
    return "".join(_parts(element))


def _parts(element: etree._Element) -> list[str]:
    return [_write(child) for child in element if local_name(child)]


def _pair(element: etree._Element) -> tuple[str, str]:
    parts = [*_parts(element), "", ""]
    return parts[0], parts[1]


def _operator(element: etree._Element) -> str:
    text = (element.text or "").strip()
    return f" {text} " if text in SPACED_OPERATORS else text


def _grouped(text: str) -> str:
    return text if text.strip().isalnum() else f"({text.strip()})"


def _fraction(element: etree._Element) -> str:
    above, below = _pair(element)
    return f"{_grouped(above)}/{_grouped(below)}"


def _power(element: etree._Element) -> str:
    base, power = _pair(element)
    return base + superscript(power.replace(" ", ""))


def _lowered(element: etree._Element) -> str:
    base, below = _pair(element)
    return base + subscript(below.replace(" ", ""))


def _both(element: etree._Element) -> str:
    base, below, above = [*_parts(element), "", "", ""][:3]
    return base + subscript(below.replace(" ", "")) + superscript(above.replace(" ", ""))


def _over(element: etree._Element) -> str:
    base, above = _pair(element)
    mark = COMBINING.get(above.strip())
    return base + mark if mark else base + superscript(above)


def _root(element: etree._Element) -> str:
    return f"√({''.join(_parts(element)).strip()})"


def _fenced(element: etree._Element) -> str:
    opening, closing = element.get("open", "("), element.get("close", ")")
    return opening + ", ".join(_parts(element)) + closing


def _rows(element: etree._Element) -> str:
    return "; ".join(part for part in _parts(element) if part.strip())


def _cells(element: etree._Element) -> str:
    return " ".join(part for part in _parts(element) if part.strip())


WRITERS: dict[str, Callable[[etree._Element], str]] = {
    "annotation": lambda _: "",
    "annotation-xml": lambda _: "",
    "mfenced": _fenced,
    "mfrac": _fraction,
    "mo": _operator,
    "mover": _over,
    "mphantom": lambda _: "",
    "mroot": lambda element: "{}^(1/{})".format(*map(_grouped, _pair(element))),
    "mspace": lambda _: " ",
    "msqrt": _root,
    "msub": _lowered,
    "msubsup": _both,
    "msup": _power,
    "mtable": _rows,
    "mtext": lambda element: f" {element.text or ''} ",
    "mtr": _cells,
    "munder": _lowered,
    "munderover": _both,
}
