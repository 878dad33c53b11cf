"""The ask page: a question goes in, statements come out one by one, each with what proves it.

With scripts the answer streams into the page; without, the form's answer is the whole page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, Response

from aliquot.errors import AliquotError, ConfigError, UnknownDocumentError
from aliquot.library.conversing import ConversationSession, StandaloneQuestion
from aliquot.library.viewing import View
from aliquot.types import Answer, Comparison, Document, Operator, SpokenFilter, Statement
from aliquot.web.pages.first_run import first_run
from aliquot.web.pages.overview import overview_of
from aliquot.web.pages.questions import QuestionForm
from aliquot.web.pages.shown import ShownAnswer, ShownTurn, shown_now, shown_turns
from aliquot.web.pages.templating import language_of, render, render_part, translations
from aliquot.web.problems import problem_of
from aliquot.web.site import Questioning, SiteHere, TakesTurn, Viewing
from aliquot.web.streaming import Event, EventStream

__all__ = ["ask_page", "router"]

router = APIRouter()

# Conversations that are at hand where the next one begins.
LATELY = 3
Asked = Annotated[QuestionForm, Form()]


@router.get("/")
def first(
    request: Request,
    view: Viewing,
    question: Annotated[str, Query(max_length=4000)] = "",
    document: str = "",
) -> HTMLResponse:
    """Show where questions are asked; where there is nothing to ask, how to begin."""
    if overview_of(request, view).is_empty:
        return first_run(request, view)
    return ask_page(request, view, QuestionForm(question=question, document=document))


@router.post("/", dependencies=[Questioning, TakesTurn])
def ask_whole(request: Request, view: Viewing, form: Asked) -> HTMLResponse:
    """Answer a question with the whole page, for browsers that run no script."""
    try:
        turns = _turns_before(view, form.conversation)
        answer = _last(_answering(view, form))
    except AliquotError as error:
        said = problem_of(error)
        return ask_page(request, view, form, status=said["status"], problem=said)
    asked_next = QuestionForm(conversation=answer.conversation_id, document=form.document)
    title = turns[0].typed if turns else answer.typed
    return ask_page(
        request, view, asked_next, turns=[*turns, ShownTurn(answer.typed, answer)], title=title
    )


@router.post("/ask", dependencies=[Questioning])
async def ask_streamed(request: Request, site: SiteHere, view: Viewing, form: Asked) -> Response:
    """Answer a question with pieces of the page as they are ready."""
    return EventStream(request, site, lambda: _events(request, view, form))


@router.get("/understand")
def understand(
    request: Request, view: Viewing, form: Annotated[QuestionForm, Query()]
) -> HTMLResponse:
    """Show what a question restricts by itself, as it is typed."""
    return render(request, "_understood.html", view, form=form, spoken=_spoken(view, form))


def ask_page(
    request: Request,
    view: View,
    form: QuestionForm,
    *,
    turns: Sequence[ShownTurn] = (),
    title: str = "",
    status: int = 200,
    problem: dict[str, Any] | None = None,
    **more: Any,
) -> HTMLResponse:
    """Return the page with what was asked so far, and the form for what comes next.

    Args:
        request: What is answered.
        view: The library as the reader sees it.
        form: What stands in the form.
        turns: What was asked, oldest first.
        title: Of the page; what it is for unless given.
        status: HTTP status code.
        problem: What went wrong with the question in the form; `None` for nothing.
        **more: What else the template shows, such as the source beside the answer.
    """
    language = language_of(request)
    overview = overview_of(request, view)
    return render(
        request,
        "ask.html",
        view,
        status,
        form=form,
        turns=turns,
        title=title or translations(language).gettext("Ask your library"),
        conversation=form.conversation,
        problem=problem,
        spoken=_spoken(view, form) if form.question else (),
        examples=() if turns else overview.examples[language],
        lately=() if turns else view.conversations()[:LATELY],
        document_count=overview.document_count,
        kinds=overview.kinds,
        collections=view.collections(),
        about=_about(view, form.document),
        active="ask",
        **({"place": None} | more),
    )


def _about(view: View, document_id: str) -> Document | None:
    """Return the document a question is restricted to, without its text."""
    if not document_id:
        return None
    found = view.documents(Comparison("document_id", Operator.EQ, document_id))
    if not found:
        raise UnknownDocumentError(f"There is no document {document_id!r}.")
    return found[0]


def _spoken(view: View, form: QuestionForm) -> Sequence[SpokenFilter]:
    """Return what the question restricts and was not dropped; nothing for one without words."""
    try:
        return form.spoken(view)
    except ConfigError:
        return ()


# ------------------------------------------------------------------------------ answering


def _answering(view: View, form: QuestionForm) -> Iterator[Statement | ShownAnswer]:
    """Yield statements as they are verified, and last the answer as it is shown."""
    restriction = form.restriction(view)
    session = view.conversation(form.conversation or None)
    how: dict[str, Any] = {"literal": restriction.is_literal}
    if form.dropped:
        # It was shown as it was asked, and is asked so again.
        how["asked"] = StandaloneQuestion(form.question)
    for one in session.stream(form.question, restriction.where, **how):
        if isinstance(one, Answer):
            kept = _kept_id(view, session)
            yield shown_now(one, form, kept, restriction)
        else:
            yield one


def _last(parts: Iterator[Statement | ShownAnswer]) -> ShownAnswer:
    """Return the answer that a stream ends with."""
    *_, answer = parts
    assert isinstance(answer, ShownAnswer)
    return answer


def _kept_id(view: View, session: ConversationSession) -> str:
    """Return the id the conversation goes on by; empty where it could not be stored."""
    try:
        return view.conversation(session.id).id
    except UnknownDocumentError:
        return ""


def _turns_before(view: View, conversation_id: str) -> list[ShownTurn]:
    return list(shown_turns(view, conversation_id)) if conversation_id else []


def _events(request: Request, view: View, form: QuestionForm) -> Iterator[Event]:
    yield Event("begin", render_part(request, "_begun.html", typed=form.question.strip()))
    try:
        for one in _answering(view, form):
            if isinstance(one, ShownAnswer):
                yield Event("answer", render_part(request, "_answer.html", shown=one))
            else:
                yield Event("statement", render_part(request, "_statement.html", said=one))
    except AliquotError as error:
        yield Event("failed", render_part(request, "_failed.html", problem=problem_of(error)))
