"""What a survey's question says of the records it is put to, beyond what any question says.

Enters: a question's words, those already understood left out. Leaves: the words that are left, and
a filter. Understanding is careful, since a word taken for a filter hides documents from an answer;
here a question about every document is known to be one, so that the kinds of documents, years,
sizes and states it names are meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from aliquot.filters import both
from aliquot.generation.surveying.gene_fields import GENE_FIELDS
from aliquot.generation.surveying.trial_fields import TRIAL_FIELDS
from aliquot.types import And, Comparison, Filter, Not, Operator, Or

__all__ = ["Picked", "any_documents", "fields_compared", "picked"]

# What documents are called, by the kind their record states. Singular nouns only behind "every".
KIND_NOUNS: Mapping[str, str] = {
    "trial": r"(?:clinical\s+)?trials|臨床試験|治験|(?<=相)試験|試験",
    "protocol": r"protocols|\bSOPs|プロトコー?ル|手順書",
    "paper": r"papers|articles|publications|論文|文献",
    "gene": r"(?:gene|protein|UniProt)\s+(?:entries|records)"
    r"|(?:遺伝子|タンパク質|UniProt)(?:の)?(?:エントリー?|レコード)",
    "table": r"spreadsheets|workbooks|スプレッドシート|表計算",
    "slides": r"slides|slide\s+decks|presentations|スライド",
    "notes": r"notebooks|lab\s+notes|notes|実験ノート",
}
KIND_SINGULAR: Mapping[str, str] = {
    "trial": r"(?:clinical\s+)?trial",
    "protocol": "protocol",
    "paper": r"(?:paper|article|publication)",
    "gene": r"(?:gene|protein|UniProt)\s+(?:entry|record)",
    "table": r"(?:spreadsheet|workbook)",
    "notes": "notebook",
}
EVERY = r"(?:every|each|any|one|a|no)\s+"
LATIN_BOUND, LATIN_END = r"(?<![A-Za-z-])", r"(?![A-Za-z'’-])"
KINDS = tuple(
    (
        kind,
        re.compile(
            rf"(?:{LATIN_BOUND}(?:the\s+|our\s+|my\s+)?(?:{nouns}){LATIN_END}"
            + (
                rf"|(?<![A-Za-z-]){EVERY}{KIND_SINGULAR[kind]}{LATIN_END}"
                # A noun in Latin letters has no plural in a Japanese question.
                rf"|(?<=[\u3041-\u30fa\u3400-\u9fff]){KIND_SINGULAR[kind]}{LATIN_END})"
                if kind in KIND_SINGULAR
                else ")"
            ),
            re.IGNORECASE,
        ),
    )
    for kind, nouns in KIND_NOUNS.items()
)
# Behind these a kind of documents is what is looked for and not where: "papers citing trials".
NOT_ASKED = re.compile(
    r"\b(?:cit(?:e|es|ed|ing)|describ(?:e|es|ing)|about|mention(?:s|ing)?|versus|than|"
    r"randomi[sz]ed|controlled)\s+(?:the\s+|our\s+)?$",
    re.IGNORECASE,
)

YEAR = r"(?:19|20)\d\d"
DATED = (
    r"(?:(?:that|which)\s+)?(?:(?:were|was|are|is|have|has|had)\s+)?(?:been\s+)?(?:published"
    r"|printed"
    r"|started|start|starts|starting|began|begun|begin|beginning|registered|written|dated|posted"
    r"|released|out|came\s+out|appeared|appearing)?\s*"
)
Meaning = Callable[[re.Match[str], int], Filter]


def _ge(year: int) -> Filter:
    return Comparison("year", Operator.GE, year)


def _le(year: int) -> Filter:
    return Comparison("year", Operator.LE, year)


def _one_of(found: re.Match[str], _: int) -> Filter:
    years = tuple(dict.fromkeys(int(one) for one in re.findall(YEAR, found[0])))
    if len(years) == 1:
        return Comparison("year", Operator.EQ, years[0])
    return Comparison("year", Operator.IN, years)


def _range(found: re.Match[str], _: int) -> Filter:
    first, last = sorted(int(one) for one in re.findall(YEAR, found[0])[:2])
    return And((_ge(first), _le(last)))


def _first(found: re.Match[str]) -> int:
    return int(re.findall(YEAR, found[0])[0])


# Longest first: "2018 or 2019" is not "2018".
YEARS: tuple[tuple[re.Pattern[str], Meaning], ...] = tuple(
    (re.compile(rf"(?<![A-Za-z\d]){form}", re.IGNORECASE), meaning)
    for form, meaning in (
        (rf"{DATED}(?:between|from|in)?\s*{YEAR}\s*(?:and|to|-|–|through)\s*{YEAR}\b",
         _range),
        (rf"{DATED}(?:in|of|from|during)\s+{YEAR}(?:\s*(?:,|,?\s*or)\s*{YEAR})*\b", _one_of),
        (rf"{DATED}(?:since|not\s+before)\s+{YEAR}\b", lambda one, _: _ge(_first(one))),
        (rf"{DATED}(?:after|(?:later|newer|more\s+recent"
         rf"|younger)\s+than)\s+{YEAR}\b", lambda one, _: _ge(_first(one) + 1)),
        (rf"{DATED}(?:before|prior\s+to|(?:older"
         rf"|earlier)\s+than)\s+{YEAR}\b", lambda one, _: _le(_first(one) - 1)),
        (rf"{DATED}(?:until|up\s+to|by)\s+{YEAR}\b", lambda one, _: _le(_first(one))),
        (rf",?\s*(?:and\s+)?(?:only|just)?\s*(?:the|those|ones)\s+(?:from\s+)?{YEAR}"
         r"(?:\s+ones)?\b", _one_of),
        (rf"{DATED}(?:this|in\s+the\s+current)\s+year\b(?!['’])",
         lambda _, now: Comparison("year", Operator.EQ, now)),
        (rf"{DATED}last\s+year\b(?!['’])", lambda _, now: Comparison("year", Operator.EQ, now - 1)),
    )
) + tuple(
    (re.compile(form), meaning)
    for form, meaning in (
        (rf"{YEAR}年?\s*(?:から|～|〜|-|–)\s*{YEAR}年?(?:まで|の間)?(?:に|の)?", _range),
        (rf"{YEAR}年\d{{0,2}}月?(?:以降|以後|から)(?:に|の)?", lambda one, _: _ge(_first(one))),
        (rf"{YEAR}年より(?:後|あと)(?:に|の)?", lambda one, _: _ge(_first(one) + 1)),
        (rf"{YEAR}年(?:より前|未満)(?:に|の)?", lambda one, _: _le(_first(one) - 1)),
        (rf"{YEAR}年(?:以前|まで)(?:に|の)?", lambda one, _: _le(_first(one))),
        (r"(?:今年|本年)(?:度)?(?:に|の)?", lambda _, now: Comparison("year", Operator.EQ, now)),
        (r"(?:昨年|去年)(?:度)?(?:に|の)?",
         lambda _, now: Comparison("year", Operator.EQ, now - 1)),
        (rf"{YEAR}年(?:[、と・か]{YEAR}年)*(?:に|の|度)?", _one_of),
    )
)  # fmt: skip
# What a Japanese question says was done in a year, once the year is read.
JA_DATED = re.compile(
    r"(?:発表|出版|公開|開始|公表|刊行|執筆)(?:された|した|されている)|始まった|始めた|書かれた|出た"
)


# What is read of records, by the kind of documents they are of.
OF_RECORDS = {"trial": TRIAL_FIELDS, "gene": GENE_FIELDS}


@dataclass(frozen=True, slots=True)
class Picked:
    """What is left of a question, and what of it picks documents.

    Attributes:
        text: Without the words that pick.
        where: What they mean; `None` for nothing.
        kind: Of the documents asked; empty where none is said.
    """

    text: str
    where: Filter | None = None
    kind: str = ""


def picked(text: str, known: Filter | None, this_year: int) -> Picked:
    """Return what a question about every document picks them by.

    Args:
        text: The question, without what was understood of it.
        known: What was understood: of a field it speaks of nothing more is read.
        this_year: What "last year" is before.
    """
    fields = fields_compared(known)
    found = _kind(text) if "kind" not in fields else Picked(text)
    kind = found.kind or _kind_known(known)
    if "year" not in fields:
        found = _with(found, _years(found.text, this_year))
    for field, read in OF_RECORDS.get(kind, {}).items():
        if field not in fields:
            found = _with(found, Picked(*read(found.text)))
    return replace(found, kind=kind)


def _with(before: Picked, after: Picked) -> Picked:
    return Picked(after.text, both(before.where, after.where), before.kind)


def _kind(text: str) -> Picked:
    """Return the kind of document a question names first."""
    spoken = [
        (match.start(), match.end(), kind)
        for kind, pattern in KINDS
        for match in pattern.finditer(text)
        if not NOT_ASKED.search(text, 0, match.start())
    ]
    if not spoken:
        return Picked(text)
    start, end, kind = min(spoken, key=lambda one: (one[0], -one[1]))
    where = Comparison("kind", Operator.EQ, kind)
    return Picked(f"{text[:start]} {any_documents(text[start:end])} {text[end:]}", where, kind)


def any_documents(noun: str) -> str:
    """Return a word for any document in the language of the noun, so that the rest still reads."""
    return "documents" if noun.isascii() else "文書"


def _years(text: str, this_year: int) -> Picked:
    for pattern, meaning in YEARS:
        found = pattern.search(text)
        if found is not None and re.search(r"\d{4}|year|年", found[0]):
            left = f"{text[: found.start()]} {JA_DATED.sub(' ', text[found.end() :])}"
            return Picked(left, meaning(found, this_year))
    return Picked(text)


def fields_compared(where: Filter | None) -> frozenset[str]:
    """Return the fields a filter compares."""
    match where:
        case None:
            return frozenset()
        case Comparison(field):
            return frozenset([field])
        case And(parts) | Or(parts):
            return frozenset(name for part in parts for name in fields_compared(part))
        case Not(part):
            return fields_compared(part)
    raise TypeError(f"not a filter: {where!r}")


def _kind_known(where: Filter | None) -> str:
    match where:
        case Comparison("kind", Operator.EQ, str() as kind):
            return kind
        case And(parts):
            return next((kind for kind in map(_kind_known, parts) if kind), "")
    return ""
