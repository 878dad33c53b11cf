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
figure dr mr
"""
_GENERIC = frozenset(_GENERIC_WORDS.split())

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
_JA_AMOUNT = re.compile("[0-9.]+(?:[%％]|[a-zA-Zµμ°℃]{0,4})")

MAX_ENTITIES = 3
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
        found = [one for one in _JA_NAME.findall(question) if not _JA_AMOUNT.fullmatch(one)]
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
    opening = _GOES_ON.match(question)
    rest = question[opening.end() :] if opening else question
    referring = _referred(rest, before)
    if referring != rest:
        return _capital(referring)
    if opening is None:
        return question
    changed = _CHANGED.match(_END.sub("", rest))
    if changed is not None:
        return _with_part(before, changed["how"], _END.sub("", rest))
    return _about(question, rest, before)


def _referred(question: str, before: str) -> str:
    """Put the one thing that the question before names where a pronoun stands for it."""
    kinds = (_POSSESSIVE, _KIND, _PRONOUN)
    pronoun = next((found for kind in kinds if (found := kind.search(question))), None)
    if pronoun is None or (pronoun.re is _PRONOUN and _EMPTY_IT.search(question)):
        return question
    # What it names itself before the pronoun is what the pronoun stands for.
    if entities_of(question[: pronoun.start()], "en"):
        return question
    named = entities_of(before, "en")
    if len(named) != 1 or pronoun.re is _KIND:
        return _appended(question, named or _subject_words(before))
    name = named[0]
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
    named = entities_of(before, "en")
    own = entities_of(rest, "en")
    if not is_whole and len(named) == 1 and len(own) == 1 and len(words) == 1:
        return before.replace(named[0], own[0])
    return _appended(_capital(rest), named or _subject_words(before))


def _appended(question: str, names: Sequence[str]) -> str:
    told = [one for one in names if one.casefold() not in question.casefold()][:MAX_ENTITIES]
    return f"{question} ({', '.join(told)})" if told else question


def _subject_words(question: str) -> list[str]:
    """Return the words a question is about, where it names nothing: its last content words."""
    words = [one[0] for one in _WORD.finditer(question)]
    kept = [one for one in words if not is_function_word(one.lower()) and not one.isdecimal()]
    return [" ".join(kept[:4])] if kept else []


def _capital(text: str) -> str:
    # A name keeps its own case: mTOR, p53.
    first = text.partition(" ")[0]
    return text if entities_of(f"the {first}", "en") else text[:1].upper() + text[1:]


# ------------------------------------------------------------------------------ Japanese


def _japanese(question: str, before: str) -> str:
    names = entities_of(before, "ja")
    pronoun = _JA_POSSESSIVE.match(question)
    if pronoun is not None:
        return _put(question, pronoun, names, "の")
    pronoun = _JA_PRONOUN.search(question)
    if pronoun is not None and not entities_of(question[: pronoun.start()], "ja"):
        return _put(question, pronoun, names, "")
    part = _JA_PART.match(question)
    if part is not None and not _JA_ASKS.search(question) and len(question) < len(before):
        return (
            f"{part['part']}では、{before}" if _is_place(part, question) else f"{question} {before}"
        )
    return question


def _is_place(part: re.Match[str], question: str) -> bool:
    """Tell whether a part is a circumstance of what was asked, as "マウスでは？" is."""
    return question[part.end("part") :].startswith(("では", "の場合", "には", "だと"))


def _put(question: str, pronoun: re.Match[str], names: Sequence[str], particle: str) -> str:
    if len(names) == 1:
        return f"{question[: pronoun.start()]}{names[0]}{particle}{question[pronoun.end() :]}"
    told = [one for one in names if one not in question][:MAX_ENTITIES]
    return f"{question}（{'、'.join(told)}）" if told else question
