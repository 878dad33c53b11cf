"""How many tokens a text has, near enough to size chunks, without a tokenizer.

What enters: text. What leaves: a count, or where the counted pieces end.
"""

from __future__ import annotations

import re

from aliquot.types import Span

__all__ = ["estimate_tokens", "piece_spans"]

# Ideographs, kana and hangul: about one token a character.
CHARACTER = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af\uff66-\uff9f"
# A piece stands for one WordPiece token: eight letters of a word, two capitals of an acronym or a
# sequence, two digits, one sign. Source: lengths fitted against the tokenizer of
# bge-small-en-v1.5 on abstracts, papers, protocols, UniProt entries, tables and Japanese
# questions, 2026-11: mean ratio .91 to 1.01 by kind of text, 90 % of 1,200-character windows of
# papers within .88 to 1.10.
PIECE = re.compile(
    rf"[{CHARACTER}]|[A-Z](?![A-Z])[a-z]{{0,7}}|[a-z]{{1,8}}|[A-Z]{{1,2}}|\d{{1,2}}"
    r"|[^\W\d_]{1,3}|[^\w\s]|\w"
)


def estimate_tokens(text: str) -> int:
    """Estimate the number of tokens an English BERT tokenizer makes of a text.

    The count is additive: cut at white space or between pieces, the parts add up to the whole.
    """
    return len(PIECE.findall(text))


def piece_spans(text: str, span: Span) -> list[Span]:
    """Locate the pieces that are counted as one token each within a span."""
    return [Span(*match.span()) for match in PIECE.finditer(text, span.start, span.end)]
