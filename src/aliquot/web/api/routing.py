"""What every resource of the API has in common: its router, its parameters, its refusals."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from aliquot.types import Permission
from aliquot.web.api.models import Shape
from aliquot.web.problems import PROBLEM, Refusal
from aliquot.web.site import needs

__all__ = [
    "ADMIN",
    "READS",
    "WRITES",
    "Id",
    "Problem",
    "Where",
    "api_router",
    "as_problems",
    "contents",
]

# Longer filters are written by programs that should ask in several questions; an address, in which
# each sign may take nine, takes no more either.
MAX_WHERE = 4_000
MAX_ID = 512
# Nothing that is no sign, and no slash, which parts the path.
ID_PATTERN = r"^[^\x00-\x1f\x7f/]+$"

READS = Depends(needs(Permission.READ))
WRITES = Depends(needs(Permission.WRITE))
ADMIN = Depends(needs(Permission.ADMIN))

Id = Annotated[str, Path(min_length=1, max_length=MAX_ID, pattern=ID_PATTERN)]
Where = Annotated[
    str,
    Query(
        max_length=MAX_WHERE,
        description="A filter in words, such as `kind = paper and year >= 2020`.",
    ),
]

MEANINGS: Mapping[int, str] = {
    400: "The request is malformed.",
    401: "Nobody is known to send this.",
    403: "Who sends this may not do it.",
    404: "There is no such thing, or none that who asks may see.",
    406: "It cannot be given in the form that is asked for.",
    409: "It does not go together with what is there.",
    413: "It is too much at once.",
    414: "The address is too long.",
    415: "It is of a kind that is not taken.",
    416: "The range lies outside of the file.",
    422: "Something in it is unknown or out of bounds; `hint` and `fields` say what.",
    429: "That was too often within a minute.",
    500: "The file cannot be read any more.",
    502: "A model failed.",
    503: "The library or a model is busy or out of reach; try again later.",
    507: "The disk is full.",
}
# What any request may meet.
ALWAYS = (400, 401, 403, 413, 414, 415, 422, 429, 502, 503)


class FieldProblem(Shape):
    """What is wrong with one field of a request."""

    field: str
    reason: str


class Problem(Shape):
    """Why a request was not done, and what to do: problem details after RFC 9457."""

    type: str
    title: str
    status: int
    detail: str
    hint: str = ""
    fields: tuple[FieldProblem, ...] = ()
    request_id: str = ""


def as_problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return how refusals with these statuses are documented.

    Args:
        *statuses: Of HTTP, each with a meaning in `MEANINGS`.
    """
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {
        status: {"description": MEANINGS[status], "content": {PROBLEM: schema}}
        for status in statuses
    }


def contents(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """Return how a success in these media types, beside JSON, is documented.

    Args:
        *kinds: Media types.
    """
    shown: dict[str, Any] = {"type": "string"}
    return {200: {"content": {kind: {"schema": shown} for kind in kinds}}}


def api_router(tag: str, *dependencies: Any) -> APIRouter:
    """Return a router whose operations refuse parameters that nothing reads.

    Args:
        tag: What its operations are listed under.
        *dependencies: Further things each request has to pass.
    """
    return APIRouter(
        tags=[tag],
        dependencies=[Depends(_refuse_unknown), *dependencies],
        responses=as_problems(*ALWAYS),
        generate_unique_id_function=_operation_id,
    )


def _operation_id(route: APIRoute) -> str:
    return route.name


def _refuse_unknown(request: Request) -> None:
    """Refuse a parameter that nothing reads: a filter that is misspelt would let all through."""
    route = request.scope["route"]
    known = sorted(set(_query_names(route.dependant)))
    for name in request.query_params:
        if name not in known:
            raise Refusal(422, f"There is no parameter called {name!r}.", hint=_hint(name, known))


def _query_names(dependant: Dependant) -> Iterator[str]:
    for field in dependant.query_params:
        yield field.alias
    for one in dependant.dependencies:
        yield from _query_names(one)


def _hint(name: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    if close:
        return f"Did you mean {close[0]!r}?"
    return f"Known here: {', '.join(known)}." if known else "This takes no parameters."
