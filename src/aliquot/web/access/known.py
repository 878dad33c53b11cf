"""Lets nobody in who is not known, before anything of a request's body is read."""

from __future__ import annotations

from anyio import CapacityLimiter, to_thread
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from aliquot.web.access.addresses import Proxies
from aliquot.web.access.identity import REALM, Identity
from aliquot.web.problems import Refusal

__all__ = ["Known", "is_open"]

# What is there for whoever comes: nothing of the library.
OPEN_PATHS = frozenset({"/healthz", "/readyz", "/login", "/preferences", "/favicon.ico"})
OPEN_FOLDERS = ("/static/", "/login/")
# Looking someone up never waits for the threads that answer.
LOOKING_UP = 8


def is_open(path: str) -> bool:
    """Return whether a path is there for those who are not known too."""
    return path in OPEN_PATHS or path.startswith(OPEN_FOLDERS)


class Known:
    """Puts the person into `request.state.person`, or refuses with 401."""

    def __init__(self, app: ASGIApp, identity: Identity, proxies: Proxies) -> None:
        """Take what is behind.

        Args:
            app: What answers.
            identity: Tells who sends a request.
            proxies: Who may speak for another address.
        """
        self._app = app
        self._identity = identity
        self._proxies = proxies
        self._lookups = CapacityLimiter(LOOKING_UP)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look the sender up and go on."""
        if scope["type"] == "http":
            state = scope.setdefault("state", {})
            state["address"] = self._proxies.client(scope)
            state["person"] = None
            if not scope["path"].startswith("/static/"):
                state["person"] = await self._person(scope)
        await self._app(scope, receive, send)

    async def _person(self, scope: Scope) -> object:
        request = HTTPConnection(scope)
        is_open_to_all = is_open(scope["path"])
        try:
            person = await to_thread.run_sync(self._identity, request, limiter=self._lookups)
        except Refusal:
            # Whoever holds what is not good any more must still reach the login.
            if is_open_to_all:
                return None
            raise
        if person is None and not is_open_to_all:
            raise Refusal(
                401,
                "Nobody is logged in.",
                hint="Log in at /login, or send a token as 'Authorization: Bearer ...'.",
                headers={"WWW-Authenticate": REALM},
            )
        return person
