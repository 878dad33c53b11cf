"""How well the library finds and answers, over time."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import Response
from pydantic import Field

from aliquot.evaluation.questions import Question
from aliquot.types import EvaluationKind
from aliquot.web.api import models
from aliquot.web.api.paging import Count
from aliquot.web.api.routing import ADMIN, MAX_ID, Id, api_router, as_problems
from aliquot.web.api.searching import MAX_QUESTION
from aliquot.web.jobs.begin import begin_evaluation
from aliquot.web.site import SiteHere, Viewing

__all__ = ["router"]

MAX_NAME = 200
# More are measured with the command line.
MAX_QUESTIONS = 2_000
MAX_LISTED = 100

router = api_router("evaluation", ADMIN)
UNKNOWN = as_problems(404)

Text = Annotated[str, Field(max_length=MAX_QUESTION)]


class KnownQuestion(models.Given):
    """A question with what answers it; see `measure-answers` of the manual."""

    model_config = models.such_as(id="1", question="What is the dose of virellin?", answer="4.7 µM")

    id: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    question: Annotated[str, Field(min_length=1, max_length=MAX_QUESTION)]
    language: Annotated[str, Field(max_length=MAX_NAME)] = ""
    kind: Annotated[str, Field(max_length=MAX_NAME)] = ""
    files: Annotated[list[Text], Field(max_length=MAX_LISTED)] = Field(default_factory=list)
    evidence: Annotated[list[Text], Field(max_length=MAX_LISTED)] = Field(default_factory=list)
    answer: Text = ""

    def read(self) -> Question:
        """Return the question as it is measured by."""
        return Question(
            self.id,
            self.question,
            self.language,
            self.kind,
            tuple(self.files),
            tuple(self.evidence),
            self.answer,
        )


class EvaluationAsked(models.Given):
    """What is measured, on which questions."""

    model_config = models.such_as(
        name="doses",
        questions=[{"id": "1", "question": "What is the dose of virellin?", "answer": "4.7 µM"}],
    )

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    kind: Annotated[EvaluationKind, Field(strict=False)] = EvaluationKind.ANSWERS
    questions: Annotated[list[KnownQuestion], Field(min_length=1, max_length=MAX_QUESTIONS)]


@router.get("/evaluations", response_model=list[models.Evaluation])
def list_evaluations(
    site: SiteHere,
    kind: EvaluationKind | None = None,
    name: Annotated[str | None, Query(max_length=MAX_NAME)] = None,
    count: Count = 50,
    before: Annotated[
        str | None, Query(max_length=MAX_ID, description="Id of the last one of the page before.")
    ] = None,
) -> list[Any]:
    """List evaluations without their questions, the last one first."""
    return list(site.library.evaluations.list(kind, name, count, before))


@router.get("/evaluations/{evaluation_id}", response_model=models.Evaluation, responses=UNKNOWN)
def get_evaluation(site: SiteHere, evaluation_id: Id) -> Any:
    """Return an evaluation, question by question."""
    return site.library.evaluations.get(evaluation_id)


@router.delete("/evaluations/{evaluation_id}", status_code=204, responses=UNKNOWN)
def remove_evaluation(site: SiteHere, evaluation_id: Id) -> Response:
    """Keep an evaluation no more."""
    site.library.evaluations.remove(evaluation_id)
    return Response(status_code=204)


@router.post("/evaluations", response_model=models.Job, status_code=202)
def evaluate(view: Viewing, asked: EvaluationAsked) -> Any:
    """Begin to measure the library on questions whose answers are known."""
    return begin_evaluation(view, asked.name, [one.read() for one in asked.questions], asked.kind)
