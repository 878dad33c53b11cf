"""Turn what a model wrote into statements whose citations name chunks and spans.

Enters: drafts and the pieces that were shown. Leaves: statements to verify. A label nobody was
shown stays as it is, so that the gate for evidence stops it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from aliquot.generation.labels import cite
from aliquot.generation.verify.quoting import find_quote
from aliquot.generation.writing.drafts import Draft
from aliquot.generation.writing.fencing import neutral
from aliquot.generation.writing.pieces import Piece
from aliquot.generation.writing.support import MIN_SHARE, best_sentence, shared
from aliquot.types import Citation, Span, Statement

__all__ = ["Citer"]

# A quote of fewer characters stands in too many places to tell which piece was meant.
MIN_TELLING = 24
# A copy that leaves out or changes a word in ten is careless; one less alike is invented. Source: a
# model of 1.5 billion parameters left "transiently" out of a sentence, 2026-11: 0.94.
CARELESS_COPY = 0.88
# Characters; likeness takes time by their square.
LONGEST_COMPARED = 800
# Flag of text read from a picture, where a copy may differ by what recognisers confuse.
OCR = "ocr"


class Citer:
    """Give drafts their citations from the pieces of one request."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self._pieces = tuple(pieces)
        self._by_rank = sorted(pieces, key=lambda piece: piece.rank)
        self._by_label = {piece.label: piece for piece in pieces}
        self._by_label |= {one: piece for piece in pieces for one in piece.chunk_ids}

    def cite(self, draft: Draft) -> Statement:
        """Return a statement with unverified citations, each once."""
        given = draft.citations or (("", ""),)
        made = itertools.chain.from_iterable(
            self._citations(draft.text, label, quote) for label, quote in given
        )
        distinct = {(one.chunk_id, one.span, one.quote): one for one in made}
        return Statement(" ".join(draft.text.split()), tuple(distinct.values()))

    def nearest(self, draft: Draft) -> tuple[str, str]:
        """Return the label of the piece that says most of a draft, and its sentence, as shown.

        Both are empty where no piece says anything of it.
        """
        found = [(piece, *best_sentence(draft.text, piece.shown)) for piece in self._by_rank]
        piece, span, _ = max(found, key=lambda one: one[2])
        return (piece.label, span.of(piece.shown)) if span else ("", "")

    def in_labels(self, reason: str) -> str:
        """Return a reason with the labels its author knows in place of chunk ids."""
        for piece in self._pieces:
            # A longer id may begin with a shorter one.
            for chunk_id in sorted(piece.chunk_ids, key=len, reverse=True):
                reason = re.sub(rf"{re.escape(chunk_id)}(?![\w-])", piece.label, reason)
        return reason

    def _citations(self, said: str, label: str, quote: str) -> Iterator[Citation]:
        piece = self._by_label.get(label)
        if label and piece is None:
            yield _unknown(label, quote)
        elif quote:
            yield from self._quoted(piece, quote)
        else:
            yield from self._supporting(said, [piece] if piece else self._pieces)

    def _quoted(self, piece: Piece | None, quote: str) -> Iterator[Citation]:
        """Yield where a quote stands: in the piece named, or the only other if it is telling.

        Without a label it is the best piece that holds it.

        Small models copy well and label badly. What is cited is where the words stand.
        """
        span = _find(quote, piece) if piece else None
        if span is None and (piece is None or len(quote) >= MIN_TELLING):
            found = [(one, _find(quote, one)) for one in self._by_rank]
            holders = [(one, place) for one, place in found if place]
            if len(holders) == 1 or (holders and piece is None):
                piece, span = holders[0]
        if span is None:
            piece, span = self._nearly(quote, piece)
        if piece and span:
            yield from _located(piece, span)
        else:
            yield _unlocated(piece or self._closest(quote), quote)

    def _nearly(self, quote: str, piece: Piece | None) -> tuple[Piece | None, Span | None]:
        """Return the sentence that a quote is a careless copy of, or else the piece as it was.

        The statement is then held against the sentence itself, never against the copy.
        """
        found, span, _ = self._best(quote, self._by_rank)
        if found and span and _likeness(quote, span.of(found.text)) >= CARELESS_COPY:
            return found, span
        return piece, None

    def _supporting(self, said: str, pieces: Sequence[Piece]) -> Iterator[Citation]:
        piece, span, share = self._best(said, pieces)
        if piece and span and share >= MIN_SHARE:
            yield from _located(piece, span)

    def _best(self, said: str, pieces: Sequence[Piece]) -> tuple[Piece | None, Span | None, float]:
        found = [(piece, *best_sentence(said, piece.text)) for piece in pieces]
        return max(found, key=lambda one: one[2], default=(None, None, 0.0))

    def _closest(self, quote: str) -> Piece:
        return max(self._pieces, key=lambda piece: shared(quote, piece.text))


def _likeness(quote: str, sentence: str) -> float:
    """Return how alike two texts are, 0 to 1, by the characters they share in order."""
    if max(len(quote), len(sentence)) > LONGEST_COMPARED:
        return 0.0
    left, right = (" ".join(one.casefold().split()).rstrip(".") for one in (quote, sentence))
    return SequenceMatcher(None, left, right, autojunk=False).ratio()


def _find(quote: str, piece: Piece) -> Span | None:
    """Return where a quote stands in a piece as it was shown, or else as it is."""
    is_recognised = any(OCR in chunk.flags for chunk in piece.chunks)
    shown = find_quote(quote, neutral(piece.text), is_recognised=is_recognised)
    return shown or find_quote(quote, piece.text, is_recognised=is_recognised)


def _located(piece: Piece, span: Span) -> Iterator[Citation]:
    for chunk, place in piece.places(span):
        yield cite(chunk, place)


def _unlocated(piece: Piece, quote: str) -> Citation:
    """Return a citation of the likeliest chunk: the gates are more tolerant than we are."""
    chunk = max(piece.chunks, key=lambda one: shared(quote, one.text))
    return cite(chunk, Span(chunk.span.start, chunk.span.start), quote)


def _unknown(label: str, quote: str) -> Citation:
    return Citation(
        label=label,
        quote=quote,
        span=Span(0, 0),
        chunk_id=label,
        document_id="",
        source="",
        section="",
        page=None,
        verified=False,
    )
