"""A browser's session: one cookie that holds a secret and says nothing else."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from aliquot.config import ServeConfig

__all__ = [
    "LoginFailed",
    "cookie_name",
    "forget_session",
    "is_encrypted",
    "keep_session",
    "session_secret",
]

NAME = "aliquot_session"
# A browser takes such a cookie from this very host alone, over TLS, for all paths.
# Source: draft-ietf-httpbis-rfc6265bis, cookie name prefixes.
HOST_PREFIX = "__Host-"


class LoginFailed(Exception):  # noqa: N818  # An outcome that the login page tells, no defect.
    """A log-in that did not come to its end; its text is for the person."""


def is_encrypted(settings: ServeConfig) -> bool:
    """Return whether people reach the server by https."""
    return settings.public_url.startswith("https://")


def cookie_name(settings: ServeConfig, name: str = NAME) -> str:
    """Return what a cookie is called where the server is reached.

    Args:
        settings: Where it is served.
        name: Without a prefix.
    """
    return f"{HOST_PREFIX}{name}" if is_encrypted(settings) else name


def session_secret(request: HTTPConnection, settings: ServeConfig) -> str:
    """Return the secret of a request's session; empty where there is none.

    Args:
        request: From whoever.
        settings: Where it is served.
    """
    return request.cookies.get(cookie_name(settings), "")


def keep_session(response: Response, secret: str, settings: ServeConfig) -> None:
    """Let a browser keep a session until it ends.

    Args:
        response: What the browser is sent.
        secret: The session's.
        settings: How long a session lasts and where it is served.
    """
    response.set_cookie(
        cookie_name(settings),
        secret,
        max_age=int(settings.session_hours * 3600),
        path="/",
        secure=is_encrypted(settings),
        httponly=True,
        samesite="lax",
    )


def forget_session(response: Response, settings: ServeConfig) -> None:
    """Let a browser forget its session.

    Args:
        response: What the browser is sent.
        settings: Where it is served.
    """
    response.delete_cookie(
        cookie_name(settings),
        path="/",
        secure=is_encrypted(settings),
        httponly=True,
        samesite="lax",
    )
