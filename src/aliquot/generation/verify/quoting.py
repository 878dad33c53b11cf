"""The quote gate: the quote stands in its chunk, and leaves as it stands there.

What enters: a citation and its chunk. What leaves: the citation at the span where its quote was
found, with the words of the document. Authors add quotation marks and full stops, change the first
letter's case and leave words out ("..."); what they did not copy is not found, and they are shown
the sentence that comes nearest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from aliquot.generation.verify.folding import Folded, fold
from aliquot.generation.verify.plain import plain, words_of
from aliquot.sentences import sentence_spans
from aliquot.types import Chunk, Citation, Span

__all__ = ["check_quote", "find_quote", "stand"]

OCR = "ocr"
ELLIPSIS = re.compile(r"\s*(?:\[\s?(?:\.{3}|…)\s?\]|\(\s?(?:\.{3}|…)\s?\)|\.{3,}|…+)\s*")
# Marks of evidence behind a quote: "[E1]", "[2, 3]", "(E4)".
MARK = re.compile(r"\s*[\[(]\s?(?:[A-Z]?\d{1,3}[,;\s]{0,2}){1,8}[\])]\s*$")
# What stands around copied words and is not theirs.
EDGES = " \t\n\r.,;:。、．，…\"'“”‘’«»「」『』`*-•>"
# A part of a shortened quote with fewer characters may stand anywhere.
SHORTEST_PART = 6
# Words left out between two parts, in characters: two or three sentences. Beyond it the quote
# would prove by what it does not show.
LONGEST_GAP = 500
# Of the nearest sentence as its author is shown it.
LONGEST_SHOWN = 300
LATIN = re.compile("[A-Za-z\u00c0-\u024f]")


def stand(citation: Citation, chunk: Chunk) -> Citation | None:
    """Return a citation with the words and the span of its quote; `None` where it is not found."""
    near = citation.span.start - chunk.span.start
    span = find_quote(citation.quote, chunk.text, near=near, is_recognised=OCR in chunk.flags)
    if span is None:
        return None
    return replace(
        citation, quote=span.of(chunk.text), span=span.shifted(chunk.span.start), verified=True
    )


def check_quote(citation: Citation, chunk: Chunk) -> str:
    """Return why a quote that was not found is refused, with the sentence that comes nearest."""
    if not any(map(str.isalnum, citation.quote)):
        return f"nothing is quoted from {chunk.id}: copy the words that prove the statement"
    shown = f"the quote does not stand in {chunk.id}: “{_cut(citation.quote)}”"
    nearest = _nearest(citation.quote, chunk.text)
    return f"{shown}; nearest is “{nearest}”" if nearest else f"{shown}; copy it word for word"


def find_quote(quote: str, text: str, *, near: int = 0, is_recognised: bool = False) -> Span | None:
    """Return where a quote stands in a text; `None` where it does not.

    Args:
        quote: As copied.
        text: Of a chunk.
        near: Where it is said to stand; of several places the nearest is taken.
        is_recognised: Whether the text was read from a picture.
    """
    if not any(map(str.isalnum, quote)):
        return None
    if copied := _copied(quote, text, near):
        return copied
    folded = fold(text, is_recognised=is_recognised)
    for form in _forms(quote):
        span = _place(form, folded, near, is_recognised=is_recognised)
        if span is not None:
            return span
    return _joined(quote, folded, is_recognised=is_recognised)


def _copied(quote: str, text: str, near: int) -> Span | None:
    """Return where a quote stands to the letter, nearest to where it is said to."""
    is_near = near >= 0 and text.startswith(quote, near)
    start = near if is_near else text.find(quote)
    end = start + len(quote)
    whole = Folded(text, range(len(text)))
    return None if start < 0 or _cuts(whole, start, end) else Span(start, end)


def _forms(quote: str) -> Iterator[str]:
    """Yield a quote as it is, then without what its author may have put around it."""
    yield quote
    bare = MARK.sub("", quote).strip(EDGES)
    if bare != quote and any(map(str.isalnum, bare)):
        yield bare
    if bare[:1].isalpha():
        yield bare[0].swapcase() + bare[1:]


def _place(quote: str, folded: Folded, near: int, *, is_recognised: bool) -> Span | None:
    wanted = fold(quote, is_recognised=is_recognised).text
    places = []
    start = folded.text.find(wanted) if any(map(str.isalnum, wanted)) else -1
    while start >= 0:
        end = start + len(wanted)
        if not _cuts(folded, start, end):
            places.append(Span(folded.places[start], folded.places[end - 1] + 1))
        start = folded.text.find(wanted, end)
    return min(places, key=lambda one: (abs(one.start - near), one.start), default=None)


def _cuts(folded: Folded, start: int, end: int) -> bool:
    """Tell whether a quote begins or ends within a word: "5 mg" does not stand in "15 mg"."""
    return _is_within(folded, start) or _is_within(folded, end)


def _is_within(folded: Folded, border: int) -> bool:
    """Tell whether letters or digits of one kind touch on both sides of a border."""
    if not 0 < border < len(folded.text):
        return False
    before, after = folded.text[border - 1], folded.text[border]
    touch = folded.places[border] - folded.places[border - 1] <= 1
    is_number = before.isdecimal() and after.isdecimal()
    return touch and (is_number or bool(LATIN.match(before) and LATIN.match(after)))


def _joined(quote: str, folded: Folded, *, is_recognised: bool) -> Span | None:
    """Return the stretch from the first to the last part of a quote with words left out."""
    parts = [part.strip(EDGES) for part in ELLIPSIS.split(MARK.sub("", quote))]
    wanted = [fold(part, is_recognised=is_recognised).text for part in parts if part]
    if len(wanted) < 2 or min(map(len, wanted)) < SHORTEST_PART:
        return None
    first, end = -1, 0
    for part in wanted:
        start = folded.text.find(part, end)
        if start < 0 or (first >= 0 and start - end > LONGEST_GAP):
            return None
        first = start if first < 0 else first
        end = start + len(part)
    return Span(folded.places[first], folded.places[end - 1] + 1)


def _nearest(quote: str, text: str) -> str:
    """Return the sentence that shares most words with a quote, where it shares half of them."""
    wanted = {word.stem for word in words_of(plain(quote[: 10 * LONGEST_SHOWN]))}
    best, most = "", len(wanted) / 2
    for span in sentence_spans(text):
        shared = len(wanted & {word.stem for word in words_of(plain(span.of(text)))})
        if shared > most:
            best, most = span.of(text), shared
    return _cut(best)


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} ..."
