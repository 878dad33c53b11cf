"""Things a question names and asks of each whether it is there.

Enters: a question. Leaves: the names, as written: of "which of A, B and C have we never used?" all
three, of "has anyone tried D?" the one.
"""

from __future__ import annotations

import re

from aliquot.generation.surveying.subjects import subject_of
from aliquot.types import Understanding

__all__ = ["names_asked"]

LIST = r"[^?？:：]*?(?:,|\band\b|\bor\b|、)[^?？:：]*?"
GIVEN = (
    # "Which of A, B and C have we never used?"
    re.compile(
        r"\b(?:which|what|have\s+\w+\s+(?:used|tried|tested))\s+(?:one\s+)?(?:any\s+)?of\s+"
        r"(?:the\s+following(?:\s+[\w-]+){0,3}?[:,]?\s+|these[:,]?\s+)?"
        r"(?P<names>[^?]*?(?:,|\band\b|\bor\b)[^?]*?)\s*[,;]?\s+"
        r"(?:have|has|had|did|do|does|were|was|are|is|never|appears?|occurs?|turns?\s+up)\b",
        re.IGNORECASE,
    ),
    # "Which of these have we used: A, B, C?"
    re.compile(
        rf"^\W*(?:which|what|have|has|did|do|does|were|are)\b[^:：]*[:：]\s*"
        rf"(?P<names>{LIST})\s*[?？.]?\s*$",
        re.IGNORECASE,
    ),
    # "Among A, B and C, which were never used?"
    re.compile(
        rf"^\W*(?:among|amongst|of|out\s+of|from)\s+(?P<names>{LIST}),?\s*(?:which|what)\b", re.I
    ),
    re.compile(r"(?P<names>[^。?？]*?[、,][^。?？]*?)の(?:うち|中で|なかで|どれ)"),
)
BETWEEN_NAMES = re.compile(
    r"\s*(?:[,;、]\s*(?:and\b|or\b)?|\band\b|\bor\b|および|及び|または|もしくは|と(?=[A-Z]))\s*"
)
# "Of the antifungals A, B and C": what the names are called together.
CLASS_OF_NAMES = re.compile(r"^(?:the|these|our)\s+(?:[a-z-]+\s+){0,2}?[a-z-]+s\s+(?=\S)")
# Longer than this, what stands between commas is no name.
MAX_WORDS = 4

PEOPLE = (
    r"(?:anyone|anybody|somebody|someone|we|you|our\s+(?:lab|group|team)|the\s+lab"
    r"|any\s+of\s+(?:our|the|these|my)\s+[a-z]+"
    r"|any(?:one|body)?\s+(?:of\s+us|in\s+(?:the|our)\s+(?:lab|group)))"
)
THERE = r"(?:are|were|is|was)\s+there\s+(?:ever\s+)?(?:any\s+)?(?:experiments?|work|attempts?)"
TRIED_JA = (
    r"(?:使用し?|使っ|用い|試し|扱っ|行っ|実施し|培養し|やっ|測定し|作製し|作っ|購入し)"
    r"(?:た|て(?:いる|います))"
)
EXISTS = re.compile(
    rf"^\W*(?:has|have|had|did|do|does)\s+{PEOPLE}\b|^\W*{THERE}\b"
    r"|(?:誰か|だれか).{0,40}(?:こと|もの)[がはも]?(?:あり|ある)"
    rf"|(?:{TRIED_JA}|使用)(?:こと|実験|研究|例|経験|人)[がはも]?(?:あり|ある|ない|い)",
    re.IGNORECASE,
)
EXISTS_JA = re.compile(
    rf"(?:誰か|だれか)?(?:が|は)?(?P<name>[^。]+?)(?:を|で)(?:{TRIED_JA}|使用|培養|実施)"
)
EXISTS_HEAD = re.compile(
    r"^\W*(?:has|have|had|did|do|does)\s+(?:anyone|anybody|somebody|someone|we|you|our\s+\w+"
    r"|the\s+lab|any\s+of\s+documents)"
    r"(?:\s+(?:of us|in (?:the|our) \w+))?"
    rf"|^\W*{THERE}(?:\s+(?:with|on|in|using|at))?",
    re.IGNORECASE,
)
# "Any data on Zika", "done ChIP-seq": what only says that there is something.
SOMETHING = re.compile(
    r"^\W*(?:(?:ever|never|already|yet|here|before)\s+)*(?:(?:have|got|done|do|made|make|seen)\s+)?"
    r"(?:(?:any|some|an?|the)\s+)?"
    r"(?:(?:data|information|info|results|experience|experiments?|work)\s+(?:on|about|for|with"
    r"|of)\s+)?",
    re.IGNORECASE,
)


def names_asked(asked: Understanding) -> tuple[str, ...]:
    """Return the things a question names to ask whether they are there; empty for none."""
    return _given(asked.question) or _tried(asked)


def _given(question: str) -> tuple[str, ...]:
    for pattern in GIVEN:
        found = pattern.search(question)
        if found is not None:
            names = _listed(CLASS_OF_NAMES.sub("", found["names"].strip()))
            if names and all(len(one.split()) <= MAX_WORDS for one in names):
                return names
    return ()


def _tried(asked: Understanding) -> tuple[str, ...]:
    """Return what a question asks whether it was ever tried."""
    if not EXISTS.search(asked.question):
        return ()
    japanese = EXISTS_JA.search(asked.subject)
    if japanese is not None:
        named = japanese["name"]
    else:
        named = SOMETHING.sub(" ", EXISTS_HEAD.sub(" ", asked.subject, count=1), count=1)
    several = _listed(named)
    names = [subject_of(one) for one in several]
    if len(several) > 1 and all(0 < len(one.split()) <= MAX_WORDS for one in names):
        return tuple(dict.fromkeys(names))
    name = subject_of(named)
    return (name,) if name else ()


def _listed(text: str) -> tuple[str, ...]:
    names = (one.strip(" \t\n.:：") for one in BETWEEN_NAMES.split(text))
    return tuple(dict.fromkeys(one for one in names if one))
