"""Read from a document's head what identifies it: year, version, author.

What enters: the short lines a document begins with, and its file's name. What leaves: what they
state, and nothing where they state nothing. When a file was saved says nothing about its content.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from aliquot.parsing.writing.names import cited_names, is_person, split_names, without_reading
from aliquot.parsing.writing.typography import collapse
from aliquot.types import Block, BlockType

__all__ = ["LINE_CHARS", "head_lines", "stated_authors", "stated_version", "stated_year"]

# The line of date and version stands right below the title; a longer line is prose, whose dates are
# those of other things.
HEAD_BLOCKS = 4
LINE_CHARS = 120
HEAD_TYPES = {BlockType.HEADING, BlockType.PARAGRAPH, BlockType.FIELD, BlockType.SLIDE}
# From here to the end of the cell, dates and versions are those of other documents.
ELSEWHERE = re.compile(
    r"\b(?:replac\w+|supersed\w+|adapted|modified from|based (?:up)?on|see also|et al\b|next review"
    r"|compatible with|requires?)[^|｜]*|（?旧版[^|｜]*",
    re.I,
)

YEAR = r"(?P<{}>(?:19[5-9]|20\d)\d)"
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
MONTH_NUMBER = r"(?:1[0-2]|0?[1-9])"
DAY = r"(?:3[01]|[12]\d|0?[1-9])"
DATE = re.compile(
    "|".join(
        (
            rf"(?<![\d.]){YEAR.format('iso')}(?P<mark>[-/.]){MONTH_NUMBER}(?:(?P=mark){DAY})?(?![\d.]*\d)",
            rf"(?<![\d.]){DAY}[./-]{MONTH_NUMBER}[./-]{YEAR.format('european')}(?!\d)",
            rf"(?<![\d.]){MONTH_NUMBER}/{DAY}/{YEAR.format('american')}(?!\d)",
            rf"\b{MONTH}[\s-]*(?:{DAY}(?:st|nd|rd|th)?(?:\s?[-–]\s?{DAY})?)?,?[\s-]*{YEAR.format('word')}(?!\d)",
            rf"(?<!\d){YEAR.format('japanese')}\s*年",
            r"(?P<era>昭和|平成|令和)\s*(?P<era_year>\d{1,2}|元)\s*年",
            rf"\b(?:date|year|updated|written|created|日付|作成日|発行日)\s*[:：]\s*{YEAR.format('labelled')}(?!\d)",
        )
    ),
    re.I,
)
ERA_STARTS = {"昭和": 1925, "平成": 1988, "令和": 2018}
# Delimited by anything but digits: 2023-11_x, x_2023-11-16, 20231105_x, x_2024年3月.
NAME_DATE = re.compile(
    rf"(?<!\d)(?:{YEAR.format('dashed')}[-_.]{MONTH_NUMBER}(?:[-_.]{DAY})?(?![-_.]?\d)"
    rf"|{YEAR.format('compact')}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)"
    rf"|{YEAR.format('japanese')}年)"
)
# A year alone counts where it opens or closes the name: inside it may be a number of anything.
NAME_YEAR = re.compile(rf"^{YEAR.format('first')}(?=[-_ ]\D)|(?<=[-_ ]){YEAR.format('last')}$")

# Talks are filed by the meeting they were given at: angus_2014-kmers.
NAME_EVENT = re.compile(rf"(?<=[-_ ]){YEAR.format('event')}(?=[-_ ])")

NUMBER = r"(?P<{}>\d{{1,3}}(?:\.\d{{1,3}}){{0,3}}[a-z]?)"
VERSION = re.compile(
    rf"(?:(?:protocol|document|SOP|file)[\w-]*\s+)?(?:version|vers?\.|ver|revision|rev\.?|バージョン|版数)"
    rf"\s*(?:no\.?|number)?\s*[:：#=]?\s*v?{NUMBER.format('word')}(?![\w%]|\s*(?:%|of\s+the\b))"
    rf"|(?:(?:protocol|document|SOP)[\w-]*\s+)?v\.?\s?{NUMBER.format('letter')}$"
    rf"|(?:改訂)?第?\s*{NUMBER.format('japanese')}\s*版(?!\w)|改訂版?\s*{NUMBER.format('edition')}$",
    re.I,
)
TITLE_VERSION = re.compile(
    rf"(?:[(\[（,]\s*|\s|_)(?:version\s*|ver\.?\s*|v\.?\s?){NUMBER.format('latin')}\s*[)\]）]?$"
    rf"|第\s*{NUMBER.format('japanese')}\s*版",
    re.I,
)
NAME_VERSION = re.compile(
    rf"(?:^|[-_. ])(?:version|ver|rev|v)[-_. ]?{NUMBER.format('latin')}(?=[-_. (]|$)"
    rf"|(?:改訂第?|第){NUMBER.format('japanese')}版",
    re.I,
)
CELL = re.compile(r"[|｜;；,，、·•()（）\[\]\n]|\s[-–—]\s|\.\s+(?=[A-Z])|[\u3000]+|\s{2,}")
ROW = re.compile(r"\s*[|｜]\s*")
BYLINE = re.compile(
    r"(?:by\s+)?(?P<name>[A-Z][\w'-]+(?: [A-Z][\w.'-]*){1,3})\s*(?:::|[,|–-])\s*"
    r"(?:[\w.,]+ ){0,2}(?P<year>(?:19|20)\d\d)$"
)
LABELLED = re.compile(
    r"(?:authors?|written by|prepared by|presented by|presenter|by|著者|作成者?|担当者?|記録者"
    r"|執筆者?|発表者?|氏名)(?:\s*[:：]\s*|(?<=by)\s+)(?P<names>\S.*)",
    re.I,
)


def head_lines(blocks: Sequence[Block]) -> list[str]:
    """Return the short lines of the first blocks."""
    head = (block for block in blocks[:HEAD_BLOCKS] if block.type in HEAD_TYPES)
    lines = (line for block in head for line in block.text.split("\n"))
    return [line for line in lines if 0 < len(line.strip()) <= LINE_CHARS]


def stated_year(lines: Iterable[str], name: str, *, is_talk: bool = False) -> int | None:
    """Return the year of the first date in the head, otherwise of that in the file's name.

    Args:
        lines: The title and the lines of the head.
        name: The file's name without its ending.
        is_talk: Whether a year inside the name is that of a meeting, not some number.
    """
    for line in lines:
        found = DATE.search(ELSEWHERE.sub("", _plain(line)))
        if found:
            return _year(found)
    plain = _plain(name)
    found = NAME_DATE.search(plain) or NAME_YEAR.search(plain)
    if is_talk and not found:
        found = NAME_EVENT.search(plain)
    return _year(found) if found else None


def stated_version(title: str, lines: Iterable[str], name: str) -> str:
    """Return the version as printed in the head, the title or the file's name; "" for none.

    Args:
        title: The document's title.
        lines: The lines of the head.
        name: The file's name without its ending.
    """
    for line in lines:
        for cell in CELL.split(ELSEWHERE.sub("", _plain(line))):
            found = VERSION.match(collapse(cell or ""))
            if found:
                return _number(found)
    found = TITLE_VERSION.search(_plain(title)) or NAME_VERSION.search(_plain(name))
    return _number(found) if found else ""


def stated_authors(lines: Iterable[str]) -> tuple[str, ...]:
    """Return the authors of a byline, a label, or the row of date and version."""
    for line in lines:
        names = list(_names(_plain(line)))
        if names:
            return cited_names(names)
    return ()


def _names(line: str) -> Iterator[str]:
    byline, labelled = BYLINE.fullmatch(line), LABELLED.fullmatch(line)
    if byline:
        yield byline["name"]
    elif labelled:
        people = [without_reading(name) for name in split_names(labelled["names"])]
        yield from (name for name in people if is_person(name))
    else:
        cells = ROW.split(line)
        if len(cells) > 1 and any(DATE.search(cell) or VERSION.match(cell) for cell in cells):
            people = [name for cell in cells for name in split_names(cell)]
            yield from (without_reading(name) for name in people if is_person(name))


def _year(found: re.Match[str]) -> int:
    groups = {name: value for name, value in found.groupdict().items() if value}
    if "era" in groups:
        count = 1 if groups["era_year"] == "元" else int(groups["era_year"])
        return ERA_STARTS[groups["era"]] + count
    groups.pop("mark", None)
    return int(next(iter(groups.values())))


def _number(found: re.Match[str]) -> str:
    return next(value for value in found.groups() if value)


def _plain(text: str) -> str:
    """Return full-width digits and letters as plain ones; spaces stay, since they part cells."""
    return unicodedata.normalize("NFKC", text.replace("\u3000", "  ")).strip()
