"""Background work: looked at, followed, called off."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Header, Query, Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from aliquot.errors import AliquotError
from aliquot.types import Job, JobState
from aliquot.web.api import models
from aliquot.web.api.asking import EVENTS
from aliquot.web.api.paging import Count
from aliquot.web.api.routing import MAX_ID, READS, WRITES, Id, api_router, as_problems, contents
from aliquot.web.api.surveying import SurveyAsked
from aliquot.web.jobs.begin import begin_survey, begin_sync
from aliquot.web.problems import Refusal, told_problem
from aliquot.web.site import Questioning, Site, SiteHere, Viewing
from aliquot.web.streaming import CLOSING, HEARTBEAT, HEARTBEAT_S, Event

__all__ = ["Key", "router"]

# How often a job that is followed is looked at.
LOOK_S = 0.3
ENDED = frozenset({JobState.DONE, JobState.FAILED, JobState.CANCELLED})
MAX_KEY = 200

router = api_router("jobs", READS)
UNKNOWN = as_problems(404)

Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        max_length=MAX_KEY,
        description="Chosen by you: asking again with the same one gives the same job.",
    ),
]


class SyncAsked(models.Given):
    """How files are brought up to date."""

    model_config = models.such_as(reparse=False)

    reparse: bool = False


@router.get("/jobs", response_model=list[models.Job])
def list_jobs(
    view: Viewing,
    count: Count = 50,
    before: Annotated[
        str | None, Query(max_length=MAX_ID, description="Id of the last one of the page before.")
    ] = None,
) -> list[Any]:
    """List one's own jobs, newest first; administrators see everyone's."""
    return view.jobs(count, before)


@router.get("/jobs/{job_id}", response_model=models.Job, responses=UNKNOWN)
def get_job(view: Viewing, job_id: Id) -> Any:
    """Return a job: how far it is, and what came of it."""
    return view.job(job_id)


@router.delete("/jobs/{job_id}", response_model=models.Job, responses=UNKNOWN)
def cancel_job(view: Viewing, job_id: Id) -> Any:
    """Call a job off; it ends after the unit in work, and what is done stays done."""
    return view.cancel_job(job_id)


@router.get(
    "/jobs/{job_id}/events",
    response_class=StreamingResponse,
    responses=contents(EVENTS) | UNKNOWN,
)
def follow_job(request: Request, site: SiteHere, view: Viewing, job_id: Id) -> StreamingResponse:
    """Follow a job: `progress` whenever it has moved, then `done`, `failed` or `cancelled`.

    A stream that ends with `closing`, since the server does, is asked for again; with `error`,
    whoever follows may not see the job any more.
    """
    return StreamingResponse(
        _followed(request, site, view.job(job_id)),
        media_type=EVENTS,
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _followed(request: Request, site: Site, job: Job) -> AsyncIterator[bytes]:
    """Yield events; waiting holds no thread, since a job may take hours.

    Who follows is looked up each time: a token may end and a grant be taken back meanwhile.
    """
    quiet_s = 0.0
    yield _event(job)
    while job.state not in ENDED:
        await asyncio.sleep(LOOK_S)
        if site.closing.is_set():
            yield CLOSING.encoded()
            return
        try:
            now = await run_in_threadpool(_job_now, request, site, job.id)
        except (AliquotError, Refusal) as error:
            yield Event.of("error", told_problem(request, error)).encoded()
            return
        quiet_s += LOOK_S
        if now != job:
            job, quiet_s = now, 0.0
            yield _event(job)
        elif quiet_s >= HEARTBEAT_S:
            quiet_s = 0.0
            yield HEARTBEAT


def _job_now(request: Request, site: Site, job_id: str) -> Job:
    return site.view_now(request).job(job_id)


def _event(job: Job) -> bytes:
    name = str(job.state) if job.state in ENDED else "progress"
    return Event.of(name, models.Job.model_validate(job).model_dump(mode="json")).encoded()


@router.post("/sync", response_model=models.Job, status_code=202, dependencies=[WRITES])
def sync(view: Viewing, asked: SyncAsked | None = None, key: Key = "") -> Any:
    """Begin to make the library agree with every file and folder it was given."""
    return begin_sync(view, reparse=asked is not None and asked.reparse, key=key)


@router.post("/surveys", response_model=models.Job, status_code=202, dependencies=[Questioning])
def survey_in_background(view: Viewing, asked: SurveyAsked, key: Key = "") -> Any:
    """Begin a survey of what one may see now; the job's `result` is the survey."""
    return begin_survey(view, key=key, **asked.model_dump(exclude={"literal"}))
