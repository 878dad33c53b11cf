"""What qualifies the things a question asks for: "E. coli strains", "antibodies against FLAG".

Enters: a question for a kind of findings. Leaves: the words about the things themselves, and the
question without them. What stands about the documents ("in the PCR protocols") is left.
"""

from __future__ import annotations

import re

from aliquot.generation.surveying.kinds import KIND_WORDS
from aliquot.generation.surveying.recognising import DOCUMENTS
from aliquot.generation.surveying.subjects import subject_of
from aliquot.types import FindingKind

__all__ = ["qualifier_of"]

# Behind a thing: what it is against or for, up to the verb or the documents.
BEHIND = re.compile(
    r"\s+(?:(?:raised|directed)\s+)?(?:against|targeting|specific\s+(?:for|to))\s+(?P<thing>[^?,]+?)"
    r"(?=\s+(?:are|is|were|was|do|did|does|have|has|in|from|that|which|appear|occur)\b|\W*$)",
    re.IGNORECASE,
)
BEFORE_JA = re.compile(r"(?P<thing>[^、。はがをで]+?)(?:に対する|の|用の?|由来の)$")
AMONG = re.compile(rf"\b{DOCUMENTS}\b|論文|文献|文書|資料|プロトコー?ル|試験|ノート", re.IGNORECASE)
# Longer than this it is a sentence.
MAX_WORDS = 4


def qualifier_of(text: str, kind: FindingKind) -> tuple[str, str]:
    """Return what the things asked for have to be, and the question without it.

    Args:
        text: The question, without what restricts it.
        kind: Of the things.
    """
    found = KIND_WORDS[kind].search(text)
    if found is None:
        return "", text
    before, behind = text[: found.start()], text[found.end() :]
    against = BEHIND.match(behind)
    if against is not None:
        return against["thing"].strip(), f"{before}{found[0]} {behind[against.end() :]}"
    japanese = BEFORE_JA.search(before)
    named = japanese["thing"] if japanese is not None else before
    if AMONG.search(before):
        return "", text
    thing = subject_of(named)
    if not thing or len(thing.split()) > MAX_WORDS:
        return "", text
    return thing, f"{before.replace(named, ' ', 1)}{found[0]}{behind}"
