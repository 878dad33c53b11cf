"""Columns a question names itself: "tabulate the PCR protocols with their annealing temperature".

Enters: a question. Leaves: the same without what is only to be shown of each document, since no
document is found by that, and the names of the columns.
"""

from __future__ import annotations

import re

from aliquot.generation.surveying.found_columns import found_column
from aliquot.generation.surveying.kinds import field_called
from aliquot.generation.surveying.recognising import DOCUMENTS

__all__ = ["columns_asked"]

# Behind these words stands what is shown of each document, whatever it is called.
SHOWN = re.compile(
    r",?\s+(?:(?:along|together)\s+)?with\s+(?:their|its)\s+(?P<columns>[^?;]+)"
    r"|,?\s+(?:along|together)\s+with\s+(?:the\s+)?(?P<beside>[^?;]+)"
    r"|,?\s+(?:showing|giving|including|stating|listing|and\s+show|and\s+give|and\s+list)\s+(?:the|their|its|each)\s+(?P<said>[^?;]+)"
    r"|[,;:]\s*(?:with\s+)?(?:the\s+)?columns?:?\s+(?P<named>[^?;]+)",
    re.IGNORECASE,
)
# Behind these only where all of it is called as columns are: "trials with a placebo" is no column.
PERHAPS = re.compile(
    rf"(?<=s)\s+(?:with|by)\s+(?:the\s+)?(?P<columns>[^?;]+)"
    rf"|\b(?:table|overview|tabulate|tabulation|list)\s+(?:of\s+)?(?:the\s+)?(?P<before>[^?;]+?)"
    rf"(?=\s+(?:for|of|in|across|from)\s+(?:(?:all|each|every|our|the)\s+)+(?:[\w-]+\s+){{0,3}}{DOCUMENTS}\b)"
    r"|(?<=s)\s*[:：]\s*(?P<after>[^?;:：]+)",
    re.IGNORECASE,
)
# "What are the sample sizes of the vaccine trials?": a field of each document.
OF_EACH = re.compile(
    rf"^\W*(?:what|which)\s+(?:is|are|were)\s+the\s+(?P<columns>[^?;]+?)"
    rf"(?=\s+(?:of|in|for)\s+(?:(?:all|each|every|our|the)\s+)+(?:[\w-]+\s+){{0,3}}{DOCUMENTS}\b)"
    rf"|^\W*(?:for|of)\s+(?:each|every|all)\s+(?:[\w-]+\s+){{0,3}}{DOCUMENTS},?\s+"
    r"(?:list|give|show|tell|tabulate|state)\s+(?:me\s+|us\s+)?(?:the|its|their)?\s*(?P<each>[^?;]+)",
    re.IGNORECASE,
)
SHOWN_JA = re.compile(
    r"(?:を|は|^)[、,]?\s*(?P<columns>[^、。？?をは]+?)(?:とともに|と共に|と一緒に|を?(?:付き|つき)で|を添えて)[、,]?"
    r"|(?P<before>[^、。？?をで]+)を(?=(?:一覧)?表に|表で|一覧に|まとめ)"
)
# What stands between columns; "and" in the name of one is rare.
BETWEEN = re.compile(r"\s*(?:[,、]\s*(?:and\s+)?|\band\b|&|および|及び|と|・)\s*", re.IGNORECASE)
ARTICLE = re.compile(r"^(?:the|their|its|an?|each)\s+|(?:の情報|のデータ)$", re.IGNORECASE)
MAX_WORDS, MAX_CHARACTERS = 5, 40


def columns_asked(question: str) -> tuple[str, tuple[str, ...]]:
    """Return a question without what is to be shown of each document, and the columns of that.

    Args:
        question: As asked.
    """
    for pattern in (SHOWN, OF_EACH, PERHAPS, SHOWN_JA):
        for found in pattern.finditer(question):
            start, end = _named(found)
            columns = _listed(question[start:end])
            if pattern is OF_EACH:
                is_told = all(map(field_called if found["columns"] else _is_column, columns))
            else:
                is_told = len(columns) > 1 and all(map(_is_column, columns))
            is_told = is_told or pattern is SHOWN
            if columns and is_told:
                return _without(question, found, start), columns
    return question, ()


def _named(found: re.Match[str]) -> tuple[int, int]:
    return next(found.span(name) for name, text in found.groupdict().items() if text is not None)


def _listed(text: str) -> tuple[str, ...]:
    # 「試験の投与量と相」: what they are columns of stands before the last の.
    named = [ARTICLE.sub("", one.strip(" .!。")).strip() for one in BETWEEN.split(text)]
    if not all(0 < len(one) <= MAX_CHARACTERS and len(one.split()) <= MAX_WORDS for one in named):
        return ()
    return tuple(dict.fromkeys(one.rpartition("の")[2] for one in named))


def _is_column(name: str) -> bool:
    return bool(field_called(name)) or found_column(name) is not None


def _without(question: str, found: re.Match[str], start: int) -> str:
    """Return a question without its columns; what they are of stays."""
    kept = ""
    if found.groupdict().get("before") or found.groupdict().get("each"):
        kept = question[found.start() : start]
    if found.re is SHOWN_JA:
        kept = BETWEEN.split(question[start : found.end()])[0].rpartition("の")[0]
    return f"{question[: found.start()]} {kept} {question[found.end() :]}"
