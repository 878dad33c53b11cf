"""Find title, authors, year, DOI and journal on the first page and in the file's metadata.

Best effort, never invented: a field that is not certain stays empty, since a wrong DOI would attach
another paper's identity to this one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from aliquot.parsing.pdf.layout.names import read_authors
from aliquot.parsing.pdf.layout.roles import SECTION_NAME
from aliquot.parsing.pdf.pages.symbols import UNKNOWN, expand_ligatures
from aliquot.parsing.pdf.records import Line, Page

__all__ = ["Identity", "read_identity"]

# Source: https://www.crossref.org/blog/dois-and-matching-regular-expressions/ (first expression).
DOI = re.compile(r"\b10\.\d{4,9}/[-._;()/:A-Z0-9]+", re.IGNORECASE)
DOI_TAIL = re.compile(r"[.,;:)\]]+$")
YEAR = r"(?:19[5-9]\d|20[0-4]\d)"
# A citation line states the year a paper is cited by; dates of acceptance come last.
CITATION_YEARS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b({YEAR})\s*[,;:]\s*\d{{1,4}}\s*(?:\(|[:,;])",
        rf"\(({YEAR})\)\s*\d{{1,4}}\s*[:,]",
        rf"\b(?:vol(?:ume)?\.?\s*\d+|\d{{1,4}}\s*\(\d+\)).{{0,45}}?\b({YEAR})\b",
    )
)
STATED_YEARS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"published(?:\s+online)?\s*:?\s*[^|;]{{0,25}}?\b({YEAR})\b",
        rf"(?:©|\(c\)|copyright)[^0-9]{{0,40}}\b({YEAR})\b",
        rf"accepted\s*:?\s*[^|;]{{0,25}}?\b({YEAR})\b",
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
    )
)
# Hindawi prints the journal's name on the line above this one.
ARTICLE_ID = re.compile(rf"Volume {YEAR}, Article ID")
NO_JOURNAL = re.compile(
    r"received|accepted|published|copyright|©|doi|license|volume|article|page|https?|www|"
    r"\b(january|february|march|april|may|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
# Titles that producers write when nobody gave one.
JUNK_TITLE = re.compile(
    r"^(microsoft (word|powerpoint)\b.*|untitled.*|.*\.(docx?|pptx?|fm|dvi|tex|indd|qxd|pdf|rtf)|"
    r"[\w.\-]+\d{4,}[\w.\-]*|\W*|title|powerpoint.*|slide \d+)$",
    re.IGNORECASE,
)
KICKER = re.compile(
    r"(original |research |review |short |case |brief )?(research|article|review|paper|report|"
    r"communication|letter|open access|editorial|hypothesis|protocol|methodology|database)s?"
    r"( article| paper)?",
    re.IGNORECASE,
)
ENTITY = re.compile(r"&#x([0-9a-f]+);|&#(\d+);", re.IGNORECASE)

TITLE_MAXIMUM_LINES = 7
COVER_LINES = 12
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
SMALL_PRINT_PT = 9.0


@dataclass(frozen=True, slots=True)
class Identity:
    """What a document says of itself; empty where it does not."""

    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str = ""
    journal: str = ""


def read_identity(pages: Sequence[Page], metadata: Mapping[str, str]) -> Identity:
    """Return what the first page and the PDF's metadata agree on or state clearly."""
    if not pages:
        return Identity()
    front = _front_page(pages)
    lines = sorted(front.lines, key=lambda line: (line.y0, line.x0))
    title_lines = _title_lines(lines, front)
    title = _title(title_lines, lines, metadata)
    return Identity(
        title=title,
        authors=read_authors(lines, title_lines, metadata.get("Author", "")),
        year=_year(lines, front, metadata),
        doi=_doi(pages, metadata),
        journal=_journal(pages, metadata),
    )


def _front_page(pages: Sequence[Page]) -> Page:
    """Return the first page, or the second behind a cover that holds a few lines only."""
    if len(pages) > 1 and len(pages[0].lines) < COVER_LINES <= len(pages[1].lines):
        return pages[1]
    return pages[0]


# ------------------------------------------------------------------------------ title


def _title_lines(lines: Sequence[Line], page: Page) -> list[Line]:
    """Return the lines of the largest type that reads like a title and is no journal's name."""
    upper = [line for line in lines if line.y0 < 0.9 * page.height and len(line.text) > 2]
    for size in sorted({line.size for line in upper}, reverse=True)[:6]:
        block = [line for line in upper if abs(line.size - size) < 0.3]
        block = [line for line in block if not KICKER.fullmatch(line.text.strip())]
        block = _contiguous(block)
        text = " ".join(line.text for line in block)
        is_long = len(text.split()) >= 4 or len(JAPANESE.findall(text)) >= 8
        if is_long and len(block) <= TITLE_MAXIMUM_LINES and not _is_masthead(text, lines):
            return block
    return []


def _is_masthead(text: str, lines: Sequence[Line]) -> bool:
    """Tell a journal's name: a citation line begins with it and goes on with year or volume."""
    name = _letters(text)
    return any(
        _letters(line.text).startswith(name) and re.search(r"\d", line.text[len(text) - 2 :])
        for line in lines
    )


def _contiguous(block: list[Line]) -> list[Line]:
    """Keep the lines that follow each other: a journal's masthead may share the title's size."""
    groups: list[list[Line]] = []
    for line in block:
        if groups and line.y0 - groups[-1][-1].y1 < 1.2 * line.size:
            groups[-1].append(line)
        else:
            groups.append([line])
    return max(groups, key=lambda group: sum(len(line.text) for line in group), default=[])


def _title(title_lines: list[Line], lines: Sequence[Line], metadata: Mapping[str, str]) -> str:
    printed = _join(line.text for line in title_lines)
    stated = _clean(metadata.get("Title", ""))
    if stated and not JUNK_TITLE.match(stated) and len(stated.split()) >= 3:
        page = _letters(" ".join(line.text for line in lines))
        if _letters(stated) in page:
            return stated
    return printed


def _join(texts: Iterable[str]) -> str:
    text = ""
    for part in texts:
        text = text[:-1] + part if text.endswith("\u00ad") else f"{text} {part}"
    return (
        expand_ligatures(" ".join(text.replace("\u00ad", "-").split()))
        .rstrip("*†‡ ")
        .removeprefix("OPEN ")
    )


def _clean(text: str) -> str:
    text = ENTITY.sub(lambda match: chr(int(match[1] or "0", 16) or int(match[2] or "0")), text)
    return " ".join(text.replace("\x00", "").split())


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())


# ------------------------------------------------------------------------------ year and DOI


def _year(lines: Sequence[Line], page: Page, metadata: Mapping[str, str]) -> int | None:
    citing = [line for line in lines if line.size <= SMALL_PRINT_PT or _in_margin(line, page)]
    for patterns, where in ((CITATION_YEARS, citing), (STATED_YEARS, lines)):
        for pattern in patterns:
            found = [int(match[1]) for line in where for match in pattern.finditer(line.text)]
            if found:
                return Counter(found).most_common(1)[0][0]
    match = re.search(rf"\b({YEAR})\b", metadata.get("Subject", ""))
    return int(match[1]) if match else None


def _in_margin(line: Line, page: Page) -> bool:
    return line.y1 < 0.12 * page.height or line.y0 > 0.88 * page.height


def _doi(pages: Sequence[Page], metadata: Mapping[str, str]) -> str:
    """Return the DOI printed first on the first page, unless the references start there."""
    for text in (*metadata.values(), *_before_references(pages[:2])):
        match = DOI.search(text)
        if match:
            return _trim_doi(match[0])
    return ""


def _before_references(pages: Sequence[Page]) -> list[str]:
    texts: list[str] = []
    for page in pages:
        for line in sorted(page.lines, key=lambda line: (line.y0, line.x0)):
            if re.fullmatch(r"\W*(references|bibliography)\W*", line.text, re.IGNORECASE):
                return texts
            texts.append(line.text)
    return texts


def _trim_doi(doi: str) -> str:
    doi = DOI_TAIL.sub("", doi)
    if doi.count("(") < doi.count(")"):
        doi = doi[: doi.rindex(")")]
    return doi.lower()


# ------------------------------------------------------------------------------ journal


def _journal(pages: Sequence[Page], metadata: Mapping[str, str]) -> str:
    """Return the name that most citation lines in the margins give."""
    counts: Counter[str] = Counter()
    for page in pages[:4]:
        top_down = sorted(page.lines, key=lambda line: line.y0)
        for index, line in enumerate(top_down):
            if ARTICLE_ID.match(line.text) and index:
                name = _clean(top_down[index - 1].text)
                return _stated_journal(pages, metadata) if UNKNOWN.search(name) else name
            is_front = page.number == 0 and line.size < 9.5 and line.y0 < 0.45 * page.height
            if _in_margin(line, page) or is_front:
                name = _journal_name(line.text)
                counts[name] += bool(name)
    if counts.total():
        return counts.most_common(1)[0][0]
    return _stated_journal(pages, metadata)


def _stated_journal(pages: Sequence[Page], metadata: Mapping[str, str]) -> str:
    """Return the metadata's subject where it is a short name that the first page prints."""
    subject = _clean(metadata.get("Subject", ""))
    name = _journal_name(subject) or subject
    if not 3 < len(name) < 70 or NO_JOURNAL.search(name):
        return ""
    printed = _letters(" ".join(line.text for line in pages[0].lines))
    # The first letters may be a ligature that was lost ("The").
    return name if _letters(name)[2:] in printed else ""


def _journal_name(text: str) -> str:
    for pattern in JOURNAL_PATTERNS:
        match = pattern.match(text.strip())
        if match:
            name = match["name"].strip(" ,.;:")
            if not NO_JOURNAL.search(name) and not SECTION_NAME.fullmatch(name) and len(name) < 70:
                return name
    return ""
