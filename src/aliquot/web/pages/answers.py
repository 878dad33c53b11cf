"""One stored answer: read again, exported, judged by its reader."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from aliquot.types.jobs import Opinion
from aliquot.web.pages.documents import place_in_view
from aliquot.web.pages.exporting import export_answer
from aliquot.web.pages.shown import shown_stored
from aliquot.web.pages.templating import render, wants_fragment
from aliquot.web.site import Viewing

__all__ = ["router"]

router = APIRouter(prefix="/answers/{answer_id}")


@router.get("")
def answer(request: Request, view: Viewing, answer_id: str, at: str = "") -> HTMLResponse:
    """Show an answer with what became of its citations; with `at`, the source beside it."""
    explanation = view.explain(answer_id)
    question = explanation.stored.answer.question
    shown = shown_stored(explanation, question, view.feedback(explanation.stored.id))
    return render(
        request, "answer.html", view, shown=shown, place=place_in_view(view, at), active="ask"
    )


@router.get("/export")
def export(view: Viewing, answer_id: str, form: str = "markdown") -> Response:
    """Return an answer as a file."""
    return export_answer(view, view.explain(answer_id).stored.answer, form)


@router.post("/feedback")
def judge(
    request: Request,
    view: Viewing,
    answer_id: str,
    opinion: Annotated[Opinion, Form()],
    note: Annotated[str, Form(max_length=2000)] = "",
) -> Response:
    """Keep what the reader says of an answer."""
    said = view.give_feedback(answer_id, opinion, note.strip())
    if not wants_fragment(request):
        return RedirectResponse(f"/answers/{answer_id}", 303)
    explanation = view.explain(answer_id)
    shown = shown_stored(explanation, explanation.stored.answer.question, said)
    return render(request, "_feedback.html", view, shown=shown)
