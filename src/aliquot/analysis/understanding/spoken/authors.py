"""Authors: "in Smith's 2023 paper", "Smith et al. (2023)", "by Smith", 佐藤らの論文.

A name restricts only if the library has a document by that author, and by them in that year where
one is said: Parkinson's disease and Hodgkin's lymphoma are no authors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from aliquot.analysis.understanding.restriction import Question, Restriction, all_of, equals
from aliquot.types import Filter

__all__ = ["read_authors"]

# A family name, with what may stand before it: van der Walt, O'Riordan, Pérez-Guzmán.
_PARTICLE = r"(?:(?:van|von|der|den|de|la|le|del|di|da|ter|al|el)\s+)*"
_NAME = rf"{_PARTICLE}[A-ZÀ-ÖØ-ÞŁŚŠŽ][\w’'-]*[\w]"
_YEAR = r"(?P<year{n}>(?:19|20)\d\d)"
_WORK = (
    r"(?:papers?|articles?|stud(?:y|ies)|reviews?|reports?|work|trials?|protocols?|slides?|notes?"
    r"|talk|lecture|preprint|publications?)"
)
# The same, telling the kind.
_KIND_WORK = (
    r"(?:(?P<protocol>protocols?)|(?P<slides>slides?|talk|lecture)|(?P<notes>notes?)|papers?|articles?"
    r"|stud(?:y|ies)|reviews?|reports?|work|trials?|preprint|publications?)"
)
_AND = r"(?:\s*(?:,|&|and)\s+(?P<second{n}>" + _NAME + r"))?"


def _numbered(text: str, number: int) -> str:
    return text.replace("{n}", str(number))


_FORMS = (
    # in Smith's 2023 paper
    rf"(?:\b(?i:in|of|from|by|according to)\s+)?(?P<name1>{_NAME}?){_AND}(?:['’]s|s['’])\s+"
    rf"(?:{_YEAR}\s+)?(?:[a-z]+\s+)?{_KIND_WORK}\b",
    # Smith et al. 2023, Smith and Lee (2023) and others
    rf"(?:\b(?i:in|of|from|by|according to)\s+)?(?P<name2>{_NAME}){_AND}\s*,?\s*(?i:et al\b\.?"
    rf"|and (?:colleagues|co-?workers))(?:['’]s)?(?:\s*,?\s*\(?\s*{_YEAR}\b\s*\)?)?",
    rf"(?:\b(?i:in|of|from|by|according to)\s+)?(?P<name3>{_NAME}){_AND}"
    rf"\s*,?\s*\(?\s*{_YEAR}\b\s*\)?",
    # papers by Smith
    rf"\b(?i:{_WORK})\s+(?P<by>(?:(?:(?:written|published)\s+)?by|(?<=papers )of)\s+"
    rf"(?P<name4>{_NAME}){_AND}"
    rf"(?:\s+(?:in\s+|from\s+)?\(?{_YEAR}\b\)?)?)",
    # papers from the Smith lab, from Smith's group
    rf"\b(?i:{_WORK})\s+(?P<by>(?:from|by|of|out of|in)\s+(?:the\s+)?(?P<name5>{_NAME}){_AND}"
    rf"\s+(?:lab|laboratory|group|team)\b(?:\s+(?:in|from)\s+{_YEAR}\b)?)",
    # What has Smith published on ...
    rf"^\W*(?:(?i:what|which)\s+(?:[\w-]+\s+){{0,3}}?(?:has|have|had|do|does|did)\s+)"
    rf"(?P<by6>(?P<name6>{_NAME}){_AND})"
    rf"\s+(?:write|written|publish(?:ed)?|report(?:ed)?|describe[d]?)\b"
    rf"(?:\s+in\s+(?:her|his|their)\s+{_YEAR}\s+(?:paper|article|study)\b)?",
)
_PATTERNS = tuple(re.compile(_numbered(form, n)) for n, form in enumerate(_FORMS, 1))
_JA_NAME = r"(?P<name>[一-龠々]{1,6}?|[ァ-ヶー]{2,10}|[A-ZÀ-Ž][A-Za-zÀ-ž-]+)"
_JA_TITLE = r"(?P<marked>ら|氏|先生|さん|教授|博士)"
_JA_WORK = (
    r"(?P<work>論文|研究|報告|総説|発表|(?P<slides>スライド)|(?P<protocol>プロトコー?ル|手順書)"
    r"|(?P<notes>(?:実験)?ノート))"
)
_JAPANESE = (
    re.compile(rf"{_JA_NAME}{_JA_TITLE}?の(?:(?P<year>(?:19|20)\d\d)年の)?{_JA_WORK}"),
    # 佐藤さんが2020年に書いた論文
    re.compile(
        rf"{_JA_NAME}{_JA_TITLE}?が(?:(?P<year>(?:19|20)\d\d)年に)?"
        rf"(?:書いた|執筆した|発表した|著した|報告した|まとめた|作った|作成した)(?={_JA_WORK})"
    ),
)
# 森の研究 and 金子の発表 may be about woods and money: one kanji, or a word less than a paper,
# wants a title behind the name.
_LOOSE_WORKS = frozenset(["研究", "報告", "発表"])
# "What did Smith et al. report?" does not read without its subject.
_TIE = re.compile(
    r"(?:(?:written|published)\s+)?(?:in|of|from|by|out of|according to)\b", re.IGNORECASE
)
# The form's group whose words restrict, where it is not the whole of it.
_SPANS: Mapping[int, str] = {4: "by", 5: "by", 6: "by6"}
_WORK_KINDS = ("protocol", "slides", "notes")
# "The method of Smith et al." is a method by name, which others' documents describe.
_NAMED_THING = re.compile(
    r"\b(?:methods?|procedure|technique|assay|approach|algorithm|model|equation|formula|medium"
    r"|score|criteria|classification|strain|mutant|system)\s+(?:of|from|by|in)?\s*$",
    re.IGNORECASE,
)


def read_authors(question: Question) -> Iterator[Restriction]:
    """Yield the author of whose documents a question asks, if the library knows them."""
    taken: list[tuple[int, int]] = []
    for number, pattern in enumerate(_PATTERNS, 1):
        for found in pattern.finditer(question.text):
            start, end = found.span(_SPANS.get(number, 0))
            if any(start < there and here < end for here, there in taken):
                continue
            if number == 2 and _is_named_thing(question.text, found):
                continue
            read = _english(question, found, number)
            if read is not None:
                taken.append((start, end))
                is_kept = _TIE.match(question.text, start) is None
                span = _without_tie(question.text, start, end)
                yield Restriction(*span, read, is_kept=is_kept)
    for form in _JAPANESE:
        for found in form.finditer(question.text):
            if found["marked"] or _is_name_alone(found):
                where = _checked(question, [found["name"]], found["year"])
                if where is not None:
                    yield Restriction(*_japanese_span(found), _of_kind(question, found, where))


def _japanese_span(found: re.Match[str]) -> tuple[int, int]:
    """Return the words that restrict: the work too in 佐藤の論文で, not in 佐藤の論文を教えて."""
    is_place = found.string[found.end() : found.end() + 1] in ("で", "に")
    end = found.end() if is_place else found.start("work")
    return found.start(), min(end, found.end())


def _is_name_alone(found: re.Match[str]) -> bool:
    return len(found["name"]) > 1 and found["work"] not in _LOOSE_WORKS


def _of_kind(question: Question, found: re.Match[str], where: Filter) -> Filter:
    """Add the kind the work is of, where the library has such a one."""
    kind = next((kind for kind in _WORK_KINDS if found.groupdict().get(kind)), None)
    narrower = where if kind is None else all_of(where, equals("kind", kind))
    return narrower if question.known(narrower) else where


def _is_named_thing(text: str, found: re.Match[str]) -> bool:
    """Tell whether a name without a year is that of a thing."""
    return not found["year2"] and bool(_NAMED_THING.search(text, 0, found.start("name2")))


def _english(question: Question, found: re.Match[str], number: int) -> Filter | None:
    name = re.sub(r"['’]s$", "", found[f"name{number}"])
    second = found[f"second{number}"]
    year = found.groupdict().get(f"year{number}")
    where = _checked(question, [name, *([second] if second else [])], year)
    return where if where is None else _of_kind(question, found, where)


def _checked(question: Question, names: list[str], year: str | None) -> Filter | None:
    """Return the filter if a document passes it, else `None`."""
    parts: list[Filter] = [equals("authors", name) for name in names]
    if year is not None:
        parts.append(equals("year", int(year)))
    where = all_of(*parts)
    return where if question.known(where) else None


def _without_tie(text: str, start: int, end: int) -> tuple[int, int]:
    words = text[start:end]
    return start + len(words) - len(words.lstrip()), end - (len(words) - len(words.rstrip(" ,")))
