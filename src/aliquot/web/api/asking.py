"""Asking: an answer as JSON, or each of its statements as soon as it is verified."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from fastapi import Request
from pydantic import Field

from aliquot.library.arguments import read_filter, readable
from aliquot.library.viewing import View
from aliquot.shapes import answer_shape, statement_shape, understanding_shape
from aliquot.types import Answer, Statement
from aliquot.web.api import models
from aliquot.web.api.routing import READS, api_router, contents
from aliquot.web.api.searching import Question
from aliquot.web.site import Questioning, SiteHere, TakesTurn, Viewing
from aliquot.web.streaming import Event, EventStream

__all__ = ["EVENTS", "Asked", "as_events", "router", "understood", "wants_events"]

EVENTS = "text/event-stream"

router = api_router("asking", READS)


class Asked(Question):
    """What is asked, and how it is to be answered."""

    model_config = models.such_as(
        question="What is the dose of virellin in rats?", where="year >= 2020", strategy="extract"
    )

    strategy: Annotated[
        Literal["auto", "extract", "stuff", "map", "agent", "long"],
        Field(description="How to answer; `auto` takes what suits the question."),
    ] = "auto"
    keep: Annotated[bool, Field(description="Whether question and answer are stored.")] = True

    def how(self) -> dict[str, Any]:
        """Return what `Library.ask` takes beside question and filter."""
        return {"strategy": self.strategy, "literal": self.literal, "keep": self.keep}

    def check(self) -> None:
        """Refuse what cannot be asked, while a refusal still can be said by the status.

        Raises:
            ConfigError: The question has no words, or the filter cannot be read.
        """
        readable(self.question)
        read_filter(self.where)


def wants_events(request: Request) -> bool:
    """Return whether events are asked for by the header Accept."""
    return EVENTS in request.headers.get("accept", "")


@router.post(
    "/ask",
    response_model=models.Answer,
    responses=contents(EVENTS),
    dependencies=[Questioning, TakesTurn],
)
def ask(request: Request, site: SiteHere, view: Viewing, asked: Asked) -> Any:
    """Answer a question with cited, verified statements, or say why not.

    With `Accept: text/event-stream` the events are `understanding` (how the question is read),
    `statement` for each that is verified, `answer` with the whole, or `error` with a problem.
    """
    asked.check()
    if wants_events(request):
        return EventStream(request, site, lambda: _asked(view, asked))
    return answer_shape(view.ask(asked.question, asked.where, **asked.how()))


def _asked(view: View, asked: Asked) -> Iterator[Event]:
    yield understood(view, asked.question, literal=asked.literal)
    yield from as_events(view.stream(asked.question, asked.where, **asked.how()))


def understood(view: View, question: str, *, literal: bool) -> Event:
    """Return the event that says how a question is read.

    Args:
        view: What may be seen.
        question: As it is searched.
        literal: Whether nothing said in it restricts the search.
    """
    shown = understanding_shape(view.understand(question, literal=literal))
    return Event.of("understanding", shown)


def as_events(stream: Iterable[Statement | Answer]) -> Iterator[Event]:
    """Yield the events of an answer as it is made."""
    for one in stream:
        if isinstance(one, Answer):
            yield Event.of("answer", answer_shape(one))
        else:
            yield Event.of("statement", statement_shape(one))
