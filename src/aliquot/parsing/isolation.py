"""The parent's side of isolated parsing: worker processes that may crash, hang or swell.

Each file is parsed in a process of its own kind with a time and a memory limit, so that one bad
file costs a worker, never the run; a file that fails in a worker others have used is tried once
more in a fresh one, so that it does not pay for them. Plain pipes instead of `multiprocessing`,
because that would run the caller's script again in every child.

This keeps accidents in, not attackers: a worker runs as the same user as its parent.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from aliquot.errors import ParseError, SourceError
from aliquot.types import Document

__all__ = [
    "ANSWER_BYTES", "LENGTH", "Answer", "Failure", "Limits", "MoreTime", "Parsed", "ParserPool",
]  # fmt: skip

LENGTH = struct.Struct(">Q")

# Run without the working folder on the path (`-P`): a `numpy.py` lying in a lab's folder must not
# be imported. The place of this package goes last, for callers that changed their own path.
BOOT = (
    "import sys; sys.path.append(sys.argv.pop(1)); from aliquot.parsing.worker import main; main()"
)
# Largest answer a worker may send, pickled. The parent has no memory limit of its own, and holds a
# few answers at once; the largest document of the dev set pickles to 2 MB (December 2026).
ANSWER_BYTES = 256 * 2**20
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


@dataclass(frozen=True, slots=True)
class Parsed:
    """Documents read from one file.

    Attributes:
        documents: At least one.
        parser: Format name and the parser's version.
        seconds: Wall time it took.
    """

    documents: list[Document]
    parser: str
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a file could not be read.

    Attributes:
        error: With source, status and hint.
        is_final: Whether the same bytes, parser and limits would fail again.
    """

    error: SourceError
    is_final: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one file may take, and whether text in its pictures is recognised.

    Attributes:
        timeout_s: Seconds to read it.
        memory_mib: Address space of its process.
        ocr_engine: Name of the recogniser; empty for none.
        ocr_timeout_s: Seconds more for a file whose pages are pictures.
    """

    timeout_s: float = 180.0
    memory_mib: int = 4096
    ocr_engine: str = "rapidocr"
    ocr_timeout_s: float = 1800.0


@dataclass(frozen=True, slots=True)
class MoreTime:
    """What a worker sends when it begins to recognise pictures, before its answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a worker sends back.

    Attributes:
        outcome: Of the one file.
        is_spent: Whether the worker is no longer fit for another: its memory is used up, or
            threads of the parser still run.
    """

    outcome: Parsed | Failure
    is_spent: bool = False


class ParserPool:
    """A few worker processes, started when first needed.

    Use as a context manager; leaving it ends every worker.
    """

    def __init__(self, *, workers: int = 0, **limits: Any) -> None:
        """Set the limits; no process starts yet.

        Args:
            workers: Processes; 0 takes one per core.
            **limits: Of `Limits`, for each file.
        """
        self._count = workers or os.cpu_count() or 1
        self._limits = Limits(**limits)
        self._idle: deque[_Worker] = deque()
        self._all: set[_Worker] = set()
        self._is_closed = False
        self._threads = ThreadPoolExecutor(self._count, thread_name_prefix="parse")

    def __enter__(self) -> ParserPool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End every worker, even one in the middle of a file."""
        self._is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in tuple(self._all):
            worker.kill()
        self._threads.shutdown(wait=True)
        for worker in self._all:
            worker.stop()

    def parse_all(
        self, tasks: Iterable[tuple[Path, str]]
    ) -> Iterator[tuple[tuple[Path, str], Parsed | Failure]]:
        """Parse (path, format) pairs, yielding outcomes in the order given.

        Only a few files are read ahead, so that memory stays flat however many there are.
        """
        ahead: deque[tuple[tuple[Path, str], Future[Parsed | Failure]]] = deque()
        for task in tasks:
            ahead.append((task, self._threads.submit(self.parse, *task)))
            if len(ahead) > 2 * self._count:
                done, future = ahead.popleft()
                yield done, future.result()
        for task, future in ahead:
            yield task, future.result()

    def parse(self, path: Path, format_name: str) -> Parsed | Failure:
        """Parse one file in a worker process."""
        try:
            worker = self._idle.pop()
        except IndexError:
            return self._parse_afresh(path, format_name)
        outcome = self._parse_in(worker, path, format_name)
        # What earlier files left behind may have brought it down: memory, a broken library.
        is_worth_it = worker.broke_down and not self._is_closed
        return self._parse_afresh(path, format_name) if is_worth_it else outcome

    def _parse_afresh(self, path: Path, format_name: str) -> Parsed | Failure:
        try:
            worker = _Worker(self._limits)
        except OSError as exc:
            return Failure(_no_worker(path, exc), is_final=False)
        self._all.add(worker)
        if self._is_closed:
            worker.kill()
        return self._parse_in(worker, path, format_name)

    def _parse_in(self, worker: _Worker, path: Path, format_name: str) -> Parsed | Failure:
        outcome = worker.parse(path, format_name)
        if worker.is_alive:
            self._idle.append(worker)
        else:
            # One that `close` killed right after its answer still has its pipes.
            worker.stop()
            self._all.discard(worker)
        return outcome


class _Worker:
    """One child process, spoken to by one thread at a time."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        # Whether it ended of itself or ran out of memory, rather than be ended for the time.
        self.broke_down = False
        # One thread each: the cores are shared out by the number of workers.
        environment = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", BOOT, PACKAGE_PLACE, json.dumps(asdict(limits))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            # A group of its own, so that what a parser starts is ended with it.
            start_new_session=True,
        )

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def parse(self, path: Path, format_name: str) -> Parsed | Failure:
        deadline = _Deadline(self.kill)
        deadline.set(self._limits.timeout_s)
        try:
            answer = self._exchange((str(path), format_name), deadline)
        except NO_PICKLE as exc:
            self.stop()
            return Failure(_unreadable(path, exc), is_final=False)
        except (OSError, EOFError):
            self._await_end()
            if deadline.has_passed:
                return Failure(_too_slow(path, deadline.seconds), is_final=True)
            self.broke_down = True
            # Killed from outside (a full memory, a shutdown) says nothing about the file.
            return Failure(_died(path), is_final=self._process.returncode != -signal.SIGKILL)
        finally:
            deadline.cancel()
        if answer.is_spent:
            self.broke_down = isinstance(answer.outcome, Failure)
            self.stop()
        return answer.outcome

    def _exchange(self, request: tuple[str, str], deadline: _Deadline) -> Answer:
        to_child, from_child = self._process.stdin, self._process.stdout
        if to_child is None or from_child is None:
            raise EOFError
        data = pickle.dumps(request)
        to_child.write(LENGTH.pack(len(data)) + data)
        to_child.flush()
        answer = _receive(from_child)
        if isinstance(answer, MoreTime):
            # Once, and as much as the limits say, whatever a worker asks for.
            deadline.set(self._limits.timeout_s + self._limits.ocr_timeout_s)
            answer = _receive(from_child)
        if not isinstance(answer, Answer):
            raise pickle.UnpicklingError("it is of another kind")
        return answer

    def _await_end(self) -> None:
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
        self.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None and not stream.closed:
                # A dead child's pipe cannot be flushed; closed is all we want.
                with suppress(OSError):
                    stream.close()


class _Deadline:
    """Ends a worker that takes too long.

    Attributes:
        seconds: The time it has.
        has_passed: Whether it was ended.
    """

    def __init__(self, end: Callable[[], None]) -> None:
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


def _receive(stream: IO[bytes]) -> object:
    """Return the next object a worker sends.

    Raises:
        EOFError: The pipe broke.
        UnpicklingError: It announces more than may be sent.
    """
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    if length > ANSWER_BYTES:
        raise pickle.UnpicklingError(f"it announces {length} bytes")
    body = stream.read(length)
    if len(body) < length:
        raise EOFError
    sent: object = pickle.loads(body)
    return sent


def _too_slow(path: Path, timeout_s: float) -> ParseError:
    return ParseError(
        f"It took longer than {timeout_s:g} s to read.",
        source=str(path),
        hint="Raise ingest.timeout_s in aliquot.toml, or split the file.",
    )


def _died(path: Path) -> ParseError:
    return ParseError(
        "The parser process died while reading it.",
        source=str(path),
        hint="The file may be damaged; open it in its own program and save it again.",
    )


def _unreadable(path: Path, error: Exception) -> ParseError:
    return ParseError(
        f"The parser process gave no readable answer: {error}.",
        source=str(path),
        hint="If Aliquot was updated while it ran, run 'aliquot sync' again.",
    )


def _no_worker(path: Path, error: OSError) -> ParseError:
    return ParseError(
        f"No parser process could be started: {error.strerror or error}.",
        source=str(path),
        hint="Close other programs, or lower ingest.workers in aliquot.toml.",
    )
