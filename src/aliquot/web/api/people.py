"""Who may see and do what: oneself, collections, grants, tokens."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import Response
from pydantic import Field

from aliquot.types import Collection, Grant, Permission, Role
from aliquot.web.api import models
from aliquot.web.api.routing import ADMIN, READS, Id, api_router, as_problems
from aliquot.web.site import Asker, SiteHere, Viewing

__all__ = ["router"]

MAX_NAME = 320
MAX_PATH = 4_096
MAX_FOLDERS = 200
MAX_DAYS = 3_650

router = api_router("people")
UNKNOWN = as_problems(404)

# JSON has no enumerations: they are sent by name.
NAMED = Field(strict=False)
Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
NameQuery = Annotated[str, Query(min_length=1, max_length=MAX_NAME)]


class Folders(models.Given):
    """What a collection is called and which folders are its own."""

    model_config = models.such_as(title="At the bench", folders=["/lab/protocols", "/lab/notes"])

    title: Annotated[str, Field(max_length=MAX_NAME)] = ""
    folders: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=MAX_PATH)]],
        Field(max_length=MAX_FOLDERS, description="Absolute paths on the server."),
    ] = Field(default_factory=list)


class GrantAsked(models.Given):
    """A role for someone."""

    model_config = models.such_as(collection="bench", to="group:bench-team", role="editor")

    collection: Name
    to: Annotated[
        str,
        Field(min_length=1, max_length=MAX_NAME, description="A name, `group:NAME`, or `*`."),
    ]
    role: Annotated[Role, NAMED]


class TokenAsked(models.Given):
    """A key for a program."""

    model_config = models.such_as(
        name="nightly report", person="anna", permissions=["read"], days=30
    )

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME, description="What it is for.")]
    person: Annotated[
        str, Field(max_length=MAX_NAME, description="As whom it acts; yourself unless given.")
    ] = ""
    permissions: Annotated[list[Annotated[Permission, NAMED]], Field(min_length=1)] = Field(
        default_factory=lambda: [Permission.READ]
    )
    days: Annotated[float, Field(gt=0, le=MAX_DAYS)] = 90


@router.get("/me", response_model=models.Me)
def get_me(site: SiteHere, person: Asker) -> dict[str, Any]:
    """Say who is taken to send this, and what they may do where."""
    return {
        "name": person.name,
        "groups": sorted(person.groups),
        "permissions": sorted(person.permissions),
        "via": person.via,
        "administrator": person.is_administrator,
        "roles": site.library.people.roles(person),
    }


# ------------------------------------------------------------------------------ collections


@router.get("/collections", response_model=list[models.Collection], dependencies=[READS])
def list_collections(site: SiteHere, view: Viewing) -> list[dict[str, Any]]:
    """List the collections one may read."""
    readable, roles = set(view.collections()), site.library.people.roles(view.person)
    return [
        _collection(one, roles.get(one.name), is_whole=view.person.is_administrator)
        for one in site.library.people.collections()
        if one.name in readable
    ]


def _collection(one: Collection, role: Role | None, *, is_whole: bool) -> dict[str, Any]:
    folders = list(one.folders) if is_whole else []
    return {"name": one.name, "title": one.title, "folders": folders, "role": role}


@router.put("/collections/{name}", response_model=models.Collection, dependencies=[ADMIN])
def put_collection(site: SiteHere, person: Asker, name: Id, given: Folders) -> dict[str, Any]:
    """Make a collection, or give one that is there another title and other folders."""
    made = Collection(name=name, title=given.title, folders=tuple(given.folders))
    site.library.people.put_collection(made, by=person.name)
    return _collection(site.library.people.collection(name), None, is_whole=True)


@router.delete("/collections/{name}", status_code=204, responses=UNKNOWN, dependencies=[ADMIN])
def remove_collection(site: SiteHere, person: Asker, name: Id) -> Response:
    """Drop a collection with its grants; its files go to that of the folder around them."""
    site.library.people.remove_collection(name, by=person.name)
    return Response(status_code=204)


# ------------------------------------------------------------------------------ grants


@router.get("/grants", response_model=list[models.Grant], dependencies=[ADMIN])
def list_grants(
    site: SiteHere, collection: Annotated[str | None, Query(max_length=MAX_NAME)] = None
) -> list[Any]:
    """List who was granted what, by collection and name."""
    return site.library.people.grants(collection)


@router.put("/grants", response_model=models.Grant, responses=UNKNOWN, dependencies=[ADMIN])
def put_grant(site: SiteHere, person: Asker, given: GrantAsked) -> Any:
    """Give someone a role in a collection, in place of the one they had."""
    grant = Grant(given.collection, given.to, given.role)
    site.library.people.grant(grant, by=person.name)
    return grant


@router.delete("/grants", status_code=204, responses=UNKNOWN, dependencies=[ADMIN])
def revoke_grant(site: SiteHere, person: Asker, collection: NameQuery, to: NameQuery) -> Response:
    """Take a grant back."""
    site.library.people.revoke_grant(collection, to, by=person.name)
    return Response(status_code=204)


# ------------------------------------------------------------------------------ tokens


@router.get("/tokens", response_model=list[models.Token], dependencies=[ADMIN])
def list_tokens(site: SiteHere) -> list[Any]:
    """List every token without its secret, revoked and expired ones too, newest first."""
    return site.library.people.tokens()


@router.post("/tokens", response_model=models.NewToken, status_code=201, dependencies=[ADMIN])
def make_token(site: SiteHere, person: Asker, given: TokenAsked) -> dict[str, Any]:
    """Make a token; its secret is shown this once."""
    token, secret = site.library.people.make_token(
        given.name, given.person or person.name, given.permissions, given.days, by=person.name
    )
    return {"token": token, "secret": secret}


@router.delete("/tokens/{token_id}", status_code=204, responses=UNKNOWN, dependencies=[ADMIN])
def revoke_token(site: SiteHere, person: Asker, token_id: Id) -> Response:
    """End a token at once."""
    site.library.people.revoke_token(token_id, by=person.name)
    return Response(status_code=204)
