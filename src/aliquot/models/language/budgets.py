"""What may be spent: on a question, on a day, in US dollars or in tokens.

The most a request may cost is set aside before it is sent, and settled by what it did cost: a
budget holds however many threads ask at a time. Models that always reason may exceed it by what
one reply thinks, which nobody can count beforehand.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from aliquot.models.language.failures import BudgetError
from aliquot.models.language.ledger import NOTHING, MemoryLedger, SpendingLedger, Spent

__all__ = ["Budget", "BudgetLimits", "Ticket"]

# A last day so far ahead of the clock is taken for today: the clock was set back a little. One
# further ahead was written by a wrong clock, and its budget is not today's.
_CLOCK_SLACK = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetLimits:
    """The most that may be spent; `None` for no limit.

    Attributes:
        usd_per_question: US dollars on one question.
        usd_per_day: US dollars on one day, in UTC.
        tokens_per_question: Tokens read and written on one question.
        tokens_per_day: Tokens read and written on one day, in UTC.
    """

    usd_per_question: float | None = None
    usd_per_day: float | None = None
    tokens_per_question: int | None = None
    tokens_per_day: int | None = None

    @property
    def are_in_usd(self) -> bool:
        """Whether prices have to be known to keep them."""
        return self.usd_per_question is not None or self.usd_per_day is not None

    @property
    def are_by_day(self) -> bool:
        """Whether a day's spending has to be kept."""
        return self.usd_per_day is not None or self.tokens_per_day is not None


@dataclass(slots=True)
class _Meter:
    """What is spent on a question, and set aside for it."""

    spent: Spent = NOTHING
    aside: Spent = NOTHING


@dataclass(slots=True)
class _Shared:
    """What every question has in common."""

    ledger: SpendingLedger
    lock: threading.Lock
    under_way: Spent = NOTHING


@dataclass(slots=True)
class Ticket:
    """What is set aside for one request; settled once."""

    budget: Budget
    question: _Meter
    most: Spent

    def settle(self, spent: Spent) -> None:
        """Give back what was set aside, and keep what was spent."""
        self.budget.settle(self, spent)


class Budget:
    """Set aside, and settle; safe to share between threads."""

    def __init__(
        self,
        limits: BudgetLimits,
        ledger: SpendingLedger | None = None,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Set the limits.

        Args:
            limits: What may be spent.
            ledger: Keeps what is spent on a day; in memory unless given.
            clock: The time, with its zone.
        """
        self._limits = limits
        self._shared = _Shared(ledger or MemoryLedger(), threading.Lock())
        self._clock = clock
        self._question: _Meter | None = None

    def for_question(self, usd: float | None = None) -> Budget:
        """Return a budget whose requests are of one question, and which shares the day's.

        Args:
            usd: US dollars on this question, where they are fewer than on any.
        """
        one = copy(self)
        one._question = _Meter()
        limits = [most for most in (usd, self._limits.usd_per_question) if most is not None]
        one._limits = replace(self._limits, usd_per_question=min(limits, default=None))
        return one

    def set_aside(self, most: Spent) -> Ticket:
        """Set aside the most a request may cost.

        Raises:
            BudgetError: It is more than is left.
        """
        # Unless a question was opened, a request is one.
        question = self._question or _Meter()
        shared = self._shared
        with shared.lock:
            self._check("question", question.spent + question.aside, most)
            if self._limits.are_by_day:
                today = shared.ledger.spent_on(self._day())
                self._check("day", today + shared.under_way, most)
            question.aside += most
            shared.under_way += most
        return Ticket(self, question, most)

    def settle(self, ticket: Ticket, spent: Spent) -> None:
        """Give back what a ticket set aside, and keep what was spent."""
        given_back = Spent(-ticket.most.usd, -ticket.most.tokens)
        shared = self._shared
        with shared.lock:
            ticket.question.aside += given_back
            ticket.question.spent += spent
            shared.under_way += given_back
            if self._limits.are_by_day and spent != NOTHING:
                shared.ledger.add(self._day(), spent)

    def _check(self, what: str, before: Spent, most: Spent) -> None:
        limits = self._limits
        usd, tokens = (
            (limits.usd_per_question, limits.tokens_per_question)
            if what == "question"
            else (limits.usd_per_day, limits.tokens_per_day)
        )
        after = before + most
        if usd is not None and after.usd > usd:
            raise _exceeded(f"{usd:g} US dollars a {what}", f"{before.usd:.4f} are spent", what)
        if tokens is not None and after.tokens > tokens:
            raise _exceeded(f"{tokens:,} tokens a {what}", f"{before.tokens:,} are spent", what)

    def _day(self) -> str:
        today = self._clock().astimezone(UTC).date()
        last = self._shared.ledger.last_day()
        if last > today.isoformat() and date.fromisoformat(last) - today <= _CLOCK_SLACK:
            return last
        return today.isoformat()


def _exceeded(limit: str, spent: str, what: str) -> BudgetError:
    wait = "wait until tomorrow (UTC)" if what == "day" else "ask for less"
    return BudgetError(
        f"The budget of {limit} does not allow another request: {spent} or set aside.",
        hint=f"Raise the budget under [model], or {wait}.",
    )
