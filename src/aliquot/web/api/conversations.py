"""Conversations: questions asked in a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import Request
from fastapi.responses import Response
from pydantic import Field

from aliquot.library.conversing import ConversationSession
from aliquot.library.viewing import View
from aliquot.shapes import answer_shape, conversation_shape
from aliquot.web.api import models
from aliquot.web.api.asking import EVENTS, Asked, as_events, understood, wants_events
from aliquot.web.api.routing import READS, Id, api_router, as_problems, contents
from aliquot.web.site import Questioning, SiteHere, TakesTurn, Viewing
from aliquot.web.streaming import Event, EventStream

__all__ = ["router"]

MAX_TITLE = 400

router = api_router("conversations", READS)
UNKNOWN = as_problems(404)


class Title(models.Given):
    """What a conversation is called."""

    model_config = models.such_as(title="Doses of virellin")

    title: Annotated[str, Field(min_length=1, max_length=MAX_TITLE)]


@router.get("/conversations", response_model=list[models.Conversation])
def list_conversations(view: Viewing) -> list[dict[str, Any]]:
    """List one's own conversations without their turns, the one last begun first."""
    return [conversation_shape(one) for one in view.conversations()]


@router.post("/conversations", response_model=models.Conversation, status_code=201)
def begin_conversation(view: Viewing) -> dict[str, Any]:
    """Begin a conversation; its first question gives it its title."""
    return conversation_shape(view.begin_conversation())


@router.get(
    "/conversations/{conversation_id}", response_model=models.Conversation, responses=UNKNOWN
)
def get_conversation(view: Viewing, conversation_id: Id) -> dict[str, Any]:
    """Return a conversation with its turns; answers are asked for by their ids."""
    return conversation_shape(view.conversation(conversation_id).conversation)


@router.patch(
    "/conversations/{conversation_id}", response_model=models.Conversation, responses=UNKNOWN
)
def rename_conversation(view: Viewing, conversation_id: Id, title: Title) -> dict[str, Any]:
    """Give a conversation another title."""
    view.rename_conversation(conversation_id, title.title)
    return conversation_shape(view.conversation(conversation_id).conversation)


@router.delete("/conversations/{conversation_id}", status_code=204, responses=UNKNOWN)
def delete_conversation(view: Viewing, conversation_id: Id) -> Response:
    """Delete a conversation with its answers; the audit log keeps that they were there."""
    view.delete_conversation(conversation_id)
    return Response(status_code=204)


@router.post(
    "/conversations/{conversation_id}/ask",
    response_model=models.Answer,
    responses=contents(EVENTS) | UNKNOWN,
    dependencies=[Questioning, TakesTurn],
)
def ask_in_conversation(
    request: Request, site: SiteHere, view: Viewing, conversation_id: Id, asked: Asked
) -> Any:
    """Answer a question that may refer to those before; events are those of `ask`."""
    asked.check()
    session = view.conversation(conversation_id)
    if wants_events(request):
        return EventStream(request, site, lambda: _asked(view, session, asked))
    return answer_shape(session.ask(asked.question, asked.where, **asked.how()))


def _asked(view: View, session: ConversationSession, asked: Asked) -> Iterator[Event]:
    standalone = session.standalone(asked.question)
    yield understood(view, standalone.text, literal=asked.literal)
    how = {"asked": standalone, **asked.how()}
    yield from as_events(session.stream(asked.question, asked.where, **how))
