"""Headings, and how deep each stands: by its number, its name, or its type beside the others'."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from aliquot.parsing.pdf.records import Line

__all__ = ["NUMBERING", "Heading", "Style", "set_levels"]

NUMBERING = re.compile(
    r"^(\d{1,2}([.．]\d{1,2}){0,3})"
    r"([.．]?\s*[|:]?\s+(?=[A-Za-z\u3040-\u9fff])|[.．、]\s*(?=[\u3040-\u9fff]))"
)
# Chapters of theses and books stand above every other heading.
CHAPTER = re.compile(
    r"(chapter|part|appendix)\s+([\dIVX]{1,4}|[A-Z])\b|第\s?[\d一二三四五六七八九十]{1,3}\s?[章部編]",
    re.IGNORECASE,
)
MINIMUM_CHAPTERS = 2
MAIN_SECTION = re.compile(r"introduc|method|result|discuss|reference|conclus", re.IGNORECASE)
INTRODUCTION = re.compile(r"introduction|background", re.IGNORECASE)
# What stands behind the last chapter of a book closes the book, not the chapter.
CLOSING = re.compile(
    r"references$|bibliography|acknowledge?ments|glossary|index$|appendi|参考文献|引用文献|謝辞",
    re.IGNORECASE,
)
ABSTRACT_LABEL = re.compile(r"background|method|result|conclu|objective|aim", re.IGNORECASE)

Style = tuple[float, bool, bool, str]
RankStyle = tuple[float, bool, bool, str, bool]


@dataclass(slots=True, eq=False)
class Heading:
    """A heading made of `lines`, which stand at `start` to `end` in the flow."""

    start: int
    end: int
    lines: list[Line]
    text: str
    core: str
    is_known: bool
    is_larger: bool
    is_capitals: bool
    is_alone: bool = False
    level: int = 1

    @property
    def style(self) -> Style:
        """Style of its first line."""
        return self.lines[0].style

    @property
    def rank_style(self) -> RankStyle:
        """Style, and whether it is in capitals, which rank above the same type in small letters."""
        return (*self.lines[0].style, self.is_capitals)

    @property
    def number(self) -> str:
        """Its section number, or an empty string."""
        match = NUMBERING.match(self.text)
        return match[1].replace("．", ".") if match else ""

    @property
    def is_chapter(self) -> bool:
        """Whether it opens a chapter, which other headings stand below."""
        return bool(CHAPTER.match(self.text))


def set_levels(headings: list[Heading]) -> None:
    """Set the level of each heading, from 1."""
    top = _top_style(headings)
    lower = _lower_styles(headings, top)
    first = min((heading.start for heading in headings if heading.rank_style == top), default=0)
    has_chapters = sum(heading.is_chapter for heading in headings) >= MINIMUM_CHAPTERS
    is_inside = False
    for heading in headings:
        heading.level = _level(heading, top, lower, first)
        if has_chapters:
            _put_below_chapter(heading, is_inside=is_inside)
            is_inside = is_inside or heading.is_chapter


def _put_below_chapter(heading: Heading, *, is_inside: bool) -> None:
    """Make a chapter the first level; below it a number tells its depth, other headings go down."""
    if heading.is_chapter:
        heading.level = 1
    elif is_inside and not heading.number and not CLOSING.match(heading.core):
        heading.level += 1


def _top_style(headings: list[Heading]) -> RankStyle | None:
    """Return the style of most main sections; a structured abstract's labels come before them."""
    opening = next((heading.start for heading in headings if INTRODUCTION.match(heading.core)), 0)
    counts = Counter(
        heading.rank_style
        for heading in headings
        if heading.is_known and heading.start >= opening and MAIN_SECTION.search(heading.core)
    )
    return max(counts, key=lambda style: (counts[style], style)) if counts else None


def _lower_styles(headings: list[Heading], top: RankStyle | None) -> list[RankStyle]:
    if top is None:
        return []
    styles = {heading.rank_style for heading in headings if not heading.lines[-1].is_run_in}
    return sorted(
        (style for style in styles if style != top and not _outranks(style, top)),
        key=lambda style: (not style[4], not style[1], -style[0], style),
    )


def _outranks(style: RankStyle, top: RankStyle) -> bool:
    """Tell larger type that is as bold and as capital as the top style."""
    return style[0] > top[0] + 0.3 and style[1] >= top[1] and style[4] >= top[4]


def _level(heading: Heading, top: RankStyle | None, lower: list[RankStyle], first: int) -> int:
    if heading.number:
        return heading.number.count(".") + 1
    style = heading.rank_style
    if top is None or style == top or _outranks(style, top):
        return 1
    is_smaller = style[0] < top[0] - 0.3 or style[1] < top[1]
    in_abstract = heading.start < first and is_smaller and ABSTRACT_LABEL.search(heading.core)
    if heading.is_known and not in_abstract:
        return 1
    if heading.lines[-1].is_run_in:
        return 3 if lower else 2
    # Of two or three lower styles the last is the third level; of more, nothing is certain.
    place = lower.index(style) if style in lower else 0
    return 3 if 0 < place == len(lower) - 1 and len(lower) < 4 else 2
