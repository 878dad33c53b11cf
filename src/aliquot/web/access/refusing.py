"""Turns what any layer below raises into an answer, and a request into one with an id."""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING

from anyio import to_thread
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aliquot.types import Person
from aliquot.web.logging import written_path
from aliquot.web.problems import answer_to

if TYPE_CHECKING:
    from aliquot.web.site import Site

__all__ = ["Refusing"]

ID_HEADER = "X-Request-Id"
# Long enough that no two of a log are the same.
ID_BYTES = 8
FORBIDDEN = 403


class Refusing:
    """Answers for what is refused or breaks before, in or behind the handlers."""

    def __init__(self, app: ASGIApp) -> None:
        """Take what is behind.

        Args:
            app: What answers.
        """
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, whatever happens."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = scope.setdefault("state", {})["request_id"] = secrets.token_hex(ID_BYTES)
        status = 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[ID_HEADER] = request_id
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except Exception as error:  # The outermost edge: everything has an answer.
            if status:
                raise
            response = await answer_to(Request(scope), error)
            await response(scope, receive, noted)
            # What layers before the handlers refuse another site made a browser send: no deed of
            # the person's, and no way for that site to fill their audit log.
            return
        if status == FORBIDDEN:
            await _note(scope)


async def _note(scope: Scope) -> None:
    """Note in the audit log what a known person was refused."""
    person = scope["state"].get("person")
    if isinstance(person, Person):
        site: Site = scope["app"].state.site
        what = f"{scope['method']} {written_path(scope)}"
        note = partial(site.library.people.note_refusal, what, by=person.name)
        await to_thread.run_sync(note)
