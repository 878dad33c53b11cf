"""The parent's side of isolated parsing: worker processes that may crash, hang or swell.

Each file is parsed in a process of its own kind with a time and a memory limit, so that one bad
file costs a worker, never the run; a file that fails in a worker others have used is tried once
more in a fresh one, so that it does not pay for them.

This keeps accidents in, not attackers: a worker runs as the same user as its parent.
"""

from __future__ import annotations

import json
import os
import pickle
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from aliquot.errors import ParseError, SourceError
from aliquot.parsing.processes import NO_PICKLE, Child, Deadline, boot
from aliquot.types import Document

__all__ = ["ANSWER_BYTES", "Answer", "Failure", "Limits", "MoreTime", "Parsed", "ParserPool"]

BOOT = boot("aliquot.parsing.worker")
# Largest answer a worker may send, pickled. The parent has no memory limit of its own, and holds a
# few answers at once; the largest document of the dev set pickles to 2 MB (December 2026).
ANSWER_BYTES = 256 * 2**20


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


class _Worker(Child):
    """One process that parses.

    Attributes:
        broke_down: Whether it ended of itself or ran out of memory, rather than be ended for the
            time.
    """

    def __init__(self, limits: Limits) -> None:
        super().__init__(BOOT, json.dumps(asdict(limits)))
        self._limits = limits
        self.broke_down = False

    def parse(self, path: Path, format_name: str) -> Parsed | Failure:
        deadline = Deadline(self.kill)
        deadline.set(self._limits.timeout_s)
        try:
            answer = self._exchange((str(path), format_name), deadline)
        except NO_PICKLE as exc:
            self.stop()
            return Failure(_unreadable(path, exc), is_final=False)
        except (OSError, EOFError):
            self.await_end()
            if deadline.has_passed:
                return Failure(_too_slow(path, deadline.seconds), is_final=True)
            self.broke_down = True
            # Killed from outside (a full memory, a shutdown) says nothing about the file.
            return Failure(_died(path), is_final=not self.was_killed)
        finally:
            deadline.cancel()
        if answer.is_spent:
            self.broke_down = isinstance(answer.outcome, Failure)
            self.stop()
        return answer.outcome

    def _exchange(self, request: tuple[str, str], deadline: Deadline) -> Answer:
        answer = self.ask(request, ANSWER_BYTES)
        if isinstance(answer, MoreTime):
            # Once, and as much as the limits say, whatever a worker asks for.
            deadline.set(self._limits.timeout_s + self._limits.ocr_timeout_s)
            answer = self.next_answer(ANSWER_BYTES)
        if not isinstance(answer, Answer):
            raise pickle.UnpicklingError("it is of another kind")
        return answer


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
