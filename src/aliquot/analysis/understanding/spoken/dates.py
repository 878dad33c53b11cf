"""Years: "since 2020", "between 2018 and 2021", "in the last five years", 令和2年以降, 過去5年."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from aliquot.analysis.understanding.restriction import (
    Question,
    Request,
    Restriction,
    all_of,
    equals,
    span_of,
)
from aliquot.types import Comparison, Filter, Operator

__all__ = ["read_dates"]

_YEAR = r"(?:(?:19|20)[0-9]{2}|(?:１９|２０)[０-９]{2})"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?\s+"
)
_COUNTS: Mapping[str, int] = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "decade": 10, "fifteen": 15, "twenty": 20,
    "一": 1, "二": 2, "三": 3, "五": 5, "十": 10,
}  # fmt: skip
_COUNT = rf"(?:\d{{1,2}}|{'|'.join(_COUNTS)})"

# Year before the first of each era.
_ERAS: Mapping[str, int] = {"令和": 2018, "平成": 1988, "昭和": 1925}

Meaning = Callable[[re.Match[str], int], Filter]


def _year(written: str) -> int:
    """Return the year of the common era: 平成30 is 2018, 令和元 is 2019."""
    era = _ERAS.get(written[:2])
    return int(written) if era is None else era + int(written[2:].replace("元", "1"))


def _since(found: re.Match[str], _: int) -> Filter:
    return Comparison("year", Operator.GE, _year(found["y"]))


def _after(found: re.Match[str], _: int) -> Filter:
    """Return later years; of a month the rest of its year too, the catalog knowing years only."""
    operator = Operator.GE if found.groupdict().get("month") else Operator.GT
    return Comparison("year", operator, _year(found["y"]))


def _before(found: re.Match[str], _: int) -> Filter:
    operator = Operator.LE if found.groupdict().get("month") else Operator.LT
    return Comparison("year", operator, _year(found["y"]))


def _until(found: re.Match[str], _: int) -> Filter:
    return Comparison("year", Operator.LE, _year(found["y"]))


def _between(found: re.Match[str], _: int) -> Filter:
    low, high = sorted((_year(found["y"]), _year(found["z"])))
    return all_of(Comparison("year", Operator.GE, low), Comparison("year", Operator.LE, high))


def _in(found: re.Match[str], _: int) -> Filter:
    return equals("year", _year(found["y"]))


def _decade(found: re.Match[str], _: int) -> Filter:
    first = _year(found["y"])
    return all_of(
        Comparison("year", Operator.GE, first), Comparison("year", Operator.LE, first + 9)
    )


def _last(found: re.Match[str], this_year: int) -> Filter:
    """Return the years from so many before this one: the whole of the first, not a part."""
    words = found["n"].lower()
    count = _COUNTS[words] if words in _COUNTS else int(words)
    return Comparison("year", Operator.GE, this_year - count)


def _last_year(_: re.Match[str], this_year: int) -> Filter:
    return equals("year", this_year - 1)


def _this(_: re.Match[str], this_year: int) -> Filter:
    return equals("year", this_year)


_Y, _M = rf"(?P<y>{_YEAR})(?![\w-])", rf"(?P<month>{_MONTH})?"
# Longest first: "from 2018 to 2021" is not "from 2018".
_ENGLISH: tuple[tuple[str, Meaning], ...] = (
    (r"\b(?:from\s+)?(?:between|from|during)\s+"
     rf"(?P<y>{_YEAR})\s*(?:and|to|-|–|through|until)\s*(?P<z>{_YEAR})\b", _between),
    (rf"\b(?:in\s+)?(?P<y>{_YEAR})\s*(?:[-–]|to|until|through)\s*(?P<z>{_YEAR})\b", _between),
    (r"\b(?:(?:in|from|of|during)\s+)?the\s+(?P<y>(?:19|20)[0-9]0)s\b", _decade),
    (rf"\b(?:in\s+|from\s+)?(?P<y>{_YEAR})\s+(?:or|and)\s+(?:later|newer|after)\b", _since),
    (rf"\b(?:in\s+)?(?P<y>{_YEAR})\s+(?:or|and)\s+(?:earlier|older|before)\b", _until),
    (rf"\b(?:from\s+)?(?P<y>{_YEAR})\s+onwards?\b", _since),
    (rf"\bfrom\s+(?P<y>{_YEAR})\s+on(?=\s*(?:[?.,;)]|$))", _since),
    # "From 2015 on mice" is of 2015, "from 2015 on" is not; the later years hold both.
    (rf"\bfrom\s+(?P<y>{_YEAR})(?=\s+on\b)", _since),
    (rf"\b(?:since|not before|no earlier than)\s+(?:{_MONTH})?{_Y}", _since),
    (rf"\b(?:after|newer than|later than)\s+{_M}{_Y}", _after),
    (rf"\b(?:before|older than|earlier than|prior to)\s+{_M}{_Y}", _before),
    (rf"\b(?:until|up to|through|no later than)\s+(?:{_MONTH})?{_Y}", _until),
    (rf"\b(?:in|during|from|of|dated)\s+(?:{_MONTH})?{_Y}(?!\s+on\b)", _in),
    (r"\b(?:(?:in|from|of|over|during|within)\s+)?(?:the\s+)?(?:last|past)\s+"
     rf"(?P<n>{_COUNT})\s+years\b", _last),
    (r"\b(?:(?:in|from|of|over|during|within)\s+)?the\s+(?:last|past)\s+(?P<n>decade)\b", _last),
    (r"\b(?:(?:in|from|of|during)\s+)?this year\b(?!['’])", _this),
    (r"\b(?:(?:in|from|of|during)\s+)?last year\b(?!['’])", _last_year),
)  # fmt: skip
_JA_YEAR = rf"(?:{_YEAR}|(?:{'|'.join(_ERAS)})(?:元|[0-9０-９]{{1,2}}))"
_JY = rf"(?P<y>{_JA_YEAR})年"
_JA_PUBLISHED = r"発表|出版|公開|開始|登録|公表|刊行|投稿|執筆|書い|書かれ"
_JAPANESE: tuple[tuple[str, Meaning], ...] = (
    (rf"(?P<y>{_JA_YEAR})年?(?:から|～|〜|-|–)(?P<z>{_JA_YEAR})年(?:まで|の間)?", _between),
    (rf"(?P<y>{_YEAR})年代", _decade),
    (rf"{_JY}(?:\d{{1,2}}月)?(?:以降|以後|から(?:現在まで)?)", _since),
    (rf"{_JY}より(?:後|あと)", _after),
    (rf"{_JY}(?:より前|未満)", _before),
    (rf"{_JY}(?:以前|まで)", _until),
    (rf"(?:過去|直近|最近|ここ)(?P<n>{_COUNT})年(?:間|以内)?", _last),
    (r"(?:昨年|去年)(?:度)?(?=の|に)", _last_year),
    (r"(?:今年|本年)(?:度)?(?=の|に)", _this),
    (rf"{_JY}(?=(?:の|に(?:{_JA_PUBLISHED})))", _in),
)


def _compiled(patterns: tuple[tuple[str, Meaning], ...]) -> list[tuple[re.Pattern[str], Meaning]]:
    return [(re.compile(pattern, re.IGNORECASE), meaning) for pattern, meaning in patterns]


_PATTERNS = _compiled((*_ENGLISH, *_JAPANESE))
# A year among the modifiers: "Which 2021 trials".
_MODIFIER = re.compile(rf"(?<![\w-]){_YEAR}(?![\w年-])")
# What makes any year the year of the document itself.
_DATED = re.compile(
    r"\b(?:papers?|articles?|stud(?:y|ies)|trials?|reports?|reviews?|protocols?|publications?)\s+"
    r"(?:(?:that|which)\s+)?(?:(?:was|were|is|are)\s+)?"
    r"(?:published|started|registered|written|dated|posted|released)\s+$",
    re.IGNORECASE,
)
_DATED_REQUEST = re.compile(
    r"\b(?:published|started|registered|written|dated|posted|released)\s+$", re.IGNORECASE
)
# Words that restrict the documents as well: "trials, adults only, 2020 or later".
_LIST = r"(?:\s*,\s*(?:\w+\s+only|only\s+\w+|recruiting|completed))*\s*[,(]?\s*"
# Between the documents and their year: phrases, never a verb that the year may belong to.
_PHRASES = re.compile(
    r"(?:\s+(?:on|of|about|for|with|(?:published\s+)?in|by|from|among|testing|using|enrolling|recruiting"
    r"|completed)"
    r"(?:\s+(?!that\b|which\b|who\b|is\b|are\b|was\b|were\b|has\b|have\b|had\b|\w+ed\b)[\w'’/-]+){0,6}?)*"
    rf"{_LIST}",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(
    r"\s*(?:[?.,;)]|$)|\s+\w+\s+only\b"
    r"|\s+(?:and|or|in|on|with|that|which|who|for|about|from|by|of|do|did|does"
    r"|have|has|are|were|is|was|report|describe|mention|test|show|use|study|deal|discuss"
    r"|say|state|give|find|recommend|suggest|support|measure|compare)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\s+(?:enrol|recruit|includ|report|describ|test|us|compar|show|stud|measur)\w*ed\b"
)
_LISTED = re.compile(_LIST, re.IGNORECASE)
_JA_LISTED = re.compile(r"(?:で|は|を|、|のうち|の中で|[（(])*")
_JA_VERBS = re.compile(r"[をがは。、]|した(?!論文|試験)|され")
_JA_DATED = re.compile(rf"に(?:{_JA_PUBLISHED})")
_JA_LATER = re.compile(r"(?:の(?:もの)?)?(?:[、。？?）)]|$)|[でに](?:探|検索|絞|限)")
# 昨年の実験ノートに: what the lab calls its own, right behind the year.
_JA_OWN_NOUN = (
    r"(?:(?:私たち|我々|うち|当研究室|研究室|ラボ|当ラボ|手元)の(?:論文|プロトコー?ル|手順書|スライド|ノート)"
    r"|(?:実験|ラボ|研究)ノート)"
)
_JA_OWN = re.compile(rf"の{_JA_OWN_NOUN}(?=で|に|の中|から)")
_JA_BEHIND_OWN = re.compile(rf"{_JA_OWN_NOUN}(?:で|に)は?、?$")
# "In our protocols since 2020", "our 2020 protocols".
_OWN_NOUN = (
    r"(?:protocols?|papers?|articles?|publications?|slides?|presentations?|trials?"
    r"|(?:lab\s+)?(?:notes?|notebooks?))"
)
_BEHIND_OWN = re.compile(
    rf"\b(?:(?:our|my|the lab['’]s)\s+(?:lab(?:oratory)?\s+)?{_OWN_NOUN}"
    r"|the lab (?:notes|notebooks?))\s+"
    r"(?:(?:(?:that|which)\s+)?(?:(?:was|were|is|are)\s+)?(?:published|written|started)\s+)?$",
    re.IGNORECASE,
)
_OWN_YEAR = re.compile(
    rf"\b(?:our|my|the lab['’]s)\s+(?P<y>{_YEAR})\s+(?={_OWN_NOUN}\b)", re.IGNORECASE
)
# "What has been published on X since 2022?": asks for writings without naming them. "Reported" is
# said of cases as well.
_WRITINGS = re.compile(
    r"(?:what|how much|who)\s+(?:else\s+|new\s+)?(?:has|have|had|was|were|is|did)\s+"
    r"(?:[\w’'-]+\s+){0,6}?(?:published|written|write|publish)\b"
    r"|(?:has|have|did|was)\s+(?:anyone|anybody|anything|we|somebody|something|our\s+(?:lab|group))\s+"
    r"(?:[\w’'-]+\s+){0,4}?(?:published|written|write|publish)\b",
    re.IGNORECASE,
)
# What happens in a year of its own, which "in 2021" behind it may be.
_EVENT = re.compile(
    r"\b(?:outbreaks?|epidemics?|pandemics?|floods?|earthquakes?|seasons?|cases?|infections?|deaths"
    r"|samples?|sampling|cohorts?|surveys?|harvests?|experiments?|census|events?|waves?|trials?"
    r"|conference|meeting|elections?|guidelines?|recommendations?|\w+ed)\b",
    re.IGNORECASE,
)
# A trial that ended before a year began before it; one completed since may have begun at any time.
_ENDED = re.compile(
    r"\s+(?:(?:that|which)\s+)?(?:(?:was|were|(?:has|have|had)\s+been)\s+)?"
    r"(?:completed|terminated|withdrawn|ended|stopped|suspended)\s+",
    re.IGNORECASE,
)
_IS_BARE = re.compile(r"\d{4}\s*[-–]")
_IS_IN = re.compile(r"in\s", re.IGNORECASE)
_AT_END = re.compile(r"\s*[?.]?\s*$")
_AT_START = re.compile(r"\s*,\s*")


def read_dates(question: Question) -> Iterator[Restriction]:
    """Yield the years documents are restricted to, once for the same words."""
    taken = -1
    found_at: dict[int, tuple[re.Match[str], Meaning]] = {}
    for pattern, meaning in _PATTERNS:
        for found in pattern.finditer(question.text):
            known = found_at.get(found.start())
            if known is None or found.end() > known[0].end():
                found_at[found.start()] = (found, meaning)
    for start in sorted(found_at):
        found, meaning = found_at[start]
        if start < taken or not (
            _is_of_documents(question, found)
            or _is_of_writings(question.text, found)
            or (meaning in (_before, _until) and _is_of_ended(question, found))
        ):
            continue
        taken = found.end()
        yield Restriction(*span_of(found), meaning(found, question.today.year))
    if taken < 0:
        for found in _OWN_YEAR.finditer(question.text):
            yield Restriction(*found.span("y"), equals("year", int(found["y"])))
    # "The 2021 trials of the sprayer" are looked into, and may be no records at all.
    if question.request is not None and not question.request.is_looked_into and taken < 0:
        yield from _modifiers(question.text, question.request)


def _modifiers(text: str, request: Request) -> Iterator[Restriction]:
    for found in _MODIFIER.finditer(text, request.start, request.end):
        yield Restriction(*found.span(), equals("year", int(found[0])))


def _is_of_ended(question: Question, found: re.Match[str]) -> bool:
    request = question.request
    if request is None or not question.is_of_trials:
        return False
    return _ENDED.fullmatch(question.text, request.end, found.start()) is not None


def _is_of_writings(text: str, found: re.Match[str]) -> bool:
    """Tell whether it is asked what was written then, at either end of the question."""
    if leading := _AT_START.match(text, found.end()):
        is_first = not text[: found.start()].strip()
        return is_first and _WRITINGS.match(text, leading.end()) is not None
    asked = _WRITINGS.match(text)
    if asked is None or asked.end() > found.start():
        return False
    topic = text[asked.end() : found.start()]
    if not topic.strip():
        return True
    return bool(_AT_END.match(text, found.end()) and not _EVENT.search(topic))


def _is_of_documents(question: Question, found: re.Match[str]) -> bool:
    """Tell whether a year is the documents' own and not a part of what they are about."""
    text, request = question.text, question.request
    if _DATED.search(text, 0, found.start()) or _BEHIND_OWN.search(text, 0, found.start()):
        return True
    if "年" in found[0] and (
        _JA_OWN.match(text, found.end()) or _JA_BEHIND_OWN.search(text, 0, found.start())
    ):
        return True
    if request is None:
        return False
    if "年" in found[0]:
        return _is_of_japanese(text, request, found)
    if found.start() < request.end:
        return found.start() >= request.start
    if _DATED_REQUEST.search(text, 0, found.start()):
        return True
    if _LISTED.fullmatch(text, request.end, found.start()):
        return bool(_CLAUSE_END.match(text, found.end()) or _PAST.match(text, found.end()))
    # "Samples in papers on dengue in 2010" and "outbreak 2010-2012" have the years of something
    # else, as what is looked into may be anywhere in a question.
    if _IS_BARE.match(found[0]) or (request.is_looked_into and _IS_IN.match(found[0])):
        return False
    if not _PHRASES.fullmatch(text, request.end, found.start()):
        return False
    if _CLAUSE_END.match(text, found.end()):
        return True
    return bool(
        _PAST.match(text, found.end()) and not _EVENT.search(text, request.end, found.start())
    )


def _is_of_japanese(text: str, request: Request, found: re.Match[str]) -> bool:
    if found.end() > request.start:
        is_listed = found.start() >= request.end and _JA_LISTED.fullmatch(
            text, request.end, found.start()
        )
        return bool(is_listed and _JA_LATER.match(text, found.end()))
    if _JA_DATED.match(text, found.end()):
        return True
    return not _JA_VERBS.search(text, found.end(), request.start)
