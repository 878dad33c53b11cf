"""The job table: work that outlasts a request, claimed by one worker at a time.

Whoever writes holds the catalog's write lock, in a file and on a server alike, so that no two
workers claim one job. A worker that dies stops its heartbeat, and its job is given to another.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, func, insert, select, update

from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.storage.connection import reading, writing
from aliquot.storage.records import dump
from aliquot.storage.schema import jobs
from aliquot.storage.secret import in_iso
from aliquot.types import Job, JobState

__all__ = ["Jobs"]

# Unguessable, so that an id gives nothing away of other people's jobs.
ID_BYTES = 8
# Workers that may die over a job before it is given up: it may be what kills them.
MAX_ATTEMPTS = 3
KEY_CHARACTERS = 200
# Of a name or a reason, as much as a page shows.
TEXT_CHARACTERS = 2000
GIVEN_UP = (
    "The server stopped {times} times while it was at this. Try it again; if it stops again, try "
    "a part of it."
)
WAITING, RUNNING = str(JobState.WAITING), str(JobState.RUNNING)
# What a job is that nobody works on any more.
AGAIN = {"state": WAITING, "worker": "", "heartbeat": "", "started_at": "", "doing": ""}


def _now() -> datetime:
    return datetime.now(UTC)


class Jobs:
    """The jobs of one catalog."""

    def __init__(self, engine: Engine, *, clock: Callable[[], datetime] = _now) -> None:
        """Take the catalog's engine and a clock."""
        self._engine = engine
        self._clock = clock

    # -------------------------------------------------------------------------- asking for work

    def begin(self, kind: str, person: str, given: Mapping[str, Any], key: str = "") -> Job:
        """Enter a job; what a person has entered with the same key is returned instead.

        Args:
            kind: Which work.
            person: Who asks for it.
            given: What it works on, as plain data.
            key: Chosen by who asks, so that asking twice does the work once; empty for none.

        Raises:
            ConfigError: The key is too long.
            StoreError: The catalog cannot be written.
        """
        if len(key) > KEY_CHARACTERS:
            raise ConfigError(
                "The key of the job is too long.", hint=f"Use at most {KEY_CHARACTERS} characters."
            )
        row = {
            "id": secrets.token_hex(ID_BYTES),
            "kind": kind,
            "person": person,
            "key": key,
            "given": dump(dict(given)),
            "state": WAITING,
            "created_at": in_iso(self._clock()),
        }
        same = select(jobs).where(jobs.c.person == person, jobs.c.key == key)
        with writing(self._engine) as connection:
            known = connection.execute(same).mappings().first() if key else None
            if known is not None:
                return _job(known)
            connection.execute(insert(jobs).values(row))
            return _job(_row(connection, row["id"]))

    def cancel(self, job_id: str) -> Job:
        """End a job that waits or runs; its worker stops at its next step. Return it as it is now.

        Raises:
            UnknownDocumentError: There is none of this id.
            StoreError: The catalog cannot be written.
        """
        is_open = jobs.c.state.in_([WAITING, RUNNING])
        return self._end(job_id, is_open, {"state": str(JobState.CANCELLED)})

    # -------------------------------------------------------------------------- doing it

    def claim(self, worker: str) -> Job | None:
        """Take the job that has waited longest; `None` where none waits.

        Args:
            worker: Who takes it, unique to a process and its thread.

        Raises:
            StoreError: The catalog cannot be written.
        """
        waiting = select(jobs.c.id).where(jobs.c.state == WAITING).order_by(jobs.c.sequence)
        with reading(self._engine) as connection:
            if connection.execute(waiting.limit(1)).first() is None:
                return None
        with writing(self._engine) as connection:
            job_id = connection.execute(waiting.limit(1)).scalar()
            if job_id is None:
                return None
            now = in_iso(self._clock())
            taken = {"state": RUNNING, "worker": worker, "heartbeat": now, "started_at": now}
            connection.execute(
                update(jobs)
                .where(jobs.c.id == job_id)
                .values(taken | {"attempts": jobs.c.attempts + 1})
            )
            return _job(_row(connection, job_id))

    def progress(self, job_id: str, done: int, total: int, doing: str = "") -> None:
        """Say how far a running job is, and that its worker lives; of others nothing is noted.

        Args:
            job_id: Which.
            done: Units done.
            total: Units there are; 0 while nobody knows.
            doing: What is worked on.

        Raises:
            StoreError: The catalog cannot be written.
        """
        said = {
            "done": done,
            "total": total,
            "doing": _text(doing),
            "heartbeat": in_iso(self._clock()),
        }
        running = update(jobs).where(jobs.c.id == job_id, jobs.c.state == RUNNING)
        with writing(self._engine) as connection:
            connection.execute(running.values(said))

    def beat(self, job_id: str) -> None:
        """Say that the worker of a running job lives.

        Raises:
            StoreError: The catalog cannot be written.
        """
        running = update(jobs).where(jobs.c.id == job_id, jobs.c.state == RUNNING)
        with writing(self._engine) as connection:
            connection.execute(running.values(heartbeat=in_iso(self._clock())))

    def finish(self, job_id: str, result: Mapping[str, Any]) -> Job:
        """End a running job well; one that was cancelled stays so. Return it as it is now.

        Args:
            job_id: Which.
            result: What came of it, as plain data.

        Raises:
            UnknownDocumentError: There is none of this id.
            StoreError: The catalog cannot be written.
        """
        done = {"state": str(JobState.DONE), "result": dump(dict(result)), "doing": ""}
        return self._end(job_id, jobs.c.state == RUNNING, done)

    def fail(self, job_id: str, reason: str) -> Job:
        """End a running job that failed; one that was cancelled stays so. Return it as it is now.

        Args:
            job_id: Which.
            reason: Why, and what to do.

        Raises:
            UnknownDocumentError: There is none of this id.
            StoreError: The catalog cannot be written.
        """
        failed = {"state": str(JobState.FAILED), "reason": _text(reason), "doing": ""}
        return self._end(job_id, jobs.c.state == RUNNING, failed)

    def release(self, job_id: str) -> None:
        """Give a running job back: its worker ends, which is not held against the job.

        Args:
            job_id: Which.

        Raises:
            StoreError: The catalog cannot be written.
        """
        running = update(jobs).where(jobs.c.id == job_id, jobs.c.state == RUNNING)
        with writing(self._engine) as connection:
            connection.execute(running.values(AGAIN | {"attempts": jobs.c.attempts - 1}))

    def release_stale(self, older_s: float) -> int:
        """Give jobs whose workers have died to others; return how many.

        One that workers have died over several times fails.

        Args:
            older_s: Seconds without a heartbeat after which a worker counts as dead.

        Raises:
            StoreError: The catalog cannot be written.
        """
        now = self._clock()
        is_stale = self._is_stale(older_s)
        given_up = {
            "state": str(JobState.FAILED),
            "reason": GIVEN_UP.format(times=MAX_ATTEMPTS),
            "ended_at": in_iso(now),
            "doing": "",
        }
        with reading(self._engine) as connection:
            if connection.execute(select(jobs.c.id).where(is_stale).limit(1)).first() is None:
                return 0
        with writing(self._engine) as connection:
            lost = is_stale & (jobs.c.attempts >= MAX_ATTEMPTS)
            failed = connection.execute(update(jobs).where(lost).values(given_up)).rowcount
            return failed + connection.execute(update(jobs).where(is_stale).values(AGAIN)).rowcount

    # -------------------------------------------------------------------------- reading

    def get(self, job_id: str) -> Job:
        """Return a job.

        Raises:
            UnknownDocumentError: There is none of this id.
        """
        with reading(self._engine) as connection:
            return _job(_row(connection, job_id))

    def is_cancelled(self, job_id: str) -> bool:
        """Tell whether a job was cancelled, or is gone."""
        query = select(jobs.c.state).where(jobs.c.id == job_id)
        with reading(self._engine) as connection:
            state = connection.execute(query).scalar()
        return state is None or state == JobState.CANCELLED

    def counts(self) -> dict[str, int]:
        """Count jobs by state."""
        with reading(self._engine) as connection:
            counted = select(jobs.c.state, func.count()).group_by(jobs.c.state)
            return dict(connection.execute(counted).all())

    def stale(self, older_s: float) -> list[Job]:
        """Return running jobs whose workers seem to have died, oldest first.

        Args:
            older_s: Seconds without a heartbeat after which a worker counts as dead.
        """
        query = select(jobs).where(self._is_stale(older_s)).order_by(jobs.c.sequence)
        with reading(self._engine) as connection:
            return [_job(row) for row in connection.execute(query).mappings()]

    def list(
        self, person: str | None = None, count: int = 50, before: str | None = None
    ) -> list[Job]:
        """Return the last jobs, newest first.

        Args:
            person: Whose; everyone's unless given.
            count: How many at most.
            before: Id of the last one seen, after which the list goes on.
        """
        query = select(jobs).order_by(jobs.c.sequence.desc()).limit(count)
        if person is not None:
            query = query.where(jobs.c.person == person)
        if before is not None:
            seen = select(jobs.c.sequence).where(jobs.c.id == before).scalar_subquery()
            query = query.where(jobs.c.sequence < seen)
        with reading(self._engine) as connection:
            return [_job(row) for row in connection.execute(query).mappings()]

    def _is_stale(self, older_s: float) -> ColumnElement[bool]:
        since = in_iso(self._clock() - timedelta(seconds=older_s))
        return (jobs.c.state == RUNNING) & (jobs.c.heartbeat < since)

    def _end(self, job_id: str, condition: ColumnElement[bool], values: Mapping[str, Any]) -> Job:
        ended = update(jobs).where(jobs.c.id == job_id, condition)
        with writing(self._engine) as connection:
            connection.execute(ended.values({**values, "ended_at": in_iso(self._clock())}))
            return _job(_row(connection, job_id))


def _row(connection: Connection, job_id: str) -> Mapping[Any, Any]:
    row = connection.execute(select(jobs).where(jobs.c.id == job_id)).mappings().first()
    if row is None:
        raise UnknownDocumentError(
            f"There is no job {job_id!r}.", hint="The list of jobs shows those there are."
        )
    return row


def _job(row: Mapping[Any, Any]) -> Job:
    plain = ("id", "kind", "person", "done", "total", "doing", "reason")
    times = ("created_at", "started_at", "ended_at")
    return Job(
        given=json.loads(row["given"]),
        state=JobState(row["state"]),
        result=json.loads(row["result"]),
        **{name: row[name] for name in (*plain, *times)},
    )


def _text(text: str) -> str:
    """Return text that can be stored: bytes of file names may be no characters."""
    return text[:TEXT_CHARACTERS].encode("utf-8", "replace").decode("utf-8")
