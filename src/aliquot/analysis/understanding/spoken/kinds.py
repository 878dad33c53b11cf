"""Of which kind the documents are: "which papers", "in our protocols", スライドの中で."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from aliquot.analysis.understanding.restriction import Question, Request, Restriction, equals
from aliquot.types import Comparison, Operator

__all__ = ["read_kinds"]

_NOUNS: Mapping[str, re.Pattern[str]] = {
    kind: re.compile(pattern, re.IGNORECASE)
    for kind, pattern in {
        "paper": r"papers?|articles?|publications?|論文",
        "protocol": r"protocols?|プロトコー?ル|手順書",
        "slides": r"slides?|slide[- ]?decks?|presentations?|スライド",
        "notes": r"(?:lab )?notes?|(?:lab )?notebooks?|(?:実験|ラボ|研究)?ノート|メモ",
        "trial": r"trials?|臨床試験|治験",
    }.items()
}
_NOUN = (
    r"(?:papers?|articles?|publications?|protocols?|slides?|slide[- ]?decks?|presentations?"
    r"|notes?|notebooks?|trials?)"
)
# "Our" and the library make a word one for documents; "in the trials" may mean anybody's.
_OURS = re.compile(
    r"\b(?:(?P<tie>in|from|across|among|according to)|do|does)\s+(?:any of |all |one of )?"
    r"(?:the\s+(?=lab (?:notes|notebooks?)\b)"
    r"|(?:our|my|the lab['’]s)\s+(?:(?P<year>(?:19|20)\d\d)\s+)?)"
    rf"(?:lab(?:oratory)?\s+)?(?P<noun>{_NOUN})\b(?!['’-]|\s+(?:patients"
    r"|participants|site|arm|population|step|book))",
    re.IGNORECASE,
)
_JA_OURS = re.compile(
    r"(?:(?:私たち|我々|うち|当研究室|研究室|ラボ|当ラボ|手元)の"
    r"(?P<noun>論文|プロトコー?ル|手順書|スライド|ノート|メモ|臨床試験|治験)"
    r"|(?P<noun_1>(?:実験|ラボ|研究)ノート))(?=で|に|の中|には|では|から)"
)
# Slides are of glass and protocols of machines, too; but nothing is said in those, in the plural,
# and "only in papers" says itself that it restricts.
_PLURAL = (
    r"(?:papers|articles|publications|protocols|(?:lab )?notes|slides|slide[- ]?decks"
    r"|presentations)"
)
_WRITTEN_IN = re.compile(
    rf"\b(?P<tie>according to) (?:the |all |any )?(?P<noun>{_PLURAL})\b"
    rf"|\bdo the (?P<noun_1>{_PLURAL})(?= (?:say|state|tell|mention|recommend|report|describe"
    r"|suggest|give|list)\b)"
    rf"|(?P<tie_1>\bonly(?: in)?|\bin only)(?: the)? (?P<noun_2>{_PLURAL})(?=\s*[:,?]|$)"
    rf"|(?P<tie_2>\bin) (?:the )?(?P<noun_3>{_PLURAL}) only\b",
    re.IGNORECASE,
)
# A slide that stands alone may be one under a microscope: スライドを固定する, スライドで観察する.
_JA_WRITTEN_IN = re.compile(
    r"(?:^|(?<=[、。]))(?P<noun>論文|プロトコー?ル|手順書|スライド)(?:では|には|によると|によれば)、?"
    r"|(?P<noun_1>論文|プロトコー?ル|手順書|スライド)(?:の中(?:で|に|から)|(?:だけ|のみ)(?:から|で|を対象に))、?"
)

# "IC50 in papers" and "IC50, papers" read without the papers, "do papers report" does not.
_TIE_ALONE = re.compile(
    r"(?:in|from|of|across|among|within|according to|only)\s+(?:(?:the|any|all)\s+)?"
    r"|(?<=[,;:(] )|(?<=[,;:(])",
    re.IGNORECASE,
)
# "Which papers and protocols": of either kind.
_ANOTHER = re.compile(rf"\s+(?:and|or)\s+(?P<noun>{_NOUN})\b", re.IGNORECASE)
_JA_ANOTHER = re.compile(
    r"(?P<noun>論文|プロトコー?ル|手順書|スライド|治験)(?:と|や|または|か|・)$"
)
# Kana and kanji begin behind it.
_LATIN_END = 0x3000


def read_kinds(question: Question) -> Iterator[Restriction]:
    """Yield the kind of documents asked for; the words stay where they are what it is about."""
    request = question.request
    if request is not None and request.kind:
        yield _requested(question.text, request)
        return
    for pattern in (_OURS, _JA_OURS, _WRITTEN_IN, _JA_WRITTEN_IN):
        for found in pattern.finditer(question.text):
            yield _found(found)


def _requested(text: str, request: Request) -> Restriction:
    """Return the kind asked for; what is looked into goes: "IC50 in papers" reads without."""
    other = _ANOTHER.match(text, request.end) or _JA_ANOTHER.search(text, 0, request.noun)
    kinds = tuple(dict.fromkeys((request.kind, *([_kind(other["noun"])] if other else []))))
    where = (
        equals("kind", request.kind) if len(kinds) == 1 else Comparison("kind", Operator.IN, kinds)
    )
    is_japanese = ord(text[request.noun]) > _LATIN_END
    is_tied = is_japanese or _TIE_ALONE.fullmatch(text, request.start, request.noun)
    if request.is_looked_into and is_tied:
        return Restriction(request.start, request.end, where)
    end = other.end() if other and other.re is _ANOTHER else request.end
    return Restriction(request.noun, end, where, is_kept=True)


def _found(found: re.Match[str]) -> Restriction:
    groups = {name: text for name, text in found.groupdict().items() if text}
    noun = next(name for name in groups if name.startswith("noun"))
    is_japanese = ord(groups[noun][0]) > _LATIN_END
    # A year between "our" and the noun is a restriction of its own.
    has_year = "year" in groups
    start = found.start(noun) if has_year else found.start()
    where = equals("kind", _kind(groups[noun]))
    is_tied = is_japanese or any(name.startswith("tie") for name in groups)
    return Restriction(start, found.end(), where, is_kept=has_year or not is_tied)


def _kind(noun: str) -> str:
    return next(kind for kind, pattern in _NOUNS.items() if pattern.fullmatch(noun))
