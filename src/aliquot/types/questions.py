"""What a question asks for, and what it says of where to look."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aliquot.types.filters import And, Filter

__all__ = ["Expansion", "Intent", "SpokenFilter", "Understanding"]


class Intent(StrEnum):
    """What kind of answer a question wants."""

    FACT = "fact"
    LIST = "list"
    COUNT = "count"
    COMPARE = "compare"
    NEGATIVE = "negative"
    STEP = "step"
    DEFINITION = "definition"


@dataclass(frozen=True, slots=True)
class SpokenFilter:
    """A restriction said in the question itself.

    Attributes:
        words: The words that say it, as they stand in the question.
        start: Where they begin in the question, in characters.
        end: Where they end, exclusive.
        where: What they mean.
    """

    words: str
    start: int
    end: int
    where: Filter


@dataclass(frozen=True, slots=True)
class Expansion:
    """Other names of something the question names, searched beside it.

    Attributes:
        name: As it stands in the question.
        others: The other names, best known first.
        reason: Where they come from, as a person is told: `UniProt P04637`, `synonyms.toml`.
        weight: What a term of another name counts beside 1 for the question's own.
    """

    name: str
    others: tuple[str, ...]
    reason: str
    weight: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Understanding:
    """A question as rules read it, before anything is searched.

    Attributes:
        question: As it was asked.
        language: ISO 639-1 code.
        intent: What kind of answer it wants.
        spoken: Restrictions said in it, in the order of the words.
        subject: The question without the words of the restrictions; what is searched.
        phrases: What stands in quotation marks, to be found as it is written.
        expansions: Other names searched beside those in the question.
    """

    question: str
    language: str
    intent: Intent = Intent.FACT
    spoken: tuple[SpokenFilter, ...] = ()
    subject: str = ""
    phrases: tuple[str, ...] = ()
    expansions: tuple[Expansion, ...] = ()

    @property
    def where(self) -> Filter | None:
        """All restrictions together; `None` where none is said."""
        if not self.spoken:
            return None
        parts = tuple(one.where for one in self.spoken)
        return parts[0] if len(parts) == 1 else And(parts)
