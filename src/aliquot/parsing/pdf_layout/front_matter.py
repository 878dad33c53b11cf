"""Find title, authors, year, DOI and journal on the first page and in the file's metadata.

Best effort, never invented: a field that is not certain stays empty, since a wrong DOI would attach
another paper's identity to this one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aliquot.parsing.pdf_layout.names import read_authors
from aliquot.parsing.pdf_layout.records import Line, Page
from aliquot.parsing.pdf_layout.roles import SECTION_NAME
from aliquot.parsing.pdf_layout.symbols import expand_ligatures

__all__ = ["Identity", "read_identity"]

# Source: https://www.crossref.org/blog/dois-and-matching-regular-expressions/ (first expression).
DOI = re.compile(r"\b10\.\d{4,9}/[-._;()/:A-Z0-9]+", re.IGNORECASE)
DOI_TAIL = re.compile(r"[.,;:)\]]+$")
YEAR = r"(?:19[5-9]\d|20[0-4]\d)"
# In this order: what states a publication year outright comes before what merely holds one.
YEAR_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"published(?:\s+online)?\s*:?\s*[^|;]{{0,25}}?\b({YEAR})\b",
        rf"(?:©|\(c\)|copyright)[^0-9]{{0,40}}\b({YEAR})\b",
        rf"\b({YEAR})\s*[,;:]\s*\d{{1,4}}\s*(?:\(|[:,;])",
        rf"\b(?:vol(?:ume)?\.?\s*\d+|\d{{1,4}}\s*\(\d+\))\D{{0,30}}\b({YEAR})\b",
        rf"\(({YEAR})\)\s*\d{{1,4}}\s*[:,]",
        rf"accepted\s*:?\s*[^|;]{{0,25}}?\b({YEAR})\b",
    )
)
# The name before year, volume and pages in a citation line of the margins.
JOURNAL_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^(?:.*?\bet al\.?,?\s+)?(?P<name>[A-Z][\w&:.\-’' ]{{2,70}}?)[,.;]?\s*\(?{YEAR}\)?\s*[,;:]?\s*\d",
        r"^(?P<name>[A-Z][\w&:\-’' ]{2,70}?),?\s+vol(?:ume)?\.?\s*\d+",
        rf"^(?:.*?\bet al\.?,?\s+)?(?P<name>[A-Z][A-Za-z&:\-’' ]{{2,70}}?)\s+\d{{1,4}}\s*\({YEAR}\)",
    )
)
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
    lines = sorted(pages[0].lines, key=lambda line: (line.y0, line.x0))
    title_lines = _title_lines(lines, pages[0])
    title = _title(title_lines, lines, metadata)
    return Identity(
        title=title,
        authors=read_authors(lines, title_lines, metadata.get("Author", "")),
        year=_year(lines, metadata),
        doi=_doi(pages, metadata),
        journal=_journal(pages, metadata),
    )


# ------------------------------------------------------------------------------ title


def _title_lines(lines: Sequence[Line], page: Page) -> list[Line]:
    """Return the lines of the largest type that reads like a title."""
    upper = [line for line in lines if line.y0 < 0.9 * page.height and len(line.text) > 2]
    for size in sorted({line.size for line in upper}, reverse=True)[:5]:
        block = [line for line in upper if abs(line.size - size) < 0.3]
        block = [line for line in block if not KICKER.fullmatch(line.text.strip())]
        block = _contiguous(block)
        words = " ".join(line.text for line in block).split()
        if len(words) >= 4 and len(block) <= TITLE_MAXIMUM_LINES:
            return block
    return []


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


def _join(texts: Sequence[str] | object) -> str:
    text = ""
    for part in texts:  # type: ignore[attr-defined]
        text = text[:-1] + part if text.endswith("\u00ad") else f"{text} {part}"
    return expand_ligatures(" ".join(text.replace("\u00ad", "-").split())).rstrip("*†‡ ")


def _clean(text: str) -> str:
    text = ENTITY.sub(lambda match: chr(int(match[1] or "0", 16) or int(match[2] or "0")), text)
    return " ".join(text.replace("\x00", "").split())


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())


# ------------------------------------------------------------------------------ year and DOI


def _year(lines: Sequence[Line], metadata: Mapping[str, str]) -> int | None:
    for pattern in YEAR_PATTERNS:
        found = [int(match[1]) for line in lines for match in pattern.finditer(line.text)]
        if found:
            return Counter(found).most_common(1)[0][0]
    match = re.search(rf"\b({YEAR})\b", metadata.get("Subject", ""))
    return int(match[1]) if match else None


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
        for line in page.lines:
            in_margin = line.y1 < 0.12 * page.height or line.y0 > 0.88 * page.height
            if in_margin or (page.number == 0 and line.size < 9.5):
                name = _journal_name(line.text)
                if name:
                    counts[name] += 1 + in_margin
    if counts:
        return counts.most_common(1)[0][0]
    subject = _clean(metadata.get("Subject", ""))
    name = _journal_name(subject)
    return name if name and name in " ".join(line.text for line in pages[0].lines) else ""


def _journal_name(text: str) -> str:
    for pattern in JOURNAL_PATTERNS:
        match = pattern.match(text.strip())
        if match:
            name = match["name"].strip(" ,.;:")
            if not NO_JOURNAL.search(name) and not SECTION_NAME.fullmatch(name) and len(name) < 70:
                return name
    return ""
