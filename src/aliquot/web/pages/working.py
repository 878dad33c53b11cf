"""Work that a page asks for: begun as a job, told of in a toast or on the page of jobs."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from aliquot.library.viewing import View
from aliquot.types import Job, JobState
from aliquot.web.pages.templating import render, wants_fragment

__all__ = ["OPEN", "begun", "stage_of", "toast"]

# A job in one of these goes on.
OPEN = (JobState.WAITING, JobState.RUNNING)
# What `Job.doing` says before the name of what is worked on: stages of `ProgressEvent`.
STAGES = frozenset({"ask", "discover", "embed", "findings", "index", "ingest", "remove", "survey"})


def begun(request: Request, view: View, job: Job) -> Response:
    """Tell of a job just begun: in a toast to a script, else on the page of jobs.

    Args:
        request: What is answered.
        view: Of whoever asked for it.
        job: The job.
    """
    if wants_fragment(request):
        return toast(request, view, job)
    return RedirectResponse("/jobs", 303)


def toast(request: Request, view: View, job: Job) -> Response:
    """Return what tells how far a job is; a table of files is drawn again once it is over.

    Args:
        request: What is answered.
        view: Of whoever asked for it.
        job: The job.
    """
    answer = render(request, "jobs/_toast.html", view, job=job, stage=stage_of(job))
    if job.state not in OPEN:
        answer.headers["HX-Trigger"] = "library-changed"
    return answer


def stage_of(job: Job) -> tuple[str, str]:
    """Return the stage a job is at, and what it works on, as far as it says."""
    stage, _, source = job.doing.partition(": ")
    return (stage, source) if stage in STAGES else ("", job.doing)
