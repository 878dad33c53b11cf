"""Refuses requests that were sent to another name than the server's own.

A page of someone else may point its own name at this machine (DNS rebinding) and would then read
answers as its own; the name it was asked under gives it away.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from aliquot.config import ServeConfig
from aliquot.web.access.addresses import header_once
from aliquot.web.problems import Refusal

__all__ = ["Hosts"]

OWN_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


class Hosts:
    """Lets requests pass whose `Host` is one of the server's names."""

    def __init__(self, app: ASGIApp, settings: ServeConfig) -> None:
        """Take what is behind.

        Args:
            app: What answers.
            settings: The names beside this machine's own.
        """
        self._app = app
        public = urlsplit(settings.public_url).hostname
        named = {name.lower() for name in settings.allowed_hosts}
        self._names = OWN_NAMES | named | ({public} if public else set())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Go on where the name is known."""
        if scope["type"] == "http" and not self._is_ours(scope):
            raise Refusal(
                421,
                "This server does not answer to that name.",
                hint="Put the name into allowed_hosts in [serve] of aliquot.toml.",
            )
        await self._app(scope, receive, send)

    def _is_ours(self, scope: Scope) -> bool:
        try:
            host = header_once(Headers(scope=scope), "host") or ""
            parts = urlsplit(f"//{host}")
            name = parts.hostname or ""
            is_plain = parts.netloc == host and "@" not in host and not host.endswith(":")
            _ = parts.port
        except ValueError as exc:
            raise Refusal(400, "The header Host cannot be read.") from exc
        # The very address a connection came to is no name that anyone could point here.
        server = scope.get("server")
        here = {str(server[0]).lower()} if server else set()
        return is_plain and name.rstrip(".") in self._names | here
