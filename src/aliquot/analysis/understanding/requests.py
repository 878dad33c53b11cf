"""Find the words by which a question asks for documents, and the kind of documents."""

from __future__ import annotations

import re
from collections.abc import Mapping

from aliquot.analysis.understanding.restriction import Request

__all__ = ["find_request"]

# Plural, singular. Slides are glass in a laboratory; a deck, a talk and a lecture are not.
_NOUNS: Mapping[str, tuple[str, str]] = {
    # Of crops, not of people.
    "trial": (r"(?<!field )(?<!feeding )trials", r"(?<!field )(?<!feeding )trial"),
    "paper": (
        r"papers|(?:journal |research )?articles|publications",
        r"paper|(?:journal )?article",
    ),
    "protocol": (r"protocols", r"protocol"),
    "slides": (
        r"slide[- ]?decks|presentations|lecture slides"
        r"|slides(?=\s+(?:mention|discuss|cover|describe|talk|say|summari[sz]e|about)\b)",
        r"slide[- ]?deck|presentation",
    ),
    "notes": (r"(?:lab|meeting) notes|lab notebooks", r"lab notebook"),
    "gene": (r"gene (?:entries|records)", r"gene (?:entry|record)"),
    "": (
        r"studies|literature|documents|files|reports|reviews|records",
        r"study|document|file|report|review",
    ),
}
_PLURAL = "|".join(f"(?P<{kind or 'any'}>{plural})" for kind, (plural, _) in _NOUNS.items())
_SINGULAR = "|".join(f"(?P<{kind or 'any'}_1>{single})" for kind, (_, single) in _NOUNS.items())

_LEAD = (
    r"(?:(?:which|what|how many) of (?:our|my|the lab['’]s)|which|what|how many|any|list"
    r"|show(?: me)?|find(?: me)?|give(?: me)?|name|count|search(?: for)?"
    r"|(?:is|are|were) there|do (?:we|you|i) have|compare|summari[sz]e"
    r"|(?:(?:i['’]?m|i am|we are|we['’]re) )?looking for|(?:i|we) (?:need|want))"
)
# Words that may stand between "which" and its noun; verbs and prepositions end the phrase.
_CLOSED = (
    r"(?:is|are|was|were|be|been|do|does|did|has|have|had|can|could|should|will|would|may|must"
    r"|of|for|to|by|from|with|at|on|into|as|than|that|who|whose|in|how|why|when|where|used)\b"
)
_MODIFIERS = rf"(?:(?!{_CLOSED})[\w/–'+.,-]+\s+){{0,7}}?"
# After a noun in the singular: what shows that it is the noun, not a part of a compound ("trial
# site", "paper towel", "study design"). A verb in the third person ends in s.
_AFTER_SINGULAR = (
    r"(?=\s*[?.,]?\s*$|\s+(?:(?:in|of|on|with|by|for|from|about|that|which|is|was|has|does|did)\b"
    r"|(?!sites|arms|steps|groups|results|designs|authors|sections|participants|patients|towels"
    r"|populations|protocols|teams|centers|centres|drugs)\w+(?:s|ed)\b))"
)
_ASKED = re.compile(
    rf"^\W*(?:(?:please|can you|could you)\s+)?{_LEAD}\s+"
    rf"(?P<phrase>{_MODIFIERS}(?:(?:{_PLURAL})\b|(?:{_SINGULAR})\b{_AFTER_SINGULAR}))",
    re.IGNORECASE,
)
# "Phase 3 trials in adults since 2020": a phrase without a verb, and without the marks of a claim
# or of a title in two parts.
_PHRASE = re.compile(
    rf"^\W*(?P<phrase>{_MODIFIERS}(?:{_PLURAL}))"
    r"(?=\s*(?:$|,)|\s+(?:in|of|on|for|with|without|since|after|before|between|from|about|by|published|started"
    r"|registered|recruiting|completed|testing|enrolling|that|which|using|only|open|limited|not yet"
    r"|restricted)\b|\s+(?:19|20)\d\d\b)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    # "Trials that were suspended" is a phrase still.
    r"[.:]\s*$|:\s|(?<!\bthat )(?<!\bwhich )(?<!\bwho )\b(?:do|does|did|has|had|can|could"
    r"|should|will|would|was|were|show(?:s|ed)?|reduce[sd]?|increase[sd]?|improve[sd]?|cause[sd]?"
    r"|suggest(?:s|ed)?|demonstrate[sd]?)\b",
    re.IGNORECASE,
)
# Documents another document includes or cites are its contents: "How many trials did the review
# cover?", "Which papers are cited in the notes?".
_OF_ANOTHER = re.compile(
    r"\s+(?:[\w-]+\s+){0,4}?(?:did|does|do\s+(?!not\b|we\b|you\b|i\b))"
    r"|[^?]*\b(?:included|pooled|excluded|reviewed|analy[sz]ed|identified|cited|discussed)\s+(?:in|by)\b",
    re.IGNORECASE,
)
_EXPANDED = re.compile(r"expanded[- ]access", re.IGNORECASE)
_PHASE = re.compile(r"\bphase\s*(?:[0-4]|I{1,3}V?|IV)", re.IGNORECASE)
# Papers are of observational studies, too; records alone start, recruit and have a status.
_TYPE = re.compile(r"\b(?:observational|interventional)\s+stud", re.IGNORECASE)
_OF_ENROLLING = re.compile(
    r"\s+(?:(?:only|are|currently)\s+){0,2}(?:enrol{1,2}|recruit|admit|recruiting|enrolling)\b",
    re.IGNORECASE,
)
_OF_RECORDS = re.compile(r"[^?]*\b(?:started|recruit(?:s|ing)?|enrol\w*|status)\b", re.IGNORECASE)

# 試験 alone is an assay or a feeding trial as often as not, and stands in 試験管.
_JA_NOUNS: Mapping[str, str] = {
    "trial": r"臨床試験|治験|(?<=相)(?:の)?試験|(?<=フェーズ[0-4０-４])(?:の)?試験",
    "paper": r"論文|文献",
    "protocol": r"プロトコー?ル|手順書",
    "slides": r"スライド(?:資料)?|講義資料",
    "gene": r"遺伝子エントリ",
}
_JA_NOUN = "|".join(f"(?P<{kind}>{noun})" for kind, noun in _JA_NOUNS.items())
# What is wanted of documents, right behind their noun.
_JA_WANTED = (
    r"(?=\s*は?[。．？?]?\s*$|[（(][^）)]{2,40}[）)]\s*$"
    r"|を(?:[^。、]{0,12}(?:教え|挙げ|探|列挙|検索|見せ|示し|リスト|出し|比較))"
    r"|は?(?:、)?(?:何件|いくつ|どれ|何本|何報)|はあり|があり|は(?:何|なん)ですか|はどの"
    r"|(?:で|のうち|の中で)[^。]{2,40}(?:もの|の)(?:は(?:どれ|何|なん|あり)|を(?:教え|挙げ|探)|があり)"
    r"|(?:で|のうち|の中で)[^。]{2,40}もの[。．]?$"
    r"|の(?:一覧|リスト|件数|NCT番号|登録番号|登録予定人数))"
)
_JA_ASKED = re.compile(rf"(?:{_JA_NOUN}){_JA_WANTED}")
# 試験 is one of people where it says whom it admits, or what a registry says of it.
_JA_OF_PEOPLE = re.compile(
    r"(?:(?:歳(?:以上|以下|未満|超|まで)の?|患者|成人|小児|子ども|高齢者|女性|男性|妊婦|乳児|新生児)(?:のみ|だけ)?"
    r"(?:を対象と(?:した|する)|対象の|が参加(?:できる|可能な))"
    r"|募集(?:中の|している)|(?:開始|登録|完了|中止)された|[例人名](?:以上|以下|未満)(?:が|を)(?:登録|組み入れ)(?:した|された))"
    rf"(?P<trial>試験){_JA_WANTED}"
)
# What is tested may stand within the word: 第3相ワクチン試験.
_JA_PHASED = re.compile(rf"相[ァ-ヶー一-鿿A-Za-z0-9-]{{1,12}}(?P<trial>試験){_JA_WANTED}")
_JA_WHICH = re.compile(
    rf"(?:どの|どんな|どのような|すべての|全ての)[^、。をがは]{{0,20}}?(?:{_JA_NOUN}"
    r"|(?P<trial_1>試験)(?=.*(?:募集|フェーズ|相)))"
)


def find_request(question: str, language: str) -> Request | None:
    """Return the documents a question asks for; `None` where it asks for something else."""
    if language == "ja":
        return _japanese(question)
    if found := _ASKED.match(question):
        if _OF_ANOTHER.match(question, found.end()):
            return None
        return _request(found, is_title_like=False)
    found = None if _SENTENCE.search(question) else _PHRASE.match(question)
    return None if found is None else _request(found, is_title_like=True)


def _request(found: re.Match[str], *, is_title_like: bool) -> Request:
    name = next(name for name, text in found.groupdict().items() if text and name != "phrase")
    kind = name.removesuffix("_1")
    phrase = found["phrase"]
    if kind == "any":
        is_of_trials = (
            _EXPANDED.search(phrase)
            or _PHASE.search(phrase)
            or _OF_ENROLLING.match(found.string, found.end())
            or (_TYPE.search(phrase) and _OF_RECORDS.match(found.string, found.end()))
        )
        kind = "trial" if is_of_trials else ""
    start, end = found.span("phrase")
    return Request(kind, start, found.start(name), end, is_title_like)


def _japanese(question: str) -> Request | None:
    found = _JA_WHICH.search(question) or _JA_ASKED.search(question)
    found = found or _JA_PHASED.search(question) or _JA_OF_PEOPLE.search(question)
    if found is None:
        return None
    name = next(name for name, text in found.groupdict().items() if text)
    start, end = found.span(name)
    # 登録された試験 alone is no proof: something else must restrict it.
    return Request(name.removesuffix("_1"), start, start, end, found.re is _JA_OF_PEOPLE)
