"""What browsers are told with every answer: run nothing but our own, tell nobody, keep nothing."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aliquot.config import ServeConfig
from aliquot.web.access.sessions import is_encrypted
from aliquot.web.problems import API

__all__ = ["INERT", "PAGE", "SecureHeaders"]

# What pages may load and do. pdf.js draws pictures from `blob:`, and decodes some with WebAssembly.
PAGE = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
# For what is no page of ours: answers for programs, and files that someone brought in.
INERT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
ALWAYS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not `no-referrer`: with it browsers hide the origin of our own forms too.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Two years. Source: https://hstspreload.org, as of 2025.
ENCRYPTED = "max-age=63072000"


class SecureHeaders:
    """Adds them to every answer; a handler's own `Cache-Control` stands."""

    def __init__(self, app: ASGIApp, settings: ServeConfig) -> None:
        """Take what is behind.

        Args:
            app: What answers.
            settings: Whether people reach it by https.
        """
        self._app = app
        self._always = dict(ALWAYS)
        if is_encrypted(settings):
            self._always["Strict-Transport-Security"] = ENCRYPTED

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with them."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._add(MutableHeaders(scope=message), scope["path"])
            await send(message)

        await self._app(scope, receive, with_headers)

    def _add(self, headers: MutableHeaders, path: str) -> None:
        headers.update(self._always)
        headers["Content-Security-Policy"] = INERT if _is_inert(path) else PAGE
        headers.setdefault("Cache-Control", "no-store")


def _is_inert(path: str) -> bool:
    return path.startswith(API) or path.endswith("/original")
