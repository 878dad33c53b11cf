"""The child's side of the pipe to its parent, and the limits it sets itself.

Requests and answers are pickles with a length before them, on what were stdin and stdout; anything
a library prints goes to stderr. The parent's side is in `processes`.
"""

from __future__ import annotations

import os
import pickle
import signal
from pathlib import Path
from typing import BinaryIO

from aliquot.parsing.processes import LENGTH

__all__ = ["limit", "receive_request", "send", "set_alarm", "take_pipes"]


def take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Keep the pipes to the parent from the libraries, which may read and print as they like."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return requests, answers


def receive_request(stream: BinaryIO) -> object:
    """Return the parent's next request; `None` once it has closed the pipe."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    request: object = pickle.loads(stream.read(length))
    return request


def send(answers: BinaryIO, data: bytes) -> None:
    """Send a pickled answer."""
    answers.write(LENGTH.pack(len(data)) + data)
    answers.flush()


def set_alarm(seconds: float) -> None:
    """Let the system end this process after a time, should the parent be gone by then."""
    # Windows has no alarm; there the process ends when its library returns.
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def limit(memory_mib: int, written_bytes: int) -> None:
    """Bound what this process may take: memory, and the disk that a crash or a library fills.

    Args:
        memory_mib: Address space.
        written_bytes: Most that may be written into one file.
    """
    try:
        import resource
    except ImportError:
        # Windows has no such limits; the time limit still holds.
        return
    wanted = {
        resource.RLIMIT_AS: memory_mib * 2**20,
        # A dump of a crashed library has the size of its memory and lands in the user's folder.
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: written_bytes,
    }
    for kind, wanted_limit in wanted.items():
        _, hard = resource.getrlimit(kind)
        bound = wanted_limit if hard == resource.RLIM_INFINITY else min(wanted_limit, hard)
        resource.setrlimit(kind, (bound, hard))
