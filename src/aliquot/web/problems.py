"""Errors as answers: problem details for programs (RFC 9457), a page for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from aliquot.errors import (
    AliquotError,
    ConfigError,
    ModelError,
    ModelUnavailableError,
    StoreError,
    UnknownDocumentError,
)

__all__ = ["PROBLEM", "add_problems", "problem"]

PROBLEM = "application/problem+json"
# The first kind an error is of decides.
STATUSES: Mapping[type[AliquotError], int] = {
    UnknownDocumentError: 404,
    ConfigError: 422,
    ModelUnavailableError: 503,
    ModelError: 502,
    StoreError: 503,
}


def add_problems(app: FastAPI) -> None:
    """Let an application answer with problem details where a request fails."""
    app.add_exception_handler(AliquotError, _refused)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)


def problem(status: int, title: str, detail: str = "", **more: Any) -> JSONResponse:
    """Return problem details.

    Args:
        status: HTTP status code.
        title: What kind of problem it is, the same for each of the kind.
        detail: This one, in a sentence.
        **more: Further members, such as `hint`.
    """
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail, **more}
    return JSONResponse(body, status, media_type=PROBLEM)


def _refused(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, AliquotError)
    status = next((code for kind, code in STATUSES.items() if isinstance(error, kind)), 500)
    return problem(status, type(error).__name__, error.message, hint=error.hint)


def _http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    answer = problem(error.status_code, "HTTP", str(error.detail))
    answer.headers.update(error.headers or {})
    return answer


def _invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    fields = [
        {"field": ".".join(map(str, one["loc"])), "reason": one["msg"]} for one in error.errors()
    ]
    return problem(422, "Invalid request", fields[0]["reason"], fields=fields)
