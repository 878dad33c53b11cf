"""The page of jobs: what runs, what was done, what failed and why."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from aliquot.types import JobState
from aliquot.web.pages.templating import render, wants_fragment
from aliquot.web.pages.working import OPEN, stage_of, toast
from aliquot.web.site import Viewing

__all__ = ["router"]

router = APIRouter(prefix="/jobs")

# Jobs further back are of interest to the audit log alone.
SHOWN = 100


@router.get("")
def jobs(request: Request, view: Viewing, state: JobState | None = None) -> HTMLResponse:
    """Show jobs, newest first; to a script, the list alone."""
    every = view.jobs(SHOWN)
    shown = [(job, stage_of(job)) for job in every if state in (None, job.state)]
    template = "jobs/_list.html" if wants_fragment(request) else "jobs/page.html"
    return render(
        request,
        template,
        view,
        shown=shown,
        counts={one: sum(job.state is one for job in every) for one in JobState},
        state=state,
        goes_on=any(job.state in OPEN for job in every),
        active="jobs",
    )


@router.get("/{job_id}/toast")
def tell(request: Request, view: Viewing, job_id: str) -> Response:
    """Tell how far a job is."""
    return toast(request, view, view.job(job_id))


@router.post("/{job_id}/cancel")
def cancel(request: Request, view: Viewing, job_id: str) -> Response:
    """Stop a job; what it has done stays."""
    job = view.cancel_job(job_id)
    if wants_fragment(request):
        return toast(request, view, job)
    return RedirectResponse("/jobs", 303)
