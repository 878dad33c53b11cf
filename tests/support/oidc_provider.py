"""A provider of OpenID Connect that really signs, for tests; it can be told to lie."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import time
from typing import Any
from urllib.parse import parse_qs, urlencode

from joserfc import jwt
from joserfc.jwk import RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

__all__ = ["OidcProvider"]

CLIENT = "aliquot"


class OidcProvider:
    """Its address is set once it is served; `says` overrides claims, `lie` how it misbehaves."""

    def __init__(self) -> None:
        """Make a key and forget everyone."""
        self.url = ""
        self.says: dict[str, Any] = {}
        self.lie = ""
        self.key = self.new_key("k1")
        self.other = self.new_key("k1")
        self._codes: dict[str, dict[str, str]] = {}
        self.app = Starlette(
            routes=[
                Route("/.well-known/openid-configuration", self._about),
                Route("/auth", self._authorise),
                Route("/token", self._token, methods=["POST"]),
                Route("/jwks", self._keys),
            ]
        )

    def new_key(self, kid: str) -> RSAKey:
        """Return a key of its own to sign with."""
        return RSAKey.generate_key(2048, {"kid": kid, "use": "sig", "alg": "RS256"})

    def reset(self) -> None:
        """Tell the truth again."""
        self.says, self.lie = {}, ""

    async def _about(self, _: Request) -> Response:
        if self.lie == "down":
            return Response(status_code=500)
        about = {
            "issuer": "https://elsewhere.example" if self.lie == "issuer" else self.url,
            "authorization_endpoint": f"{self.url}/auth",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/jwks",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
            "code_challenge_methods_supported": ["S256"],
        }
        return JSONResponse(about)

    async def _authorise(self, request: Request) -> Response:
        asked = dict(request.query_params)
        back = asked["redirect_uri"]
        if self.lie == "denied":
            given = {"error": "access_denied", "state": asked["state"]}
            return RedirectResponse(f"{back}?{urlencode(given)}")
        code = secrets.token_hex(8)
        self._codes[code] = asked
        state = "another" if self.lie == "state" else asked["state"]
        return RedirectResponse(f"{back}?{urlencode({'code': code, 'state': state})}")

    async def _token(self, request: Request) -> Response:
        form = {name: value[0] for name, value in parse_qs((await request.body()).decode()).items()}
        asked = self._codes.pop(form.get("code", ""), None)
        if asked is None or not _is_proof(asked["code_challenge"], form.get("code_verifier", "")):
            return JSONResponse({"error": "invalid_grant"}, 400)
        answer = {"access_token": "a", "token_type": "Bearer", "id_token": self._signed(asked)}
        if self.lie == "no id token":
            del answer["id_token"]
        return JSONResponse(answer)

    def _signed(self, asked: dict[str, str]) -> str:
        now = int(time.time())
        claims = {
            "iss": self.url,
            "aud": CLIENT,
            "sub": "1",
            "email": "Mika@lab.example",
            "groups": ["pi"],
            "iat": now,
            "exp": now + 300,
            "nonce": asked["nonce"],
        } | self.says
        if self.lie == "none":
            head = _part(b'{"alg":"none","kid":"k1"}')
            return f"{head}.{_part(json.dumps(claims).encode())}."
        if self.lie == "hmac":
            head = _part(b'{"alg":"HS256","kid":"k1"}')
            signed = f"{head}.{_part(json.dumps(claims).encode())}"
            public = self.key.as_pem(private=False)
            return f"{signed}.{_part(hmac.digest(public, signed.encode(), 'sha256'))}"
        key = self.other if self.lie == "key" else self.key
        return jwt.encode({"alg": "RS256", "kid": key.kid}, claims, key)

    async def _keys(self, _: Request) -> Response:
        return JSONResponse({"keys": [self.key.as_dict(private=False)]})


def _is_proof(challenge: str, verifier: str) -> bool:
    return challenge == _part(hashlib.sha256(verifier.encode()).digest())


def _part(given: bytes) -> str:
    return base64.urlsafe_b64encode(given).rstrip(b"=").decode()
