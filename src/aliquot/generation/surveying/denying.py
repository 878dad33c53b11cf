"""Questions for documents that do not say something: what they are about, and what they lack.

Enters: a question's words. Leaves: the same without what is denied, and what is denied. "Trials
without a placebo in malaria" are trials in malaria, of which those are asked for that say nothing
of a placebo.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from aliquot.generation.surveying.recognising import DOCUMENTS

__all__ = ["Denied", "denied_in"]


@dataclass(frozen=True, slots=True)
class Denied:
    """A question, apart from what it denies.

    Attributes:
        scope: Which documents are asked: the question without what is denied.
        lacking: What they do not say.
        is_beside: Whether they are asked for by what they do say: "mention A but not B".
    """

    scope: str
    lacking: str
    is_beside: bool = False


SAYS = (
    r"mention|use|contain|include|specify|state|report|describe|need|require|involve|name|give|list"
    r"|have|show|say|discuss|call\s+for|refer\s+to|test|employ|cite|cover|talk\s+about|measure|do"
    r"|perform|study|investigate|enrol|make\s+use\s+of|provide|record"
)
SAYING = r"mentioning|using|stating|naming|containing|including|giving|reporting|requiring|testing"
# "Any mention of", "a single word about": nothing of what is lacking.
ANY_MENTION = (
    r"(?:\s+(?:(?:any|an?|a\s+single|the|one)\s+)?(?:mention|word|trace|sign|note|record|use"
    r"|statement)s?"
    r"\s+(?:of|on|about))?(?:\s+(?:any|an?|the)(?=\s))?(?:\s+(?:word|term)s?(?=\s))?"
)
ENGLISH = re.compile(
    rf"(?:(?:that|which|who)\s+)?(?:\b(?:do|does|did)(?:\s+not|n['’]?t)\s+(?:ever\s+|even\s+)?"
    rf"(?:{SAYS})"
    rf"|\b(?:never|not)\s+(?:{SAYS}|used|{SAYING})s?"
    r"|\b(?:has|have|had|with|makes?|contains?|includes?|uses?|mentions?|gives?)\s+no"
    r"|\bneither|\bsays?\s+nothing\s+(?:about|of|on)|\black(?:s|ed|ing)?|\bmissing|\bwithout"
    r"|\bomit(?:s|ted|ting)?|\bfree\s+of"
    rf"|\bfail(?:s|ed|ing)?\s+to\s+(?:{SAYS}))\b{ANY_MENTION}"
    rf"|\bw/o\b{ANY_MENTION}",
    re.IGNORECASE,
)
# "In which ethanol is not used": what is denied stands before.
PASSIVE = re.compile(
    r"\b(?:(?:in|for|by)\s+which|where)\s+(?:no\s+(?P<no>[^,?]+?)\s+(?:is|are|was|were)"
    r"|(?P<thing>[^,?]+?)\s+(?:is|are|was|were)(?:\s+(?:not|never)|n['’]?t))\s+"
    r"(?:used|mentioned|needed|required|stated|reported|given|performed|done|named|included)\b",
    re.IGNORECASE,
)
# "Trials that are not randomised"; how far a trial has come is a state and no word of it.
IS_NOT = re.compile(
    r"\b(?:(?:that|which)\s+)?(?:is|are|was|were)(?:\s+not|n['’]?t)\s+(?:an?\s+)?"
    r"(?!yet\b|recruiting|completed|terminated|about\b|in\b|on\b|from\b)(?P<thing>[\w-]+"
    r"(?:[ -][\w-]+)?)",
    re.IGNORECASE,
)
BESIDE = re.compile(
    rf",?\s+(?:but|and|yet|while)\s+(?:(?:do|does|did|is|are)\s*)?(?:not|never|no|n['’]?t)\s+"
    rf"(?:(?:{SAYS}|{SAYING})s?\s+)?(?:any\s+)?",
    re.IGNORECASE,
)
# Behind what a document lacks, what it is about: a trial is in a disease, a paper rather on it.
TAIL = re.compile(r"\s+(?=(?:for|about|on)\s)", re.IGNORECASE)
TAIL_OF_TRIAL = re.compile(r"\s+(?=(?:for|about|on|in|among|against)\s)", re.IGNORECASE)

DENIALS_JA = (
    r"(?:触れ|言及し|言及され|使っ|使用し|使用され|使われ|用い|用いられ|含ん|含まれ|記載し|記載され|書かれ|明記され"
    r"|記され|述べ|必要とし|行っ|行われ|投与し|測定し|示し)て?で?い?(?:ない|ません|なかった)"
    r"|(?:使わ|用い|含ま|行わ|要さ|使用し|必要とし|言及し|持た)ない|(?:記載|言及|記述)[がの]ない|(?:が|の)?(?:ない|無い)"
    r"|なし(?=の|で)"
)
JAPANESE = re.compile(rf"[にをがのは]?(?:{DENIALS_JA})")
# 「マラリアの試験で...」: which documents, before what they lack.
SCOPE_JA = re.compile(
    rf"^(?P<scope>.*(?:文書|{DOCUMENTS}))\s*(?:のうち|の(?:中|なか)で|の中に|において|では|で|は|、)+\s*(?P<thing>.+)$"
)


def denied_in(text: str, kind: str) -> Denied | None:
    """Return what a question says documents lack; `None` where it denies nothing of them.

    Args:
        text: The question, its documents named by a word for any.
        kind: Of the documents asked; empty where none is said.
    """
    found = JAPANESE.search(text)
    if found is not None:
        return _japanese(text, found)
    return _beside(text) or _passive(text) or _active(text, kind)


def _beside(text: str) -> Denied | None:
    before, _, behind = _parted(text, BESIDE)
    return Denied(before, behind, is_beside=True) if behind else None


def _passive(text: str) -> Denied | None:
    for pattern in (PASSIVE, IS_NOT):
        if found := pattern.search(text):
            thing = found.groupdict().get("no") or found["thing"]
            return Denied(f"{text[: found.start()]} {text[found.end() :]}", thing)
    return None


def _active(text: str, kind: str) -> Denied | None:
    before, denial, behind = _parted(text, ENGLISH)
    if not denial:
        return None
    thing, _, tail = _parted(behind, TAIL_OF_TRIAL if kind == "trial" else TAIL)
    return Denied(f"{before} {tail}", thing)


def _japanese(text: str, found: re.Match[str]) -> Denied:
    before, behind = text[: found.start()], text[found.end() :]
    scoped = SCOPE_JA.match(before)
    if scoped is not None:
        return Denied(f"{scoped['scope']} {behind}", scoped["thing"])
    return Denied(behind, before)


def _parted(text: str, pattern: re.Pattern[str]) -> tuple[str, str, str]:
    """Return a text before what a pattern finds first, what it finds, and the text behind it."""
    found = pattern.search(text)
    if found is None:
        return text, "", ""
    return text[: found.start()], found[0], text[found.end() :]
