"""What every request works with, and how a handler is given it."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, HTTPException, Request

from aliquot.config import ServeConfig
from aliquot.library.library import Library
from aliquot.library.viewing import View
from aliquot.types import Permission, Person
from aliquot.web.access.identity import REALM, Identity
from aliquot.web.access.limits import Buckets, is_local, sender
from aliquot.web.access.turns import Turns
from aliquot.web.problems import Refusal

if TYPE_CHECKING:
    from aliquot.web.access.oidc import Provider

__all__ = ["Asker", "Questioning", "Site", "SiteHere", "TakesTurn", "Viewing", "needs"]

EVENTS = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Site:
    """One library as it is served.

    Attributes:
        library: The whole.
        settings: Where and to whom it is served.
        identity: Tells who sends a request.
        questions: How often each may ask.
        turns: Who is answered now.
        provider: Where people log in, with `oidc`.
        closing: Set once the server ends; streams end with it.
    """

    library: Library
    settings: ServeConfig
    identity: Identity
    questions: Buckets
    turns: Turns
    provider: Provider | None = None
    closing: threading.Event = field(default_factory=threading.Event)

    def identify(self, request: Request) -> Person:
        """Return who sends a request, as it was looked up when it came.

        Args:
            request: From whoever.

        Raises:
            Refusal: Nobody is known.
        """
        return _known(request.scope.get("state", {}).get("person"))

    def view_now(self, request: Request) -> View:
        """Return what the sender of a request sees now, which may be long after it came.

        Args:
            request: Answered for as long as what it follows goes on.

        Raises:
            Refusal: Its token has ended or its session is over.
        """
        return View(self.library, _known(self.identity(request)))


def _known(person: object) -> Person:
    if not isinstance(person, Person):
        raise Refusal(401, "Nobody is logged in.", headers={"WWW-Authenticate": REALM})
    return person


def _site(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


SiteHere = Annotated[Site, Depends(_site)]


async def _person(request: Request, site: SiteHere) -> Person:
    return site.identify(request)


Asker = Annotated[Person, Depends(_person)]


async def _view(site: SiteHere, person: Asker) -> View:
    return View(site.library, person)


Viewing = Annotated[View, Depends(_view)]


async def _paced(request: Request, site: SiteHere, person: Asker) -> None:
    if not is_local(request.scope):
        site.questions.take(sender(request.scope))


# For handlers that ask: counts the question.
Questioning = Depends(_paced)


async def _turn(request: Request, site: SiteHere) -> AsyncIterator[None]:
    if EVENTS in request.headers.get("accept", ""):
        yield
        return
    async with site.turns.turn(request.is_disconnected):
        yield


# For handlers that answer whole: waits for a turn, and holds it until the handler is done. A stream
# takes its turn itself, when it begins to work.
TakesTurn = Depends(_turn, scope="function")


def needs(permission: Permission) -> Callable[[Asker], None]:
    """Return a dependency that refuses whoever does not hold a permission.

    Args:
        permission: What a handler needs; `ADMIN` also needs an administrator.
    """

    def check(person: Asker) -> None:
        is_held = permission in person.permissions
        if not is_held or (permission is Permission.ADMIN and not person.is_administrator):
            raise HTTPException(403, f"This needs the permission {permission}.")

    return check
