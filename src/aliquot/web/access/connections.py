"""Connections of clients that are slow on purpose, or gone without a word, are ended.

What uvicorn leaves open for ever: a connection that never sends a whole head, be it its first or a
later one, a body that stops half way or trickles in, a reader that stops reading.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["PatientProtocol"]

# Source: Apache, mod_reqtimeout: 20-40 s for the head; nginx, client_header_timeout: 60 s.
PATIENCE_S = 30.0
# A body comes no slower than this. Source: Apache, mod_reqtimeout: MinRate=500.
BYTES_PER_S = 500


class PatientProtocol(H11Protocol):
    """Waits for each side of a connection, but not for ever."""

    _timer: asyncio.TimerHandle | None = None
    # Since waiting began.
    _received = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a head."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait for what is still to come; for nothing once all of a request is there."""
        before = self.cycle
        super().data_received(data)
        self._received += len(data)
        if self.cycle is None or self.cycle.response_complete:
            # A head that trickles in is not waited for anew with each byte.
            if self._timer is None:
                self._wait()
        elif not self.cycle.more_body:
            self._stop_waiting()
        elif self.cycle is not before or self._received >= PATIENCE_S * BYTES_PER_S:
            self._wait()

    def on_response_complete(self) -> None:
        """Leave what follows to the time a connection may be idle."""
        self._stop_waiting()
        super().on_response_complete()
        # What came with the request before it may have been the beginning of the next.
        if self._is_taking_body():
            self._wait()

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

    def _is_taking_body(self) -> bool:
        cycle = self.cycle
        return cycle is not None and not cycle.response_complete and cycle.more_body

    def _wait(self) -> None:
        self._stop_waiting()
        self._received = 0
        self._timer = self.loop.call_later(PATIENCE_S, self._give_up)

    def _give_up(self) -> None:
        is_held_back = self.flow.read_paused and not self.flow.write_paused
        if is_held_back and self._is_taking_body():
            # It is we who do not read, such as while the disk is slow.
            self._wait()
        else:
            self.transport.abort()

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
