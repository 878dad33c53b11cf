"""A survey as a library is asked for it: arguments read, columns made sound."""

from __future__ import annotations

from collections.abc import Sequence

from aliquot.errors import ConfigError
from aliquot.library.parts import Parts
from aliquot.protocols import Progress
from aliquot.types import Filter, Survey, SurveyBudget

__all__ = ["run_survey"]

# A table of more is read by nobody, and each column is looked for in each document.
MAX_COLUMNS = 30


def run_survey(
    parts: Parts,
    question: str,
    columns: Sequence[str] | None,
    where: Filter | None,
    *,
    group_by: str,
    budget: SurveyBudget,
    progress: Progress,
) -> Survey:
    """Return a survey.

    Args:
        parts: What is searched.
        question: As asked, with words in it.
        columns: Names of columns; none for what the question asks.
        where: The caller's filter.
        group_by: What rows are also told by; empty for nothing.
        budget: What a language model may take.
        progress: Told after each document.

    Raises:
        ConfigError: There are too many columns, or nothing is grouped by that.
        ModelError: An embedder failed.
    """
    named = [" ".join(one.split()) for one in columns or ()]
    distinct = tuple(dict.fromkeys(one for one in named if one))
    if len(distinct) > MAX_COLUMNS:
        raise ConfigError(
            f"{len(distinct)} columns are more than {MAX_COLUMNS}.",
            hint="Ask for them in several surveys.",
        )
    return parts.survey.survey(
        question, where, distinct, group_by=group_by, budget=budget, progress=progress
    )
