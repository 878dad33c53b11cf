"""Evidence packed under a token budget, as a language model reads it.

Enters: a ranking. Leaves: labelled pieces in the order they are shown, and what did not fit. A
piece is a stretch of one document: chunks that touch or overlap are joined in reading order, so
that nothing is read twice and every place in a piece is a place in its document.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from aliquot.generation.instructions import addresses_model
from aliquot.generation.writing.pieces import Piece, cut_to, joined, rendered
from aliquot.types import Chunk, ScoredChunk

__all__ = ["Packed", "pack"]

# Tokens the two lines of a fence take with the longest label and key, by common tokenizers.
FENCE_TOKENS = 48
# A stretch of fewer tokens is hardly a sentence: not worth its header.
MIN_CUT_TOKENS = 40


@dataclass(frozen=True, slots=True)
class Packed:
    """What a model is given to read.

    Attributes:
        pieces: In the order they are shown, labelled `E1`, `E2`, ...
        left_out: Ids of the chunks that did not fit, best first.
        cut: Ids of the chunks of which only the beginning fits.
        tokens: What the pieces take, fences included.
    """

    pieces: tuple[Piece, ...] = ()
    left_out: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    tokens: int = 0

    @property
    def chunks(self) -> dict[str, Chunk]:
        """Every chunk that is shown, by id."""
        return {chunk.id: chunk for piece in self.pieces for chunk in piece.chunks}

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the answer should know, one sentence each."""
        notes = []
        if self.left_out:
            ids = ", ".join(self.left_out)
            notes.append(f"{len(self.left_out)} chunks did not fit the model's budget: {ids}.")
        steering = [chunk.id for chunk in self.chunks.values() if addresses_model(chunk.text)]
        if steering:
            notes.append(f"Words for a model were withheld from it in: {', '.join(steering)}.")
        if self.cut:
            notes.append(f"Only the beginning was read of: {', '.join(self.cut)}.")
        return tuple(notes)


def pack(
    evidence: Sequence[ScoredChunk],
    budget_tokens: int,
    count_tokens: Callable[[str], int],
    *,
    in_reading_order: bool = False,
) -> Packed:
    """Choose, join and order what a model reads.

    Chunks are taken best first while they fit. A table is taken whole or not at all; prose that
    does not fit is cut at the end of a sentence. The best piece is shown first, the second last,
    the third second, and so on: models use what stands at either end better than the middle.
    Source: Liu et al., Lost in the Middle: How Language Models Use Long Contexts, TACL 12, 2024,
    157-173, https://doi.org/10.1162/tacl_a_00638.

    Args:
        evidence: Best first.
        budget_tokens: The most the pieces may take, fences included.
        count_tokens: How many tokens a text is to the model.
        in_reading_order: Whether pieces are shown document by document, the best first, as each is
            read; for whole documents, which make no sense in another order.
    """
    taken: list[Piece] = []
    left_out: list[str] = []
    cut: list[str] = []
    room = budget_tokens
    for scored in _distinct(evidence):
        whole = Piece.of(scored.chunk, rank=scored.rank)
        cost = _cost(whole, count_tokens)
        piece = whole if cost <= room else _shortened(whole, room, count_tokens)
        if piece is None:
            left_out.append(scored.chunk.id)
            continue
        if piece is not whole:
            cut.append(scored.chunk.id)
        taken.append(piece)
        room -= _cost(piece, count_tokens)
    pieces = sorted(joined(taken), key=lambda piece: piece.rank)
    ordered = _in_reading_order(pieces) if in_reading_order else _at_both_ends(pieces)
    labelled = tuple(replace(piece, label=f"E{n}") for n, piece in enumerate(ordered, start=1))
    tokens = sum(_cost(piece, count_tokens) for piece in labelled)
    return Packed(labelled, tuple(left_out), tuple(cut), tokens)


def _distinct(evidence: Sequence[ScoredChunk]) -> list[ScoredChunk]:
    return list({scored.chunk.id: scored for scored in reversed(evidence)}.values())[::-1]


def _cost(piece: Piece, count_tokens: Callable[[str], int]) -> int:
    return count_tokens(rendered(piece)) + FENCE_TOKENS


def _shortened(piece: Piece, room: int, count_tokens: Callable[[str], int]) -> Piece | None:
    """Return the beginning of a piece that fits, or `None` where too little or nothing does."""
    bare = _cost(replace(piece, text=""), count_tokens)
    if room - bare < MIN_CUT_TOKENS:
        return None
    return cut_to(piece, lambda shorter: _cost(shorter, count_tokens) <= room)


def _in_reading_order(pieces: Sequence[Piece]) -> list[Piece]:
    """Return pieces by document, that of the best piece first, and by place in it."""
    documents = list(dict.fromkeys(one.chunks[0].document_id for one in pieces))
    places = {name: place for place, name in enumerate(documents)}
    return sorted(pieces, key=lambda one: (places[one.chunks[0].document_id], one.start))


def _at_both_ends(pieces: Sequence[Piece]) -> list[Piece]:
    """Return 1st, 3rd, 5th, ..., 4th, 2nd."""
    return [*pieces[::2], *pieces[1::2][::-1]]
