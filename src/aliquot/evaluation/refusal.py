"""How often is refused what should be, and answered what should be?

Enters: items, and a way to ask. Leaves: rates with Wilson intervals, by set, kind and language, and
a row for every question, so that what went wrong can be read.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aliquot.evaluation.correctness import Grade, assess, is_list
from aliquot.evaluation.intervals import Interval, rate_interval
from aliquot.evaluation.questions import Question
from aliquot.evaluation.refusal_items import ItemSet, RefusalItem
from aliquot.evaluation.values import Terms
from aliquot.protocols import Progress, ProgressEvent, silent
from aliquot.types import Answer, Filter

__all__ = [
    "BARS",
    "Decision",
    "RefusalReport",
    "ask_items",
    "is_unanswerable",
    "items_of_questions",
]

# The rate of right decisions each set is held to: issue 5; over-abstention is at most 8 %.
BARS = {ItemSet.FABRICATED: 0.97, ItemSet.REMOVED: 0.67, ItemSet.ANSWERABLE: 0.92}
DECIMALS = 4

Ask = Callable[[str, Filter | None], Answer]


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of one item.

    Attributes:
        item: As it was asked.
        abstained: Whether it was refused.
        reason: Why, where it was.
        refusal_kind: Which kind of refusal; empty where there is none.
        text: What was answered; empty where it was refused.
        grade: How right the answer is, where it should have been answered and was.
        seconds: Wall clock.
    """

    item: RefusalItem
    abstained: bool
    reason: str
    refusal_kind: str
    text: str
    grade: Grade | None
    seconds: float

    @property
    def is_right(self) -> bool:
        """Whether it was answered or refused as it should be; not whether the answer is right."""
        return self.abstained is not self.item.is_to_be_answered

    def shape(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {
            "id": self.item.id,
            "set": str(self.item.set),
            "kind": self.item.kind,
            "language": self.item.language,
            "question": self.item.question,
            "is_right": self.is_right,
            "abstained": self.abstained,
            "refusal_kind": self.refusal_kind,
            "reason": self.reason,
            "answer": self.text,
            "expected": self.item.answer,
            "grade": str(self.grade) if self.grade else None,
            "without": list(self.item.without),
            "seconds": round(self.seconds, DECIMALS),
        }


@dataclass(frozen=True, slots=True)
class RefusalReport:
    """Every decision, and the rates they make."""

    decisions: Sequence[Decision]

    def sets(self) -> dict[ItemSet, Interval]:
        """Return the rate of right decisions of every set."""
        return {
            one: _rate(decided) for one, decided in self._grouped(lambda it: it.item.set).items()
        }

    def kinds(self) -> dict[tuple[str, str], Interval]:
        """Return the same by set and kind of question."""
        grouped = self._grouped(lambda one: (str(one.item.set), one.item.kind))
        return {key: _rate(decided) for key, decided in sorted(grouped.items())}

    def languages(self) -> dict[tuple[str, str], Interval]:
        """Return the same by set and language."""
        grouped = self._grouped(lambda one: (str(one.item.set), one.item.language))
        return {key: _rate(decided) for key, decided in sorted(grouped.items())}

    def counts(self) -> dict[ItemSet, int]:
        """Return how many items every set has."""
        return {key: len(one) for key, one in self._grouped(lambda it: it.item.set).items()}

    def over_abstention(self) -> Interval | None:
        """Return the share of answerable questions refused; `None` where there are none."""
        decided = [one for one in self.decisions if one.item.is_to_be_answered]
        if not decided:
            return None
        return rate_interval(sum(one.abstained for one in decided), len(decided))

    def answered_right(self) -> Interval | None:
        """Return the share of answerable questions whose answer holds the value, refused or not."""
        decided = [one for one in self.decisions if one.item.is_to_be_answered]
        if not decided:
            return None
        return rate_interval(sum(one.grade is Grade.RIGHT for one in decided), len(decided))

    def shape(self) -> dict[str, Any]:
        """Return everything as JSON has it."""
        over, right = self.over_abstention(), self.answered_right()
        counts = self.counts()
        return {
            "sets": {
                str(which): {"n": counts[which], **_shape(rate), "bar": BARS.get(which)}
                for which, rate in self.sets().items()
            },
            "over_abstention": _shape(over) if over else None,
            "answered_right": _shape(right) if right else None,
            "kinds": {" ".join(key): _shape(rate) for key, rate in self.kinds().items()},
            "languages": {" ".join(key): _shape(rate) for key, rate in self.languages().items()},
            "items": [one.shape() for one in self.decisions],
        }

    def _grouped(self, key: Callable[[Decision], Any]) -> dict[Any, list[Decision]]:
        grouped: dict[Any, list[Decision]] = defaultdict(list)
        for one in self.decisions:
            grouped[key(one)].append(one)
        return grouped


def ask_items(
    items: Sequence[RefusalItem],
    ask: Ask,
    *,
    terms_of: Terms,
    progress: Progress = silent,
) -> RefusalReport:
    """Ask every item once.

    Args:
        items: What is asked.
        ask: Question and filter to an answer.
        terms_of: Text to its content terms, to compare values.
        progress: Told after each question.
    """
    decisions = []
    for number, item in enumerate(items, start=1):
        started = time.perf_counter()
        answer = ask(item.question, item.where)
        decisions.append(_decision(item, answer, time.perf_counter() - started, terms_of))
        progress(ProgressEvent("ask", number, len(items)))
    return RefusalReport(decisions)


def items_of_questions(questions: Iterable[Question]) -> list[RefusalItem]:
    """Return a question set as items: its unanswerable questions, and those with an answer.

    Lists of documents are left out: a survey answers those.
    """
    items = []
    for one in questions:
        if is_list(one.kind or "", one.evidence):
            continue
        which = ItemSet.UNANSWERABLE if is_unanswerable(one) else ItemSet.ANSWERABLE
        items.append(
            RefusalItem(
                id=one.id,
                set=which,
                kind=one.kind or "question",
                question=one.text,
                language=one.language or "en",
                answer=one.answer if which is ItemSet.ANSWERABLE else "",
                evidence=" ".join(one.evidence),
            )
        )
    return items


def is_unanswerable(question: Question) -> bool:
    """Tell whether a question is in a set to be refused: nothing in the library answers it."""
    return question.kind.startswith(("unanswerable", "no_answer", "out_of_scope"))


def _decision(item: RefusalItem, answer: Answer, seconds: float, terms_of: Terms) -> Decision:
    grade = None
    if item.is_to_be_answered and item.answer and not answer.abstained:
        quotes = [one.quote for one in answer.citations()]
        evidence = [item.evidence] if item.evidence else []
        grade = assess(answer.text, item.answer, evidence, terms_of=terms_of, quotes=quotes).grade
    return Decision(
        item,
        answer.abstained,
        answer.reason,
        str(answer.refusal_kind or ""),
        "" if answer.abstained else answer.text,
        grade,
        seconds,
    )


def _rate(decided: Sequence[Decision]) -> Interval:
    return rate_interval(sum(one.is_right for one in decided), len(decided))


def _shape(rate: Interval) -> Mapping[str, Any]:
    bounds = [round(rate.low, DECIMALS), round(rate.high, DECIMALS)]
    return {"rate": round(rate.figure, DECIMALS), "interval": bounds}
