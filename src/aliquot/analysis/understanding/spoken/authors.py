"""Authors: "in Smith's 2023 paper", "Smith et al. (2023)", "by Smith", 佐藤らの論文.

A name restricts only if the library has a document by that author, and by them in that year where
one is said: Parkinson's disease and Hodgkin's lymphoma are no authors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aliquot.analysis.understanding.restriction import Question, Restriction, all_of, equals
from aliquot.types import Filter

__all__ = ["read_authors"]

# A family name, with what may stand before it: van der Walt, O'Riordan, Pérez-Guzmán.
_PARTICLE = r"(?:(?:van|von|der|den|de|la|le|del|di|da|ter|al|el)\s+)*"
_NAME = rf"{_PARTICLE}[A-ZÀ-ÖØ-ÞŁŚŠŽ][\w’'-]*[\w]"
_YEAR = r"(?P<year{n}>(?:19|20)\d\d)"
_WORK = (
    r"(?:papers?|articles?|stud(?:y|ies)|reviews?|reports?|work|trials?|protocols?|slides?|notes?"
    r"|talk|lecture|preprint|publication)"
)
_AND = r"(?:\s*(?:,|&|and)\s+(?P<second{n}>" + _NAME + r"))?"


def _numbered(text: str, number: int) -> str:
    return text.replace("{n}", str(number))


_FORMS = (
    # in Smith's 2023 paper
    rf"(?:\b(?i:in|of|from|by|according to)\s+)?(?P<name1>{_NAME}?){_AND}(?:['’]s|s['’])\s+"
    rf"(?:{_YEAR}\s+)?(?:[a-z]+\s+)?{_WORK}\b",
    # Smith et al. 2023, Smith and Lee (2023) and others
    rf"(?:\b(?i:in|of|from|by|according to)\s+)?(?P<name2>{_NAME}){_AND}\s*,?\s*(?i:et al\b\.?"
    rf"|and (?:colleagues|co-?workers))(?:['’]s)?(?:\s*,?\s*\(?\s*{_YEAR}\b\s*\)?)?",
    rf"(?:\b(?i:in|of|from|by|according to)\s+)?(?P<name3>{_NAME}){_AND}"
    rf"\s*,?\s*\(?\s*{_YEAR}\b\s*\)?",
    # papers by Smith
    rf"\b{_WORK}\s+(?P<by>(?:(?:written|published)\s+)?by\s+(?P<name4>{_NAME}){_AND}"
    rf"(?:\s+(?:in\s+|from\s+)?\(?{_YEAR}\b\)?)?)",
)
_PATTERNS = tuple(re.compile(_numbered(form, n)) for n, form in enumerate(_FORMS, 1))
_JAPANESE = re.compile(
    r"(?P<name>[一-龠々]{1,4}|[ァ-ヶー]{2,10}|[A-ZÀ-Ž][A-Za-zÀ-ž-]+)(?:ら|氏|先生|さん)?の"
    r"(?:(?P<year>(?:19|20)\d\d)年の)?(?:論文|研究|報告|総説|発表|スライド|プロトコル)"
)
# "What did Smith et al. report?" does not read without its subject.
_TIE = re.compile(r"(?:(?:written|published)\s+)?(?:in|of|from|by|according to)\b", re.IGNORECASE)


def read_authors(question: Question) -> Iterator[Restriction]:
    """Yield the author of whose documents a question asks, if the library knows them."""
    taken: list[tuple[int, int]] = []
    for number, pattern in enumerate(_PATTERNS, 1):
        for found in pattern.finditer(question.text):
            start, end = found.span("by") if number == 4 else found.span()
            if any(start < there and here < end for here, there in taken):
                continue
            read = _english(question, found, number)
            if read is not None:
                taken.append((start, end))
                is_kept = _TIE.match(question.text, start) is None
                span = _without_tie(question.text, start, end)
                yield Restriction(*span, read, is_kept=is_kept)
    for found in _JAPANESE.finditer(question.text):
        where = _checked(question, [found["name"]], found["year"])
        if where is not None:
            yield Restriction(*found.span(), where, is_kept=False)


def _english(question: Question, found: re.Match[str], number: int) -> Filter | None:
    name = re.sub(r"['’]s$", "", found[f"name{number}"])
    second = found[f"second{number}"]
    return _checked(question, [name, *([second] if second else [])], found[f"year{number}"])


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
