"""Words for what may happen to a paper: retracted, corrected, doubted, answered.

What enters: titles, article types and the labels of look-up services. What leaves: the values of
the field `notice`, and the part a title says its text plays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

from aliquot.types.references import NOTICES

__all__ = [
    "TitleRole",
    "gravest",
    "is_marked_retracted",
    "notice_named",
    "notice_of_type",
    "split_role",
]

RETRACTED, CONCERN, CORRECTED = NOTICES
QUOTES = "“”\"‘’'「」 "


class TitleRole(StrEnum):
    """What a title says its text is to another work."""

    WORK = "work"
    RETRACTION = "retraction"
    CONCERN = "concern"
    CORRECTION = "correction"
    COMMENT = "comment"
    REPLY = "reply"
    SUPPLEMENT = "supplement"


# "Correction of scoliosis", "Withdrawal of opioids" and "Response to heat" are papers: such a word
# marks another work only where a colon, a full stop or a quotation follows.
_MARKED = (
    r"(?:\s+(?:notice|note|statement|article))?(?:\s+(?:to|for|of|on|in))?"
    r"\s*(?:[:：]\s*|[.—–-]+\s+|(?=[“\"‘'「]))"
)
# Words that mean nothing else need no mark.
_PLAIN = rf"(?:{_MARKED}|\s+(?:to|for|of|on|in|regarding)\s+)"
_ROLES: tuple[tuple[TitleRole, str], ...] = (
    (TitleRole.RETRACTION, rf"(?:partial\s+)?(?:retraction|withdrawal|removal){_MARKED}"),
    (TitleRole.RETRACTION, rf"(?:retraction|withdrawal|removal)\s+(?:notice|note){_PLAIN}"),
    (TitleRole.RETRACTION, rf"(?:notice|statement)\s+of\s+(?:retraction|withdrawal){_PLAIN}"),
    (TitleRole.CONCERN, rf"(?:editorial\s+)?expressions?\s+of\s+concern{_PLAIN}"),
    (
        TitleRole.CORRECTION,
        rf"(?:(?:author|publisher|editorial|formal)(?:'s|’s)?\s+)?(?:corrections?|addendum){_MARKED}",
    ),
    (TitleRole.CORRECTION, rf"(?:publisher\s+)?(?:corrigend(?:um|a)|errat(?:um|a)){_PLAIN}"),
    (
        TitleRole.REPLY,
        rf"(?:(?:in|authors?(?:'s?|’s?)?)\s+)?(?:reply|replies|response){_MARKED}",
    ),
    (TitleRole.COMMENT, rf"(?:comments?|commentary){_MARKED}"),
    (
        TitleRole.SUPPLEMENT,
        rf"(?:supplement(?:ary|al)|supporting)\s+(?:information|materials?|methods?|data|appendix"
        rf"|files?|figures?|tables?|text)(?:\s+\d+)?{_PLAIN}",
    ),
    (TitleRole.CORRECTION, r"(?:訂正|正誤表)\s*[:：]\s*"),
    (TitleRole.RETRACTION, r"(?:撤回|論文取り下げ)\s*[:：]\s*"),
)
ROLES = tuple((role, re.compile(pattern, re.I)) for role, pattern in _ROLES)
# Notices of Elsevier end with where the paper stands: "... [J. Cell Sci. 12 (2010) 1-9]".
CITED_PLACE = re.compile(r"\s*\[[^\[\]]*\d[^\[\]]*\]\s*$")
# A notice without the title of what it concerns.
ALONE = re.compile(
    r"(?:(?:author|publisher) )?(?:erratum|corrigendum|correction|retraction)(?: note| notice)?"
    r"[.:]?|(?:editorial )?expression of concern[.:]?|訂正|正誤表",
    re.I,
)
# A cheap look first: no role begins with another letter.
ROLE_LETTERS = frozenset("pPrRwWnNsSeEaAfFcCiI訂正撤論")
# Publishers put these before the title of the paper itself.
MARK = re.compile(
    r"[\[(*]*\s*(?:retracted|withdrawn|removed)(?:\s+by\s+\w+)?"
    r"(?:\s+(?:article|paper|chapter|manuscript))?\s*(?:[:：—–]\s*|-\s+|[\])*]+\s*[:：]?\s*)",
    re.I,
)

# Source: JATS4R recommendation on corrections and retractions (article types); Crossref "update"
# types; MEDLINE publication types and CommentsCorrections types; Retraction Watch natures.
_NAMED: tuple[tuple[str, str], ...] = (
    ("", r"reinstat"),
    (RETRACTED, r"retract|withdraw|removal|removed"),
    (CONCERN, r"concern"),
    (CORRECTED, r"correct|corrig|errat|addend|clarification|republish|訂正|正誤"),
)
NAMED = tuple((notice, re.compile(pattern, re.I)) for notice, pattern in _NAMED)
NOTICE_TYPES = frozenset(
    {"retraction", "partial-retraction", "withdrawal", "correction", "corrigendum", "erratum"}
    | {"addendum", "expression-of-concern", "editorial-expression-of-concern", "removal"}
)


def split_role(title: str) -> tuple[TitleRole, str]:
    """Return what a title says its text is, and the title of the work it speaks of."""
    text = title.lstrip()
    marked = MARK.match(text)
    if marked and marked.end() < len(text):
        return TitleRole.WORK, text[marked.end() :]
    if text[:1] not in ROLE_LETTERS:
        return TitleRole.WORK, title
    for role, pattern in ROLES:
        found = pattern.match(text)
        if found and found.end() < len(text):
            return role, CITED_PLACE.sub("", text[found.end() :]).strip(QUOTES)
    return TitleRole.WORK, title


def is_marked_retracted(title: str) -> bool:
    """Tell the mark a publisher sets before the title of a paper it has retracted."""
    found = MARK.match(title.lstrip())
    return bool(found and found.end() < len(title.strip()))


def notice_named(label: str) -> str:
    """Return the notice a service's word stands for; empty for what is none."""
    return next((notice for notice, pattern in NAMED if pattern.search(label)), "")


def notice_of_type(article_type: str, title: str) -> str:
    """Return what a document that is itself a notice says of another; empty for a paper."""
    kind = article_type.casefold().replace(" ", "-").replace("_", "-")
    if kind in NOTICE_TYPES:
        return notice_named(kind)
    if ALONE.fullmatch(title.strip()):
        return notice_named(title)
    role, _ = split_role(title)
    said = {
        TitleRole.RETRACTION: RETRACTED,
        TitleRole.CONCERN: CONCERN,
        TitleRole.CORRECTION: CORRECTED,
    }
    return said.get(role, "")


def gravest(notices: Iterable[str]) -> str:
    """Return the gravest of several notices; empty where there is none."""
    found = set(notices)
    return next((notice for notice in NOTICES if notice in found), "")
