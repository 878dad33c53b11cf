"""Find title and authors on the first page and in the file's properties, and gather the identity.

Best effort, never invented: a field that is not certain stays empty.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from aliquot.parsing.pdf.layout.journals import find_journal, find_year, is_masthead
from aliquot.parsing.pdf.layout.names import read_authors
from aliquot.parsing.pdf.layout.publication import (
    FRONT_PAGE,
    PROPERTIES,
    find_article_type,
    find_doi,
    find_licence,
    find_pubmed,
    preprint_server,
)
from aliquot.parsing.pdf.pages.symbols import expand_ligatures
from aliquot.parsing.pdf.records import Line, Page

__all__ = ["Identity", "read_identity"]

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
# A title of few words is believed in type so much larger than the text; a longer one in less.
LARGER, MUCH_LARGER = 1.05, 1.3
ITEM = re.compile(r"[•●▪■◦‣–*-]\s|\(?\d{1,3}[.)]\s|[①-⑳]")
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Identity:
    """What a document says of itself; empty where it does not.

    Attributes:
        provenance: Where each field was found, by its name in `Document`.
    """

    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str = ""
    journal: str = ""
    pmid: str = ""
    pmcid: str = ""
    licence: str = ""
    article_type: str = ""
    provenance: Mapping[str, str] = field(default_factory=dict)


def read_identity(pages: Sequence[Page], metadata: Mapping[str, str]) -> Identity:
    """Return what the first page and the PDF's metadata agree on or state clearly."""
    if not pages:
        return Identity()
    front = _front_page(pages)
    lines = sorted(front.lines, key=lambda line: (line.y0, line.x0))
    title_lines = _title_lines(lines, front)
    title, title_place = _title(title_lines, lines, metadata)
    authors, authors_place = read_authors(lines, title_lines, metadata.get("Author", ""))
    year, year_place = find_year(lines, front, metadata)
    doi = find_doi(pages, metadata)
    journal = find_journal(pages, metadata)
    pmid, pmcid = find_pubmed(pages)
    licence = find_licence(pages)
    server = preprint_server(pages, doi.value)
    top = title_lines[0].y0 if title_lines else 0.0
    kind = "preprint" if server else find_article_type(lines, top)
    is_served = server not in {"", "preprint"}
    places = {
        "title": title and title_place,
        "authors": authors and authors_place,
        "year": year and year_place,
        "doi": doi.place,
        "journal": FRONT_PAGE if is_served else journal.place,
        "pmid": pmid.place,
        "pmcid": pmcid.place,
        "licence": licence and "licence note",
    }
    return Identity(
        title=title,
        authors=authors,
        year=year,
        doi=doi.value,
        journal=server if is_served else journal.value,
        pmid=pmid.value,
        pmcid=pmcid.value,
        licence=licence,
        article_type=kind,
        provenance={name: str(place) for name, place in places.items() if place},
    )


def _front_page(pages: Sequence[Page]) -> Page:
    """Return the first page, or the second behind a cover that holds a few lines only."""
    if len(pages) > 1 and len(pages[0].lines) < COVER_LINES <= len(pages[1].lines):
        return pages[1]
    return pages[0]


# ------------------------------------------------------------------------------ title


def _title_lines(lines: Sequence[Line], page: Page) -> list[Line]:
    """Return the lines of the largest type that reads like a title and is no journal's name."""
    usual = _usual_size(lines)
    upper = [
        line
        for line in lines
        if line.y0 < 0.9 * page.height and len(line.text) > 2 and line.size > usual - 0.3
    ]
    sizes = sorted({line.size for line in upper}, reverse=True)[:6]
    blocks = [_block_of_size(upper, size) for size in sizes]
    blocks = [
        block
        for block in blocks
        if 0 < len(block) <= TITLE_MAXIMUM_LINES
        and not is_masthead(" ".join(line.text for line in block), lines)
    ]
    larger = [block for block in blocks if block[0].size >= LARGER * usual]
    found = next(filter(_is_long, larger), None) or _short_title(larger, lines, usual)
    if found:
        return found
    as_text = (block for block in blocks if not any(ITEM.match(line.text) for line in block))
    return next(filter(_is_long, as_text), [])


def _block_of_size(lines: Sequence[Line], size: float) -> list[Line]:
    block = [line for line in lines if abs(line.size - size) < 0.3]
    return _contiguous([line for line in block if not KICKER.fullmatch(line.text.strip())])


def _is_long(block: Sequence[Line]) -> bool:
    text = " ".join(line.text for line in block)
    return len(text.split()) >= 4 or len(JAPANESE.findall(text)) >= 8


def _short_title(
    blocks: Sequence[list[Line]], lines: Sequence[Line], usual: float
) -> list[Line] | None:
    """Return the words in the largest type, where they open the page: "Weekly notes"."""
    if not blocks or blocks[0][0].size < MUCH_LARGER * usual:
        return None
    above = [line for line in lines if line.y1 < blocks[0][0].y0 + 1]
    return None if above else blocks[0]


def _usual_size(lines: Sequence[Line]) -> float:
    """Return the size most characters are set in: a title is no smaller, a running header is."""
    counts: Counter[float] = Counter()
    for line in lines:
        counts[line.size] += len(line.text)
    return counts.most_common(1)[0][0] if counts else 0.0


def _contiguous(block: list[Line]) -> list[Line]:
    """Keep the lines that follow each other: a journal's masthead may share the title's size."""
    groups: list[list[Line]] = []
    for line in block:
        if groups and line.y0 - groups[-1][-1].y1 < 1.2 * line.size:
            groups[-1].append(line)
        else:
            groups.append([line])
    return max(groups, key=lambda group: sum(len(line.text) for line in group), default=[])


def _title(
    title_lines: list[Line], lines: Sequence[Line], metadata: Mapping[str, str]
) -> tuple[str, str]:
    """Return the title and where it stood: the properties' where the page prints it too."""
    printed = _join(line.text for line in title_lines)
    stated = _clean(metadata.get("Title", ""))
    if stated and not JUNK_TITLE.match(stated) and len(stated.split()) >= 3:
        page = _letters(" ".join(line.text for line in lines))
        if _letters(stated) in page:
            return stated, PROPERTIES
    return printed, FRONT_PAGE


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
