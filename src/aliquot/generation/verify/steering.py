"""Words that address the model reading them are no evidence of anything.

What enters: a statement, and its citations at the spans where their quotes stand. What leaves:
whether one of them rests on such words, and a doubt about chunks that hold them elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from aliquot.generation.instructions import addresses_model, paragraph_at
from aliquot.types import Chunk, Citation

__all__ = ["STEERED", "STEERING", "doubted", "is_steered"]

# Doubt about a citation whose chunk holds words for a model elsewhere.
STEERING = "addresses_model"
STEERED = "the quote is an instruction to whoever reads the document, and no evidence"


def is_steered(said: str, citations: Sequence[Citation], evidence: Mapping[str, Chunk]) -> bool:
    """Tell whether a statement is an order to a model, or quotes a paragraph that is one.

    Args:
        said: The statement.
        citations: With spans at which their quotes stand.
        evidence: Their chunks, by id.
    """
    return addresses_model(said) or any(_steers(one, evidence[one.chunk_id]) for one in citations)


def doubted(citation: Citation, chunk: Chunk) -> Citation:
    """Return a citation with a flag where its chunk holds words for a model."""
    if not addresses_model(chunk.text):
        return citation
    return replace(citation, flags=citation.flags | {STEERING})


def _steers(citation: Citation, chunk: Chunk) -> bool:
    # What is known of a whole chunk is kept: nearly all hold no such words.
    if not addresses_model(chunk.text):
        return False
    return addresses_model(paragraph_at(chunk.text, citation.span.shifted(-chunk.span.start)))
