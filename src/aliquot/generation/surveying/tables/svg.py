"""A survey as a bar chart in SVG: documents in the table, before the documents that were read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, log10

from aliquot.generation.surveying.tables.bars import Bar, Chart, chart_of
from aliquot.generation.surveying.tables.drawing import (
    element,
    plain,
    rectangle,
    style,
    width_of,
    words,
    wrapped,
)
from aliquot.generation.surveying.tables.remarks import NOTHING, coverage_line
from aliquot.types import Survey

__all__ = ["to_svg"]

# Lengths are in pixels at full size; a drawing scales without loss.
MARGIN = 28
MIN_PLOT, PLOT_HEIGHT = 560, 260
TITLE_SIZE, LINE_SIZE, SMALL = 18, 12, 11
TITLE_LINE, LINE = 24, 17
# Room for numbers on the axis of counts; and above the highest bar, for its two numbers.
AXIS_ROOM, NUMBERS_ROOM = 44, 30
# A bar with the gap beside it.
MIN_SLOT, MAX_SLOT = 20, 72
BAR_SHARE, MAX_BAR = 0.68, 44
# Bars across, one a line, of authors and versions, whose names are long.
ROW, ROW_BAR, MAX_LABEL, ACROSS = 26, 16, 250, 340
# A bar of one document among thousands can still be seen.
MIN_BAR = 1.5
# Marks on an axis of counts, and steps between labels of bars: whole and easily counted.
MAX_TICKS = 5
STEPS = (1, 2, 5)
LABEL_STEPS = (1, 2, 5, 10, 20, 50)


@dataclass(frozen=True, slots=True)
class _Plot:
    """The bars with their axes, from its own upper left corner."""

    markup: str
    width: float
    height: float


def to_svg(survey: Survey) -> str:
    """Return a bar chart of the documents of each group, with the coverage under it.

    A pale bar behind shows how many documents were read for the group, where that is known.

    Raises:
        ConfigError: The survey has no groups, and its rows state no years.
    """
    chart = chart_of(survey)
    plot = _upright(chart) if chart.is_over_time else _across(chart)
    width = max(plot.width, MIN_PLOT) + 2 * MARGIN
    title = wrapped(survey.question, width - 2 * MARGIN, TITLE_SIZE)
    top = MARGIN + TITLE_LINE * len(title)
    legend_room = LINE * 2 if chart.has_denominators else LINE * 0.75
    bottom = top + legend_room + plot.height
    below = [line for one in _lines_below(survey, chart) for line in _fitting(one, width)]
    height = bottom + LINE * (len(below) + 0.5) + MARGIN * 0.6
    parts = [
        rectangle(0, 0, width, height, "paper"),
        *_lines(title, MARGIN + TITLE_SIZE - 4, TITLE_LINE, "ink", TITLE_SIZE, font_weight="600"),
        *(_legend(top + LINE) if chart.has_denominators else ()),
        element("g", plot.markup, transform=f"translate({MARGIN} {top + legend_room:.1f})"),
        *_lines(below, bottom + LINE, LINE, "dim", LINE_SIZE),
    ]
    return _document(survey, chart, "\n".join(parts), width, height)


def _document(survey: Survey, chart: Chart, markup: str, width: float, height: float) -> str:
    """Return the drawing with what it is called and says, for those who hear it."""
    told = "; ".join(_told(one) for one in chart.all_bars) or NOTHING
    described = f"Documents by {chart.by}. {told}. {coverage_line(survey.coverage)}"
    # Several drawings in one page must not share names.
    mark = hashlib.sha256(f"{survey.question}\n{described}".encode("utf-8", "replace")).hexdigest()
    title_id, description_id = f"aliquot-title-{mark[:8]}", f"aliquot-desc-{mark[:8]}"
    head = [
        element("title", plain(survey.question), id=title_id),
        element("desc", plain(described), id=description_id),
        style(),
    ]
    return (
        element(
            "svg",
            "\n" + "\n".join([*head, markup]) + "\n",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width:.0f} {height:.0f}",
            width=round(width),
            height=round(height),
            role="img",
            aria_labelledby=f"{title_id} {description_id}",
        )
        + "\n"
    )


def _told(bar: Bar) -> str:
    return f"{bar.name}: {bar.count} of {bar.of}" if bar.of else f"{bar.name}: {bar.count}"


def _lines_below(survey: Survey, chart: Chart) -> Iterator[str]:
    if chart.left_out:
        yield f"And {chart.left_out} more that are not drawn."
    if survey.where:
        yield f"Filter: {survey.where}."
    yield coverage_line(survey.coverage)


def _fitting(line: str, width: float) -> list[str]:
    return wrapped(line, width - 2 * MARGIN, LINE_SIZE)


def _lines(
    lines: list[str], y: float, leading: float, fill: str, size: float, **more: str
) -> Iterator[str]:
    for number, line in enumerate(lines):
        yield words(line, MARGIN, y + number * leading, fill, size=size, **more)


def _legend(y: float) -> Iterator[str]:
    x = float(MARGIN)
    for fill, meaning in (("part", "documents in the table"), ("whole", "documents read")):
        yield rectangle(x, y - 10, 12, 12, fill, radius=2)
        yield words(meaning, x + 18, y, "dim", size=LINE_SIZE)
        x += 18 + width_of(meaning, LINE_SIZE) + 24


# ------------------------------------------------------------------------------ upright


def _upright(chart: Chart) -> _Plot:
    """Return bars that follow each other in time, from left to right."""
    if not chart.all_bars:
        return _Plot(words(NOTHING, 0, LINE * 2, "ink"), MIN_PLOT, LINE * 4)
    count = len(chart.bars) + (1.5 if chart.apart else 0)
    slot = min(max((MIN_PLOT - AXIS_ROOM) / count, MIN_SLOT), MAX_SLOT)
    # The name of the bar apart is longer than a year, and must not lie under its neighbour.
    apart_room = width_of(chart.apart.name, SMALL) + slot if chart.apart else 0
    width = max(AXIS_ROOM + slot * len(chart.bars) + apart_room, MIN_PLOT)
    ticks = _ticks(max(max(one.count, one.of) for one in chart.all_bars))
    scale = (PLOT_HEIGHT - NUMBERS_ROOM) / ticks[-1]
    parts = list(_grid(ticks, scale, width))
    for number, bar in enumerate(chart.bars):
        parts.append(_column(bar, AXIS_ROOM + slot * (number + 0.5), slot, scale))
    parts += _year_labels(chart, slot)
    if chart.apart:
        x = AXIS_ROOM + slot * len(chart.bars) + apart_room / 2
        parts.append(_column(chart.apart, x, slot, scale))
        parts.append(
            words(chart.apart.name, x, PLOT_HEIGHT + 18, "dim", size=SMALL, anchor="middle")
        )
    middle = AXIS_ROOM + slot * len(chart.bars) / 2
    parts.append(words(chart.by, middle, PLOT_HEIGHT + 38, "dim", size=LINE_SIZE, anchor="middle"))
    return _Plot("\n".join(parts), width, PLOT_HEIGHT + 48)


def _grid(ticks: list[int], scale: float, width: float) -> Iterator[str]:
    """Yield the axis of counts: lines across, their numbers, and what is counted."""
    for tick in ticks:
        y = PLOT_HEIGHT - tick * scale
        fill = "grid" if tick else "dim"
        yield rectangle(AXIS_ROOM, y - 0.5, width - AXIS_ROOM, 1, fill)
        yield words(f"{tick:,}", AXIS_ROOM - 8, y + 4, "dim", size=SMALL, anchor="end")
    middle = PLOT_HEIGHT - ticks[-1] * scale / 2
    turned = f"rotate(-90 10 {middle:.1f})"
    yield words("documents", 10, middle, "dim", size=LINE_SIZE, anchor="middle", transform=turned)


def _column(bar: Bar, x: float, slot: float, scale: float) -> str:
    """Return a bar with its number above, before a pale one with the number of those read."""
    width = min(slot * BAR_SHARE, MAX_BAR)
    height = _length(bar.count, scale)
    number_y = PLOT_HEIGHT - height - 5
    parts = [element("title", plain(_told(bar)))]
    if bar.of:
        whole = _length(bar.of, scale)
        whole_y = min(PLOT_HEIGHT - whole - 5, number_y - SMALL - 1)
        parts.append(rectangle(x - width / 2, PLOT_HEIGHT - whole, width, whole, "whole", radius=2))
        named = f"of {bar.of}"
        shown = named if width_of(named, SMALL - 1) < slot else str(bar.of)
        parts.append(words(shown, x, whole_y, "dim", size=SMALL - 1, anchor="middle"))
    if height:
        parts.append(
            rectangle(x - width / 2, PLOT_HEIGHT - height, width, height, "part", radius=2)
        )
    fill = "ink" if bar.count else "dim"
    parts.append(words(str(bar.count), x, number_y, fill, size=SMALL, anchor="middle"))
    return element("g", "".join(parts))


def _year_labels(chart: Chart, slot: float) -> Iterator[str]:
    """Yield as many names of bars as have room, at round years."""
    widest = max((width_of(one.name, SMALL) for one in chart.bars), default=0) + 8
    every = next((one for one in LABEL_STEPS if one * slot >= widest), LABEL_STEPS[-1])
    for number, bar in enumerate(chart.bars):
        if (chart.first + number) % every == 0:
            x = AXIS_ROOM + slot * (number + 0.5)
            yield words(bar.name, x, PLOT_HEIGHT + 18, "dim", size=SMALL, anchor="middle")


def _ticks(highest: int) -> list[int]:
    """Return round counts from 0 to at least the highest."""
    rough = max(highest, 1) / MAX_TICKS
    power = 10 ** max(int(log10(rough)) if rough > 1 else 0, 0)
    steps = [step * power for step in (*STEPS, 10)]
    step = next(one for one in steps if one >= rough)
    return [step * number for number in range(ceil(max(highest, 1) / step) + 1)]


def _length(count: int, scale: float) -> float:
    return max(count * scale, MIN_BAR) if count else 0


# ------------------------------------------------------------------------------ across


def _across(chart: Chart) -> _Plot:
    """Return bars one below the other, each behind its name."""
    bars = chart.all_bars
    if not bars:
        return _Plot(words(NOTHING, 0, LINE * 2, "ink"), MIN_PLOT, LINE * 4)
    names = [wrapped(one.name, MAX_LABEL, LINE_SIZE, most=1)[0] for one in bars]
    left = max(width_of(one, LINE_SIZE) for one in names) + 12
    scale = ACROSS / max(max(one.count, one.of) for one in bars)
    parts = [words(chart.by, left - 12, SMALL, "dim", size=SMALL, anchor="end")]
    parts.append(words("documents", left, SMALL, "dim", size=SMALL))
    for number, (name, bar) in enumerate(zip(names, bars, strict=True)):
        gap = ROW / 2 if bar is chart.apart and number else 0
        parts.append(_row(name, bar, left, ROW * (number + 1.3) + gap, scale))
    room = width_of(max((_told_count(one) for one in bars), key=len), LINE_SIZE) + 8
    return _Plot("\n".join(parts), left + ACROSS + room, ROW * (len(bars) + 1.8))


def _row(name: str, bar: Bar, left: float, y: float, scale: float) -> str:
    parts = [element("title", plain(_told(bar)))]
    parts.append(words(name, left - 12, y + 1, "ink", size=LINE_SIZE, anchor="end"))
    top = y - ROW_BAR + 4
    lengths = (("whole", _length(bar.of, scale)), ("part", _length(bar.count, scale)))
    parts += [
        rectangle(left, top, length, ROW_BAR, which, radius=2)
        for which, length in lengths
        if length
    ]
    end = left + max(length for _, length in lengths) + 8
    parts.append(words(_told_count(bar), end, y + 1, "ink", size=LINE_SIZE))
    return element("g", "".join(parts))


def _told_count(bar: Bar) -> str:
    return f"{bar.count} of {bar.of}" if bar.of else str(bar.count)
