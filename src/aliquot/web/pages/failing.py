"""The page that says what went wrong and what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse

from aliquot.library.viewing import View
from aliquot.types import Person
from aliquot.web.pages.templating import render

__all__ = ["error_page"]


def error_page(request: Request, said: Mapping[str, Any]) -> HTMLResponse:
    """Return the page of an error.

    Args:
        request: What failed.
        said: As problem details have it.
    """
    person = request.scope.get("state", {}).get("person")
    library = request.app.state.site.library
    view = View(library, person) if isinstance(person, Person) else None
    return render(request, "error.html", view, said["status"], problem=said)
