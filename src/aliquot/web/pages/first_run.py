"""The first page of a library that holds nothing yet: what it is, and how to begin."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from aliquot.library.demonstration import demonstration_lab
from aliquot.library.viewing import View
from aliquot.types import JobState, Permission, Role
from aliquot.web.jobs.begin import begin_demonstration
from aliquot.web.pages.templating import render, wants_fragment
from aliquot.web.pages.working import OPEN, stage_of
from aliquot.web.site import Viewing, needs

__all__ = ["first_run", "router"]

router = APIRouter()

administrates = Depends(needs(Permission.ADMIN))


def first_run(request: Request, view: View) -> HTMLResponse:
    """Return the page that leads to the first answer.

    Args:
        request: What is answered.
        view: The library as the reader sees it.
    """
    may_write = Permission.WRITE in view.person.permissions
    return render(
        request,
        "first_run.html",
        view,
        may_add=may_write and any(view.may(Role.EDITOR, one) for one in view.collections()),
        has_demonstration=view.person.is_administrator and demonstration_lab() is not None,
        active="ask",
    )


@router.post("/demonstration", dependencies=[administrates])
def load_demonstration(view: Viewing) -> RedirectResponse:
    """Begin to bring the demonstration lab in, and go to where it is followed."""
    return RedirectResponse(f"/demonstration/{begin_demonstration(view).id}", 303)


@router.get("/demonstration/{job_id}", dependencies=[administrates])
def follow_demonstration(request: Request, view: Viewing, job_id: str) -> Response:
    """Show how far the demonstration lab is read; once it is, go to where it is asked."""
    job = view.job(job_id)
    is_script = wants_fragment(request)
    if job.state is JobState.DONE:
        # What a script fetches it would follow itself, and put the page it leads to into this one.
        return Response(headers={"HX-Redirect": "/"}) if is_script else RedirectResponse("/", 303)
    template = "_demonstration.html" if is_script else "demonstration.html"
    return render(
        request,
        template,
        view,
        job=job,
        goes_on=job.state in OPEN,
        stage=stage_of(job),
        active="ask",
    )
