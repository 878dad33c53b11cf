"""Logging in and out: by a token pasted once, or at a provider; either becomes a session."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

from anyio import to_thread
from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from aliquot.types import Person, Token
from aliquot.web.access.redirects import local_address
from aliquot.web.access.sessions import LoginFailed, forget_session, keep_session, session_secret
from aliquot.web.marking import N_
from aliquot.web.pages.templating import render
from aliquot.web.site import Site, SiteHere

if TYPE_CHECKING:
    from aliquot.web.access.oidc import Provider

__all__ = ["router"]

router = APIRouter()

UNKNOWN = N_("This token is not known here, has expired or was revoked.")


@router.get("/login")
def login(request: Request, site: SiteHere, next: str = "/") -> Response:
    """Show the ways to log in; where there are none, go on."""
    if not site.settings.auth:
        return RedirectResponse("/", 303)
    return _login_page(request, site, local_address(next))


@router.post("/login")
def log_in(
    request: Request,
    site: SiteHere,
    token: Annotated[str, Form(max_length=200)] = "",
    next: Annotated[str, Form(max_length=8_000)] = "/",
) -> Response:
    """Begin a session for whom a token stands for."""
    if "token" not in site.settings.auth:
        raise HTTPException(404, "Nobody logs in by a token here.")
    after = local_address(next)
    known = site.library.people.token(token.strip())
    if known is None:
        return _login_page(request, site, after, failed=UNKNOWN, status=401)
    person = Person(name=known.person, permissions=known.permissions, via="token")
    hours = min(site.settings.session_hours, _hours_left(known))
    return _with_session(request, site, person, after, hours)


@router.get("/login/oidc")
async def to_provider(request: Request, site: SiteHere, next: str = "/") -> Response:
    """Send a person to the provider."""
    return await _provider(site).begin(request, local_address(next))


@router.get("/login/callback")
async def from_provider(request: Request, site: SiteHere) -> Response:
    """Begin a session for whom the provider vouches for."""
    provider = _provider(site)
    try:
        person, after = await provider.finish(request)
    except LoginFailed as exc:
        return _login_page(request, site, "/", failed=str(exc), status=401)
    response = await to_thread.run_sync(
        _with_session, request, site, person, local_address(after), site.settings.session_hours
    )
    provider.forget(response)
    return response


@router.post("/logout")
def log_out(request: Request, site: SiteHere) -> RedirectResponse:
    """End the session."""
    _end_session(request, site)
    response = RedirectResponse("/login" if site.settings.auth else "/", 303)
    forget_session(response, site.settings)
    return response


def _provider(site: Site) -> Provider:
    if site.provider is None:
        raise HTTPException(404, "Nobody logs in at a provider here.")
    return site.provider


def _login_page(
    request: Request, site: Site, after: str, failed: str = "", status: int = 200
) -> HTMLResponse:
    ways = site.settings.auth
    return render(request, "login.html", None, status, ways=ways, next=after, failed=failed)


def _with_session(
    request: Request, site: Site, person: Person, after: str, hours: float
) -> RedirectResponse:
    """Begin a session under a new secret; the one before, whoever's it was, ends."""
    _end_session(request, site)
    secret = site.library.people.begin_session(replace(person, is_administrator=False), hours)
    response = RedirectResponse(after, 303)
    keep_session(response, secret, site.settings)
    return response


def _end_session(request: Request, site: Site) -> None:
    secret = session_secret(request, site.settings)
    if secret:
        site.library.people.end_session(secret)


def _hours_left(token: Token) -> float:
    left = datetime.fromisoformat(token.expires_at) - datetime.now(UTC)
    return left.total_seconds() / 3600
