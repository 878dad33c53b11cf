"""A question as a form sends it: its words, and what it is restricted to."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, Field

from aliquot.errors import ConfigError
from aliquot.filters import both
from aliquot.library.viewing import View
from aliquot.types import Comparison, Filter, Operator, SpokenFilter

__all__ = ["QuestionForm", "Restriction"]

# Four digits: what a form takes for a year.
YEARS = range(1000, 10_000)
# A page of text; what is longer is no question.
MAX_CHARACTERS = 4000


@dataclass(frozen=True, slots=True)
class Restriction:
    """What a question is restricted to, beside or instead of what it says itself.

    Attributes:
        where: The filter; `None` for none.
        kept: What the question says itself and is part of `where`, as it was not dropped.
        is_literal: Whether nothing said in the question restricts it by itself.
    """

    where: Filter | None
    kept: tuple[SpokenFilter, ...] = ()
    is_literal: bool = False


class QuestionForm(BaseModel):
    """What the form of the ask page sends.

    Attributes:
        question: As typed.
        conversation: Which it goes on with; empty for a new one.
        dropped: Words of the question that are not to restrict it.
        kind: Kind of document; empty for any.
        year_from: First year; empty for any.
        year_to: Last year; empty for any.
        collection: Name of one; empty for any.
        document: Id of one; empty for any.
    """

    question: str = Field("", max_length=MAX_CHARACTERS)
    conversation: str = ""
    dropped: list[str] = []
    kind: str = ""
    year_from: str = ""
    year_to: str = ""
    collection: str = ""
    document: str = ""

    @property
    def is_restricted(self) -> bool:
        """Whether any restriction is chosen by hand."""
        return any((self.kind, self.year_from, self.year_to, self.collection, self.document))

    def given(self) -> Filter | None:
        """Return the restrictions chosen by hand.

        Raises:
            ConfigError: A year is none.
        """
        where: Filter | None = None
        for field, operator, value in (
            ("kind", Operator.EQ, self.kind),
            ("year", Operator.GE, _year(self.year_from)),
            ("year", Operator.LE, _year(self.year_to)),
            ("collection", Operator.EQ, self.collection),
            ("document_id", Operator.EQ, self.document),
        ):
            if value:
                where = both(where, Comparison(field, operator, value))
        return where

    def restriction(self, view: View) -> Restriction:
        """Return what is searched: what is chosen, and what is said and was not dropped.

        Args:
            view: Reads the question.

        Raises:
            ConfigError: A year is none, or the question has no words.
        """
        given = self.given()
        if not self.dropped:
            return Restriction(given)
        kept = self.spoken(view)
        for one in kept:
            given = both(given, one.where)
        return Restriction(given, kept, is_literal=True)

    def spoken(self, view: View) -> tuple[SpokenFilter, ...]:
        """Return what the question restricts by itself and was not dropped.

        Args:
            view: Reads the question.

        Raises:
            ConfigError: The question has no words.
        """
        said = view.understand(self.question).spoken
        return tuple(one for one in said if one.words not in self.dropped)


def _year(typed: str) -> int | None:
    text = typed.strip()
    if not text:
        return None
    if not text.isdecimal() or int(text) not in YEARS:
        raise ConfigError(f"{text!r} is no year.", hint="Write it with four digits.")
    return int(text)
