"""Connections of clients that are slow on purpose, or gone without a word, are ended.

What uvicorn leaves open for ever: a connection that never sends a whole head, a body that stops
half way, a reader that stops reading.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["PatientProtocol"]

# Source: Apache, mod_reqtimeout: 20-40 s for the head; nginx, client_header_timeout: 60 s.
PATIENCE_S = 30.0


class PatientProtocol(H11Protocol):
    """Waits for each side of a connection, but not for ever."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a head."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait anew for what is still to come; for nothing once all of a request is there."""
        # A head that trickles in is not waited for anew with each byte.
        is_body = self.cycle is not None and not self.cycle.response_complete
        super().data_received(data)
        is_whole = self.cycle is not None and not self.cycle.more_body
        if is_whole:
            self._stop_waiting()
        elif is_body or self.cycle is not None:
            self._wait()

    def on_response_complete(self) -> None:
        """Leave what follows to the time a connection may be idle."""
        self._stop_waiting()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Wait for a reader that has more before it than it takes."""
        super().pause_writing()
        self._wait()

    def resume_writing(self) -> None:
        """Wait no more: it reads."""
        super().resume_writing()
        self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of it."""
        self._stop_waiting()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Tell the application too that the server ends, so that its streams do."""
        closing: Any = self.app_state.get("closing")
        if closing is not None:
            closing.set()
        super().shutdown()

    def _wait(self) -> None:
        self._stop_waiting()
        self._timer = self.loop.call_later(PATIENCE_S, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
