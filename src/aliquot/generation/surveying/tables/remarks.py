"""What stands under a survey's table: counts, absences, notes, and its coverage last."""

from __future__ import annotations

from collections.abc import Iterator

from aliquot.generation.surveying.tables.cells import one_line
from aliquot.types import Absence, Coverage, Scoped, Survey, SurveyGroup

__all__ = [
    "NOTHING",
    "absence_line",
    "coverage_line",
    "group_count",
    "group_name",
    "remarks_of",
    "unread_line",
]

NOTHING = "No document that was read says so."


def remarks_of(survey: Survey) -> Iterator[str]:
    """Yield the count, what was looked for, notes and the filter, a line each."""
    if survey.count is not None:
        yield f"Count: {survey.count} ({survey.counted})."
    elif not survey.rows and not survey.absent:
        yield NOTHING
    if survey.universe:
        yield f"Looked for: {one_line(survey.universe)}."
    for note in survey.notes:
        yield f"Note: {one_line(note)}."
    if survey.where:
        yield f"Filter: {one_line(survey.where)}."


def absence_line(absence: Absence) -> str:
    """Return what is absent, how it was searched, and what comes near."""
    near = f"; near: {', '.join(map(one_line, absence.near))}" if absence.near else ""
    return f"{one_line(absence.name)} (searched: {', '.join(absence.searched)}{near})"


def coverage_line(coverage: Coverage) -> str:
    """Return how many documents were read of those in scope, and why others were not."""
    left = (
        (coverage.no_text, "without text"),
        (coverage.no_section, "without the section asked for"),
        (coverage.failed, "could not be read"),
        (coverage.skipped, "skipped"),
    )
    parts = "".join(f", {count} {what}" for count, what in left if count)
    return f"Coverage: {coverage.read} of {coverage.in_scope} in scope were read{parts}."


def unread_line(unread: Scoped) -> str:
    """Return a file that was not read, and why."""
    reason = f": {one_line(unread.reason)}" if unread.reason else ""
    return f"{unread.state}: {one_line(unread.source)}{reason}"


def group_name(group: SurveyGroup, grouped_by: str) -> str:
    """Return a group's year, author or version; "no year" where documents state none."""
    return one_line(group.value) or f"no {grouped_by}"


def group_count(group: SurveyGroup) -> str:
    """Return the documents of a group that are in rows, of those read where that is known."""
    count = len(group.documents)
    return f"{count} of {group.in_scope}" if group.in_scope else str(count)
