"""What a model wrote, before it is anything to believe: sentences with labels and quotes."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

__all__ = ["Draft", "Refused", "normal_label", "refusal_in"]


@dataclass(frozen=True, slots=True)
class Draft:
    """One sentence as a model wrote it.

    Attributes:
        text: The sentence, without marks.
        citations: (label, quote) as written; the quote is empty where only a label was given.
    """

    text: str
    citations: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """The model said that the evidence does not answer.

    Attributes:
        is_final: Whether it said so as it was asked to; otherwise a sentence says so, and others
            may still answer in part.
    """

    is_final: bool = True


LABEL = re.compile(
    r"\[?\(?\s*(?:E|excerpt|source|evidence)?\s*#?\s*(\d{1,4})\s*\)?\]?", re.IGNORECASE
)
MARKER = re.compile(r"\W*no[ _]?answer\b", re.IGNORECASE)
# What models say instead of the refusal they were asked for. The subject is what they were given:
# "the study did not report deaths" and "evidence does not support it" are findings.
GIVEN = (
    r"(?:excerpts?|context|passages?|materials?|sources?|documents?"
    r"|(?:provided|given)\s+(?:evidence|text|information|data))"
)
REFUSAL = re.compile(
    rf"""\b{GIVEN}\b.{{0,32}}\b(?:do(?:es)?\s+not|don't|doesn't|did\s+not|cannot|can't|lacks?)\s+
     (?:\w+\s+)?(?:contain|mention|provide|answer|state|include|specify|say|give|address|discuss
     |describe|report|have|offer|support|allow|information)
    |\b(?:not|nothing|no\s+\w+)\b.{{0,24}}\b(?:found|mentioned|stated|provided|specified|given
     |available|present|answers?)\b.{{0,16}}\bin\b.{{0,16}}\b(?:the|our|any)\b.{{0,24}}\b{GIVEN}
    |\bI\s+(?:cannot|can't|could\s+not|am\s+(?:not\s+able|unable)\s+to|do\s+not\s+have|don't\s+have)\b
    |(?:資料|抜粋|文書|文脈|情報|根拠)(?:に|には|からは|では).{{0,40}}
     (?:ありません|いません|ない|できません|見つかりません|不明)[。.]?$
    |^(?:回答|お答え)(?:できません|不能)|没有(?:提到|提供|相关|说明).{{0,12}}(?:信息|内容)?""",
    re.IGNORECASE | re.VERBOSE,
)


def refusal_in(text: str) -> Refused | None:
    """Return the refusal that a sentence is, if it is one."""
    plain = unicodedata.normalize("NFKC", text)
    if MARKER.match(plain):
        return Refused()
    return Refused(is_final=False) if REFUSAL.search(plain) else None


def normal_label(written: str) -> str:
    """Return a label as pieces carry it: `[1]`, `(e1)` and `Ｅ１` are `E1`."""
    plain = unicodedata.normalize("NFKC", written).strip()
    found = LABEL.fullmatch(plain)
    return f"E{int(found[1])}" if found else plain
