"""The parent's side of isolated parsing: worker processes that may crash, hang or swell.

Each file is parsed in a process of its own kind with a time and a memory limit, so that one bad
file costs a worker, never the run. Plain pipes instead of `multiprocessing`, because that would
run the caller's script again in every child.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from aliquot.errors import ParseError, SourceError
from aliquot.types import Document

__all__ = ["LENGTH", "Failure", "Parsed", "ParserPool"]

LENGTH = struct.Struct(">Q")

# Run without the working folder on the path (`-P`): a `numpy.py` lying in a lab's folder must not
# be imported. The place of this package goes last, for callers that changed their own path.
BOOT = (
    "import sys; sys.path.append(sys.argv.pop(1)); from aliquot.parsing.worker import main; main()"
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


class ParserPool:
    """A few worker processes, started when first needed.

    Use as a context manager; leaving it ends every worker.
    """

    def __init__(
        self, *, workers: int = 0, timeout_s: float = 180.0, memory_mib: int = 4096
    ) -> None:
        """Set the limits; no process starts yet.

        Args:
            workers: Processes; 0 takes one per core.
            timeout_s: Seconds one file may take.
            memory_mib: Address space of one process.
        """
        self._count = workers or os.cpu_count() or 1
        self._timeout_s = timeout_s
        self._memory_mib = memory_mib
        self._idle: deque[_Worker] = deque()
        self._all: set[_Worker] = set()
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
            try:
                worker = _Worker(self._memory_mib, self._timeout_s)
            except OSError as exc:
                return Failure(_no_worker(path, exc), is_final=False)
            self._all.add(worker)
        outcome = worker.parse(path, format_name)
        if worker.is_alive:
            self._idle.append(worker)
        else:
            self._all.discard(worker)
        return outcome


class _Worker:
    """One child process, spoken to by one thread at a time."""

    def __init__(self, memory_mib: int, timeout_s: float) -> None:
        self._timeout_s = timeout_s
        # One thread each: the cores are shared out by the number of workers.
        environment = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", BOOT, PACKAGE_PLACE, str(memory_mib), str(timeout_s)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def parse(self, path: Path, format_name: str) -> Parsed | Failure:
        overdue = threading.Event()

        def kill() -> None:
            overdue.set()
            self.kill()

        timer = threading.Timer(self._timeout_s, kill)
        timer.daemon = True
        timer.start()
        try:
            return self._exchange((str(path), format_name))
        except (ImportError, AttributeError, pickle.UnpicklingError) as exc:
            self.stop()
            return Failure(_unreadable(path, exc), is_final=False)
        except (OSError, EOFError):
            self._await_end()
            if overdue.is_set():
                return Failure(_too_slow(path, self._timeout_s), is_final=True)
            # Killed from outside (a full memory, a shutdown) says nothing about the file.
            return Failure(_died(path), is_final=self._process.returncode != -signal.SIGKILL)
        finally:
            timer.cancel()

    def _exchange(self, request: tuple[str, str]) -> Parsed | Failure:
        to_child, from_child = self._process.stdin, self._process.stdout
        if to_child is None or from_child is None:
            raise EOFError
        data = pickle.dumps(request)
        to_child.write(LENGTH.pack(len(data)) + data)
        to_child.flush()
        head = from_child.read(LENGTH.size)
        if len(head) < LENGTH.size:
            raise EOFError
        (length,) = LENGTH.unpack(head)
        body = from_child.read(length)
        if len(body) < length:
            raise EOFError
        answer: Parsed | Failure = pickle.loads(body)
        return answer

    def _await_end(self) -> None:
        """Let a process whose pipe broke end as it would, so that its exit tells why."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_S)
        self.stop()

    def kill(self) -> None:
        self._process.kill()

    def stop(self) -> None:
        self.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None and not stream.closed:
                # A dead child's pipe cannot be flushed; closed is all we want.
                with suppress(OSError):
                    stream.close()


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
