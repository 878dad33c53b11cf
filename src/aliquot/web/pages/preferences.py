"""How a reader wants the pages: in which language, light or dark; kept in the browser."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse

from aliquot.web.access.redirects import local_address
from aliquot.web.pages.templating import LANGUAGE_COOKIE, LANGUAGES, THEME_COOKIE, THEMES

__all__ = ["router"]

router = APIRouter()

# A year: browsers keep no cookie much longer. Source: draft-ietf-httpbis-rfc6265bis, 400 days.
KEPT_S = 365 * 24 * 3600


@router.post("/preferences")
def choose(
    request: Request,
    language: Annotated[str, Form()] = "",
    theme: Annotated[str, Form()] = "",
    back: Annotated[str, Form()] = "/",
) -> RedirectResponse:
    """Remember a language or a theme, and go back to the page."""
    response = RedirectResponse(local_address(back), 303)
    is_secure = request.url.scheme == "https"
    for name, value, known in (
        (LANGUAGE_COOKIE, language, LANGUAGES),
        (THEME_COOKIE, theme, THEMES),
    ):
        if value in known:
            response.set_cookie(
                name, value, max_age=KEPT_S, httponly=True, samesite="lax", secure=is_secure
            )
    return response
