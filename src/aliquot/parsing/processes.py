"""The parent's side of a child process: start it, speak to it, and end it when its time is over.

Plain pipes instead of `multiprocessing`, because that would run the caller's script again in every
child. Messages are pickles with their length before them; the child's side is in `child`.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

__all__ = ["LENGTH", "NO_PICKLE", "Child", "Deadline", "boot", "receive"]

LENGTH = struct.Struct(">Q")
# What garbage raises when it is unpickled, beside `UnpicklingError`.
NO_PICKLE = (
    pickle.UnpicklingError,
    ImportError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
# Seconds a process may take to end once its pipe is closed.
END_S = 5.0
PACKAGE_PLACE = str(Path(__file__).parents[2])


def boot(module: str) -> str:
    """Return the program of a child that runs the `main` of a module of this package.

    It runs without the working folder on the path (`-P`): a `numpy.py` lying in a lab's folder
    must not be imported. The place of this package goes last, for callers that changed their own
    path.
    """
    return f"import sys; sys.path.append(sys.argv.pop(1)); from {module} import main; main()"


class Child:
    """One child process, spoken to by one thread at a time."""

    def __init__(self, program: str, settings: str) -> None:
        """Start it.

        Args:
            program: What it runs; see `boot`.
            settings: Its only argument, JSON.

        Raises:
            OSError: The system starts no more processes.
        """
        # One thread each: the cores are shared out by the number of children.
        environment = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", program, PACKAGE_PLACE, settings],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            # A group of its own, so that what a library starts in it is ended with it.
            start_new_session=True,
        )

    @property
    def is_alive(self) -> bool:
        """Whether it runs."""
        return self._process.poll() is None

    @property
    def was_killed(self) -> bool:
        """Whether it was ended from outside, which says nothing about what it was doing."""
        return self._process.returncode == -signal.SIGKILL

    def ask(self, request: object, most_bytes: int) -> object:
        """Send a request and return the first answer to it.

        Args:
            request: What the child is to do.
            most_bytes: Longest answer that is read.

        Raises:
            EOFError: The pipe broke.
            OSError: Likewise.
            UnpicklingError: The answer announces more than may be sent, or is none.
        """
        if self._process.stdin is None:
            raise EOFError
        data = pickle.dumps(request)
        self._process.stdin.write(LENGTH.pack(len(data)) + data)
        self._process.stdin.flush()
        return self.next_answer(most_bytes)

    def next_answer(self, most_bytes: int) -> object:
        """Return what the child sends next; see `ask`."""
        if self._process.stdout is None:
            raise EOFError
        return receive(self._process.stdout, most_bytes)

    def await_end(self) -> None:
        """Let a process whose pipe broke end as it would, so that its exit tells why."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_S)
        self.stop()

    def kill(self) -> None:
        """End the process and all that it started: a grandchild would hold its pipe open."""
        if not hasattr(os, "killpg"):
            # Windows has no groups of processes.
            self._process.kill()
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def stop(self) -> None:
        """End it and let go of its pipes."""
        self.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None and not stream.closed:
                # A dead child's pipe cannot be flushed; closed is all we want.
                with suppress(OSError):
                    stream.close()


class Deadline:
    """Ends a child that takes too long.

    Attributes:
        seconds: The time it has.
        has_passed: Whether it was ended.
    """

    def __init__(self, end: Callable[[], None]) -> None:
        """Take what ends the child; no time runs yet.

        Args:
            end: Called when the time is over, in a thread of its own.
        """
        self._end = end
        self._timer: threading.Timer | None = None
        self.seconds = 0.0
        self.has_passed = False

    def set(self, seconds: float) -> None:
        """Give it so many seconds from now on."""
        self.cancel()
        self.seconds = seconds
        self._timer = threading.Timer(seconds, self._pass)
        self._timer.daemon = True
        self._timer.start()

    def cancel(self) -> None:
        """Let it be."""
        if self._timer is not None:
            self._timer.cancel()

    def _pass(self) -> None:
        self.has_passed = True
        self._end()


def receive(stream: IO[bytes], most_bytes: int) -> object:
    """Return the next object a child sends.

    Args:
        stream: Its pipe.
        most_bytes: Longest object that is read.

    Raises:
        EOFError: The pipe broke.
        UnpicklingError: It announces more than may be sent.
    """
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    if length > most_bytes:
        raise pickle.UnpicklingError(f"it announces {length} bytes")
    body = stream.read(length)
    if len(body) < length:
        raise EOFError
    sent: object = pickle.loads(body)
    return sent
