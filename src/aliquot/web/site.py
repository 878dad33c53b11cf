"""What every request works with, and how a handler is given it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, HTTPException, Request

from aliquot.config import ServeConfig
from aliquot.library.library import Library
from aliquot.library.viewing import View
from aliquot.types import Permission, Person

__all__ = ["Asker", "Site", "SiteHere", "Viewing", "needs"]


@dataclass(frozen=True, slots=True)
class Site:
    """One library as it is served.

    Attributes:
        library: The whole.
        settings: Where and to whom it is served.
        identify: Returns who sends a request; raises 401 for nobody.
    """

    library: Library
    settings: ServeConfig
    identify: Callable[[Request], Person]


def _site(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


SiteHere = Annotated[Site, Depends(_site)]


def _person(request: Request, site: SiteHere) -> Person:
    return site.identify(request)


Asker = Annotated[Person, Depends(_person)]


def _view(site: SiteHere, person: Asker) -> View:
    return View(site.library, person)


Viewing = Annotated[View, Depends(_view)]


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
