"""Surveys: a question put to every document, its table, what was read, and files of it."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from aliquot.errors import ConfigError
from aliquot.generation.surveying.rows import DOCUMENT_COLUMNS
from aliquot.generation.surveying.tables.bars import chart_of
from aliquot.generation.surveying.tables.writing import FORMATS, survey_content
from aliquot.library.arguments import read_filter
from aliquot.library.viewing import View
from aliquot.library.withholding import WITHHELD
from aliquot.shapes import survey_of
from aliquot.types import Job, JobState, Survey
from aliquot.web.jobs.begin import begin_survey
from aliquot.web.pages.overview import overview_of
from aliquot.web.pages.survey_form import SurveyForm
from aliquot.web.pages.survey_table import absences, share_read, table_page
from aliquot.web.pages.templating import language_of, render, wants_fragment
from aliquot.web.pages.wording import conditions
from aliquot.web.pages.working import OPEN, stage_of
from aliquot.web.site import Questioning, Viewing

__all__ = ["router"]

router = APIRouter(prefix="/survey")

SURVEY = "survey"
GROUPS = ("", "year", "author", "version")
TYPES = {
    ".csv": "text/csv; charset=utf-8",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".md": "text/markdown; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
# Jobs looked through for surveys made before.
FORMER = 200


@router.get("")
def surveys(request: Request, view: Viewing, form: Annotated[SurveyForm, Query()]) -> HTMLResponse:
    """Show the form and the surveys made before."""
    return _form(request, view, form)


@router.post("", dependencies=[Questioning])
def begin(request: Request, view: Viewing, form: Annotated[SurveyForm, Form()]) -> Response:
    """Begin a survey as a job, and go to where its table will stand."""
    try:
        job = begin_survey(
            view,
            form.question,
            form.filter_words(),
            columns=form.columns,
            group_by=form.group_by,
        )
    except ConfigError as exc:
        return _form(request, view, form, f"{exc.message} {exc.hint}".strip())
    return RedirectResponse(f"/survey/{job.id}", 303)


@router.get("/{job_id}")
def survey(
    request: Request,
    view: Viewing,
    job_id: str,
    sort: int = -1,
    down: bool = False,
    page: int = 1,
    q: Annotated[str, Query(max_length=200)] = "",
) -> HTMLResponse:
    """Show how far a survey is, or its table; to a script, the part that changes."""
    job = _job(view, job_id)
    template = "surveys/_survey.html" if wants_fragment(request) else "surveys/survey.html"
    values: dict[str, Any] = {
        "job": job,
        "stage": stage_of(job),
        "goes_on": job.state in OPEN,
        "restrictions": conditions(read_filter(job.given.get("where", ""))),
    }
    if job.state is JobState.DONE:
        values |= _found(view, job, sort=sort, down=down, page=page, q=q)
    return render(request, template, view, **values, active="survey")


@router.get("/{job_id}/table{ending}")
def export(view: Viewing, job_id: str, ending: str) -> Response:
    """Give a survey as a file, and note that it left the library."""
    if ending not in FORMATS:
        raise HTTPException(404, "There is no such file of a survey.")
    found = _survey_of(view, _job(view, job_id))
    content = survey_content(found, ending)
    name = f"survey-{job_id}{ending}"
    view.library.history.note_export("survey", name, hashlib.sha256(content).hexdigest())
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=TYPES[ending], headers=headers)


@router.get("/{job_id}/plot.svg")
def plot(view: Viewing, job_id: str) -> Response:
    """Give the plot of a survey, to be shown in its page."""
    return Response(
        survey_content(_survey_of(view, _job(view, job_id)), ".svg"), media_type=TYPES[".svg"]
    )


def _form(request: Request, view: View, form: SurveyForm, failed: str = "") -> HTMLResponse:
    overview = overview_of(request, view)
    return render(
        request,
        "surveys/page.html",
        view,
        422 if failed else 200,
        form=form,
        failed=failed,
        groups=GROUPS,
        kinds=overview.kinds,
        collections=view.collections(),
        examples=overview.surveys[language_of(request)],
        suggested=overview.columns,
        former=[job for job in view.jobs(FORMER) if job.kind == SURVEY],
        active="survey",
    )


def _found(view: View, job: Job, **how: Any) -> dict[str, Any]:
    found = _survey_of(view, job)
    table = table_page(found, **how)

    def address(**changes: Any) -> str:
        said = {"sort": table.sort, "down": int(table.down), "page": table.page, "q": table.q}
        return f"/survey/{job.id}?{urlencode(said | changes)}"

    return {
        "survey": found,
        "restrictions": conditions(read_filter(found.where)),
        "by_document": found.columns[: len(DOCUMENT_COLUMNS)] == DOCUMENT_COLUMNS,
        "table": table,
        "address": address,
        "absences": absences(found),
        "share": share_read(found.coverage),
        "has_plot": _has_plot(found),
        "endings": [one for one in FORMATS if one != ".svg"],
    }


def _has_plot(found: Survey) -> bool:
    try:
        return bool(chart_of(found).bars)
    except ConfigError:
        return False


def _job(view: Viewing, job_id: str) -> Job:
    job = view.job(job_id)
    if job.kind != SURVEY:
        raise HTTPException(404, "There is no such survey.")
    return job


def _survey_of(view: View, job: Job) -> Survey:
    """Return what came of a survey.

    Raises:
        HTTPException: Nothing yet; or it rests on what the person may not see any more.
    """
    if job.state is not JobState.DONE:
        raise HTTPException(404, "This survey has no table yet.")
    if job.reason == WITHHELD:
        raise HTTPException(404, WITHHELD)
    return survey_of(job.result)
