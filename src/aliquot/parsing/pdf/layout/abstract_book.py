"""Find the abstracts of a conference book: titles each followed by a line of authors.

A paper has one title with authors under it. Only where many titles of one look are each followed by
names, and then by the text of an abstract, is a file a book; so no ordinary paper is cut apart.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from aliquot.parsing.pdf.layout.heading_levels import Heading
from aliquot.parsing.pdf.layout.names import byline_names
from aliquot.parsing.pdf.layout.roles import CAPTION, SECTION_NAME, Body
from aliquot.parsing.pdf.records import Line, Role

__all__ = ["Abstract", "find_abstracts", "headings_of_book"]

# "P-12", "O1.3", "1P-023", "Abstract 101": in front of a title or on the line above it.
NUMBER = re.compile(
    r"(?:(?:abstract|poster|oral|演題番号)\s*)?(?:no\.?\s*)?"
    r"(?P<number>\d?[A-Z]{1,4}[-–. ]?\d{1,4}(?:[-.]\d{1,3})?|\d{1,4})(?:[.:)）]?\s+|[.:)）]?$)",
    re.IGNORECASE,
)
# Fewer may be the articles of an issue.
MINIMUM_ABSTRACTS = 4
# The text between two titles: contents pages have less, articles more.
SHORTEST, USUAL = 150, 6000
TITLE_LINES, AUTHOR_LINES = 5, 4
MINIMUM_WORDS, MINIMUM_JAPANESE = 3, 8
LARGER = 1.07
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


@dataclass(slots=True, eq=False)
class Abstract:
    """One abstract of a book: where its title stands in the flow, and who wrote it.

    Attributes:
        start: Index of its first line, that of its number or title.
        end: Index behind its title.
    """

    start: int
    end: int
    number: str
    title: str
    authors: tuple[str, ...]
    lines: list[Line] = field(default_factory=list)


def find_abstracts(flow: Sequence[Line], body: Body) -> list[Abstract]:
    """Return the abstracts of a conference book; nothing for any other document."""
    found = list(_candidates(flow, body))
    if len(found) < MINIMUM_ABSTRACTS:
        return []
    lengths = [0]
    for line in flow:
        lengths.append(lengths[-1] + len(line.text))
    ends = [*(abstract.start for abstract in found[1:]), len(flow)]
    texts = [
        lengths[end] - lengths[abstract.end] for abstract, end in zip(found, ends, strict=True)
    ]
    kept = [abstract for abstract, text in zip(found, texts, strict=True) if text >= SHORTEST]
    if len(kept) < MINIMUM_ABSTRACTS or statistics.median(texts) > USUAL:
        return []
    return kept


def headings_of_book(abstracts: Sequence[Abstract], headings: Sequence[Heading]) -> list[Heading]:
    """Return the headings of a book: titles first, what stands inside an abstract below them."""
    taken = {line for abstract in abstracts for line in abstract.lines}
    first = abstracts[0].start
    kept = [
        heading
        for heading in headings
        if not taken.intersection(heading.lines)
        and (heading.start < first or SECTION_NAME.fullmatch(heading.core))
    ]
    for heading in kept:
        heading.level += heading.start > first
    titles = [
        Heading(
            abstract.start,
            abstract.end,
            abstract.lines,
            " ".join(line.text for line in abstract.lines),
            abstract.title,
            is_known=False,
            is_larger=True,
            is_capitals=False,
        )
        for abstract in abstracts
    ]
    for title in titles:
        for line in title.lines:
            line.role = Role.HEADING
    return sorted([*kept, *titles], key=lambda heading: heading.start)


def _candidates(flow: Sequence[Line], body: Body) -> Iterator[Abstract]:
    start = 0
    while start < len(flow):
        abstract = _read(flow, start, body)
        if abstract is None:
            start += 1
        else:
            yield abstract
            start = abstract.end


def _read(flow: Sequence[Line], start: int, body: Body) -> Abstract | None:
    if not _is_title_like(flow[start], body):
        return None
    end = start + 1
    alone = NUMBER.fullmatch(flow[start].text)
    while (
        end < len(flow)
        and end - start < TITLE_LINES
        and _is_title_like(flow[end], body)
        and (_goes_on(flow[end - 1], flow[end]) or (alone and end == start + 1))
    ):
        end += 1
    text = " ".join(line.text for line in flow[start:end])
    match = NUMBER.match(text)
    number, title = (match["number"], text[match.end() :]) if match else ("", text)
    if not _reads_like_title(title):
        return None
    authors = _authors(flow, end, is_numbered=bool(number))
    if not authors:
        return None
    return Abstract(start, end, number, title.strip(), authors, list(flow[start:end]))


def _is_title_like(line: Line, body: Body) -> bool:
    stands_out = (line.bold and not body.is_bold) or line.size >= LARGER * body.size
    return stands_out and line.role in {Role.TEXT, Role.HEADING} and not CAPTION.match(line.text)


def _goes_on(above: Line, line: Line) -> bool:
    same = abs(line.size - above.size) < 0.3 and line.bold == above.bold
    return same and line.page == above.page and -3 < line.y0 - above.y1 < 0.6 * line.size


def _reads_like_title(text: str) -> bool:
    is_long = len(text.split()) >= MINIMUM_WORDS or len(JAPANESE.findall(text)) >= MINIMUM_JAPANESE
    return is_long and not SECTION_NAME.fullmatch(text.strip())


def _authors(flow: Sequence[Line], start: int, *, is_numbered: bool) -> tuple[str, ...]:
    """Return the names on the lines under a title; one alone needs a number over its title."""
    best: tuple[str, ...] = ()
    for end in range(start + 1, min(start + AUTHOR_LINES, len(flow)) + 1):
        names = byline_names(" ".join(line.text for line in flow[start:end]))
        if not names:
            break
        best = names
    return best if len(best) >= (1 if is_numbered else 2) else ()
