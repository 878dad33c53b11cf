"""Tell a question for what changed between versions, and read which ones it names."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aliquot.types import Understanding

__all__ = ["ChangesAsked", "asks_for_changes"]

NUMBER = r"\d{1,3}(?:\.\d{1,3}){0,2}[a-z]?"
# Numbers behind "version" are those of versions; behind "and" only where one came before.
VERSIONS = re.compile(
    rf"(?:\b(?:versions?|ver\.?|revisions?|v)\s?|(?:バージョン|ヴァージョン|版)\s?|第\s?)({NUMBER})"
    rf"(?:\s?版)?(?:\s?(?:and|to|vs\.?|versus|or|[-–~〜→,&]|と|から|、|および|及び)\s?"
    rf"(?:the\s)?(?:versions?\s|v|バージョン\s?|第\s?)?({NUMBER})(?:\s?版)?)?",
    re.IGNORECASE,
)
CHANGE = (
    r"(?:change[sd]?|differ(?:s|ed|ences?|ent)?|diff|modif(?:ied|ications?)|revised|updated?s?|new"
    r"|added|removed|compare[ds]?|comparison)"
)
VERSION_WORD = r"(?:versions?|revisions?|v\d+(?:\.\d+)*|editions?)"
# 版 alone, and not the one of 出版 (publishing) or 版権 (copyright).
EDITION = "(?<!出)版(?!権|画|社)"
ASKING = re.compile(
    # "What changed between version 1 and 2 of ...", "compare v1 with v2".
    rf"\b{CHANGE}\b.{{0,120}}\b{VERSION_WORD}\b|\b{VERSION_WORD}\b.{{0,120}}\b{CHANGE}\b"
    # "1と2の違い", "何が変わった", "変更点", "版で変わった".
    rf"|(?:{EDITION}|バージョン|ヴァージョン|改訂).{{0,60}}(?:違い|差分|差異|変更|変わ|相違|比較|比べ|異な)"
    rf"|(?:違い|差分|差異|変更|変わ|相違|比較).{{0,60}}(?:{EDITION}|バージョン|ヴァージョン|改訂)",
    re.IGNORECASE | re.DOTALL,
)
# Versions of what protocols do not come in: a question on software or a genome is a fact's.
OTHERS = re.compile(
    r"\b(?:software|genome|assembly|reference\sgenome|package|kit|release|database|R)\sversions?\b"
    rf"|\bversions?\s(?:{NUMBER}\s)?of\s(?:the\s)?(?:software|genome|kit|package|database)\b",
    re.IGNORECASE,
)
# What is left of the question is what it is about.
ASIDE = re.compile(
    rf"^\W*(?:what(?:'s|\s(?:has|have|is|are|was|were|did))?|how|which|where|please|show(?:\sme)?|list"
    rf"|tell\sme|can\syou|do|does|did)\b|\b(?:the\s)?{CHANGE}\b|\b(?:between|versus|vs\.?)\b"
    r"|(?:の)?(?:違い|差分|差異|変更点|変更|相違点|相違|比較)(?:して|は何ですか|は何|を教えて.*|は|を)?"
    r"|(?:で)?(?:何|どこ|なに)が(?:どう)?(?:変わ|異な|違)[ぁ-ん]*",
    re.IGNORECASE,
)
BARE_VERSION = re.compile(
    r"\b(?:(?:the|an?|our)\s)?(?:(?:old(?:er|est)?|new(?:er|est)?|latest|last|previous|first"
    r"|second|current|two|both|different)\s)*(?:versions?|revisions?|editions?)\b"
    rf"|(?:の)?(?:旧|新|以?前の?|最新の?)?(?:バージョン|ヴァージョン|{EDITION})(?:から|と|に比べて?)?",
    re.IGNORECASE,
)
JOINS = re.compile(
    r"^(?:\W|\b(?:and|from|to|in|of|the|for|with|our|there|or|on|do|does|did|has|have|was|is)\b|[のとではがをにから])+"
    r"|(?:\W|\b(?:and|from|to|in|of|the|for|with|or|on)\b|[のとではがをに])+$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ChangesAsked:
    """A question for what changed.

    Attributes:
        subject: What the document is about, as its title may say it; empty where nothing is said.
        versions: Numbers of the versions it names, older first, at most two; none for all.
    """

    subject: str
    versions: tuple[str, ...] = ()


def asks_for_changes(asked: Understanding) -> ChangesAsked | None:
    """Return what a question wants compared; `None` where it asks for something else.

    In doubt it does: an answer of one place is better than a comparison nobody wanted.

    Args:
        asked: The question, as it was read.
    """
    question = asked.question
    if ASKING.search(question) is None or OTHERS.search(question) is not None:
        return None
    named = [one for match in VERSIONS.finditer(question) for one in match.groups() if one]
    versions = sorted(dict.fromkeys(named), key=_order)[:2]
    subject = BARE_VERSION.sub(" ", ASIDE.sub(" ", VERSIONS.sub(" ", question)))
    return ChangesAsked(_trimmed(subject), tuple(versions))


def _order(version: str) -> tuple[tuple[int, str], ...]:
    parts = re.findall(r"\d+|[a-z]", version.casefold())
    return tuple((int(one), "") if one.isdecimal() else (0, one) for one in parts)


def _trimmed(text: str) -> str:
    """Return words without what joined them to words that were taken out."""
    words = " ".join(text.split())
    while (shorter := JOINS.sub("", words).strip()) != words:
        words = shorter
    return words
