"""The question without the words of its restrictions, still a sentence to search by."""

from __future__ import annotations

import re
from collections.abc import Iterable

from aliquot.analysis.understanding.restriction import Restriction

__all__ = ["subject_of"]

# What ties a restriction to the words before it and is left hanging without it.
_TIE = re.compile(
    r"(?:,\s*)?(?:\b(?:and|that|which|who)\s+)?(?:\b(?:is|are|was|were|have been|has been)\s+)?"
    r"(?:\b(?:currently|still|in|at|from|for|among|with|the|by|of|published|started"
    r"|registered|written|dated|posted|released)\s+)*$",
    re.IGNORECASE,
)
_AND_AFTER = re.compile(r"\s+and\s+(?=\w)", re.IGNORECASE)
# Particles that tie a restriction to the words after it.
_JA_TIE = re.compile(
    r"(?:に(?:発表|出版|公開|開始|登録|公表|刊行|執筆)された|に書かれた|を対象と(?:した|する)|が(?:登録|組み入れ)(?:された|した)|が参加(?:できる|可能な)|における|での|では|には|からの?|で(?!す)|に|の|、)"
)
_EMPTY_BRACKETS = re.compile(r"\(\s*\)|（\s*）|\[\s*\]")
_SPACE_BEFORE = re.compile(r"\s+([?.,;:)])")
_HAS_WORD = re.compile(r"\w")
_LOOSE_ENDS = re.compile(r"^[\s,、の:：]+|[\s,、]+(?=[?？]?$)")


def subject_of(
    question: str, restrictions: Iterable[Restriction], *, head_end: int, language: str
) -> str:
    """Return the question without what restricts it; whole where nothing would be left.

    Args:
        question: As it was asked.
        restrictions: In the order of their words.
        head_end: Where the documents asked for are named, up to there; 0 where none are.
        language: ISO 639-1 code.
    """
    kept, position = [], 0
    for one in restrictions:
        if one.is_kept or one.start < position:
            continue
        kept.append(_before(question, position, one.start, head_end, language))
        position = _after(question, one.end, "".join(kept), language, is_head=one.end <= head_end)
    text = _tidied("".join(kept) + question[position:])
    return text if _HAS_WORD.search(text) else question


def _before(question: str, position: int, start: int, head_end: int, language: str) -> str:
    text = question[position:start]
    if language == "ja" or start < head_end:
        return text
    kept = _TIE.sub("", text)
    # The documents asked for stay, whatever ties follow them.
    return text[: max(len(kept), head_end - position)]


def _after(question: str, end: int, kept: str, language: str, *, is_head: bool) -> int:
    if language == "ja":
        tied = _JA_TIE.match(question, end)
        return tied.end() if tied else end
    follows_noun = not is_head and len(kept.split()) <= 2
    tied = _AND_AFTER.match(question, end) if follows_noun else None
    # The space stays, so that words on either side do not run together.
    return tied.end() - 1 if tied else end


def _tidied(text: str) -> str:
    text = " ".join(_EMPTY_BRACKETS.sub("", text).split())
    return _LOOSE_ENDS.sub("", _SPACE_BEFORE.sub(r"\1", text))
