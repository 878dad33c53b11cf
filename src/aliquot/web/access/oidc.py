"""People known by a provider of OpenID Connect: authorisation code, PKCE, state and nonce.

What a log-in needs between its two halves lies in a cookie of its own in the browser that began
it, so any process of the server can end it. Source: OpenID Connect Core 1.0; RFC 7636; RFC 9700.
"""

from __future__ import annotations

import json
import logging
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from authlib.common.errors import AuthlibBaseError
from authlib.integrations.starlette_client import OAuth
from joserfc.errors import JoseError
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from aliquot.config import ServeConfig
from aliquot.types import Person
from aliquot.web.access.identity import person_named
from aliquot.web.access.sessions import LoginFailed, cookie_name, is_encrypted
from aliquot.web.marking import N_
from aliquot.web.problems import Refusal

__all__ = ["Provider"]

_log = logging.getLogger(__name__)

COOKIE = "aliquot_login"
CALLBACK = "/login/callback"
NEXT = "next"
# Time to find one's password and second factor.
LOGIN_S = 600
TIMEOUT_S = 10.0
# Signed with a key that only the provider has. Source: RFC 8725, section 3.1 and 3.2.
ALGORITHMS = frozenset({"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"}) | frozenset(
    {"ES256", "ES384", "ES512", "EdDSA", "Ed25519"}
)
# authlib speaks by the newer of the two where it is installed.
UNREACHABLE: tuple[type[Exception], ...] = tuple(
    import_module(name).HTTPError for name in ("httpx", "httpx2") if find_spec(name)
)
NO_PROVIDER: tuple[type[Exception], ...] = (*UNREACHABLE, ValueError)
ALGORITHMS_KEY = "id_token_signing_alg_values_supported"


class Provider:
    """Where people log in."""

    def __init__(self, settings: ServeConfig, secret: str) -> None:
        """Take where it is and what this server is there.

        Args:
            settings: Its address, our id, and which claim lists groups.
            secret: Ours; empty where the provider gave none.
        """
        self._settings = settings
        self._client = OAuth().register(
            "provider",
            client_id=settings.oidc_client,
            client_secret=secret or None,
            server_metadata_url=f"{settings.oidc_issuer}/.well-known/openid-configuration",
            client_kwargs={
                "scope": "openid email profile",
                "code_challenge_method": "S256",
                "timeout": TIMEOUT_S,
            },
        )

    async def begin(self, request: Request, after: str) -> Response:
        """Return the way to the provider.

        Args:
            request: Whose log-in it is.
            after: Where they go once logged in.

        Raises:
            Refusal: The provider cannot be reached, or is another one.
        """
        await self._discover()
        kept = request.scope["session"] = {NEXT: after}
        redirect = f"{self._settings.public_url}{CALLBACK}"
        response: Response = await self._client.authorize_redirect(request, redirect)
        response.set_cookie(
            cookie_name(self._settings, COOKIE),
            urlsafe_b64encode(json.dumps(kept).encode()).decode(),
            max_age=LOGIN_S,
            path="/",
            secure=is_encrypted(self._settings),
            httponly=True,
            samesite="lax",
        )
        return response

    async def finish(self, request: Request) -> tuple[Person, str]:
        """Return who has logged in, and where they go.

        Args:
            request: As the provider sent them back.

        Raises:
            LoginFailed: They did not, or what the provider says does not hold.
            Refusal: The provider cannot be reached.
        """
        await self._discover()
        kept = request.scope["session"] = self._kept(request)
        try:
            token = await self._client.authorize_access_token(request)
        except UNREACHABLE as exc:
            raise _unreachable(self._settings) from exc
        except (AuthlibBaseError, JoseError, ValueError, KeyError, RuntimeError) as exc:
            _log.warning("a log-in failed: %r", exc)
            raise LoginFailed(_reason(exc)) from exc
        claims = token.get("userinfo")
        if not claims:
            raise LoginFailed(N_("The provider did not say who you are."))
        try:
            return self._person(claims), str(kept.get(NEXT, "/"))
        except Refusal as exc:
            raise LoginFailed(N_("The provider's name for you cannot be used here.")) from exc

    def forget(self, response: RedirectResponse) -> None:
        """Let a browser forget what lay between the halves of a log-in."""
        response.delete_cookie(
            cookie_name(self._settings, COOKIE),
            path="/",
            secure=is_encrypted(self._settings),
            httponly=True,
            samesite="lax",
        )

    async def _discover(self) -> None:
        try:
            about = await self._client.load_server_metadata()
        except NO_PROVIDER as exc:
            raise _unreachable(self._settings) from exc
        # Source: OpenID Connect Discovery 1.0, section 4.3.
        if str(about.get("issuer", "")).rstrip("/") != self._settings.oidc_issuer:
            raise Refusal(
                503,
                f"The provider calls itself {about.get('issuer')}.",
                hint="Put exactly that into oidc_issuer in [serve] of aliquot.toml.",
            )
        offered = about.get(ALGORITHMS_KEY) or ["RS256"]
        about[ALGORITHMS_KEY] = [one for one in offered if one in ALGORITHMS] or ["RS256"]

    def _kept(self, request: Request) -> dict[str, Any]:
        held = request.cookies.get(cookie_name(self._settings, COOKIE), "")
        try:
            kept = json.loads(urlsafe_b64decode(held.encode()))
        # Whoever makes one up may nest it deeper than can be read.
        except (ValueError, RecursionError):
            kept = None
        if not isinstance(kept, dict):
            raise LoginFailed(N_("This log-in was begun elsewhere or too long ago. Begin again."))
        return kept

    def _person(self, claims: Mapping[str, Any]) -> Person:
        said = claims.get(self._settings.oidc_groups_claim)
        groups = said.split(",") if isinstance(said, str) else said
        # Whatever else a provider puts there names no group.
        listed = groups if isinstance(groups, list) else []
        names = [one for one in listed if isinstance(one, str)]
        return person_named(_name(claims), names, via="oidc")


def _name(claims: Mapping[str, Any]) -> str:
    """Return the address of mail where the provider vouches for it, else the provider's own id.

    Nothing that people choose themselves, such as `preferred_username`: they could choose
    another's. Source: OpenID Connect Core 1.0, section 5.7.
    """
    mail = str(claims.get("email") or "").strip().lower()
    is_vouched = claims.get("email_verified", True) in (True, "true")
    return mail if mail and is_vouched else str(claims.get("sub", ""))


def _reason(error: Exception) -> str:
    said = str(getattr(error, "error", "") or "")
    if said == "access_denied":
        return N_("The provider did not let you in.")
    return N_("The log-in did not come to its end. Begin again.")


def _unreachable(settings: ServeConfig) -> Refusal:
    return Refusal(
        503,
        "The provider that people log in at cannot be reached.",
        hint=f"Check {settings.oidc_issuer} (oidc_issuer in [serve] of aliquot.toml).",
        headers={"Retry-After": "30"},
    )
