"""Read the numbers of PowerPoint charts.

What enters: the root of a chart part. What leaves: a `Piece`, categories down and series across.
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from aliquot.parsing.files.xml import local_name
from aliquot.parsing.pptx.pieces import Piece
from aliquot.parsing.writing.typography import collapse

__all__ = ["read_chart"]

# Charts of more points than this are measurements, which belong into a table file.
MAXIMUM_POINTS = 200


def read_chart(root: etree._Element) -> Iterator[Piece]:
    """Yield a chart's numbers as a table, or its title alone where it has too many."""
    titles = (collapse("".join(_texts(title))) for title in root.iter("{*}title"))
    title = next(filter(None, titles), "")
    series = [(_series_name(item), _points(item, "val"), item) for item in root.iter("{*}ser")]
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
