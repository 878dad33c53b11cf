"""The API described: OpenAPI 3.1, of what is under its prefix and nothing else."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from aliquot.web.api.routing import Problem

__all__ = ["describe", "document"]

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
