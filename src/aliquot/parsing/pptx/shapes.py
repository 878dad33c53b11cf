"""Read what stands on a PowerPoint slide: text, tables, charts, diagrams.

What enters: the shape tree of a slide. What leaves: `Piece`s in reading order, which is the order
of the shapes, as screen readers take it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lxml import etree

from aliquot.parsing.files.ooxml import attribute, formula_text
from aliquot.parsing.files.xml import local_name
from aliquot.parsing.tables.grids import Cell, expand, span
from aliquot.parsing.writing.typography import collapse, link_suffix, subscript, superscript

__all__ = ["Piece", "SlideReader"]

TITLES = frozenset({"title", "ctrTitle"})
# The same on every slide, or a number.
FURNITURE = frozenset({"sldNum", "dt", "ftr", "hdr", "sldImg"})
# Charts of more points than this are measurements, which belong into a table file.
MAXIMUM_POINTS = 200


@dataclass(frozen=True, slots=True)
class Piece:
    """One shape's content: text, or a grid with its caption.

    Attributes:
        role: `title`, `text`, `table` or `formula`.
        text: The text; a table's caption.
        grid: Cells of a table or chart.
    """

    role: str
    text: str
    grid: tuple[tuple[str, ...], ...] = ()


class SlideReader:
    """Read the shapes of one slide.

    Args:
        links: Targets by relation id: addresses, and names of chart and diagram parts.
        part: Returns the root of a part by name, or `None`.
    """

    def __init__(self, links: dict[str, str], part: Callable[[str], etree._Element | None]) -> None:
        self._links = links
        self._part = part

    def read(self, root: etree._Element) -> Iterator[Piece]:
        """Yield the pieces of a slide or notes page in reading order, groups looked through."""
        tree = next(root.iter("{*}spTree"), root)
        stack = list(reversed(tree))
        while stack:
            shape = stack.pop()
            name = local_name(shape)
            if name == "grpSp":
                stack.extend(reversed(shape))
            elif name == "AlternateContent":
                # The first branch is the modern version, the last a picture of it.
                branches = [child for child in shape if local_name(child) == "Choice"]
                stack.extend(reversed(branches[0]) if branches else ())
            elif name in ("sp", "cxnSp") and not _is_invisible(shape):
                yield from self._shape(shape)
            elif name == "graphicFrame" and not _is_invisible(shape):
                yield from self._frame(shape)

    def _shape(self, shape: etree._Element) -> Iterator[Piece]:
        role = _placeholder(shape)
        body = next((child for child in shape if local_name(child) == "txBody"), None)
        if role in FURNITURE or body is None:
            return
        text = self._text(body)
        if text:
            yield Piece("title" if role in TITLES else "text", text)

    def _text(self, body: etree._Element) -> str:
        """Return the paragraphs of a text body as lines, automatic numbers included."""
        lines: list[str] = []
        counts: dict[int, int] = {}
        for paragraph in body:
            if local_name(paragraph) != "p":
                continue
            text = "".join(self._run(child) for child in paragraph).strip()
            if not text:
                continue
            number = _automatic_number(paragraph, counts)
            lines.append(f"{number} {text}" if number else text)
        return "\n".join(lines)

    def _run(self, element: etree._Element) -> str:
        name = local_name(element)
        if name == "br":
            return "\n"
        if name == "fld" and attribute(element, "type").startswith(("slidenum", "datetime")):
            return ""
        if name in ("r", "fld"):
            return self._run_text(element)
        formulas = list(element.iter("{*}oMath")) if name in ("m", "AlternateContent") else []
        return " ".join(formula_text(formula) for formula in formulas[:1])

    def _run_text(self, run: etree._Element) -> str:
        text = "".join(child.text or "" for child in run if local_name(child) == "t")
        properties = next((child for child in run if local_name(child) == "rPr"), None)
        if properties is None or not text.strip():
            return text
        baseline = attribute(properties, "baseline")
        if baseline.lstrip("-").isdigit() and int(baseline):
            text = superscript(text) if int(baseline) > 0 else subscript(text)
        for link in properties.iter("{*}hlinkClick"):
            text += link_suffix(text, self._links.get(attribute(link, "id"), ""))
        return text

    def _frame(self, frame: etree._Element) -> Iterator[Piece]:
        for table in frame.iter("{*}tbl"):
            yield self._table(table)
        for chart in frame.iter("{*}chart"):
            root = self._part(self._links.get(attribute(chart, "id"), ""))
            if root is not None:
                yield from _chart(root)
        for diagram in frame.iter("{*}relIds"):
            root = self._part(self._links.get(attribute(diagram, "dm"), ""))
            texts = () if root is None else root.iter("{*}t")
            lines = [collapse(str(text.text or "")) for text in texts]
            yield Piece("text", "\n".join(filter(None, lines)))

    def _table(self, table: etree._Element) -> Piece:
        rows = []
        for row in table.iter("{*}tr"):
            cells = [cell for cell in row if local_name(cell) == "tc"]
            rows.append([self._cell(cell) for cell in cells if not cell.get("hMerge")])
        return Piece("table", "", tuple(tuple(row) for row in expand(rows)))

    def _cell(self, cell: etree._Element) -> Cell:
        if cell.get("vMerge"):
            return Cell("", span(cell.get("gridSpan")))
        body = next((child for child in cell if local_name(child) == "txBody"), None)
        text = "" if body is None else collapse(self._text(body))
        return Cell(text, span(cell.get("gridSpan")))


def _placeholder(shape: etree._Element) -> str:
    """Return the type of a placeholder; `text` for shapes that are none."""
    for placeholder in shape.iter("{*}ph"):
        return placeholder.get("type", "body")
    return "text"


def _is_invisible(shape: etree._Element) -> bool:
    return any(item.get("hidden") in ("1", "true") for item in shape.iter("{*}cNvPr"))


def _automatic_number(paragraph: etree._Element, counts: dict[int, int]) -> str:
    """Return the number PowerPoint prints before a paragraph, and count it."""
    properties = next((child for child in paragraph if local_name(child) == "pPr"), None)
    level_text = "0" if properties is None else properties.get("lvl", "0")
    level = int(level_text) if level_text.isdecimal() and len(level_text) < 2 else 0
    numbers = [] if properties is None else list(properties.iter("{*}buAutoNum"))
    for deeper in [key for key in counts if key > level or (key == level and not numbers)]:
        del counts[deeper]
    if not numbers:
        return ""
    start = numbers[0].get("startAt", "1")
    first = int(start) if start.isdecimal() and len(start) < 6 else 1
    counts[level] = counts.get(level, first - 1) + 1
    kind = numbers[0].get("type", "arabicPeriod")
    is_letter = kind.startswith("alpha") and counts[level] <= 26
    numeral = chr(ord("a") + counts[level] - 1) if is_letter else str(counts[level])
    return numeral + (")" if "Paren" in kind else ".")


def _chart(root: etree._Element) -> Iterator[Piece]:
    """Yield a chart's numbers as a table: categories down, series across."""
    titles = (collapse("".join(_texts(title))) for title in root.iter("{*}title"))
    title = next(filter(None, titles), "")
    series = [(_series_name(item), _points(item, "val"), item) for item in root.iter("{*}ser")]
    series = series or []
    if not series:
        return
    categories = _points(series[0][2], "cat") or _points(series[0][2], "xVal")
    columns = [(name, values or _points(item, "yVal")) for name, values, item in series]
    keys = sorted({key for _, values in columns for key in values} | set(categories))
    if len(keys) > MAXIMUM_POINTS:
        names = ", ".join(name for name, _ in columns if name)
        yield Piece("text", f"Chart: {title or names}")
        return
    grid = [["", *(name for name, _ in columns)]]
    grid += [
        [categories.get(key, str(key + 1)), *(values.get(key, "") for _, values in columns)]
        for key in keys
    ]
    yield Piece("table", title, tuple(tuple(row) for row in grid))


def _series_name(series: etree._Element) -> str:
    for child in series:
        if local_name(child) == "tx":
            return collapse(" ".join(str(value.text or "") for value in child.iter("{*}v")))
    return ""


def _points(series: etree._Element, name: str) -> dict[int, str]:
    """Return the cached values of a series by index."""
    points: dict[int, str] = {}
    for child in series:
        if local_name(child) != name:
            continue
        for point in child.iter("{*}pt"):
            index = point.get("idx", "")
            value = next((item.text or "" for item in point if local_name(item) == "v"), "")
            if index.isdecimal() and len(index) < 7:
                points[int(index)] = _rounded(collapse(value))
    return points


def _rounded(value: str) -> str:
    """Undo the digits that binary fractions add: 0.30000000000000004 is 0.3."""
    try:
        return f"{float(value):.10g}"
    except ValueError:
        return value


def _texts(element: etree._Element) -> Iterator[str]:
    return (str(text.text or "") for text in element.iter("{*}t"))
