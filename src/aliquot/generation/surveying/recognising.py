"""Tell a question that only every document answers; the rest of a survey is not needed for that."""

from __future__ import annotations

import re

from aliquot.types import Understanding

__all__ = ["DOCUMENTS", "is_survey"]

DOCUMENTS = (
    r"(?:documents?|papers?|articles?|publications?|protocols?|trials?|studies|records?|entries"
    r"|entry|files?|slides?|slide decks?|presentations?|notes|tables?|spreadsheets?|reviews?"
    r"|notices?|reports?)"
)
SURVEYING = re.compile(
    rf"^\W*(?:which|how\s+many|what)\s+(?!(?:do|does|did|is|are|was|were|has|have)\b)"
    rf"(?:[\w-]+\s+){{0,3}}?"
    rf"(?:documents|papers|articles|protocols|trials|slide\s+decks|notes|records|entries)\b"
    rf"|^\W*(?:list|show|find|count)\s+(?:me\s+)?(?:all|every)\b(?:\s+[\w-]+){{0,4}}\s{DOCUMENTS}\b"
    rf"|\ball\s+(?:the\s+|our\s+)?{DOCUMENTS}\s+(?:that|which|with|on|about)\b"
    r"|^\W*(?:have|has)\s+(?:we|anyone|anybody|our\s+lab)\s+(?:ever|never)\b"
    r"|\bhave\s+we\s+never\b"
    r"|^\W*(?:which|what|how\s+many)\s+(?:[\w-]+\s+){0,3}?(?:cell\s+lines|organisms|antibodies"
    r"|reagents|instruments|kits|plasmids|primers|accession\s+numbers)\s+(?:did|do|does|have|has)"
    r"\s+(?:we|our|the\s+lab)\b"
    r"|どの(?:論文|文献|文書|プロトコー?ル|臨床試験|試験|資料)|(?:論文|文献|文書|プロトコー?ル|試験|資料)は?何(?:件|報|本)"
    r"|何(?:件|報)の(?:論文|文献|文書|プロトコー?ル|試験|資料)"
    r"|すべての(?:論文|文献|文書|プロトコー?ル|試験|資料)|全ての(?:論文|文書|プロトコー?ル|試験|資料)",
    re.IGNORECASE,
)


def is_survey(asked: Understanding) -> bool:
    """Tell whether a question can only be answered by every document; in doubt it is not."""
    return SURVEYING.search(asked.question) is not None
