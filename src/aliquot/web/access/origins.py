"""Refuses what another site's page makes a browser send or load (cross-site request forgery).

A browser adds cookies, and its mere place on the network, to whatever any page has it send; it
also says which site that page is of. Source: the algorithm is that of Go's
`net/http.CrossOriginProtection` (F. Valsorda, 2025), after the Fetch Metadata Request Headers of
W3C and the section on `Sec-Fetch-Site` of OWASP's cheat sheet on CSRF.

What only reads is refused too where a page of another site loads it into itself: how long an answer
takes says what it holds, without being read. A link that is followed is none of this. Source: L.
Weichselbaum, "Protect your resources from web attacks with Fetch Metadata" (web.dev, 2020).
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from aliquot.config import ServeConfig
from aliquot.types import Person
from aliquot.web.problems import API, Refusal

__all__ = ["SameOrigin"]

# Change nothing. Source: RFC 9110, section 9.2.1.
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
# What the browser's user typed or chose themselves is `none`.
OWN_SITES = frozenset({"same-origin", "none"})
# A page opened as a page, not in a frame. Source: W3C Fetch Metadata.
FOLLOWED = ("navigate", "document")
# What no form of a page can send without asking first, and uploads, which forms send too.
API_TYPES = frozenset({"application/json", "multipart/form-data"})


class SameOrigin:
    """Lets requests that change something pass only from this site's own pages, or by token."""

    def __init__(self, app: ASGIApp, settings: ServeConfig) -> None:
        """Take what is behind.

        Args:
            app: What answers.
            settings: Under which address people reach it.
        """
        self._app = app
        self._public = urlsplit(settings.public_url).netloc.lower()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Go on with what is of this site."""
        if scope["type"] == "http" and not _has_token(scope):
            headers = Headers(scope=scope)
            if scope["method"] in SAFE_METHODS:
                _check_read(headers)
            else:
                self._check_change(headers, scope["path"])
        await self._app(scope, receive, send)

    def _check_change(self, headers: Headers, path: str) -> None:
        if not self._is_own(headers):
            raise Refusal(403, "Another site's page sent this; it changes nothing here.")
        if path.startswith(API) and not _is_of_program(headers):
            raise Refusal(415, "The API takes application/json, and multipart for uploads.")

    def _is_own(self, headers: Headers) -> bool:
        sites = headers.getlist("sec-fetch-site")
        if sites:
            return OWN_SITES.issuperset(sites)
        # Neither header: no browser of the last years, so nobody's cookies but the sender's own.
        own = {headers.get("host", "").lower(), self._public} - {""}
        return all(_place(origin) in own for origin in headers.getlist("origin"))


def _check_read(headers: Headers) -> None:
    is_own = OWN_SITES.issuperset(headers.getlist("sec-fetch-site"))
    how = (headers.get("sec-fetch-mode", ""), headers.get("sec-fetch-dest", ""))
    if not is_own and how != FOLLOWED:
        raise Refusal(403, "Another site's page may link to this, and not load it.")


def _place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _has_token(scope: Scope) -> bool:
    """Return whether the sender showed a good token, which no browser adds by itself."""
    person = scope["state"].get("person")
    return isinstance(person, Person) and person.via == "token" and _is_bearer(scope)


def _is_bearer(scope: Scope) -> bool:
    return Headers(scope=scope).get("authorization", "").lower().startswith("bearer ")


def _is_of_program(headers: Headers) -> bool:
    """Return whether a body is of a kind the API reads; none is fine."""
    length = headers.get("content-length", "0")
    if length == "0" and "transfer-encoding" not in headers:
        return True
    return headers.get("content-type", "").partition(";")[0].strip().lower() in API_TYPES
