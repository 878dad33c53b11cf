"""What tests of the API share: jobs done meanwhile, and waited for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from aliquot.config import ServeConfig
from aliquot.library import Library
from aliquot.types import Job, JobState
from aliquot.web.jobs.pool import JobPool

__all__ = ["FAKE", "has_ended", "until", "working"]

FAKE = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1, "ocr": ""}}
# As long as a loaded machine may take for a small file.
WAITS_S = 30.0


@contextmanager
def working(library: Library, jobs: int = 1, **how: Any) -> Iterator[JobPool]:
    """Do the library's jobs meanwhile."""
    pool = JobPool(library, ServeConfig(jobs=jobs), **how)
    pool.start()
    try:
        yield pool
    finally:
        pool.stop()


def until(library: Library, job_id: str, is_so: Callable[[Job], bool]) -> Job:
    """Return a job once something holds of it."""
    end = time.monotonic() + WAITS_S
    while time.monotonic() < end:
        now = library.jobs.get(job_id)
        if is_so(now):
            return now
        time.sleep(0.01)
    raise AssertionError(f"it never came to this: {library.jobs.get(job_id)}")


def has_ended(job: Job) -> bool:
    """Tell whether a job is over."""
    return job.state not in (JobState.WAITING, JobState.RUNNING)
