"""What Word and PowerPoint files share: names, relations, core properties, formulas, dates.

What enters: parts of an Office package. What leaves: plain values.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

from lxml import etree

from aliquot.parsing.files.xml import local_name, parse_xml_bytes
from aliquot.parsing.files.zips import read_member
from aliquot.parsing.writing.names import cited_names, split_names
from aliquot.parsing.writing.typography import collapse, subscript, superscript

__all__ = ["CoreProperties", "attribute", "formula_text", "read_core", "read_part", "relations"]

RELATIONSHIP_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
# What programs write where nobody gave a title or a name.
NO_TITLE = re.compile(
    r"(?:microsoft (?:word|power ?point)\b.*|power ?point.?(?:presentation|プレゼンテーション)"
    r"|untitled.*|word document|presentation\d*|document\d*|slide \d+|title|タイトル|無題.*)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class CoreProperties:
    """Title and authors as an Office file states them.

    Its dates are left out: they tell when a file was saved or copied, not when it was written.
    """

    title: str = ""
    authors: tuple[str, ...] = ()


def attribute(element: etree._Element, name: str) -> str:
    """Return an attribute by its local name, whatever its namespace; empty where absent."""
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return ""


def read_part(archive: zipfile.ZipFile, name: str) -> etree._Element | None:
    """Return the root of an XML part, or `None` where the package has none.

    Raises:
        ParseError: The part is damaged.
    """
    data = read_member(archive, name)
    return None if not data else parse_xml_bytes(data, source=archive.filename or "")


def relations(archive: zipfile.ZipFile, part: str) -> dict[str, str]:
    """Return the targets of a part by relation id: part names, or addresses outside."""
    folder, _, name = part.rpartition("/")
    root = read_part(archive, f"{folder}/_rels/{name}.rels")
    targets: dict[str, str] = {}
    for relation in () if root is None else root:
        target = relation.get("Target", "")
        if relation.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        targets[relation.get("Id", "")] = target
    return targets


def read_core(archive: zipfile.ZipFile) -> CoreProperties:
    """Return the core properties, without what programs fill in by themselves."""
    root = read_part(archive, "docProps/core.xml")
    if root is None:
        return CoreProperties()
    found = {local_name(child): collapse(child.text or "") for child in root}
    title = found.get("title", "")
    return CoreProperties(
        title="" if NO_TITLE.fullmatch(title) else title,
        authors=cited_names(split_names(found.get("creator", ""))),
    )


# ------------------------------------------------------------------------------ formulas (OMML)


def formula_text(element: etree._Element) -> str:
    """Return an Office formula (OMML) as one line of text."""
    try:
        return collapse(_write(element))
    except RecursionError:
        # No real formula is nested that deep: its characters in order will do.
        return collapse("".join(str(text.text or "") for text in element.iter("{*}t")))


def _write(element: etree._Element) -> str:
    name = local_name(element)
    if name == "t":
        return element.text or ""
    writer = WRITERS.get(name)
    if writer is not None:
        return writer(element)
    return "" if name.endswith("Pr") else "".join(_write(child) for child in element)


def _part(element: etree._Element, name: str) -> str:
    return "".join(_write(child) for child in element if local_name(child) == name)


def _grouped(text: str) -> str:
    return text if text.strip().isalnum() else f"({text.strip()})"


def _delimited(element: etree._Element) -> str:
    marks = {"begChr": "(", "endChr": ")", "sepChr": "|"}
    for child in element.iter("{*}begChr", "{*}endChr", "{*}sepChr"):
        marks[local_name(child)] = attribute(child, "val")
    parts = [_write(child) for child in element if local_name(child) == "e"]
    return marks["begChr"] + marks["sepChr"].join(parts) + marks["endChr"]


def _sum(element: etree._Element) -> str:
    sign = next((attribute(child, "val") for child in element.iter("{*}chr")), "∫")
    return f"{sign}{_limits(element)} {_part(element, 'e')}"


def _limits(element: etree._Element) -> str:
    below, above = _part(element, "sub"), _part(element, "sup")
    return (f"_({below})" if below else "") + (f"^({above})" if above else "")


def _accented(element: etree._Element) -> str:
    """Write a hat, bar or tilde over what it stands on: x̄, p̂."""
    # Without a character of its own, an accent is a hat.
    mark = next((attribute(child, "val") for child in element.iter("{*}chr")), "\u0302")
    body = _part(element, "e")
    return body + mark if len(body) == 1 and unicodedata.combining(mark[:1] or " ") else body


def _barred(element: etree._Element) -> str:
    body = _part(element, "e")
    is_below = any(attribute(child, "val") == "bot" for child in element.iter("{*}pos"))
    return body + ("\u0332" if is_below else "\u0304") if len(body) == 1 else body


def _root(element: etree._Element) -> str:
    return f"{superscript(_part(element, 'deg'))}√({_part(element, 'e')})"


WRITERS: dict[str, Callable[[etree._Element], str]] = {
    "acc": _accented,
    "bar": _barred,
    "d": _delimited,
    "eqArr": lambda e: "; ".join(_write(c) for c in e if local_name(c) == "e"),
    "f": lambda e: f"{_grouped(_part(e, 'num'))}/{_grouped(_part(e, 'den'))}",
    "func": lambda e: f"{_part(e, 'fName')} {_part(e, 'e')}",
    "limLow": lambda e: f"{_part(e, 'e')}_({_part(e, 'lim')})",
    "limUpp": lambda e: f"{_part(e, 'e')}^({_part(e, 'lim')})",
    "mr": lambda e: " ".join(_write(c) for c in e if local_name(c) == "e") + "; ",
    "nary": _sum,
    "rad": _root,
    # Isotopes: the numbers stand before the element, ¹⁴C.
    "sPre": lambda e: superscript(_part(e, "sup")) + subscript(_part(e, "sub")) + _part(e, "e"),
    "sSub": lambda e: _part(e, "e") + subscript(_part(e, "sub")),
    "sSubSup": lambda e: _part(e, "e") + subscript(_part(e, "sub")) + superscript(_part(e, "sup")),
    "sSup": lambda e: _part(e, "e") + superscript(_part(e, "sup")),
}
