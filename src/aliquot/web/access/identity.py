"""Who sends a request: by token, by a trusted proxy's word, by session, or simply this machine.

The first way that says anything decides; what it says wrongly is refused and never made good by
the next. Enters: a request. Leaves: a `Person`, `None` for nobody, or a refusal.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from starlette.requests import HTTPConnection

from aliquot.config import ServeConfig
from aliquot.types import EVERYONE, LOCAL_PERSON, Person, Token
from aliquot.types.people import GROUP_MARK
from aliquot.web.access.addresses import Proxies, header_once
from aliquot.web.access.sessions import session_secret
from aliquot.web.problems import Refusal

__all__ = ["Identity", "Keys", "person_named"]

_log = logging.getLogger(__name__)

BEARER = "bearer"
REALM = 'Bearer realm="aliquot"'
# As long as the longest address of mail, with room. Source: RFC 5321, section 4.5.3.1.
NAME_LIMIT = 320


class Keys(Protocol):
    """What opens the server to someone: tokens and sessions."""

    def token(self, secret: str) -> Token | None:
        """Return the token with this secret, if it is good."""

    def session(self, secret: str) -> Person | None:
        """Return whose session has this secret, if it has not ended."""


class Identity:
    """Tells who sends a request."""

    def __init__(self, settings: ServeConfig, keys: Keys) -> None:
        """Take how people are known, and what they are known by.

        Args:
            settings: The ways, and who administrates.
            keys: Tokens and sessions.
        """
        self._settings = settings
        self._keys = keys
        self._proxies = Proxies(settings.trusted_proxies)

    def __call__(self, request: HTTPConnection) -> Person | None:
        """Return who sends a request; `None` for nobody.

        Raises:
            Refusal: What it says of its sender is wrong.
        """
        ways = self._settings.auth
        try:
            person = self._by_token(request) or self._by_proxy(request) or self._by_session(request)
        except ValueError as exc:
            raise Refusal(400, f"The header {exc} stands more than once.") from exc
        if person is None and not ways:
            return LOCAL_PERSON
        return person and self._with_office(person)

    # -------------------------------------------------------------------------- ways

    def _by_token(self, request: HTTPConnection) -> Person | None:
        scheme, _, secret = (header_once(request.headers, "authorization") or "").partition(" ")
        # Any other scheme is between the browser and a proxy; it opens nothing here.
        if scheme.lower() != BEARER:
            return None
        ways = self._settings.auth
        token = self._keys.token(secret.strip()) if "token" in ways or not ways else None
        if token is None:
            raise Refusal(
                401,
                "This token is not known here, has expired or was revoked.",
                hint="Ask an administrator for a new one.",
                headers={"WWW-Authenticate": f'{REALM}, error="invalid_token"'},
            )
        return Person(name=token.person, permissions=token.permissions, via="token")

    def _by_proxy(self, request: HTTPConnection) -> Person | None:
        settings = self._settings
        name = request.headers.get(settings.user_header)
        if name is None or "proxy" not in settings.auth:
            return None
        if not self._proxies.is_from_one(request.scope):
            peer = request.client.host if request.client else "a socket"
            _log.warning("%s names a person in a header and is no trusted proxy", peer)
            return None
        header_once(request.headers, settings.user_header)
        groups = header_once(request.headers, settings.groups_header) or ""
        return person_named(_text(name), map(_text, groups.split(",")), via="proxy")

    def _by_session(self, request: HTTPConnection) -> Person | None:
        secret = session_secret(request, self._settings)
        person = self._keys.session(secret) if secret else None
        # Whoever logged in by a way that is closed since is to log in by another.
        return person if person is not None and person.via in self._settings.auth else None

    def _with_office(self, person: Person) -> Person:
        groups = {f"{GROUP_MARK}{group}" for group in person.groups}
        office = {person.name} | groups
        is_administrator = not office.isdisjoint(self._settings.administrators)
        return replace(person, is_administrator=is_administrator)


def person_named(name: str, groups: Iterable[str], via: str) -> Person:
    """Return a person as someone else names them.

    Args:
        name: Whoever it is.
        groups: What they belong to; blank ones are none.
        via: Who says so: `proxy` or `oidc`.

    Raises:
        Refusal: The name could be taken for that of a group or of everyone, or is none.
    """
    is_name = name == name.strip() and 0 < len(name) <= NAME_LIMIT and name.isprintable()
    if not is_name or name == EVERYONE or name.startswith(GROUP_MARK):
        raise Refusal(
            401, "The name a person was given is none.", headers={"WWW-Authenticate": REALM}
        )
    return Person(name=name, groups=frozenset(filter(None, map(str.strip, groups))), via=via)


def _text(value: str) -> str:
    """Return a header's text: servers read UTF-8 as Latin-1. Source: RFC 9110, section 5.5."""
    try:
        return value.strip().encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value.strip()
