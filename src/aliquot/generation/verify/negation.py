"""The negation gate: what a statement denies its source denies, and the other way round.

What enters: a statement and the sentences of its quotes, both plain. What leaves: why it fails, or
nothing. A denial covers the words behind it up to the end of its clause ("did not increase the
yield"), or those before it where none follow ("was absent"); in Japanese the words before it.
Denials of words that the other side does not mention are no disagreement.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from aliquot.generation.verify.plain import Word, words_of

__all__ = ["check_negation"]

CUE = re.compile(
    r"\b(?:not|never|neither|nor|none|no(?!\.)|without|cannot|nothing|nobody|unable"
    r"|fail(?:s|ed|ing|ure)? to|lack(?:s|ed|ing)?(?: of)?|absence of|absent|rul(?:e|es|ed|ing) out"
    r"|devoid of|unlikely|unless"
    r"|(?:did|do|does|was|were|is|are|has|have|had|can|could|would|should)n't)\b",
    re.IGNORECASE,
)
# "Unless it grows" may say the same as "in the absence of growth": it answers a denial and is none.
SOFT = "unless"
# Of these the words before are denied as well: "growth was not seen", but not "growth without it".
VERBAL = re.compile(r"not|never|none|cannot|fail.*|absent|unable|.*n't", re.IGNORECASE)
ONLY = re.compile(r"\b(?P<deny>not )?(?P<word>only|merely|just)\b", re.IGNORECASE)
# What denies nothing: "not only", "with or without", "whether or not", "no later than".
NO_CUE = re.compile(
    r"\bnot (?:only|just|merely)\b|\b(?:with|presence) (?:or|and|/) ?(?:without|absence of)\b"
    r"|\b(?:whether )?or not\b|\bno (?:later|sooner) than\b"
    r"|\bif not\b|\bnot less than\b",
    re.IGNORECASE,
)
JAPANESE_CUE = re.compile(
    r"な(?:い|かっ|く(?!とも))|ませ[んぬ]|なし|(?<![はまいわ必])ず(?:に)?(?=[、。\s]|$)|ぬ(?=[。、])"
)
# Few, not only, perhaps, must, doubtless.
JAPANESE_NO_CUE = re.compile(
    r"少な|だけでな|のみな|ばかりでな|かもしれ(?:な|ませ)|なければな|なくてはな|ないといけな|間違いな"
    r"|(?:ね|なけれ)ばなりませ|[てで]はいけませ|ではないでしょ|ませんか"
)
# Where a clause ends and another may say the opposite.
CLAUSE = re.compile(
    r"[.!?]\s|[;:。、|,()\[\]]|\b(?:but|however|although|though|while|whereas|because|which|that|who"
    r"|and|or|yet|if|when|then|so|since)\b"
)
# Words a denial covers, and words before it that it may be said of.
COVERED, BEFORE = 5, 3
# Prefixes that deny the rest of their word: unaffected, nonsignificant, ineffective.
PREFIXES = ("un", "non", "in", "im", "ir", "dis")


@dataclass(frozen=True, slots=True)
class _Denial:
    """A denial.

    Attributes:
        written: The word that denies.
        covered: Stems of the words it covers, the nearest first.
        near: Stems of the words it may be said of besides.
    """

    written: str
    covered: tuple[str, ...]
    near: frozenset[str]


def check_negation(statement: str, source: str) -> str:
    """Return what is denied by one of the two and not by the other; empty where nothing is."""
    said, given = _denials(statement), _denials(source)
    if word := _only(statement, source):
        return f"one of statement and source says “not {word}”, the other “{word}”"
    for denial in said:
        if denial.written == SOFT:
            continue
        if not given and not _has_negative_form(denial.covered, source):
            return f"the statement denies (“{denial.written}”) what the source does not"
        if clash := _clash(denial, given, source):
            return f"the statement denies “{clash}”, the source does not"
    for denial in given:
        if denial.written == SOFT:
            continue
        clash = _clash(denial, said, statement)
        if clash and not _has_negative_form(denial.covered, statement):
            return f"the source denies “{clash}” (“{denial.written}”), the statement does not"
    if clash := _twice(statement, source):
        return f"“{clash}” is denied twice in one of statement and source, once in the other"
    return ""


def _clash(denial: _Denial, others: Sequence[_Denial], text: str) -> str:
    """Return the word a denial covers that the other text states without one."""
    words = {word.stem: word.text for word in words_of(text)}
    shared = [one for one in denial.covered if one in words]
    if not shared:
        return ""
    is_denied = any(shared[0] in (*other.covered, *other.near) for other in others)
    return "" if is_denied else words[shared[0]]


def _twice(statement: str, source: str) -> str:
    """Return a word denied twice in one text and once in the other; it stands once in both."""
    said, given = _counts(statement), _counts(source)
    once = {one for one, n in Counter(_stems(statement)).items() if n == 1}
    once &= {one for one, n in Counter(_stems(source)).items() if n == 1}
    return next(
        (
            one
            for one in said
            if one in once and said[one] and given[one] and said[one] != given[one]
        ),
        "",
    )


def _counts(text: str) -> Counter[str]:
    return Counter(
        one for denial in _denials(text) if denial.written != SOFT for one in denial.covered
    )


def _stems(text: str) -> list[str]:
    return [word.stem for word in words_of(text)]


def _only(statement: str, source: str) -> str:
    """Return "only" where one text says "not only" and the other says "only"."""
    said, given = (
        {(bool(one["deny"]), one["word"].casefold()) for one in ONLY.finditer(text)}
        for text in (statement, source)
    )
    return next(
        (word for deny, word in said if (not deny, word) in given and (deny, word) not in given),
        "",
    )


def _has_negative_form(stems: Iterable[str], text: str) -> bool:
    wanted = {prefix + one[:4] for one in stems for prefix in PREFIXES}
    return any(word.text.startswith(tuple(wanted)) for word in words_of(text)) if wanted else False


@lru_cache(maxsize=256)
def _denials(text: str) -> tuple[_Denial, ...]:
    words = [word for word in words_of(text) if word.is_content]
    idle = [one.span() for one in NO_CUE.finditer(text)]
    idle += [one.span() for one in JAPANESE_NO_CUE.finditer(text)]
    found = []
    for cue in (*CUE.finditer(text), *JAPANESE_CUE.finditer(text)):
        if any(start < cue.end() and cue.start() < end for start, end in idle):
            continue
        found.append(_denial(text, cue, words))
    return tuple(found)


def _denial(text: str, cue: re.Match[str], words: Sequence[Word]) -> _Denial:
    others = [word for word in words if word.end <= cue.start() or word.start >= cue.end()]
    before = [word for word in others if word.end <= cue.start()][-BEFORE:]
    before = [word for word in before if not CLAUSE.search(text, word.end, cue.start())]
    behind = [word for word in others if word.start >= cue.end()][:COVERED]
    behind = [word for word in behind if not CLAUSE.search(text, cue.end(), word.start)]
    if not cue[0].isascii() or not behind:
        behind, before = list(reversed(before)), []
    return _Denial(
        cue[0],
        tuple(word.stem for word in behind),
        frozenset(word.stem for word in before) if VERBAL.fullmatch(cue[0]) else frozenset(),
    )
