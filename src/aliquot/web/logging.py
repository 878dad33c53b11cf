"""The log of a server: a line a request, as text or JSON, that never holds what was asked."""

from __future__ import annotations

import json
import logging
import logging.config
import time
from datetime import UTC, datetime
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aliquot.types import Person

__all__ = ["JsonLines", "RequestLog", "TextLines", "set_up_log", "written_path"]

_log = logging.getLogger("aliquot.web.requests")

# Asked for again and again, by pages and by whoever watches the server.
QUIET = ("/static/", "/healthz", "/readyz", "/metrics")


class RequestLog:
    """Logs each request when it has been answered: never its query or body."""

    def __init__(self, app: ASGIApp) -> None:
        """Take what is behind.

        Args:
            app: What answers.
        """
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer and log it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            said = _said(scope, status, round((time.perf_counter() - begun) * 1000, 1))
            line = "%(method)s %(path)s %(status)s %(ms)s ms %(person)s %(address)s %(request_id)s"
            level = logging.DEBUG if scope["path"].startswith(QUIET) else logging.INFO
            _log.log(level, line, said, extra={"request": said})


def _said(scope: Scope, status: int, ms: float) -> dict[str, Any]:
    state = scope.get("state", {})
    person = state.get("person")
    return {
        "request_id": state.get("request_id", ""),
        "method": scope["method"],
        "path": written_path(scope),
        "status": status,
        "ms": ms,
        "person": json.dumps(person.name)[1:-1] if isinstance(person, Person) else "-",
        "address": state.get("address", ""),
    }


def written_path(scope: Scope) -> str:
    """Return a request's path as it came, percent-encoded: it turns no line and no terminal.

    Args:
        scope: Of the request.
    """
    raw: bytes = scope.get("raw_path") or b""
    return raw.partition(b"?")[0].decode("ascii", "backslashreplace")


class TextLines(logging.Formatter):
    """A line each, whatever a message quotes of what a stranger sent."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # The base's name.
        """Return the line of a record, without what would end it or turn the terminal."""
        line = super().formatMessage(record)
        return "".join(one if one.isprintable() else repr(one)[1:-1] for one in line)


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as JSON."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "request", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up_log(form: str) -> None:
    """Write the log of this process to standard error.

    Args:
        form: `text` or `json`.
    """
    formatters = {
        "text": {
            "class": "aliquot.web.logging.TextLines",
            "format": "%(asctime)s %(levelname)-7s %(name)s: %(message)s",
        },
        "json": {"()": "aliquot.web.logging.JsonLines"},
    }
    handler = {"class": "logging.StreamHandler", "formatter": form}
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": formatters,
            "handlers": {"log": handler},
            "root": {"level": "WARNING", "handlers": ["log"]},
            "loggers": {
                "aliquot": {"level": "INFO"},
                # It reports each client that speaks no HTTP, as a warning.
                "uvicorn.error": {"level": "ERROR"},
            },
        }
    )
