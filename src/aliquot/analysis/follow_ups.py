"""A follow-up question to one that is understood alone, by rules.

Enters: a question and the one asked before it. Leaves: the question with what it leaves out, taken
from the one before; unchanged where it is understood alone, or where it is in doubt what is left
out. A wrong guess would answer another question, so the rules only ever add or put in words of the
question before, and the reader is shown what was asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aliquot.analysis.content_words import is_function_word
from aliquot.analysis.names import names_of

__all__ = ["entities_of", "made_standalone"]

# ------------------------------------------------------------------------------ English

# What opens a question that goes on with the one before it.
_GOES_ON = re.compile(
    r"^(?:and|or|but|also|then|so|what about|how about|what if"
    r"|same (?:question )?(?:for|in|with))\b[\s,]*",
    re.IGNORECASE,
)
_PREPOSITION = r"in|for|with|at|on|from|under|after|during|without|by|to|against|of"
# "in mice", "for males", "at 4 °C": what stands last in a question, and what a follow-up changes.
_CHANGED = re.compile(rf"^(?P<how>{_PREPOSITION})\s+\S.*$", re.IGNORECASE)
# An amount, a name or a noun with at most three words before it.
_LAST_PART = r"(?P<what>(?:\S+\s+){0,3}\S+?)(?P<mark>\s*[?？.]?\s*)$"
# A question word alone, which asks more of the same: "Why?", "How long?", "Since when?".
_BARE = re.compile(
    r"^(?:and\s+)?(?:why(?: not)?|how(?: (?:much|many|long|often|so))?|when|where|who"
    r"|which(?: one)?|since when|for how long|by how much)\s*\?*$",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"\b(?:its|their)\b", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:it|they|them)\b", re.IGNORECASE)
# What is named by its kind alone; a trial is not the drug that the question before has named.
_KIND = re.compile(
    r"\b(?:this|that|these|those|the same)\s+(?:drug|compound|protein|gene|enzyme|antibody"
    r"|inhibitor|trial|study|paper|protocol|buffer|assay|kit|plasmid|vector|strain|cell line"
    r"|reagent|medium|molecule|peptide|receptor|mutation|variant|patient|cohort)s?\b",
    re.IGNORECASE,
)
# An "it" that stands for nothing.
_EMPTY_IT = re.compile(
    r"\bdoes it (?:take|cost|matter|help)\b|\bit (?:takes|took|seems)\b"
    r"|\b(?:is|was) it \w+ (?:to|that|if)\b|\bit (?:is|was|would be) \w+ (?:to|that|if)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_][^\s?？,;()\"“”]*")
_END = re.compile(r"[\s?？。.!]+$")
# Written in capitals, and the name of no one thing.
_GENERIC_WORDS = """
dna rna mrna cdna grna sirna shrna pcr qpcr rt-pcr elisa facs hplc sds-page page sds ph od rpm ic50
ec50 ld50 mic kd ki km ci hr or rr p-value doi pmid nct id qc ms nmr crispr atp gtp nad phase table
figure dr mr uniprot url mim http https アクセッション プロトコル サンプル データ テーマ
"""
_GENERIC = frozenset(_GENERIC_WORDS.split())
# "Why with the brake off?": what is asked of was said before.
_NO_VERB = re.compile(rf"^(?:why|how|when|where)\s+(?:only\s+)?(?:{_PREPOSITION})\b", re.IGNORECASE)
# "What was the primary outcome?": of which, was said before.
_DEFINITE = re.compile(r"\bthe\s+\S", re.IGNORECASE)
MAX_DEFINITE_WORDS = 6
# What parts the phrases of a question beside function words: verbs and nouns of any question.
_BETWEEN_WORDS = """
reported report reports given give gives used use uses using show shows shown showed describe
describes described list lists listed added contain contains collection documents document papers
paper study studies many much long large high according estimated test tests tested
met meet cover covers apply applies start starts change changes compare compares compared performed
measured observed
"""
_BETWEEN = frozenset(_BETWEEN_WORDS.split())
_QUOTED = re.compile('["“](?P<title>[^"“”]{2,200})["”]')

# ------------------------------------------------------------------------------ Japanese

_JA_POSSESSIVE = re.compile(
    "^(?:では、?|じゃあ、?|また、?)?(?:その|それの|これの|この|あの)"
    "(?!他|ほか|後|前|時|際|場合|ため|まま)"
)
_JA_PRONOUN = re.compile("(?:それ|これ|あれ|そちら)(?=[はがをにでと、]|について|に対)")
# "マウスでは？", "女性の場合は？", "4 °Cだとどうですか？": a part alone, with no verb.
_JA_PART = re.compile(
    "^(?:では、?|じゃあ、?|また、?)?(?P<part>[^、。？?]{1,30}?)"
    "(?:の場合は?|については?|に関しては?|では?|には?|だと|は|も)?"
    "(?:どう(?:です|でしょう)?か?|いかがですか)?[？?]$"
)
_JA_ASKS = re.compile(
    "何|なぜ|いつ|どこ|誰|だれ|いくつ|いくら|どのくらい|どれ|どの"
    "|ますか|ましたか|[^う]ですか|でしょうか|教えて|とは"
)
_JA_NAME = re.compile(
    "[A-Za-z0-9α-ωΑ-Ω][A-Za-z0-9α-ωΑ-Ω./+-]*(?: [A-Z0-9][A-Za-z0-9-]*)*|[ァ-ヺー]{3,}"
)
_JA_TOPIC = re.compile("^(?P<topic>[^はがを、。？?]{2,30}?)(?:は|が|を)")
# "塩分は", "主要評価項目は": of what, was said before; "固定後の洗浄は" says it itself.
_JA_BARE_TOPIC = re.compile(
    "^(?:では、?|じゃあ、?|また、?)?[^のはがをにで、。？?]{1,7}(?:は|が|を)"
)
_JA_COUNTED = re.compile("^何[^はがをの、。？?]{2,12}[？?]?$")
# What the last part of a topic says of it: "の半減期", but not "の培地に使う海水".
_JA_LAST_PART = re.compile("の[^のはがをにで、。？?うる]{1,20}$")
# What an earlier follow-up was told it is about.
_JA_TOLD = re.compile("（(?P<topic>[^（）]+)）$")
_JA_AMOUNT = re.compile("[0-9.]+(?:[%％]|[a-zA-Zµμ°℃]{0,4})")

MAX_ENTITIES = 3
# Longer questions would drown what the follow-up itself asks.
MAX_TOPICS = 6
# A letter alone is a unit, a group or a step.
MIN_NAME = 2


def made_standalone(question: str, language: str, before: str) -> str:
    """Return a question as it is understood without the one before it.

    Args:
        question: As it was typed.
        language: ISO 639-1 code.
        before: The question before it, understood alone; empty for none.
    """
    question = question.strip()
    if not before.strip() or not question:
        return question
    if language == "ja":
        return _japanese(question, before)
    return _english(question, before) if language == "en" else question


def entities_of(question: str, language: str) -> list[str]:
    """Return the names in a question as they are written there, each once, in order."""
    if language == "ja":
        found = [
            one
            for one in _JA_NAME.findall(question)
            if len(one) >= MIN_NAME
            and not _JA_AMOUNT.fullmatch(one)
            and one.lower() not in _GENERIC
        ]
        if not found and (topic := _JA_TOPIC.match(question)):
            found = [topic["topic"]]
        return list(dict.fromkeys(found))
    words = [one[0].rstrip(".:'’") for one in _WORD.finditer(question)]
    named = (one for at, one in enumerate(words) if _is_name(one, is_first=not at))
    return list(dict.fromkeys(named))


def _is_name(word: str, *, is_first: bool) -> bool:
    """Tell whether a word of an English question names something: an identifier, a capital."""
    bare = word.removesuffix("'s").removesuffix("’s")
    is_common = is_function_word(bare.lower()) or bare.lower() in _GENERIC
    if is_common or len(bare) < MIN_NAME or bare.replace(".", "").isdecimal():
        return False
    has_capital = any(map(str.isupper, bare[1:] if is_first else bare))
    # In a sentence: alone, any word would be looked up as a name.
    return has_capital or bool(names_of(f"the {bare} of"))


# ------------------------------------------------------------------------------ English


def _english(question: str, before: str) -> str:
    if _BARE.match(question):
        return f"{_END.sub('', question)}: {before}"
    if _NO_VERB.match(question) or _is_unsaid(question):
        return _appended(question, _topics(before))
    opening = _GOES_ON.match(question)
    rest = question[opening.end() :] if opening else question
    if not _END.sub("", rest).strip():
        return question
    referring = _referred(rest, before)
    if referring != rest:
        return _capital(referring)
    if opening is None:
        return question
    changed = _CHANGED.match(_END.sub("", rest))
    if changed is not None:
        return _with_part(before, changed["how"], _END.sub("", rest))
    return _about(question, rest, before)


def _is_unsaid(question: str) -> bool:
    """Tell whether a short question asks for the one thing of what it does not name."""
    is_short = len(question.split()) <= MAX_DEFINITE_WORDS
    if not is_short or _has_preposition(question) or not _DEFINITE.search(question):
        return False
    return _GOES_ON.match(question) is None and not entities_of(question, "en")


def _referred(question: str, before: str) -> str:
    """Put the one thing that the question before names where a pronoun stands for it."""
    kinds = (_POSSESSIVE, _KIND, _PRONOUN)
    pronoun = next((found for kind in kinds if (found := kind.search(question))), None)
    if pronoun is None or (pronoun.re is _PRONOUN and _EMPTY_IT.search(question)):
        return question
    # What it names itself before the pronoun is what the pronoun stands for.
    if entities_of(question[: pronoun.start()], "en"):
        return question
    name = _only_name(before)
    if not name or pronoun.re is _KIND:
        return _appended(question, _topics(before))
    owned = f"{name}'" if name.endswith("s") else f"{name}'s"
    question = _POSSESSIVE.sub(lambda _: owned, question)
    return _PRONOUN.sub(lambda _: name, question)


def _with_part(before: str, preposition: str, part: str) -> str:
    """Put "in mice" where the question before has "in rats", or at its end."""
    starts = [one.start() for one in re.finditer(rf"\b{preposition}\s", before, re.IGNORECASE)]
    pattern = re.compile(rf"{preposition}\s+{_LAST_PART}", re.IGNORECASE)
    found = pattern.match(before, starts[-1]) if starts else None
    mark = "?" if before.rstrip().endswith("?") else ""
    if found is not None and not _has_preposition(found["what"]):
        return f"{before[: found.start()]}{part}{mark}"
    return f"{_END.sub('', before)} {part}{mark}"


def _has_preposition(words: str) -> bool:
    return re.search(rf"\b(?:{_PREPOSITION})\b", words, re.IGNORECASE) is not None


def _about(question: str, rest: str, before: str) -> str:
    """Ask of a bare noun ("and MDM2?") what was asked before; leave a whole question as it is."""
    words = _END.sub("", rest).split()
    is_whole = len(words) > 4 or not words or is_function_word(words[0].lower().strip(","))
    if is_whole and entities_of(rest, "en"):
        return question
    name = _only_name(before)
    own = entities_of(rest, "en")
    if not is_whole and name and len(own) == 1 and len(words) == 1:
        return before.replace(name, own[0])
    return _appended(_capital(rest), _topics(before))


def _appended(question: str, names: Sequence[str]) -> str:
    told = [one for one in names if one.casefold() not in question.casefold()][:MAX_TOPICS]
    return f"{question} ({', '.join(told)})" if told else question


def _only_name(question: str) -> str:
    """Return the one thing a question names; empty where it names none, several, or a part.

    HIV-1 is a part of "HIV-1 protease", and is not what a pronoun stands for.
    """
    named = entities_of(question, "en")
    return named[0] if len(named) == 1 and named[0] in _topics(question) else ""


def _topics(question: str) -> list[str]:
    """Return what a question is about: quoted titles, and runs of words that say something."""
    titles = [one["title"].strip() for one in _QUOTED.finditer(question)]
    found, run, end = list(titles), 0, -1
    text = _QUOTED.sub(lambda one: ";" * len(one[0]), question)
    for word in [*_WORD.finditer(text), None]:
        is_next = word is not None and not text[end : word.start()].strip()
        if end >= 0 and not (is_next and _says_something(word)):
            found.append(text[run:end].rstrip(".:'’"))
            end = -1
        if word is not None and _says_something(word):
            run, end = (word.start() if end < 0 else run), word.end()
    kept = [one for one in dict.fromkeys(found) if not one.isdecimal()]
    return [one for one in kept if not any(one != each and one in each for each in kept)]


def _says_something(word: re.Match[str] | None) -> bool:
    bare = "" if word is None else word[0].rstrip(".:'’").lower()
    return bool(bare) and not is_function_word(bare) and bare not in _BETWEEN


def _capital(text: str) -> str:
    # A name keeps its own case: mTOR, p53.
    first = text.partition(" ")[0]
    return text if entities_of(f"the {first}", "en") else text[:1].upper() + text[1:]


# ------------------------------------------------------------------------------ Japanese


def _japanese(question: str, before: str) -> str:
    names = entities_of(before, "ja")
    pronoun = _JA_POSSESSIVE.match(question)
    if pronoun is not None:
        return _put(question, pronoun, names, "の", _japanese_topic(before))
    pronoun = _JA_PRONOUN.search(question)
    if pronoun is not None and not entities_of(question[: pronoun.start()], "ja"):
        return _put(question, pronoun, names, "", _japanese_topic(before))
    if _is_bare_japanese(question):
        return _put(question, None, names, "", _japanese_topic(before))
    part = _JA_PART.match(question)
    if part is not None and not _JA_ASKS.search(question) and len(question) < len(before):
        return (
            f"{part['part']}では、{before}" if _is_place(part, question) else f"{question} {before}"
        )
    return question


def _is_place(part: re.Match[str], question: str) -> bool:
    """Tell whether a part is a circumstance of what was asked, as "マウスでは？" is."""
    return question[part.end("part") :].startswith(("では", "の場合", "には", "だと"))


def _is_bare_japanese(question: str) -> bool:
    """Tell whether a whole question leaves out of what it asks: "患者は何人でしたか？"."""
    if entities_of(_JA_TOPIC.sub("", question), "ja") or _JA_ASKS.search(question) is None:
        return False
    is_topic = _JA_BARE_TOPIC.match(question) is not None and not _JA_NAME.search(question)
    return is_topic or _JA_COUNTED.match(question) is not None


def _japanese_topic(question: str) -> str:
    """Return what a question is about, without what it asks of it: "p53" for "p53の半減期は？"."""
    told = _JA_TOLD.search(question)
    if told is not None:
        return told["topic"]
    topic, mark, _ = question.rpartition("？ ")[2].partition("は")
    if not mark:
        return ""
    return _JA_LAST_PART.sub("", topic)


def _put(
    question: str, pronoun: re.Match[str] | None, names: Sequence[str], particle: str, topic: str
) -> str:
    if len(names) == 1 and pronoun is not None:
        return f"{question[: pronoun.start()]}{names[0]}{particle}{question[pronoun.end() :]}"
    beside = [one for one in names if one not in question and one not in topic][:MAX_ENTITIES]
    told = [topic, *beside] if topic and topic not in question else beside
    return f"{question}（{'、'.join(told)}）" if told else question
