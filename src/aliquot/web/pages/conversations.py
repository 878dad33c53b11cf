"""What was asked before: the list of conversations, each one read again, renamed, deleted."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from aliquot.library.conversation_files import conversation_markdown
from aliquot.web.pages.asking import ask_page
from aliquot.web.pages.documents import place_in_view
from aliquot.web.pages.exporting import attachment
from aliquot.web.pages.questions import QuestionForm
from aliquot.web.pages.shown import shown_turns
from aliquot.web.pages.templating import render, wants_fragment
from aliquot.web.site import Viewing

__all__ = ["router"]

router = APIRouter()

# As many as are looked through by eye; older ones are found by their words.
SHOWN = 100


@router.get("/history")
def history(
    request: Request, view: Viewing, q: Annotated[str, Query(max_length=200)] = ""
) -> HTMLResponse:
    """Show the reader's conversations, the last one first; to a script, the list alone."""
    found = view.conversations_about(q) if q.strip() else view.conversations()
    template = "_conversations.html" if wants_fragment(request) else "history.html"
    return render(
        request,
        template,
        view,
        conversations=found[:SHOWN],
        more=len(found) > SHOWN,
        q=q.strip(),
        active="history",
    )


@router.get("/conversations/{conversation_id}")
def conversation(
    request: Request, view: Viewing, conversation_id: str, at: str = ""
) -> HTMLResponse:
    """Show a conversation as it was, with the citations it was answered with."""
    session = view.conversation(conversation_id)
    return ask_page(
        request,
        view,
        QuestionForm(conversation=session.id),
        turns=list(shown_turns(view, session.id)),
        title=session.conversation.title,
        place=place_in_view(view, at),
    )


@router.get("/conversations/{conversation_id}/export")
def export(view: Viewing, conversation_id: str) -> Response:
    """Return a conversation as Markdown."""
    session = view.conversation(conversation_id)
    text = conversation_markdown(session)
    return attachment(view, text.encode(), f"{session.id}.md", "conversation")


@router.post("/conversations/{conversation_id}/rename")
def rename(
    view: Viewing, conversation_id: str, title: Annotated[str, Form(max_length=200)]
) -> RedirectResponse:
    """Give a conversation another title."""
    view.rename_conversation(conversation_id, title)
    return RedirectResponse("/history", 303)


@router.post("/conversations/{conversation_id}/delete")
def delete(view: Viewing, conversation_id: str) -> RedirectResponse:
    """Delete a conversation with its answers."""
    view.delete_conversation(conversation_id)
    return RedirectResponse("/history", 303)
