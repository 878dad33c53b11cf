"""Tell questions about what a paper cites from questions about what it found."""

from __future__ import annotations

import re

from aliquot.types import And, Comparison, Filter, Not, Or

__all__ = ["asks_for_references"]

# "Cited" and the like, not "reference" alone: reference genomes, genes and values are no citations.
ASKED = re.compile(
    r"\b(?:cit(?:e[sd]?|ing|ations?)|bibliograph(?:y|ies|ic)|reference (?:list|number|\d+)"
    r"|references?(?=\s*(?:$|[?.,]|of|in|to (?:the )?(?:paper|article|work)))|works cited)\b"
    r"|引用|参考文献|文献(?:リスト|一覧)",
    re.IGNORECASE,
)
FIELDS = frozenset(["section", "section_class"])


def asks_for_references(question: str, where: Filter | None = None) -> bool:
    """Tell whether a question, or its filter by section, is about reference lists."""
    return ASKED.search(question) is not None or (where is not None and _is_by_section(where))


def _is_by_section(where: Filter) -> bool:
    match where:
        case Comparison(field=field):
            return field in FIELDS
        case And(parts=parts) | Or(parts=parts):
            return any(map(_is_by_section, parts))
        case Not(part=part):
            return _is_by_section(part)
