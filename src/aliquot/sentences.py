"""Where the sentences of a text stand, in English scientific prose and in Japanese.

What enters: any text. What leaves: its sentences as spans. By rules alone: no model, no data
file, linear in the length of the text. When in doubt two sentences stay one: a quote that is a
little long can still be read, half a sentence cannot.
"""

from __future__ import annotations

import re

from aliquot.types import Span

__all__ = ["sentence_spans"]


def _words(listing: str) -> frozenset[str]:
    return frozenset(listing.split())


# Abbreviations that are followed by what they abbreviate for, never by a new sentence.
NEVER_END = _words(
    """
    fig figs figure eq eqs eqn ref refs sec sect tab supp suppl ext vs cf viz ca approx
    resp e.g i.e eg ie dr prof mr mrs ms mx st mt ft subsp ssp var cv nov gen str eds ed
    """
)
# Abbreviations that may end a sentence: they do if a common opening word follows.
MAY_END = _words(
    """
    al etc sp spp inc ltd co corp gmbh jr sr dept univ min max sec hr hrs wk wks mo yr yrs temp conc
    vol wt mol avg dil soln jan feb mar apr jun jul aug sep sept oct nov dec
    """
)
# Abbreviations only before a number ("No. 5"), words otherwise ("the answer is no.").
BEFORE_NUMBER = _words("no nos p pp cat lot ch art vol")
# Words that open sentences in papers; after "et al." or an initial they tell an end from a name.
OPENINGS = _words(
    """
    the a an we in this these those it its our to for however moreover thus therefore here although
    as at by from on with using after before during when while both each all most many some several
    such there they their then if because since given finally first second third additionally
    furthermore interestingly importantly notably similarly consistent together results data
    cells mice patients participants samples no not only that what which who how why overall further
    previous recent other one two three despite based compared among between under of
    """
)
CLOSERS = "\"'”’»)\\]）」』】〉》"
# A blank line, a line that opens a table row or list item, or a terminator with what closes it.
# Reference marks set behind the stop ("shown.12,13 We", "shown.[4] We") belong to the sentence.
BREAK = re.compile(
    rf"""
    (?P<blank>\n[^\S\n]*\n)
    |(?P<item>\n(?=[^\S\n]{{0,40}}(?:\||[-*•‣◦・]\s|\(?\d{{1,3}}[.)]\s)))
    |(?P<wide>[。！？｡]+|．(?!\d))(?P<wide_close>[{CLOSERS}]*)
    |(?P<stop>[.!?…]+)[{CLOSERS}]*
     (?P<mark>(?:\[\d[\d,;\s–-]{{0,40}}\]|\d{{1,3}}(?:[,–-]\d{{1,3}}){{0,12}})(?=\s|$))?
    """,
    re.VERBOSE,
)
# A Japanese quotation goes on after its bracket: 「…。」と述べた.
QUOTATION_GOES_ON = re.compile(r"[とはがをのにでもや、]")
# "Figure 2." or "3." or "A." opening a caption or list item is not a sentence.
LABEL = re.compile(
    r"(?:(?:supplementary|supplemental|extended\s+data|additional)\s+)?"
    r"(?:(?:figure|fig\.?|table|box|scheme|step|section|chapter|appendix|movie|file|note)\s+)?"
    r"(?:[A-Z]?\d{1,3}(?:\.\d{1,3})*[A-Za-z]?|[A-Z]|[ivxIVX]{1,5})",
    re.IGNORECASE,
)
LABEL_REACH = 48
# Abbreviations are short; looking further back would make a text without spaces quadratic.
WORD_REACH = 24
JOINED_INITIALS = re.compile(r"[A-Z]\.-[A-Z]")
DOTTED = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]")
NUMBER = re.compile(r"\d|#|[Nn]os?\.")
WORD = re.compile(r"\w+")
SOLID = re.compile(r"\S")


def sentence_spans(text: str) -> list[Span]:
    """Find the sentences of a text, in order.

    Spans do not overlap, begin and end without white space, and together hold every character
    that is not white space. A blank line always ends a sentence; a single line break does so only
    before a table row or a list item, since prose may be wrapped.
    """
    spans: list[Span] = []
    start = _next_solid(text, 0)
    for match in BREAK.finditer(text):
        if match.start() < start or not _is_end(text, start, match):
            continue
        is_line_break = match["blank"] is not None or match["item"] is not None
        end = match.start() if is_line_break else match.end()
        spans.append(Span(start, start + len(text[start:end].rstrip())))
        start = _next_solid(text, end)
    if start < len(text):
        spans.append(Span(start, start + len(text[start:].rstrip())))
    return spans


def _next_solid(text: str, position: int) -> int:
    match = SOLID.search(text, position)
    return match.start() if match else len(text)


def _is_end(text: str, start: int, match: re.Match[str]) -> bool:
    if match["blank"] is not None or match["item"] is not None:
        return True
    if text[start] == "|":
        # A table row is whole whatever its cells hold.
        return False
    if match["stop"] is not None:
        return _is_latin_end(text, start, match)
    if match["wide_close"]:
        return QUOTATION_GOES_ON.match(text, match.end()) is None
    return True


def _is_latin_end(text: str, start: int, match: re.Match[str]) -> bool:
    """Decide on a stop, question or exclamation mark by the words around it."""
    end = match.end()
    if end < len(text) and not text[end].isspace():
        return False
    after = _next_solid(text, end)
    if after == len(text):
        return True
    if match["mark"] and not text[match.start() - 1].isalpha() and match["mark"][0] != "[":
        return False
    if not _may_open(text, after):
        return False
    return match["stop"] != "." or not _is_abbreviation(text, start, match.start(), after)


def _may_open(text: str, position: int) -> bool:
    """Tell whether a sentence may begin here: p53 and mRNA may, an ordinary small word not."""
    first = text[position]
    if not first.islower():
        return first not in ",;:)]}%/=<>≤≥–—"
    if not first.isascii():
        return True
    word = WORD.match(text, position, position + WORD_REACH)
    return word is not None and any(c.isupper() or c.isdigit() for c in word[0])


def _is_abbreviation(text: str, start: int, stop: int, after: int) -> bool:
    """Tell whether the full stop at `stop` belongs to the word before it."""
    if stop - start <= LABEL_REACH and LABEL.fullmatch(text, start, stop):
        return True
    words = text[max(start, stop - WORD_REACH) : stop].split()
    if not words or text[stop - 1].isspace():
        return False
    word = words[-1].lstrip("([{\"'“‘")
    if word.lower() in NEVER_END:
        return True
    if word.lower() in BEFORE_NUMBER and NUMBER.match(text, after):
        return True
    if word.lower() in MAY_END or _is_initial(word) or DOTTED.fullmatch(word):
        following = WORD.match(text, after, after + WORD_REACH)
        return following is None or following[0].lower() not in OPENINGS
    return False


def _is_initial(word: str) -> bool:
    """Tell whether a word is one capital, or capitals joined as in "J.-P"."""
    return (len(word) == 1 and word.isupper()) or JOINED_INITIALS.fullmatch(word) is not None
