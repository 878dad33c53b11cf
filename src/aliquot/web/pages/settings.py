"""Settings, for administrators: models, index, sources, people, what is in force, is it sound."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from aliquot.config.origins import settings_in_force, without_secrets
from aliquot.errors import AliquotError
from aliquot.library.folder import CONFIG_NAME
from aliquot.library.viewing import View
from aliquot.types import Collection, Grant, Permission, Role
from aliquot.web.pages.shelf import is_in
from aliquot.web.pages.shelves import Shelved
from aliquot.web.pages.templating import render
from aliquot.web.site import Viewing, needs

__all__ = ["router"]

router = APIRouter(prefix="/settings", dependencies=[Depends(needs(Permission.ADMIN))])

# A season: long enough not to be a nuisance, short enough that what is forgotten ends.
TOKEN_DAYS = 90


@router.get("")
def settings(request: Request, view: Viewing, shelf: Shelved) -> HTMLResponse:
    """Show everything that is set."""
    roots = view.library.catalog.ledger.roots()
    counts = {
        root: sum(row.path == root or is_in(row.folder, root) for row in shelf.rows)
        for root in roots
    }
    return _page(request, view, roots=counts)


@router.get("/health")
def health(request: Request, view: Viewing) -> HTMLResponse:
    """Examine the library, and show what was found."""
    return render(
        request, "settings/_health.html", view, found=view.library.care.examine(fix=False)
    )


@router.get("/holdings")
def holdings(request: Request, view: Viewing) -> HTMLResponse:
    """Show models, embedders and indexes, which have to be opened first."""
    try:
        holds, failed = _shown(view.status()), ""
    except AliquotError as exc:
        holds, failed = {}, f"{exc.message} {exc.hint}".strip()
    return render(request, "settings/_holdings.html", view, holds=holds, failed=failed)


def _shown(status: dict[str, Any]) -> dict[str, Any]:
    """Return what a library says of itself without secrets that its addresses may hold."""
    index = status["index"]
    services = [without_secrets(one) for one in status["services"]]
    return status | {
        "index": index | {"place": without_secrets(index["place"])},
        "services": services,
    }


# ------------------------------------------------------------------------------ people


@router.post("/collections")
def put_collection(
    request: Request,
    view: Viewing,
    name: Annotated[str, Form()],
    title: Annotated[str, Form()] = "",
    folders: Annotated[str, Form()] = "",
) -> Response:
    """Make a collection, or give it another title and other folders."""
    named = tuple(one.strip() for one in folders.splitlines() if one.strip())
    made = Collection(name=name.strip(), title=title.strip(), folders=named)
    people, by = view.library.people, view.person.name
    return _done(request, view, "collections", lambda: people.put_collection(made, by=by))


@router.post("/collections/remove")
def remove_collection(request: Request, view: Viewing, name: Annotated[str, Form()]) -> Response:
    """Drop a collection; its files stay."""
    people, by = view.library.people, view.person.name
    return _done(request, view, "collections", lambda: people.remove_collection(name, by=by))


@router.post("/grants")
def grant(
    request: Request,
    view: Viewing,
    collection: Annotated[str, Form()],
    to: Annotated[str, Form()],
    role: Annotated[Role, Form()],
) -> Response:
    """Give someone a role in a collection."""
    given = Grant(collection, to.strip(), role)
    people, by = view.library.people, view.person.name
    return _done(request, view, "grants", lambda: people.grant(given, by=by))


@router.post("/grants/revoke")
def revoke_grant(
    request: Request,
    view: Viewing,
    collection: Annotated[str, Form()],
    to: Annotated[str, Form()],
) -> Response:
    """Take a grant back."""
    people, by = view.library.people, view.person.name
    return _done(request, view, "grants", lambda: people.revoke_grant(collection, to, by=by))


@router.post("/tokens")
def make_token(
    request: Request,
    view: Viewing,
    name: Annotated[str, Form()],
    person: Annotated[str, Form()] = "",
    permission: Annotated[list[Permission], Form()] = [Permission.READ],  # noqa: B006
    days: Annotated[float, Form()] = TOKEN_DAYS,
) -> Response:
    """Make a token and show its secret: this once, and in no address."""
    people, by = view.library.people, view.person.name
    try:
        token, secret = people.make_token(name, person.strip() or by, permission, days, by=by)
    except AliquotError as exc:
        return _page(request, view, failed=("tokens", exc))
    answer = _page(request, view, made=token, secret=secret)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@router.post("/tokens/revoke")
def revoke_token(request: Request, view: Viewing, token: Annotated[str, Form()]) -> Response:
    """End a token at once."""
    people, by = view.library.people, view.person.name
    return _done(request, view, "tokens", lambda: people.revoke_token(token, by=by))


def _done(request: Request, view: View, part: str, act: Callable[[], object]) -> Response:
    """Do something, and go back to its part of the page; or say there why it cannot be done."""
    try:
        act()
    except AliquotError as exc:
        return _page(request, view, failed=(part, exc))
    return RedirectResponse(f"/settings#{part}", 303)


def _page(request: Request, view: View, **values: Any) -> HTMLResponse:
    library = view.library
    in_force = settings_in_force(library.config, library.path / CONFIG_NAME)
    blank: dict[str, Any] = {"roots": {}, "failed": ("", None), "made": None, "secret": ""}
    shown = blank | values
    return render(
        request,
        "settings/page.html",
        view,
        422 if shown["failed"][0] else 200,
        **shown,
        sections=[
            (name, list(found)) for name, found in groupby(in_force, key=lambda one: one.section)
        ],
        people=library.people.collections(),
        file_counts=library.people.file_counts(),
        grants=library.people.grants(),
        tokens=library.people.tokens(),
        roles=list(Role),
        permissions=list(Permission),
        token_days=TOKEN_DAYS,
        has_login=bool(request.app.state.site.settings.auth),
        path=library.path,
        active="settings",
    )
