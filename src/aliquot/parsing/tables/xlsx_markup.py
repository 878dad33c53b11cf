"""Read from a workbook's XML what a reader of values leaves out.

What enters: an opened XLSX package. What leaves: for each sheet its hidden rows and columns, the
formats that give numbers a meaning, errors, text nobody can see, formulas without a result, and
comments. Expressions find the tags instead of a tree: a sheet may have a million cells.
Source: ECMA-376 part 1, 18.3 (worksheets), 18.7 (comments) and 18.8 (styles).
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lxml import etree

from aliquot.parsing.files.ooxml import RELATIONSHIP_ID, read_part, relations
from aliquot.parsing.files.xml import local_name
from aliquot.parsing.files.zips import read_member
from aliquot.parsing.tables.number_formats import NumberFormat, number_format
from aliquot.parsing.tables.sheets import MAX_COLUMNS, MAX_ROWS
from aliquot.parsing.writing.typography import collapse

__all__ = ["CellStyle", "SheetMarkup", "area", "cell_position", "read_markup", "read_styles"]

WORKBOOK = "xl/workbook.xml"
STYLES = "xl/styles.xml"
LETTERS = 26

ATTRIBUTE = re.compile(rb'([\w:]+)\s*=\s*"([^"]*)"')
ROW = re.compile(rb"<(?:\w+:)?row\b([^>]*)>")
COLUMNS = re.compile(rb"<(?:\w+:)?col\b([^>]*)>")
CELL = re.compile(rb"<(?:\w+:)?c\b([^>]*?)(?:/>|>(.*?)</(?:\w+:)?c>)", re.S)
FORMULA = re.compile(rb"<(?:\w+:)?f\b")
VALUE = re.compile(rb"<(?:\w+:)?(?:v>([^<]+)<|is>)")
REFERENCE = re.compile(r"^\$?([A-Z]{1,3})\$?(\d{1,7})$")
ROW_NUMBER = re.compile(rb'<(?:\w+:)?row\b[^>]*?\br="(\d{1,7})"')
VALUE_TAGS = (b"v>", b"is>", b"x:v>", b"x:is>")
WIDE_COLUMN = re.compile(rb'<(?:\w+:)?c\b[^>]*?\br="([A-Z]{2,3})\d')
# What paints cells on top of their own style.
PAINTED = re.compile(rb"<(?:\w+:)?(?:conditionalFormatting|tablePart)\b")
WHITE = frozenset({"FFFFFFFF", "00FFFFFF"})
# Index of the theme's first light colour, white in every theme of Office.
WHITE_THEME = "0"
# Formats that have a number instead of a code. Source: ECMA-376 part 1, 18.8.30.
BUILT_IN = {9: "0%", 10: "0.00%"}
# What Excel writes into the note it keeps beside a threaded comment, for its older versions.
THREAD_PREAMBLE = re.compile(
    r"^\[(?:Threaded comment|スレッド化されたコメント)\].*?(?:Comment|コメント):\s*", re.S
)


@dataclass(frozen=True, slots=True)
class CellStyle:
    """What a style says about the content of its cells.

    Attributes:
        format: What the number format adds.
        is_invisible: Whether text is white on white, or the format shows nothing.
    """

    format: NumberFormat | None = None
    is_invisible: bool = False


@dataclass(slots=True)
class SheetMarkup:
    """What the XML of one sheet says beside values; rows and columns count from 0."""

    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)
    formats: dict[tuple[int, int], NumberFormat] = field(default_factory=dict)
    errors: dict[tuple[int, int], str] = field(default_factory=dict)
    invisible: set[tuple[int, int]] = field(default_factory=set)
    without_result: set[tuple[int, int]] = field(default_factory=set)
    comments: dict[tuple[int, int], str] = field(default_factory=dict)
    area: int = 0


def read_markup(archive: zipfile.ZipFile) -> dict[str, SheetMarkup]:
    """Return what the XML of each sheet says, by the sheet's name.

    Raises:
        ParseError: A part of the workbook is damaged.
    """
    workbook = read_part(archive, WORKBOOK)
    parts = relations(archive, WORKBOOK)
    styles = read_styles(archive)
    found = {}
    for sheet in () if workbook is None else workbook.iter("{*}sheet"):
        part = parts.get(sheet.get(RELATIONSHIP_ID, ""), "")
        markup = _sheet_markup(read_member(archive, part) or b"", styles)
        markup.comments = _comments(archive, part)
        found[sheet.get("name", "")] = markup
    return found


def area(xml: bytes) -> int:
    """Return an upper bound of the cells in the rectangle around a sheet's content."""
    # Rows that are formatted but empty may reach to the end of the sheet.
    end = max(xml.rfind(b"<" + tag) for tag in VALUE_TAGS)
    height = max(map(int, ROW_NUMBER.findall(xml, 0, max(end, 0))), default=0)
    wide = (_column_number(name.decode()) for name in set(WIDE_COLUMN.findall(xml)))
    return height * max(wide, default=LETTERS)


def cell_position(reference: str) -> tuple[int, int] | None:
    """Return row and column of a cell name, from 0: "B3" is (2, 1)."""
    match = REFERENCE.match(reference)
    return (int(match[2]) - 1, _column_number(match[1]) - 1) if match else None


def _column_number(name: str) -> int:
    """Return the number of a column: A is 1, AA is 27."""
    number = 0
    for letter in name:
        number = number * LETTERS + ord(letter) - ord("A") + 1
    return number


# ------------------------------------------------------------------------------ sheets


def _sheet_markup(xml: bytes, styles: Mapping[int, CellStyle]) -> SheetMarkup:
    markup = SheetMarkup(area=area(xml))
    if b"hidden" in xml:
        markup.hidden_rows = set(_hidden_rows(xml))
        markup.hidden_columns = set(_hidden_columns(xml))
    if styles or b't="e"' in xml or FORMULA.search(xml):
        is_painted = PAINTED.search(xml) is not None
        for attributes, position, inside in _cells(xml):
            _look_at_cell(markup, attributes, position, inside)
            style = styles.get(int(attributes.get("s") or 0))
            if style is None:
                continue
            if style.is_invisible and not is_painted:
                markup.invisible.add(position)
            elif style.format is not None:
                markup.formats[position] = style.format
    return markup


def _look_at_cell(
    markup: SheetMarkup, attributes: Mapping[str, str], position: tuple[int, int], inside: bytes
) -> None:
    value = VALUE.search(inside)
    if attributes.get("t") == "e" and value is not None and value[1]:
        markup.errors[position] = value[1].decode("utf-8", "replace")
    # A formula whose result is an empty text says so by its type.
    elif value is None and attributes.get("t") != "str" and FORMULA.search(inside):
        markup.without_result.add(position)


def _cells(xml: bytes) -> Iterator[tuple[dict[str, str], tuple[int, int], bytes]]:
    """Yield attributes, position and content of each cell that is read."""
    for match in CELL.finditer(xml):
        attributes = _attributes(match[1])
        position = cell_position(attributes.get("r", ""))
        if position is None or position[1] >= MAX_COLUMNS:
            continue
        if position[0] >= MAX_ROWS:
            return
        yield attributes, position, match[2] or b""


def _attributes(tag: bytes) -> dict[str, str]:
    return {
        name.decode(): value.decode("utf-8", "replace") for name, value in ATTRIBUTE.findall(tag)
    }


def _hidden_rows(xml: bytes) -> Iterator[int]:
    for match in ROW.finditer(xml):
        if b"hidden" not in match[1]:
            continue
        attributes = _attributes(match[1])
        if _is_on(attributes.get("hidden")) and attributes.get("r", "").isdecimal():
            yield int(attributes["r"]) - 1


def _hidden_columns(xml: bytes) -> Iterator[int]:
    for match in COLUMNS.finditer(xml):
        attributes = _attributes(match[1])
        first, last = attributes.get("min", ""), attributes.get("max", "")
        if _is_on(attributes.get("hidden")) and first.isdecimal() and last.isdecimal():
            # The last range often reaches to the end of the sheet.
            yield from range(int(first) - 1, min(int(last), MAX_COLUMNS))


def _is_on(value: str | None) -> bool:
    return value in ("1", "true", "on")


# ------------------------------------------------------------------------------ styles


def read_styles(archive: zipfile.ZipFile) -> dict[int, CellStyle]:
    """Return the styles that say something about the content of cells, by their index."""
    root = read_part(archive, STYLES)
    if root is None:
        return {}
    codes = {
        **BUILT_IN,
        **{_whole(e, "numFmtId"): e.get("formatCode", "") for e in root.iter("{*}numFmt")},
    }
    white = [_is_white(font) for font in _children(root, "fonts")]
    filled = [_is_filled(fill) for fill in _children(root, "fills")]
    styles = {}
    for index, style in enumerate(_children(root, "cellXfs")):
        shown = number_format(codes.get(_whole(style, "numFmtId"), ""))
        is_white = _flag(white, _whole(style, "fontId")) and not _flag(
            filled, _whole(style, "fillId")
        )
        if is_white or (shown is not None and shown.is_hidden):
            styles[index] = CellStyle(is_invisible=True)
        elif shown is not None:
            styles[index] = CellStyle(format=shown)
    return styles


def _children(root: etree._Element, name: str) -> list[etree._Element]:
    parent = next((child for child in root if local_name(child) == name), None)
    return [] if parent is None else [child for child in parent if local_name(child)]


def _whole(element: etree._Element, name: str) -> int:
    value = element.get(name, "0")
    return int(value) if value.isdecimal() else 0


def _flag(flags: list[bool], index: int) -> bool:
    return index < len(flags) and flags[index]


def _is_white(font: etree._Element) -> bool:
    colour = next((child for child in font if local_name(child) == "color"), None)
    if colour is None or colour.get("tint"):
        return False
    return colour.get("rgb", "").upper() in WHITE or colour.get("theme") == WHITE_THEME


def _is_filled(fill: etree._Element) -> bool:
    """Tell whether a fill paints the cell; `gray125` is the one every workbook has unused."""
    pattern = next((child for child in fill if local_name(child) == "patternFill"), None)
    if pattern is None:
        return local_name(fill) == "fill" and len(fill) > 0
    return pattern.get("patternType", "none") not in ("none", "gray125")


# ------------------------------------------------------------------------------ comments


def _comments(archive: zipfile.ZipFile, sheet: str) -> dict[tuple[int, int], str]:
    """Return the comments on a sheet's cells; an answer follows what it answers."""
    comments: dict[tuple[int, int], str] = {}
    for part in relations(archive, sheet).values():
        if "omment" not in part or not part.endswith(".xml"):
            continue
        root = read_part(archive, part)
        for comment in () if root is None else root.iter("{*}comment"):
            position = cell_position(comment.get("ref", ""))
            text = _comment_text(comment)
            if position is not None and text:
                comments[position] = text
    return comments


def _comment_text(comment: etree._Element) -> str:
    texts = (str(part.text or "") for part in comment.iter("{*}t"))
    return collapse(THREAD_PREAMBLE.sub("", "".join(texts)))
