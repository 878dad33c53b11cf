"""Documents that do not say something: all that were read, without those that say it.

A quote cannot prove that nothing was said, so none of them is a row: each is an absence, told with
how it was searched and what comes near.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from aliquot.generation.surveying.rows import DOCUMENT_COLUMNS
from aliquot.survey.asked import Asked, InScope, empty_survey, notes_of
from aliquot.survey.matching import Match
from aliquot.survey.searching import Searching
from aliquot.types import Absence, Survey

__all__ = ["LEAST_SAID", "LEAST_SAID_OWN", "LackingSurvey", "lacking"]

# Share of the words that counts as saying it: all, since what is said in part is not said.
LEAST_SAID = 1.0
# Of it a sentence alone: a document says what its title says.
LEAST_SAID_OWN = 0.0
# The words were looked for in every chunk; nothing else can be exhaustive.
SEARCHED = ("words",)
# Documents told of those that do say it; each is found again by the question without its "not".
MAX_SAYING = 5


class LackingSurvey:
    """Answers with documents that lack something; safe to share between threads."""

    def __init__(self, searching: Searching) -> None:
        """Take what finds the documents that say it."""
        self._searching = searching

    def survey(self, asked: Asked) -> Survey:
        """Return, as absences, the documents about what is asked that do not say what is denied."""
        wanted = asked.wanted
        documents, about = asked.documents, ""
        if wanted.needs:
            matched = self._searching.matched(asked)
            documents = {key: one for key, one in documents.items() if key in matched}
            about = f" about {' | '.join(one.text for one in (*wanted.needs, *wanted.also))}"
        near = self._searching.any_of(wanted.lacks, asked)
        saying = self._searching.any_of(
            wanted.lacks, asked, least=LEAST_SAID, least_own=LEAST_SAID_OWN
        )
        survey = replace(
            empty_survey(asked, DOCUMENT_COLUMNS), notes=notes_of(asked, is_by_words=True)
        )
        return lacking(survey, documents, saying, near, about=about, is_count=wanted.is_count)


def lacking(
    survey: Survey,
    documents: Mapping[str, InScope],
    saying: Mapping[str, Match],
    near: Mapping[str, Match],
    *,
    about: str = "",
    is_count: bool = False,
) -> Survey:
    """Return a survey whose absences are the documents that do not say what is asked.

    Args:
        survey: Of the question, without rows.
        documents: That were read, and are asked for, by id.
        saying: Those that say it, with their quotes.
        near: Those that say part of it.
        about: What they were chosen by, beside a filter, as it is told.
        is_count: Whether their number is asked for.
    """
    left = [one for key, one in documents.items() if key not in saying]
    absent = tuple(Absence(_named(one), SEARCHED, _near(near.get(one.id))) for one in left)
    return replace(
        survey,
        universe=f"every document in scope{about} that was read ({len(documents)})",
        absent=absent,
        counted="documents that do not say it" if is_count else "",
        count=len(absent) if is_count else None,
        notes=(*survey.notes, *_saying_notes(documents, saying, about)),
    )


def _named(document: InScope) -> str:
    return document.title or document.source


def _near(match: Match | None) -> tuple[str, ...]:
    return () if match is None else (" ".join(match.citation.quote.split()),)


def _saying_notes(
    documents: Mapping[str, InScope], saying: Iterable[str], about: str
) -> tuple[str, ...]:
    if not documents:
        return (f"no document in scope{about} was read",)
    told = [_named(documents[key]) for key in saying if key in documents]
    if not told:
        return ("no document in scope says it",)
    more = f" and {len(told) - MAX_SAYING} more" if len(told) > MAX_SAYING else ""
    return (f"{len(told)} documents say it: {'; '.join(told[:MAX_SAYING])}{more}",)
