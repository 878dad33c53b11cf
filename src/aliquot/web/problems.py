"""Errors as answers: problem details for programs (RFC 9457), a page for people."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from aliquot.errors import (
    AliquotError,
    ConfigError,
    ModelError,
    ModelUnavailableError,
    StoreError,
    UnknownDocumentError,
    UnstorableTextError,
)
from aliquot.web.remedies import with_remedy

__all__ = [
    "API",
    "PROBLEM",
    "Refusal",
    "add_problems",
    "answer_to",
    "problem",
    "problem_of",
    "told_problem",
]

_log = logging.getLogger(__name__)

API: Final = "/api/"
PROBLEM: Final = "application/problem+json"
# Before the title of a kind of problem, by which programs know it.
KINDS: Final = "urn:aliquot:problem:"
# The first kind an error is of decides.
STATUSES: Mapping[type[AliquotError], int] = {
    UnknownDocumentError: 404,
    UnstorableTextError: 422,
    ConfigError: 422,
    ModelUnavailableError: 503,
    ModelError: 502,
    StoreError: 503,
}
# Answered with where to log in, as far as one can.
NOBODY: Final = 401
BROKEN: Final = 500
BROKEN_DETAIL = "Something here is broken; the server's log says what, under this request's id."


class Refusal(HTTPException):
    """What is not done, and what the sender can do about it.

    Attributes:
        hint: In a sentence; may be empty.
    """

    def __init__(
        self,
        status_code: int,
        detail: str,
        *,
        hint: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Take what is said.

        Args:
            status_code: Of HTTP.
            detail: What is refused, in a sentence.
            hint: What to do about it.
            headers: Sent along.
        """
        super().__init__(status_code, detail, headers)
        self.hint = hint


def add_problems(app: FastAPI) -> None:
    """Let an application answer with problem details where a request fails."""
    for kind in (AliquotError, HTTPException, RequestValidationError):
        app.add_exception_handler(kind, answer_to)


def problem(status: int, title: str, detail: str = "", **more: Any) -> JSONResponse:
    """Return problem details.

    Args:
        status: HTTP status code.
        title: What kind of problem it is, the same for each of the kind.
        detail: This one, in a sentence.
        **more: Further members, such as `hint`.
    """
    kind = f"{KINDS}{title.lower().replace(' ', '-')}"
    body = {"type": kind, "title": title, "status": status, "detail": detail, **more}
    return JSONResponse(body, status, media_type=PROBLEM)


def problem_of(error: Exception) -> dict[str, Any]:
    """Return what is said of an error: `status`, `title`, `detail`, `hint` and what its kind adds.

    What nobody foresaw is logged whole and told without anything of its inside.

    Args:
        error: What a handler raised.
    """
    if isinstance(error, AliquotError):
        status = next((code for kind, code in STATUSES.items() if isinstance(error, kind)), 500)
        title = type(error).__name__
        return _said(status, title, error.message, hint=error.hint)
    if isinstance(error, RequestValidationError):
        fields = [
            {"field": ".".join(map(str, one["loc"])), "reason": one["msg"]}
            for one in error.errors()
        ]
        return _said(422, "Invalid request", fields[0]["reason"], fields=fields)
    if isinstance(error, HTTPException):
        title = HTTPStatus(error.status_code).phrase
        return _said(error.status_code, title, str(error.detail), hint=getattr(error, "hint", ""))
    _log.error("a request failed", exc_info=error)
    return _said(BROKEN, "Internal error", BROKEN_DETAIL)


def _said(status: int, title: str, detail: str, **more: Any) -> dict[str, Any]:
    return {"status": status, "title": title, "detail": detail, **more}


def told_problem(request: Request, error: Exception) -> dict[str, Any]:
    """Return what is said of an error to whoever sent a request, with the request's id.

    Args:
        request: What failed; of the API, a hint names the operation that does what it advises.
        error: Why.
    """
    said = problem_of(error)
    said["request_id"] = request.scope.get("state", {}).get("request_id", "")
    if "hint" in said and request.scope.get("path", "").startswith(API):
        said["hint"] = with_remedy(said["hint"])
    return said


async def answer_to(request: Request, error: Exception) -> Response:
    """Return what a failed request is answered with.

    Args:
        request: What failed.
        error: Why.
    """
    said = told_problem(request, error)
    response = _rendered(request, said)
    response.headers.update(getattr(error, "headers", None) or {})
    return response


def _rendered(request: Request, said: dict[str, Any]) -> Response:
    if not is_for_people(request):
        return problem(**said)
    if said["status"] == NOBODY and can_log_in(request):
        return _to_login(request)
    from aliquot.web.pages.failing import error_page

    return error_page(request, said)


def is_for_people(request: Request) -> bool:
    """Return whether a page is wanted, not problem details."""
    wanted = request.headers.get("accept", "")
    is_page = "text/html" in wanted or request.headers.get("hx-request") == "true"
    return is_page and not request.url.path.startswith(API)


def can_log_in(request: Request) -> bool:
    """Return whether people of this server log in at a page of it."""
    return not {"token", "oidc"}.isdisjoint(request.app.state.site.settings.auth)


def _to_login(request: Request) -> Response:
    path = request.url.path if request.method == "GET" else "/"
    query = f"?{request.url.query}" if request.url.query and request.method == "GET" else ""
    login = f"/login?next={quote(path + query, safe='')}"
    if request.headers.get("hx-request") == "true":
        return Response(status_code=NOBODY, headers={"HX-Redirect": login})
    return RedirectResponse(login, 303)
