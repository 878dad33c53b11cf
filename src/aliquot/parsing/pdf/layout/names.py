"""Read the authors under a title as "Family, Given"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aliquot.parsing.pdf.layout.publication import FRONT_PAGE, PROPERTIES
from aliquot.parsing.pdf.records import Line
from aliquot.parsing.writing.names import JAPANESE, PARTICLES, family_first

__all__ = ["byline_names", "read_authors"]

# What ends the list of authors: addresses, dates, the abstract.
AFTER_AUTHORS = re.compile(
    r"universit|department|institut|faculty|school|college|hospital|laborator|division|centre|"
    r"center\b|address|e-?mail|@|received|accepted|published|abstract|correspond|academic editor|"
    r"https?:|doi|introduction|keywords|company|academy|council|research station|copyright|©|"
    r"大学|研究|要旨",
    re.IGNORECASE,
)
SUPERSCRIPT = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖ]+")
MARKS = re.compile(r"[*†‡§¶#∗⁎✉]+|\b(ID|ORCID)\b|\d+")
# Affiliation letters set as superscripts: "Smith a,b".
LETTER_MARKS = re.compile(r"(?:(?<=\s)|(?<=,))[a-h](?=[\s,;]|$)")
DEGREES = re.compile(
    r"[,\s]+(?:ph\.?\s?d|m\.?\s?d|m\.?\s?sc|b\.?\s?sc|d\.?\s?v\.?\s?m|m\.?\s?p\.?\s?h|b\.?\s?d\.?\s?s|"
    r"m\.?\s?d\.?\s?s|dr)\b\.?",
    re.IGNORECASE,
)
SEPARATOR = re.compile(r"\s*(?:[,;|•·]|\band\b|&)\s*")
NAME = re.compile(r"[^\W\d_][^\W\d_.\-’'‐‑ ]*(?:[ .\-’'‐‑]+[^\W\d_]+\.?)*\.?")
MAXIMUM_LINES = 8
# Words that open sections of papers and protocols are nobody's names.
SECTION_WORD = re.compile(
    r"(?:abstract|background|conclusions?|contents|discussion|equipment|introduction|materials|"
    r"methods?|notes|objectives?|overview|procedures?|protocol|purpose|reagents|references|"
    r"results|safety|scope|steps|summary|troubleshooting|version)\W*",
    re.IGNORECASE,
)
# A line that states a date or a version, as title pages of reports do under the authors.
MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*"
DATE = re.compile(
    rf"\W*(?:(?:\d{{1,2}}(?:st|nd|rd|th)?\s+)?{MONTH}\.?(?:\s+\d{{1,2}}(?:st|nd|rd|th)?)?,?\s+\d{{4}}|"
    r"\d{1,4}[-./年]\s?\d{1,2}[-./月]\s?\d{1,4}日?)\W*",
    re.IGNORECASE,
)
# Marks of notes and addresses that were not joined to their line are no longer than this, and no
# line of authors stands farther from the one above, in type sizes.
MARK_CHARACTERS = 12
NEXT_LINE = 2.5


def read_authors(
    lines: Sequence[Line], title_lines: Sequence[Line], stated: str
) -> tuple[tuple[str, ...], str]:
    """Return the authors printed under the title, or those the metadata names and the page shows.

    With them comes where they stood.

    Args:
        lines: Lines of the first page from top to bottom.
        title_lines: Those of the title; empty where none was found.
        stated: The metadata's author field.
    """
    printed = _names(_byline(lines, title_lines)) if title_lines else []
    if printed:
        return tuple(family_first(name) for name in printed), FRONT_PAGE
    page = " ".join(line.text for line in lines)
    named = [name for name in _names(stated) if " " in name and name.split()[-1] in page]
    return tuple(family_first(name) for name in named), PROPERTIES


def byline_names(text: str) -> tuple[str, ...]:
    """Return the names of a line that holds nothing else, as "Family, Given"."""
    return tuple(family_first(name) for name in _names(text))


def _byline(lines: Sequence[Line], title_lines: Sequence[Line]) -> str:
    """Return the lines right under the title that are set in one style and look like names."""
    bottom = max(line.y1 for line in title_lines)
    left, right = min(line.x0 for line in title_lines), max(line.x1 for line in title_lines)
    texts: list[str] = []
    style: tuple[float, str] | None = None
    last = bottom
    for line in lines:
        if line.y0 < bottom - 2 or line.x0 > right or line.x1 < left:
            continue
        if style is not None and (abs(line.size - style[0]) > 0.4 or line.font != style[1]):
            if line.size < 0.8 * style[0] and len(line.text) <= MARK_CHARACTERS:
                continue  # marks that were not joined to their line
            break
        if _ends_byline(line.text) or len(texts) == MAXIMUM_LINES:
            break
        if style is not None and line.y0 - last > NEXT_LINE * line.size:
            break
        if style is None and line.y0 - bottom > 8 * line.size:
            break
        style, last = style or (line.size, line.font), line.y1
        texts.append(line.text)
    return " ".join(texts)


def _ends_byline(text: str) -> bool:
    opens_section = SECTION_WORD.fullmatch(text.strip())
    return bool(opens_section or AFTER_AUTHORS.search(text) or DATE.fullmatch(text))


def _names(text: str) -> list[str]:
    text = SUPERSCRIPT.sub(", ", text)
    text = LETTER_MARKS.sub(" ", DEGREES.sub("", MARKS.sub(",", text)))
    parts = [" ".join(part.split()).strip(" .") for part in SEPARATOR.split(text)]
    parts = [part for part in parts if len(part) > 1]
    if not parts or not all(_is_name(part) for part in parts):
        return []
    return list(dict.fromkeys(parts))


def _is_name(text: str) -> bool:
    words = text.split()
    if JAPANESE.search(text):
        return len(text) <= 20
    if any(map(SECTION_WORD.fullmatch, words)):
        return False
    capital = all(word[0].isupper() or word.lower() in PARTICLES for word in words)
    return bool(NAME.fullmatch(text)) and capital and 2 <= len(words) <= 7
