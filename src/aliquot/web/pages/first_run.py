"""The first page of a library that holds nothing yet: what it is, and how to begin."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from aliquot.errors import ConfigError
from aliquot.library.demonstration import demonstration_lab
from aliquot.library.viewing import View
from aliquot.types import Permission, Role
from aliquot.web.pages.templating import render
from aliquot.web.site import Viewing, needs

__all__ = ["first_run", "router"]

router = APIRouter()


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


@router.post("/demonstration", dependencies=[Depends(needs(Permission.ADMIN))])
def load_demonstration(view: Viewing) -> RedirectResponse:
    """Bring the demonstration lab in, and go to where it is asked."""
    lab = demonstration_lab()
    if lab is None:
        raise ConfigError(
            "The demonstration lab is not on this machine.",
            hint="It lies in examples/lab of Aliquot's source; bring any files of your own in.",
        )
    view.library.add(lab, by=view.owner)
    return RedirectResponse("/", 303)
