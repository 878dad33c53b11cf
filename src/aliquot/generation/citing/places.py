"""Where in a work a citation points: section and page, as styles write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from aliquot.generation.citing.works import Work
from aliquot.types import Citation, DocumentKind

__all__ = ["Place", "page_locator", "place_of", "places_by_work"]

# A heading longer than this is cut: it has to be found, not read.
MAX_SECTION = 40
# What stands for a section where a page number says it all: titles of slides, names of sheets.
_PAGED = {DocumentKind.SLIDES: "slide", DocumentKind.TABLE: "sheet"}
# "3.2 Cell lines" needs no words to show that it is a section.
_SHORT_HEADING_WORDS = 3
# APA names these without "section".
_BARE = frozenset({"abstract", "introduction", "appendix", "要旨"})
# "2.1 Cell lines": beside the number of a reference, a second one misleads.
_NUMBER = re.compile(r"^\d+(?:\.\d+)*[.)]?\s+(?=\D)")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a citation points.

    Attributes:
        section: Heading, cut where it is long; empty for slides and sheets with a page.
        page: 1-based, of the file; `None` where there are no pages.
        word: What a page is called: `page`, `slide`, `sheet`.
    """

    section: str
    page: int | None
    word: str = "page"

    @property
    def numbered(self) -> str:
        """Beside a number: "Results, p. 4", "slide 3"; empty where nothing is known."""
        parts = [self.section]
        if self.page is not None:
            parts.append(f"p. {self.page}" if self.word == "page" else f"{self.word} {self.page}")
        return ", ".join(part for part in parts if part)

    @property
    def heading_locator(self) -> str:
        """As APA names a part without pages: "Results section"; empty without a heading."""
        if not self.section or self.section.casefold() in _BARE:
            return self.section
        is_short = len(self.section.split()) <= _SHORT_HEADING_WORDS
        return f"{self.section} section" if is_short else f"“{self.section}” section"


def place_of(citation: Citation, work: Work) -> Place:
    """Return where a citation points in a work."""
    word = _PAGED.get(work.kind, "page")
    is_said_by_page = word != "page" and citation.page is not None
    return Place("" if is_said_by_page else _section(citation, work), citation.page, word)


def places_by_work(
    citations: Iterable[Citation], works: Mapping[str, Work]
) -> dict[str, list[Place]]:
    """Return the places by the work's id, in order of first citation, each place once."""
    found: dict[str, list[Place]] = {}
    for one in citations:
        place = place_of(one, works[one.document_id])
        places = found.setdefault(one.document_id, [])
        if place not in places:
            places.append(place)
    return found


def page_locator(places: Sequence[Place]) -> str:
    """Return pages or headings as APA writes them: "p. 4", "pp. 4, 6", "Slide 3".

    A page says where to look; a heading stands only for what has none.
    """
    pages = sorted({one.page for one in places if one.page is not None})
    headings = list(dict.fromkeys(one.heading_locator for one in places if one.page is None))
    parts = [_pages(pages, places[0].word)] if pages else []
    return ", ".join(filter(None, [*parts, *headings]))


def _pages(pages: Sequence[int], word: str) -> str:
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    shown = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
    one, many = ("p.", "pp.") if word == "page" else (word.title(), f"{word.title()}s")
    return f"{one if len(pages) == 1 else many} {shown}"


def _section(citation: Citation, work: Work) -> str:
    """Return the heading to look under: of a paper the part that its label names, as "Results"."""
    _, year, part = citation.label.partition(f", {work.year}, ")
    is_named = work.kind is DocumentKind.PAPER and year and part
    return _cut(part if is_named else citation.section)


def _cut(section: str) -> str:
    line = _NUMBER.sub("", " ".join(section.split())).rstrip(":.：")
    if len(line) <= MAX_SECTION:
        return line
    head = line[: MAX_SECTION - 1]
    # Japanese has no blanks to cut at.
    at_word = head.rpartition(" ")[0] if " " in head else head
    return at_word.rstrip(" ,;:") + "…"
