"""The pure parts of a survey: what is asked of every document, and what is made of the answers.

- `asking`: a question, as it was read, to what is looked for, counted and shown.
- `kinds`: words for kinds of findings, record fields and types of article.
- `merging`: findings of one thing under one name.
- `rows`: documents and merged findings to rows.
- `coverage`: what was in scope, and what became of it.
- `absence`: what nothing was found of, and what comes near.
"""

from __future__ import annotations

from aliquot.generation.surveying.asking import Need, SurveyQuestion, is_survey, read_survey
from aliquot.generation.surveying.coverage import coverage_of
from aliquot.generation.surveying.merging import Merged, merge

__all__ = [
    "Merged",
    "Need",
    "SurveyQuestion",
    "coverage_of",
    "is_survey",
    "merge",
    "read_survey",
]
