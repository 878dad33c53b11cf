"""The child's side of isolated parsing: read a request, parse, answer, until the pipe closes.

Started with the arguments MEMORY_MIB and TIMEOUT_S. Requests and answers are pickles with a length
before them, on what were stdin and stdout; anything a library prints goes to stderr.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
from pathlib import Path
from typing import BinaryIO

from aliquot.backends import load
from aliquot.errors import ParseError, SourceError, UnsupportedFormatError
from aliquot.parsing.isolation import LENGTH, Failure, Parsed

__all__ = ["main"]

# Seconds left to the parent, which says why it ends a worker, before the alarm does.
GRACE_S = 5.0


def main() -> None:
    """Serve requests until the parent closes the pipe."""
    _limit_memory(int(sys.argv[1]))
    timeout_s = float(sys.argv[2])
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while (request := _receive(requests)) is not None:
        path, format_name = request
        _set_alarm(timeout_s + GRACE_S)
        answer = _answer(Path(path), format_name)
        _set_alarm(0)
        _send(answers, answer)


def _answer(path: Path, format_name: str) -> Parsed | Failure:
    started = time.monotonic()
    try:
        parser = load("parsers", format_name)()
        documents = parser.parse(path)
    except SourceError as exc:
        exc.source = exc.source or str(path)
        # What could not be reached may be reached next time; what is in the file stays in it.
        return Failure(exc, is_final=isinstance(exc, ParseError | UnsupportedFormatError))
    except MemoryError:
        error = ParseError(
            "It needed more memory than a parser may use.",
            source=str(path),
            hint="Raise ingest.memory_mib in aliquot.toml, or split the file.",
        )
        return Failure(error, is_final=True)
    except OSError as exc:
        error = ParseError(f"It cannot be read: {exc.strerror or exc}.", source=str(path))
        return Failure(error, is_final=False)
    # Rust parsers raise panics that derive from BaseException; none may end the worker.
    except BaseException as exc:
        if isinstance(exc, KeyboardInterrupt | SystemExit):
            raise
        error = ParseError(
            f"The {format_name} parser failed: {type(exc).__name__}: {exc}",
            source=str(path),
            hint="The file may be damaged; open it in its own program and save it again.",
        )
        return Failure(error, is_final=True)
    seconds = time.monotonic() - started
    return Parsed(documents, f"{format_name} {parser.version}", seconds)


def _set_alarm(seconds: float) -> None:
    """Let the system end this process after a time, should the parent be gone by then."""
    # Windows has no alarm; there the process ends when its parser returns.
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _limit_memory(mib: int) -> None:
    try:
        import resource
    except ImportError:
        # Windows has no such limit; the time limit still holds.
        return
    limit = mib * 2**20
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def _receive(stream: BinaryIO) -> tuple[str, str] | None:
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    request: tuple[str, str] = pickle.loads(stream.read(length))
    return request


def _send(stream: BinaryIO, answer: Parsed | Failure) -> None:
    data = pickle.dumps(answer, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(LENGTH.pack(len(data)) + data)
    stream.flush()


if __name__ == "__main__":
    main()
