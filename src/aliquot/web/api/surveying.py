"""Surveys: a question to every document, as JSON, events or a table."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from fastapi import Query, Request
from fastapi.responses import Response
from pydantic import Field

from aliquot.generation.surveying.tables.writing import survey_content
from aliquot.library.arguments import read_filter, readable
from aliquot.library.streaming import streamed
from aliquot.library.viewing import View
from aliquot.protocols import Progress, ProgressEvent, silent
from aliquot.shapes import survey_shape
from aliquot.types import Survey, SurveyBudget
from aliquot.web.api import models
from aliquot.web.api.asking import EVENTS, wants_events
from aliquot.web.api.routing import READS, api_router, contents
from aliquot.web.api.searching import Question
from aliquot.web.jobs.pacing import paced
from aliquot.web.site import Questioning, SiteHere, TakesTurn, Viewing
from aliquot.web.streaming import Event, EventStream

__all__ = ["SurveyAsked", "router"]

MAX_COLUMNS = 30
MAX_COLUMN = 200
JSON = "application/json"
Format = Literal["json", "csv", "xlsx", "markdown", "svg"]
TABLES: Mapping[Format, tuple[str, str]] = {
    "csv": (".csv", "text/csv"),
    "xlsx": (".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    "markdown": (".md", "text/markdown"),
    "svg": (".svg", "image/svg+xml"),
}

router = api_router("asking", READS)


class SurveyAsked(Question):
    """What every document is asked."""

    model_config = models.such_as(
        question="Which cell lines were used?", columns=["cell line", "dose"]
    )

    columns: Annotated[
        list[Annotated[str, Field(max_length=MAX_COLUMN)]], Field(max_length=MAX_COLUMNS)
    ] = Field(default_factory=list)
    group_by: Literal["", "year", "author", "version"] = ""
    max_documents: Annotated[int | None, Field(ge=0)] = None
    max_cost_usd: Annotated[float | None, Field(ge=0)] = None

    @property
    def budget(self) -> SurveyBudget:
        """What a language model may take."""
        return SurveyBudget(self.max_documents, self.max_cost_usd)


@router.post(
    "/survey",
    response_model=models.Survey,
    responses=contents(EVENTS, *(kind for _, kind in TABLES.values())),
    dependencies=[Questioning, TakesTurn],
)
def survey(
    request: Request,
    site: SiteHere,
    view: Viewing,
    asked: SurveyAsked,
    format: Annotated[
        Format | None, Query(description="As by the header Accept, and before it.")
    ] = None,
) -> Any:
    """Put a question to every document, and say how many were read.

    With `Accept: text/event-stream` the events are `progress`, then `survey` or `error`. As CSV,
    Excel, Markdown or a drawing by `Accept` or `format`. What takes minutes is better a job: see
    `begin_survey`.
    """
    readable(asked.question)
    read_filter(asked.where)
    wanted = format or _accepted(request.headers.get("accept", ""))
    if format is None and wants_events(request):
        return EventStream(request, site, lambda: _surveyed(view, asked))
    found = run(view, asked)
    return survey_shape(found) if wanted == "json" else _table(view, found, wanted)


def run(view: View, asked: SurveyAsked, progress: Progress = silent) -> Survey:
    """Return the survey that is asked for.

    Args:
        view: What may be seen.
        asked: What is wanted.
        progress: Told after each document.
    """
    return view.survey(
        asked.question,
        asked.columns,
        asked.where,
        group_by=asked.group_by,
        budget=asked.budget,
        progress=progress,
    )


def _accepted(accept: str) -> Format:
    """Return the format the header names first; JSON where it names none that is known."""
    for kind in accept.split(","):
        wanted = kind.partition(";")[0].strip().lower()
        for name, (_, media_type) in TABLES.items():
            if wanted == media_type:
                return name
        if wanted == JSON:
            break
    return "json"


def _surveyed(view: View, asked: SurveyAsked) -> Iterator[Event]:
    told: Iterator[ProgressEvent | Survey] = streamed(
        lambda tell: run(view, asked, paced(tell)),
    )
    for one in told:
        if isinstance(one, Survey):
            yield Event.of("survey", survey_shape(one))
        else:
            yield Event.of("progress", {"done": one.done, "total": one.total, "doing": one.source})


def _table(view: View, found: Survey, wanted: Format) -> Response:
    ending, media_type = TABLES[wanted]
    content = survey_content(found, ending)
    name = f"survey{ending}"
    view.library.history.note_export("survey", name, hashlib.sha256(content).hexdigest())
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)
