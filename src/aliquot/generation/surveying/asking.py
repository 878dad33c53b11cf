"""What a question asks of every document, read by rules.

Enters: a question as it was understood. Leaves: what is looked for in each document, what is
counted, and which things are asked whether they are there at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from aliquot.filters import both
from aliquot.generation.surveying.kinds import KIND_WORDS, article_types_in, kind_in
from aliquot.generation.surveying.recognising import DOCUMENTS
from aliquot.types import (
    Comparison,
    Filter,
    FindingKind,
    Intent,
    Operator,
    Understanding,
)

__all__ = ["Need", "SurveyQuestion", "read_survey"]

IN_LIBRARY = re.compile(
    r"\b(?:in|from|of|within|across)\s+(?:the|this|our|my|all)\s+(?:\w+\s+)?"
    r"(?:collection|library|lab|folder|files|archive)\b",
    re.IGNORECASE,
)
# "..., and in which disease did each look for it?": asked of what was found, not what is found by.
ASIDE = re.compile(
    r",\s*(?:and\s+)?(?:(?:in|on|at|for|with|by)\s+)?(?:which|what|how|when|who)\b.*$"
    r"|\brather than\b.*$|、(?:また|それぞれ).*$",
    re.IGNORECASE | re.DOTALL,
)
HEAD = re.compile(
    rf"^\W*(?:please\s+)?(?:(?:which|what|list|show|find|name|give|how\s+many|the|all|every|each|any"
    rf"|me|of|our|we|have|has|had|do|does|did|are|is|there|a|an)\s+)*(?:(?:[\w-]+\s+){{0,2}}?"
    rf"{DOCUMENTS}\b)?\s*(?:do\s+we\s+have\b|are\s+there\b|that\b|which\b|who\b|on\s+file\b)?",
    re.IGNORECASE,
)
# Verbs by which a document is asked for by its subject, not by a sentence in it.
ABOUT = re.compile(
    r"\b(?:deals?|dealing)\s+with\b|\bstud(?:y|ies|ied|ying)\b|\b(?:is|are|was|were)?\s*about\b"
    r"|\binvestigat\w+|\bexamin(?:e|es|ed|ing)\b|\baddress(?:es|ed)?\b|\bfocus(?:es|ed)?\s+on\b"
    r"|\bdescrib(?:e|es|ed|ing)\b|\bdiscuss(?:es|ed)?\b|扱って?(?:いる|います)?|に関する|について",
    re.IGNORECASE,
)
# Verbs by which something was done, so that a sentence denying it is no example of it.
USE = re.compile(
    r"\b(?:us(?:e|es|ed|ing)|tr(?:y|ied|ies)|test(?:s|ed)?|grow(?:n|s)?|grew|cultur(?:e|ed)"
    r"|order(?:ed)?|employ(?:s|ed)?|perform(?:s|ed)?|run|ran|transfect(?:ed)?|treat(?:ed)?"
    r"|work(?:ed)? with)\b|使(?:用|っ|い|う)|用い",
    re.IGNORECASE,
)
# Verbs and nouns that only ask; what is left names what is looked for.
ASKING = re.compile(
    r"\b(?:mention(?:s|ed|ing)?|contain(?:s|ed|ing)?|includ(?:e|es|ed|ing)|list(?:s|ed)?|among"
    r"|their|its|report(?:s|ed)?|stat(?:e|es|ed)|compar(?:e|es|ed|ing)|enrol(?:l|ls|led|s)?"
    r"|refer(?:s|red)?\s+to|cover(?:s|ed)?|show(?:s|ed)?|need(?:s|ed)?|requir(?:e|es|ed)|ever|never"
    r"|named?|found|identified|not|n't|anyone|anybody|somebody|someone|before|already|yet|been|we|us|our|lab|group|team"
    r"|number|count|total|different)\b"
    r"|NCT番号|どの|すべて|全て|一覧|何件|何報|何本|ありますか|あります|教えてください|教えて|論文|文献|文書|資料"
    r"|プロトコル|臨床試験|試験|番号|登録予定人数|人数|ですか|いますか|ましたか|これまで(?:に)?|今まで",
    re.IGNORECASE,
)
EXISTS = re.compile(
    r"^\W*(?:has|have|had|did|do|does)\s+(?:anyone|anybody|somebody|someone|we|our\s+(?:lab|group"
    r"|team)|the\s+lab|any(?:one|body)?\s+(?:of\s+us|in\s+(?:the|our)\s+(?:lab|group)))\b"
    r"|(?:誰か|だれか).{0,40}(?:こと|もの)が?(?:あり|ある)|(?:使用|使っ|用い|試し)た?ことが?(?:あり|ある)",
    re.IGNORECASE,
)
EXISTS_JA = re.compile(r"(?:誰か|だれか)?(?:が|は)?(?P<name>[^、。]+?)を(?:使用|使っ|用い|試し)")
EXISTS_HEAD = re.compile(
    r"^\W*(?:has|have|had|did|do|does)\s+(?:anyone|anybody|somebody|someone|we|our\s+\w+|the\s+lab)"
    r"(?:\s+(?:of us|in (?:the|our) \w+))?",
    re.IGNORECASE,
)
DENIED = re.compile(r"\bnever\b|\bnot\b|n't\b|\bwithout\b|ない|なかった|ません", re.IGNORECASE)
# "In the DNA extraction protocols": what documents are called, behind what they are about.
DOCUMENT_KINDS = {
    "protocols": "protocol",
    "papers": "paper",
    "articles": "paper",
    "trials": "trial",
    "slides": "slides",
    "notes": "notes",
}
NAMED_DOCUMENTS = re.compile(
    rf"(?<=\s)(?P<kind>{'|'.join(DOCUMENT_KINDS)})\b(?=\W*$|\s+(?:about|on|since|from|for)\b)", re.I
)
# "Which of A, B and C have we never used?"
GIVEN = re.compile(
    r"\b(?:which|what)\s+of\s+(?:the\s+following(?:\s+[\w-]+){0,3}?[:,]?\s+|these[:,]?\s+)?"
    r"(?P<names>[^?]*?(?:,|\band\b|\bor\b)[^?]*?)\s*[,;]?\s+"
    r"(?:have|has|had|did|do|does|were|was|are|is)\b",
    re.IGNORECASE,
)
GIVEN_JA = re.compile(r"(?P<names>[^。?？]*?[、,][^。?？]*?)の(?:うち|中で|なかで)")
BETWEEN_NAMES = re.compile(r"\s*(?:[,;、]|\band\b|\bor\b|および|及び|または|と(?=[A-Z]))\s*")
EITHER = re.compile(r"\s+or\s+|または|もしくは|あるいは", re.IGNORECASE)
JAPANESE = re.compile("[\u3041-\u30fa\u3400-\u9fff]")
# In a Japanese question what is written in Latin letters names what is looked for, and is all it
# shares with an English text.
LATIN = re.compile(r"(?=[0-9.+/-]*[A-Za-z])[A-Za-z0-9][A-Za-z0-9.+/-]+")
PERIOD = re.compile(
    r"\b(?:in|over|during|within)\s+the\s+(?:last|past)\s+(?:(?P<count>\d{1,2}|two|three|four|five"
    r"|six|seven|eight|nine|ten)\s+)?years?\b|(?:過去|この|最近)(?P<ja>\d{1,2})年間?",
    re.IGNORECASE,
)
NUMBERS = {
    word: number
    for number, word in enumerate(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), start=2
    )
}
# "The retrovirus XMRV": the class of a thing before its symbol, which others may leave out.
APPOSED = re.compile(
    r"^(?:the|an?)\s+[a-z][a-z-]+(?:\s[a-z][a-z-]+)?\s+(?P<name>[A-Za-z0-9-]*[A-Z0-9][A-Za-z0-9-]*)$"
)
# "Parkinson disease (PARK)": a short name behind the long one names the same thing again.
BRACKETED = re.compile(r"[(（][^()（）]{1,30}[)）]")


@dataclass(frozen=True, slots=True)
class Need:
    """Something a document has to say to become a row.

    Attributes:
        text: In words.
        is_about: Whether a paper has to be about it, by its title, abstract or opening.
        is_use: Whether it has to have been done, so that denying it does not count.
    """

    text: str
    is_about: bool = False
    is_use: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyQuestion:
    """A question to every document.

    Attributes:
        asked: As it was understood.
        needs: Of which a document has to meet one; empty where its record decides alone.
        where: What its record has to say, beyond what was understood.
        kind: The kind of finding asked for; `None` where documents are.
        is_count: Whether a number is asked for.
        is_denied: Whether what is absent is asked for.
        is_use: Whether what was used is asked for, not what is only named.
        names: What is asked for by name, each whether it is there.
    """

    asked: Understanding
    needs: tuple[Need, ...] = ()
    where: Filter | None = None
    kind: FindingKind | None = None
    is_count: bool = False
    is_denied: bool = False
    is_use: bool = False
    names: tuple[str, ...] = ()


def read_survey(asked: Understanding, this_year: int) -> SurveyQuestion:
    """Return what a question asks of every document.

    Args:
        asked: The question, as it was understood.
        this_year: What "the last five years" end in.
    """
    period = PERIOD.search(asked.subject)
    if period is None:
        return _read(asked)
    found = _read(replace(asked, subject=PERIOD.sub(" ", asked.subject)))
    since = Comparison("year", Operator.GE, this_year - _years(period) + 1)
    return replace(found, asked=asked, where=both(found.where, since))


def _years(period: re.Match[str]) -> int:
    written = (period["count"] or period["ja"] or "1").casefold()
    return NUMBERS[written] if written in NUMBERS else int(written)


def _read(asked: Understanding) -> SurveyQuestion:
    question = asked.question
    is_denied = DENIED.search(question) is not None
    is_count = asked.intent is Intent.COUNT and not _asks_for_record(question)
    names = _given_names(question)
    if names:
        return SurveyQuestion(asked=asked, names=names, is_denied=is_denied, kind=None)
    if EXISTS.search(question):
        japanese = EXISTS_JA.search(asked.subject)
        named = japanese["name"] if japanese else EXISTS_HEAD.sub(" ", asked.subject, count=1)
        name = _bare(_subject(named))
        return SurveyQuestion(asked=asked, names=(name,) if name else ())
    types = tuple(article_types_in(ASIDE.sub("", question)))
    kind = _kind_asked(question)
    needs = () if types else _needs(asked, kind)
    where: Filter | None = Comparison("article_type", Operator.IN, types) if types else None
    if kind is not None:
        where = both(where, _documents_named(asked.subject))
    return SurveyQuestion(
        asked=asked,
        needs=needs,
        where=where,
        kind=kind,
        is_count=is_count,
        is_denied=is_denied,
        is_use=USE.search(question) is not None,
    )


def _documents_named(text: str) -> Filter | None:
    """Return the kind of documents in which findings are asked for: "in the protocols"."""
    found = NAMED_DOCUMENTS.search(text)
    if found is None:
        return None
    return Comparison("kind", Operator.EQ, DOCUMENT_KINDS[found["kind"].casefold()])


def _asks_for_record(question: str) -> bool:
    """Tell whether the number asked for stands in a record, as that of its participants does."""
    return re.search(r"人数|participants|enrol", question, re.IGNORECASE) is not None


def _given_names(question: str) -> tuple[str, ...]:
    found = GIVEN.search(question) or GIVEN_JA.search(question)
    if found is None:
        return ()
    names = [one.strip(" \t\n.:：") for one in BETWEEN_NAMES.split(found["names"])]
    return tuple(dict.fromkeys(one for one in names if one))


def _kind_asked(question: str) -> FindingKind | None:
    """Return the kind of finding asked for: named before any kind of document."""
    named = kind_in(question)
    if named is None:
        return None
    document = re.search(rf"\b{DOCUMENTS}\b|論文|文献|文書|プロトコー?ル|試験", question, re.I)
    is_first = document is None or named[1] < document.start()
    is_asked = re.match(
        r"^\W*(?:which|what|list|show|name|give|how\s+many|count|all)\b|.*(?:どの|何|一覧|すべて|全て)",
        question,
        re.IGNORECASE | re.DOTALL,
    )
    return named[0] if is_first and is_asked else None


def _needs(asked: Understanding, kind: FindingKind | None) -> tuple[Need, ...]:
    text = ASIDE.sub("", asked.subject)
    # Documents a record already picks are asked what they hold, not what kind they are.
    for spoken in asked.spoken:
        text = text.replace(spoken.words, " ", 1)
    if kind is not None:
        text = NAMED_DOCUMENTS.sub(" ", KIND_WORDS[kind].sub(" ", text))
    is_about = kind is not None or ABOUT.search(text) is not None
    is_use = kind is None and USE.search(text) is not None
    text = _subject(text)
    alternatives: Sequence[str] = EITHER.split(text) if is_about or is_use else [text]
    bare = dict.fromkeys(one for one in map(_bare, alternatives) if one)
    return tuple(Need(one, is_about, is_use) for one in bare)


def _subject(text: str) -> str:
    """Return a question without the words that ask."""
    found = IN_LIBRARY.sub(" ", ASIDE.sub("", text))
    found = HEAD.sub(" ", found, count=1)
    for pattern in (ABOUT, USE, ASKING):
        found = pattern.sub(" ", found)
    return found


def _bare(text: str) -> str:
    if JAPANESE.search(text) and (latin := LATIN.findall(text)):
        return " ".join(latin)
    shown = BRACKETED.sub(" ", text)
    bare = " ".join((shown if shown.strip() else text).split()).strip(" ?？.。,、:はがをのにで")
    apposed = APPOSED.match(bare)
    return apposed["name"] if apposed else bare
