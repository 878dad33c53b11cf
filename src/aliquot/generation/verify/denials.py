"""The denials of a text, each with the words it covers.

What enters: a plain text. What leaves: its denials. One covers the words behind it up to the end of
its clause ("did not increase the yield"), or those before it where none follow ("was absent"); in
Japanese the words before it. "The others did not" is said of whatever stands before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from aliquot.generation.verify.bounds import bounds_of
from aliquot.generation.verify.plain import Word, words_of

__all__ = ["Denial", "denials_of"]

CUE = re.compile(
    r"\b(?:not|never|neither|nor|none|no(?!\.)|without|cannot|nothing|nobody|unable"
    r"|fail(?:s|ed|ing|ure)? to|lack(?:s|ed|ing)?(?: of)?|absence of|absent"
    r"|null(?=\s(?:associat|effect|result|finding|relat|correlat))"
    r"|rul(?:e|es|ed|ing) out"
    r"|devoid of|unlikely(?: that)?|unless|(?:rather|other) than|instead of|except(?:ing)?|free of"
    r"|(?:be )?spar(?:es|ed)|never"
    r"|(?:did|do|does|was|were|is|are|has|have|had|can|could|would|should)n't)\b",
    re.IGNORECASE,
)
# "Unless it grows" may say the same as "in the absence of growth", and "rather than B" as "and not
# B": each answers a denial and is none itself.
SOFT = re.compile(
    r"unless|(?:rather|other) than|instead of|except.*|free of|(?:be )?spar.*|嫌", re.IGNORECASE
)
# Of these the words before are denied as well: "growth was not seen", but not "growth without it".
VERBAL = re.compile(r"not|never|none|cannot|fail.*|absent|unable|unlikely.*|.*n't", re.IGNORECASE)
# What denies nothing: "not only", "with or without", "whether or not", "not exceeding", and "not
# until Tuesday", which is on Tuesday. Bounds of numbers are known to `bounds`.
NO_CUE = re.compile(
    r"\bnot (?:only|just|merely)\b|\b(?:with|presence) (?:or|and|/) ?(?:without|absence of)\b"
    r"|\b(?:whether )?or not\b|\bno (?:later|sooner) than\b"
    r"|\bif not\b|\bnot (?:to )?(?:exceed|surpass)\w*|\bwithout exceeding\b"
    r"|\b(?:cannot|can not) be (?:over|under)\w+|\bnot (?=[\w\s]{1,40}\buntil\b)",
    re.IGNORECASE,
)
JAPANESE_CUE = re.compile(
    r"な(?:い|かっ|く(?!とも))|ませ[んぬ]|なし|(?<![はまいわ必])ず(?:に)?(?=[、。\s]|$)|ぬ(?=[。、])"
    r"|嫌(?=[なでだ])"
)
# Few, not only, perhaps, must, doubtless.
JAPANESE_NO_CUE = re.compile(
    r"少な|超えな|越えな|超えませ|超えず|だけでな|のみな|ばかりでな|かもしれ(?:な|ませ)|なければな|なくてはな|ないといけな|間違いな"
    r"|(?:ね|なけれ)ばなりませ|[てで]はいけませ|ではないでしょ|ませんか"
)
# Where a clause ends and another may say the opposite.
CLAUSE = re.compile(
    r"[.!?]\s|[;:。、|,()\[\]]|\b(?:but|however|although|though|while|whereas|because|which|that|who"
    r"|and|or|yet|if|when|then|so|since)\b"
)
# Words a denial covers, and words before it that it may be said of.
COVERED, BEFORE = 5, 3
# What is unlikely is a whole clause: "unlikely that one centre is able to collect enough cases".
COVERED_WHOLE = 10


@dataclass(frozen=True, slots=True)
class Denial:
    """A denial.

    Attributes:
        written: The word that denies.
        covered: Stems of the words it covers, the nearest first.
        near: Stems of the words it may be said of besides.
        is_soft: Whether it answers a denial and is none itself.
    """

    written: str
    covered: tuple[str, ...]
    near: frozenset[str]
    is_soft: bool = False


@lru_cache(maxsize=256)
def denials_of(text: str) -> tuple[Denial, ...]:
    """Find the denials of a plain text, in order of English ones, then Japanese."""
    words = [word for word in words_of(text) if word.is_content]
    idle = [one.span() for one in NO_CUE.finditer(text)]
    idle += [one.span() for one in JAPANESE_NO_CUE.finditer(text)]
    idle += [(one.start, one.end) for one in bounds_of(text).values()]
    found = []
    for cue in (*CUE.finditer(text), *JAPANESE_CUE.finditer(text)):
        if any(start < cue.end() and cue.start() < end for start, end in idle):
            continue
        found.append(_denial(text, cue, words))
    return tuple(found)


def _denial(text: str, cue: re.Match[str], words: Sequence[Word]) -> Denial:
    before = [word for word in words if word.end <= cue.start()]
    behind = [word for word in words if word.start >= cue.end()]
    is_whole = cue[0].casefold().startswith("unlikely")
    behind = behind[: COVERED_WHOLE if is_whole else COVERED]
    behind = [word for word in behind if not CLAUSE.search(text, cue.end(), word.start)]
    near = [word for word in before[-BEFORE:] if not CLAUSE.search(text, word.end, cue.start())]
    told = near
    is_verbal = VERBAL.fullmatch(cue[0]) is not None
    if not cue[0].isascii() or not behind:
        behind = list(reversed(near))
        told = before if is_verbal else []
    return Denial(
        cue[0],
        tuple(word.stem for word in behind),
        frozenset(word.stem for word in told) if is_verbal else frozenset(),
        SOFT.fullmatch(cue[0]) is not None,
    )
