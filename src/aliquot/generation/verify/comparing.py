"""What a word of direction compares: which things stand on which side of "than".

What enters: a plain text and the place of a word of direction. What leaves: the stems on its own
side and those of its partner: "than X", "compared with X", "versus X", "Xより". The partner may
stand before: "Compared with X, ...".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aliquot.generation.verify.plain import Word

__all__ = ["CLAUSE", "Sides", "compared", "subject_of"]

Sides = tuple[frozenset[str], frozenset[str]]

THAN = re.compile(
    r"\bthan\b|\b(?:as |when |in )?(?:compare[ds]?|comparison|comparing|relative) (?:to|with)\b"
    r"|\bversus\b|\bvs\b",
    re.I,
)
OPENING = re.compile(
    r"(?:^|[.;|]\s)(?:compared|in comparison|relative|when compared) (?:to|with) "
    r"(?P<partner>[^,;.]+),",
    re.I,
)
YORI = re.compile(r"より|に比べ|と比べ|と比較し|に対して")
# Where what is compared by より begins.
JAPANESE_BORDER = re.compile(r"[、。|]|は|が|では|において")
CLAUSE = re.compile(r"[.;:。|]\s|[;:。|]|\b(?:but|however|whereas|while|although)\b")
# Where what stands behind "than" ends besides.
PARTNER_END = re.compile(r",\s|\b(?:which|who|because|since|and (?:was|were|is|are))\b")
# What says where or of what something is more, and where what comes before a subject ends.
PLACE = re.compile(
    r"\b(?:in(?! terms)|for|among|with|at|on|of(?<!terms of)|during|by|after|before)\b"
)
# More words than these between say other things as well.
PLACE_WORDS = 4
SUBJECT_BORDER = re.compile(r"[.;:|,]\s|\b(?:that|which|who|but|however|whereas|while|although)\b")
# Words on a side of a comparison that may tell what stands there.
SIDE = 5


def compared(text: str, start: int, end: int, content: Sequence[Word]) -> Sides | None:
    """Return the stems of both sides of a comparison; `None` where nothing is compared.

    Args:
        text: Plain text.
        start: Where the word of direction begins.
        end: Where it ends.
        content: The words of the text that say something.
    """
    if not text.isascii() and (sides := _by_yori(text, start, content)):
        return sides
    than = THAN.search(text, end)
    if than is None or CLAUSE.search(text, end, than.start()):
        return _opened(text, start, content)
    before = [word for word in content if word.end <= than.start()]
    before = [word for word in before if not CLAUSE.search(text, word.end, than.start())]
    behind = [word for word in content if word.start >= than.end()][:SIDE]
    behind = [
        word
        for word in behind
        if not CLAUSE.search(text, than.end(), word.start)
        and not PARTNER_END.search(text, than.end(), word.start)
    ]
    return _sides(before, behind)


def subject_of(text: str, start: int, end: int, content: Sequence[Word]) -> frozenset[str]:
    """Return the stems of what "A was more efficient than B" says it of; empty where unsure.

    In "higher in A than in B" what is compared stands behind the word of direction, and the words
    before it only say in which respect.
    """
    than = THAN.search(text, end)
    if than is None or CLAUSE.search(text, end, than.start()):
        return frozenset()
    if PLACE.search(text, end, than.start()):
        low, high = end, than.start()
    else:
        low = max((one.end() for one in SUBJECT_BORDER.finditer(text, 0, start)), default=0)
        high = start
    named = frozenset(word.stem for word in content if low <= word.start and word.end <= high)
    return named if high == start or len(named) <= PLACE_WORDS else frozenset()


def _opened(text: str, start: int, content: Sequence[Word]) -> Sides | None:
    """Return the sides of "Compared with X, Y is higher"."""
    opening = next((one for one in OPENING.finditer(text) if one.end() <= start), None)
    if opening is None or re.search(r"[.;|]\s", text[opening.end() : start]):
        return None
    partner = [
        word for word in content if opening.start("partner") <= word.start < opening.end("partner")
    ]
    own = [word for word in content if word.start >= opening.end()]
    own = [word for word in own if not CLAUSE.search(text, opening.end(), word.start)]
    return _sides(own, partner)


def _by_yori(text: str, start: int, content: Sequence[Word]) -> Sides | None:
    sentence = max(text.rfind(mark, 0, start) for mark in "。|") + 1
    yori = next(iter(YORI.finditer(text, sentence, start)), None)
    if yori is None:
        return None
    borders = [one.end() for one in JAPANESE_BORDER.finditer(text, sentence, yori.start())]
    opens = borders[-1] if borders else sentence
    partner = [word for word in content if opens <= word.start < yori.start()]
    own = [
        word
        for word in content
        if sentence <= word.start < opens or yori.end() <= word.start < start
    ]
    return _sides(own, partner)


def _sides(own: Sequence[Word], partner: Sequence[Word]) -> Sides:
    one, other = (frozenset(word.stem for word in words) for words in (own, partner))
    return one - other, other - one
