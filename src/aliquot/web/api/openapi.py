"""The API described: OpenAPI 3.1, of what is under its prefix and nothing else.

The description also says which methods a path knows, of which each route knows its own alone.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from starlette.responses import Response
from starlette.routing import compile_path

from aliquot.web.api.routing import Problem
from aliquot.web.problems import answer_to

__all__ = ["describe", "document"]

NOT_ALLOWED = 405
REFERENCES = "#/components/schemas/{model}"
DESCRIPTION = (
    "Ask a library of documents and get cited, verified statements. Whoever asks sees what was"
    " granted to them, and what was not is not there. Errors are problem details (RFC 9457) with"
    " a `hint`."
)
TAGS = {
    "asking": "Questions, searches, checks, comparisons and surveys.",
    "documents": "What the library holds, and how more comes in.",
    "conversations": "Questions asked in a row.",
    "answers": "What was answered, how it came about, and what readers think of it.",
    "jobs": "Work in the background.",
    "sources": "Files and folders the library was given.",
    "evaluation": "How well the library finds and answers.",
    "people": "Who may see and do what.",
    "audit": "What was done, proved.",
    "health": "Whether the server lives, and what it holds.",
}
# How a program says who it is; pages keep a session in a cookie.
TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "A token, as an administrator makes it; none is needed on one's own machine.",
}


def describe(app: FastAPI) -> None:
    """Let an application describe its API as `document` does.

    Args:
        app: Whose routers are all included.
    """

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = document(app)
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]  # FastAPI's own way to replace it.
    app.add_exception_handler(NOT_ALLOWED, _not_allowed)


async def _not_allowed(request: Request, error: Exception) -> Response:
    """Name every method of the path. Source: RFC 9110, section 15.5.6."""
    response = await answer_to(request, error)
    methods = _methods(request.app.openapi(), request.url.path)
    if methods:
        response.headers["Allow"] = ", ".join(methods)
    return response


def _methods(described: dict[str, Any], path: str) -> list[str]:
    for template, operations in described["paths"].items():
        if compile_path(template)[0].match(path):
            return sorted(map(str.upper, operations))
    return []


def document(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document of an application.

    Args:
        app: Whose routers are all included.
    """
    found = get_openapi(
        title=app.title,
        version=app.version,
        description=DESCRIPTION,
        routes=app.routes,
        tags=[{"name": name, "description": told} for name, told in TAGS.items()],
    )
    components = found.setdefault("components", {})
    schema = Problem.model_json_schema(ref_template=REFERENCES)
    components["schemas"] |= {**schema.pop("$defs", {}), "Problem": schema}
    components["securitySchemes"] = {"token": TOKEN}
    found["security"] = [{"token": []}, {}]
    return found
