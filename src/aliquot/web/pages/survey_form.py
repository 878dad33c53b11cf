"""A survey as a form sends it: its question, its columns, and which documents are asked."""

from __future__ import annotations

from pydantic import Field

from aliquot.filters import both, describe
from aliquot.library.arguments import read_filter
from aliquot.web.pages.questions import QuestionForm

__all__ = ["SurveyForm"]

# Longer ones are typed by nobody.
MAX_FILTER = 2_000


class SurveyForm(QuestionForm):
    """What the form of the survey page sends, beside what that of the ask page does.

    Attributes:
        column: One for each thing wanted of a document.
        where: A filter in words, for what the fields do not say.
        group_by: What is counted by as well; empty for nothing.
    """

    column: list[str] = Field(default_factory=list)
    where: str = Field("", max_length=MAX_FILTER)
    group_by: str = ""

    @property
    def columns(self) -> list[str]:
        """The columns that have a name."""
        return [one.strip() for one in self.column if one.strip()]

    def filter_words(self) -> str:
        """Return which documents are asked, as an expression; empty for all.

        Raises:
            ConfigError: A year is none, or the filter cannot be read.
        """
        return describe(both(self.given(), read_filter(self.where)))
