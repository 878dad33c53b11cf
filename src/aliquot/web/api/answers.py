"""Stored answers: listed, explained, exported, judged."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import Response
from pydantic import Field

from aliquot.shapes import explanation_shape, stored_answer_shape
from aliquot.types import Opinion
from aliquot.web.api import models
from aliquot.web.api.paging import Count
from aliquot.web.api.routing import READS, Id, api_router, as_problems, contents
from aliquot.web.pages import exporting
from aliquot.web.pages.exporting import FORMATS, TYPES
from aliquot.web.site import Viewing

__all__ = ["router"]

MAX_NOTE = 4_000

router = api_router("answers", READS)
UNKNOWN = as_problems(404)


class FeedbackGiven(models.Given):
    """What one thinks of an answer."""

    model_config = models.such_as(opinion="good", note="The quote says it.")

    # JSON has no enumerations: they are sent by name.
    opinion: Annotated[Opinion, Field(strict=False)]
    note: Annotated[str, Field(max_length=MAX_NOTE)] = ""


@router.get("/answers", response_model=list[models.StoredAnswer])
def list_answers(view: Viewing, count: Count = 50) -> list[dict[str, Any]]:
    """List one's own last answers, newest first."""
    return [stored_answer_shape(one) for one in view.answers(count)]


@router.get("/answers/{answer_id}", response_model=models.Explanation, responses=UNKNOWN)
def get_answer(view: Viewing, answer_id: Id) -> dict[str, Any]:
    """Return an answer with all it took to make it, its citations held against today's library."""
    return explanation_shape(view.explain(answer_id))


@router.get(
    "/answers/{answer_id}/export",
    response_class=Response,
    responses=contents(*TYPES.values()) | UNKNOWN,
)
def export_answer(
    view: Viewing,
    answer_id: Id,
    form: Annotated[str, Query(alias="format", description=f"One of: {', '.join(FORMATS)}.")],
) -> Response:
    """Give an answer as a file, and note that it left the library."""
    return exporting.export_answer(view, view.explain(answer_id).stored.answer, form)


@router.put("/answers/{answer_id}/feedback", response_model=models.Feedback, responses=UNKNOWN)
def give_feedback(view: Viewing, answer_id: Id, given: FeedbackGiven) -> Any:
    """Say what one thinks of an answer; each person says one thing of each, the last."""
    return view.give_feedback(answer_id, given.opinion, given.note)
