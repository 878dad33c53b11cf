"""Threads that do jobs: claim one, say how far it is, end it when asked, give it back on leaving.

A worker that is killed leaves its job claimed; without a heartbeat it is given to another, in this
process or the next. Every kind of job can be done again from the start.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Mapping
from pathlib import PurePath

from aliquot.config import ServeConfig
from aliquot.errors import AliquotError
from aliquot.library.library import Library
from aliquot.protocols import ProgressEvent
from aliquot.types import Job
from aliquot.web.jobs.kinds import KINDS, Kind, Work
from aliquot.web.jobs.pacing import paced

__all__ = ["JobPool"]

_log = logging.getLogger(__name__)

# How soon a job that any process has entered is seen; looking is one read of an index.
LOOK_S = 0.5
# How often a worker says that it lives, and looks whether its job was cancelled.
BEAT_S = 2.0
# A worker is dead that has missed this many beats: a stalled disk stops it for some.
STALE_S = 20.0
# How long stopping waits for the unit in work, such as a file that is being read.
LEAVE_S = 10.0
BROKEN = "Something here is broken; the server's log says what. (Job {id})"


class JobCancelledError(Exception):
    """Whoever asked for the job wants it no more."""


class JobReleasedError(Exception):
    """The server ends; another one goes on with the job."""


class JobPool:
    """Does the jobs of one library.

    Example:
        >>> pool = JobPool(library, library.config.serve)  # doctest: +SKIP
        >>> pool.start()
        >>> pool.stop()
    """

    def __init__(
        self,
        library: Library,
        settings: ServeConfig,
        kinds: Mapping[str, Kind] = KINDS,
        *,
        beat_s: float = BEAT_S,
        stale_s: float = STALE_S,
    ) -> None:
        """Take what jobs work on; `start` begins.

        Args:
            library: The whole.
            settings: How many jobs run at a time.
            kinds: What each kind of job does.
            beat_s: Seconds between two heartbeats.
            stale_s: Seconds without one after which a worker counts as dead.
        """
        self._library = library
        self._kinds = kinds
        self._beat_s = beat_s
        self._stale_s = stale_s
        self._stopping = threading.Event()
        self._under_way: dict[str, _Course] = {}
        place = f"{socket.gethostname()}:{os.getpid()}"
        self._threads = [
            threading.Thread(
                target=self._work, args=(f"{place}:{number}",), name=f"aliquot-job-{number}"
            )
            for number in range(settings.jobs)
        ]
        self._threads.append(threading.Thread(target=self._look_after, name="aliquot-jobs"))

    def start(self) -> None:
        """Begin with what waits, and with what a killed server has left."""
        for thread in self._threads:
            # A unit that hangs must not keep the process from ending.
            thread.daemon = True
            thread.start()

    def stop(self) -> None:
        """End after the units in work; what is not done waits for the next server."""
        self._stopping.set()
        for thread in self._threads:
            thread.join(LEAVE_S)

    # -------------------------------------------------------------------------- doing jobs

    def _work(self, worker: str) -> None:
        while not self._stopping.is_set():
            job = self._claimed(worker)
            if job is None:
                self._stopping.wait(LOOK_S)
            else:
                self._do(job)

    def _claimed(self, worker: str) -> Job | None:
        try:
            return self._library.jobs.claim(worker)
        except AliquotError as exc:
            _log.warning("no job can be claimed: %s", exc.message)
            return None

    def _do(self, job: Job) -> None:
        course = self._under_way[job.id] = _Course(self._library, job, self._stopping)
        try:
            self._end(job, course)
        except AliquotError as exc:
            # Its heartbeat ends with it: it is given to another.
            _log.warning("job %s could not be ended: %s", job.id, exc.message)
        finally:
            del self._under_way[job.id]

    def _end(self, job: Job, course: _Course) -> None:
        jobs = self._library.jobs
        try:
            kind = self._kinds[job.kind]
            result = kind(Work(self._library, job.given, paced(course.tell), job.person))
        except JobCancelledError:
            _log.info("job %s was cancelled", job.id)
        except JobReleasedError:
            jobs.release(job.id)
        except AliquotError as exc:
            jobs.fail(job.id, f"{exc.message} {exc.hint}".strip())
        except Exception:  # noqa: BLE001  # A thread's edge: it ends one job, not the pool.
            _log.exception("job %s failed", job.id)
            jobs.fail(job.id, BROKEN.format(id=job.id))
        else:
            jobs.finish(job.id, result)

    # -------------------------------------------------------------------------- looking after them

    def _look_after(self) -> None:
        while not self._stopping.is_set():
            try:
                for course in list(self._under_way.values()):
                    course.beat()
                self._library.jobs.release_stale(self._stale_s)
            except AliquotError as exc:
                _log.warning("jobs cannot be looked after: %s", exc.message)
            self._stopping.wait(self._beat_s)


class _Course:
    """How a job goes: what it tells, and whether it is to go on."""

    def __init__(self, library: Library, job: Job, stopping: threading.Event) -> None:
        self._jobs = library.jobs
        self._job = job
        self._stopping = stopping
        self._is_cancelled = False

    def tell(self, event: ProgressEvent) -> None:
        """Note how far the job is, or end it."""
        if self._is_cancelled or self._jobs.is_cancelled(self._job.id):
            raise JobCancelledError
        if self._stopping.is_set():
            raise JobReleasedError
        doing = f"{event.stage}: {PurePath(event.source).name}"
        self._jobs.progress(self._job.id, event.done, event.total, doing)

    def beat(self) -> None:
        """Say that the worker lives."""
        self._jobs.beat(self._job.id)
        self._is_cancelled = self._jobs.is_cancelled(self._job.id)
