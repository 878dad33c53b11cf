"""Find the documents a question looks into: "IC50 of virellin in papers since 2020".

They are not what is asked for, as in "Which papers since 2020 ...", and their noun alone says
little ("in trials, does aspirin help?" may be answered by a paper): they count where a year is said
of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from aliquot.analysis.understanding.restriction import Request

__all__ = ["find_looked_into"]

# Plural, singular. Studies and reports are what is told of as often as what tells: only published
# ones are documents.
_NOUNS: Mapping[str, tuple[str, str]] = {
    "trial": (r"(?<!field )(?<!feeding )trials", r"trial"),
    "paper": (
        r"papers|(?:journal |research )?articles|publications",
        r"paper|article|publication",
    ),
    "protocol": (r"protocols", r"protocol"),
    "slides": (r"slide[- ]?decks|presentations", r"slide[- ]?deck|presentation"),
    "notes": (r"lab notes|lab notebooks", r"lab notebook"),
    "any": (r"(?:the\s+)?literature|(?:studies|reports|reviews)(?=\s+published\b)", r"document"),
}
_PLURAL = "|".join(f"(?P<{kind}>{plural})" for kind, (plural, _) in _NOUNS.items())
_SINGULAR = "|".join(f"(?P<{kind}_1>{single})" for kind, (_, single) in _NOUNS.items())
# "In randomised phase 3 trials": an adjective or two; a preposition or a verb ends the phrase.
_MODIFIERS = (
    r"(?:(?!(?:is|are|was|were|of|for|to|by|from|with|at|on|in|into|as|than|that|our|my|and|or)\b)"
    r"[\w/-]+\s+){0,3}?"
)
# What leads to them: a preposition, the verb they are the subject of, or the end of the topic
# ("Toxicity of eugenol, papers since 2015").
_LOOKED_INTO = re.compile(
    r"(?P<tie>\b(?:in|from|of|across|among|within|according to|only)\s+(?:the\s+|any\s+|all\s+)?"
    r"|\b(?:do|did|have)\s+(?:the\s+|any\s+)?|[,;:(]\s*)"
    rf"(?P<phrase>{_MODIFIERS}(?:{_PLURAL}))\b"
    rf"|(?P<tie_1>\b(?:in|do|does|did|is|has)\s+any\s+)(?P<phrase_1>{_SINGULAR})\b",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"(?:in|from|of|across|among|within|according|only)\b", re.IGNORECASE)

_JA_NOUNS: Mapping[str, str] = {
    "trial": r"臨床試験|治験|(?<=相)(?:の)?試験",
    "paper": r"論文|文献",
    "protocol": r"プロトコー?ル|手順書",
    "slides": r"スライド|講義資料",
    "notes": r"(?:実験|ラボ|研究)?ノート",
}
_JA_NOUN = "|".join(f"(?P<{kind}>{noun})" for kind, noun in _JA_NOUNS.items())
# Right behind a year (以降の, に発表された), and looked into (で, における, の中).
_JA_LOOKED_INTO = re.compile(
    rf"(?<=[のた])(?:{_JA_NOUN})(?=だけ|のみ|で|に(?:お|は|よ|報告|記載|書|あ)|の(?!数|一覧|件数)|から|は|を)"
)


def find_looked_into(question: str, language: str) -> Request | None:
    """Return the documents a question looks into; `None` where it names none."""
    pattern = _JA_LOOKED_INTO if language == "ja" else _LOOKED_INTO
    found = pattern.search(question)
    if found is None:
        return None
    name = next(one for one in _NOUNS if _noun(found, one))
    noun = found.start(_noun(found, name))
    return Request(
        kind="" if name == "any" else name,
        start=_start(found, noun),
        noun=noun,
        end=found.end(),
        is_looked_into=True,
    )


def _noun(found: re.Match[str], kind: str) -> str:
    """Return the group that holds the noun of a kind; empty where none does."""
    groups = found.groupdict()
    return next((group for group in (kind, f"{kind}_1") if groups.get(group)), "")


def _start(found: re.Match[str], noun: int) -> int:
    """Return where the words begin: with a preposition, that the subject reads without it."""
    tie = found.groupdict().get("tie")
    if tie and _PREPOSITION.match(tie):
        return found.start("tie")
    return found.start("phrase") if tie else noun
