"""Restrictions of a question that no document passes: told, with how many were looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from aliquot.filters import both, describe
from aliquot.generation.surveying.coverage import coverage_of
from aliquot.generation.surveying.rows import DOCUMENT_COLUMNS
from aliquot.survey.asked import Asked, empty_survey
from aliquot.types import Absence, And, Comparison, Document, Filter, Survey, Understanding

__all__ = ["nothing_passes"]

# A restriction is held against what records state.
SEARCHED = ("records",)
FALLBACK = "en"
PHRASES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "told": "None of the {count} documents looked at passes: {restrictions}.",
        "alone": " Each alone: {each}.",
        "one": "“{words}” {passing}",
        "join": ", ",
    },
    "ja": {
        "told": "調べた{count}件の資料に、条件をすべて満たすものはありません（{restrictions}）。",
        "alone": "それぞれの条件を満たすのは{each}です。",
        "one": "「{words}」が{passing}件",
        "join": "、",
    },
}


def nothing_passes(
    asked: Asked, where: Filter | None, documents_of: Callable[[Filter | None], Iterable[Document]]
) -> Survey | None:
    """Return what a question comes to whose restrictions no document passes.

    Args:
        asked: The question; no document passes its filter.
        where: The caller's filter, which is no restriction of the question's own.
        documents_of: A filter to the documents that pass it.

    Returns:
        A survey with the restrictions as what is absent and, as its coverage, the documents they
        were held against; `None` where the question restricts nothing, or there is no document.
    """
    own = [one for one in _conditions(asked.where) if one not in _conditions(where)]
    kinds = [one for one in own if isinstance(one, Comparison) and one.field == "kind"]
    among = where
    for one in kinds:
        among = both(among, one)
    looked_at = _count(documents_of(among))
    if looked_at == 0:
        among, kinds, looked_at = where, [], _count(documents_of(where))
    restrictions = [one for one in own if one not in kinds]
    if not restrictions or looked_at == 0:
        return None
    words = {_words(one, asked.wanted.asked): one for one in restrictions}
    passing = {name: _count(documents_of(both(among, one))) for name, one in words.items()}
    survey = empty_survey(asked, DOCUMENT_COLUMNS)
    name = PHRASES[FALLBACK]["join"].join(words)
    is_count = asked.wanted.is_count
    return replace(
        survey,
        summary=_summary(looked_at, passing, survey.language),
        universe=f"the documents whose records were looked at ({looked_at})",
        absent=(Absence(name, SEARCHED),),
        coverage=coverage_of(looked_at, asked.coverage.unread),
        counted="documents" if is_count else "",
        count=0 if is_count else None,
    )


def _summary(looked_at: int, passing: Mapping[str, int], language: str) -> str:
    phrases = PHRASES.get(language, PHRASES[FALLBACK])
    told = phrases["told"].format(count=looked_at, restrictions=phrases["join"].join(passing))
    if len(passing) < 2:
        return told
    each = (phrases["one"].format(words=words, passing=n) for words, n in passing.items())
    return told + phrases["alone"].format(each=phrases["join"].join(each))


def _conditions(where: Filter | None) -> tuple[Filter, ...]:
    match where:
        case None:
            return ()
        case And(parts):
            return parts
    return (where,)


def _words(condition: Filter, asked: Understanding) -> str:
    """Return a condition as it was said, else as a filter is written."""
    said = (one.words for one in asked.spoken if one.where == condition)
    return " ".join(next(said, describe(condition)).split())


def _count(documents: Iterable[Document]) -> int:
    return sum(1 for _ in documents)
