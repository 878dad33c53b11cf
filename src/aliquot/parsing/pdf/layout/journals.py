"""Find journal and year of a paper in its citation lines, masthead and properties."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from aliquot.parsing.pdf.layout.publication import (
    FRONT_PAGE,
    PROPERTIES,
    RUNNING,
    Found,
    in_margin,
)
from aliquot.parsing.pdf.layout.roles import SECTION_NAME
from aliquot.parsing.pdf.pages.symbols import UNKNOWN
from aliquot.parsing.pdf.records import Line, Page

__all__ = ["find_journal", "find_year", "is_masthead"]

YEAR = r"(?:19[5-9]\d|20[0-4]\d)"
# A citation line states the year a paper is cited by; dates of acceptance come last.
CITATION_YEARS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b({YEAR})\s*[,;:]\s*\d{{1,4}}\s*(?:\(|[:,;])",
        rf"\(({YEAR})\)\s*\d{{1,4}}\s*[:,]",
        rf"\b(?:vol(?:ume)?\.?\s*\d+|\d{{1,4}}\s*\(\d+\)).{{0,45}}?\b({YEAR})\b",
        rf"第\s*\d+\s*巻.{{0,20}}?({YEAR})",
    )
)
STATED_YEARS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"published(?:\s+online)?\s*:?\s*[^|;]{{0,25}}?\b({YEAR})\b",
        rf"(?:this version posted|posted|submitted on)\s*:?\s*[^|;]{{0,25}}?\b({YEAR})\b",
        rf"arXiv:\S+\s*(?:\[[\w.-]+\])?\s*\d{{1,2}} [A-Z][a-z]{{2}} ({YEAR})\b",
        rf"(?:©|\(c\)|copyright)[^0-9]{{0,40}}\b({YEAR})\b",
        rf"accepted\s*:?\s*[^|;]{{0,25}}?\b({YEAR})\b",
        rf"({YEAR})\s*年\s*\d{{1,2}}\s*月\s*\d{{1,2}}\s*日\s*(?:受理|公開|発行)",
    )
)
CITED = r"(?:.*?\bet al\.?,?\s+)?"
NAME = r"(?P<name>(?:\d )?[A-Z][\w&:.\-’' ]{2,70}?)"
# The name before year, volume and pages in a citation line of the margins.
JOURNAL_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^{CITED}{NAME}[,.;]?\s*\(?{YEAR}\)?\s*[,;:]?\s*\d",
        rf"^{NAME},?\s+(?i:vol)(?:ume)?\.?\s*\d+",
        rf"^{CITED}{NAME}\s+\d{{1,4}}\s*\((?:{YEAR}|\d+)\)",
        rf"^{NAME}\s*\|\s*(?:\d|https?:|www\.|(?i:doi|vol))",
        rf"^{NAME},?\s+[Ee]?-?ISSN",
        r"^(?P<name>[\w・]{2,30}誌?)\s*第?\s*\d+\s*巻",
    )
)
# Hindawi prints the journal's name on the line above this one.
ARTICLE_ID = re.compile(rf"Volume {YEAR}, Article ID")
NO_JOURNAL = re.compile(
    r"received|accepted|published|copyright|©|doi|license|volume|article|page|https?|www|"
    r"\b(january|february|march|april|may|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
# What a masthead begins with, where a journal is known by no citation line or by initials only.
MASTHEAD = re.compile(
    r"(the )?((\w+ )?(international|european|american|indian|african|asian|british|iranian|chinese|"
    r"japanese|korean|turkish|brazilian) )?(journal|annals|archives|acta|bulletin|proceedings|"
    r"transactions|advances|frontiers|trends|current|revista|zeitschrift)\b",
    re.IGNORECASE,
)
INITIALS = re.compile(r"[A-Z]{2,6}")
# The properties' subject may go on with the DOI behind the name.
SUBJECT_TAIL = re.compile(r"[,;]?\s*(?:https?://|doi\b).*$", re.IGNORECASE)
MAXIMUM_NAME = 90
SMALL_PRINT_PT = 9.5
MASTHEAD_LINES = 3


def find_year(
    lines: Sequence[Line], page: Page, metadata: Mapping[str, str]
) -> tuple[int | None, str]:
    """Return the year a paper is cited by and where it stood; lines are those of the front page."""
    citing = [
        line.text for line in lines if line.size <= SMALL_PRINT_PT - 0.5 or in_margin(line, page)
    ]
    stated = [page.aside, *(line.text for line in lines)]
    for patterns, where in ((CITATION_YEARS, citing), (STATED_YEARS, stated)):
        for pattern in patterns:
            found = [int(match[1]) for text in where for match in pattern.finditer(text)]
            if found:
                return Counter(found).most_common(1)[0][0], FRONT_PAGE
    match = re.search(rf"\b({YEAR})\b", metadata.get("Subject", ""))
    return (int(match[1]), PROPERTIES) if match else (None, "")


def find_journal(pages: Sequence[Page], metadata: Mapping[str, str]) -> Found:
    """Return the name that most citation lines of the first pages give.

    Where there are none, or initials only, the masthead and the file's properties are asked.
    """
    above = _above_article_id(pages)
    if above and not UNKNOWN.search(above):
        return Found(above, FRONT_PAGE)
    stated = _in_properties(pages, metadata)
    counts: Counter[str] = Counter()
    first: dict[str, str] = {}
    for name, place in _cited_names(pages) if not above else ():
        counts[name] += 1
        first.setdefault(name, place)
    if counts:
        name = counts.most_common(1)[0][0]
        if not INITIALS.fullmatch(name):
            # Small capitals come out as "ScienTific REPOrTS"; the properties spell the name.
            same = _letters(stated) == _letters(name)
            return Found(stated if same else name, first[name])
        masthead = _masthead(pages[0])
        return Found(masthead, FRONT_PAGE) if masthead else Found(name, first[name])
    if stated:
        return Found(stated, PROPERTIES)
    masthead = _masthead(pages[0]) if pages else ""
    return Found(masthead, FRONT_PAGE) if masthead else Found()


def is_masthead(text: str, lines: Sequence[Line]) -> bool:
    """Tell a journal's name: a citation line begins with it and goes on with year or volume."""
    name = _letters(text)
    return any(
        len(line.text) > len(text)
        and _letters(line.text).startswith(name)
        and re.search(r"\d", line.text[len(text) - 2 :])
        for line in lines
    )


def _above_article_id(pages: Sequence[Page]) -> str:
    for page in pages[:4]:
        top_down = sorted(page.lines, key=lambda line: line.y0)
        for index, line in enumerate(top_down):
            if ARTICLE_ID.match(line.text) and index:
                return " ".join(top_down[index - 1].text.split())
    return ""


def _cited_names(pages: Sequence[Page]) -> Iterator[tuple[str, str]]:
    for page in pages[:4]:
        for line in sorted(page.lines, key=lambda line: line.y0):
            small = line.size < SMALL_PRINT_PT and line.y0 < 0.45 * page.height
            if in_margin(line, page) or (page.number == 0 and small):
                name = _journal_name(line.text)
                if name:
                    yield name, FRONT_PAGE if page.number == 0 else RUNNING


def _in_properties(pages: Sequence[Page], metadata: Mapping[str, str]) -> str:
    """Return the properties' subject where it is a short name that the first page prints."""
    subject = SUBJECT_TAIL.sub("", " ".join(metadata.get("Subject", "").split()))
    name = _journal_name(subject) or subject
    if not pages or not 3 < len(name) < MAXIMUM_NAME or NO_JOURNAL.search(name):
        return ""
    printed = _letters(" ".join(line.text for line in pages[0].lines))
    # The first letters may be a ligature that was lost ("The").
    return name if _letters(name)[2:] in printed else ""


def _masthead(page: Page) -> str:
    """Return the lines in the upper margin that begin like a journal's name."""
    upper = sorted(
        (line for line in page.lines if line.y1 < 0.12 * page.height), key=lambda line: line.y0
    )
    for index, line in enumerate(upper):
        if not MASTHEAD.match(line.text) or re.search(r"\d", line.text):
            continue
        name = line.text
        for below in upper[index + 1 : index + MASTHEAD_LINES]:
            is_next = below.y0 - upper[index].y1 < 1.2 * max(below.size, line.size)
            if not is_next or re.search(r"\d", below.text) or SECTION_NAME.fullmatch(below.text):
                break
            if len(name.split()) > 2:
                break
            name = f"{name} {below.text}"
        if 8 < len(name) < MAXIMUM_NAME and len(name.split()) > 1:
            return " ".join(name.split())
    return ""


def _journal_name(text: str) -> str:
    for pattern in JOURNAL_PATTERNS:
        match = pattern.match(text.strip())
        if match:
            name = match["name"].strip(" ,.;:")
            is_name = not NO_JOURNAL.search(name) and not SECTION_NAME.fullmatch(name)
            if is_name and len(name) < MAXIMUM_NAME:
                return name
    return ""


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())
