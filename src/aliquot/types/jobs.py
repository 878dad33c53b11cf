"""Work done in the background, and what people say of answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

__all__ = ["Feedback", "Job", "JobState", "Opinion"]


class JobState(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Something to do that outlasts a request: add uploads, sync, remove, survey, evaluate.

    Attributes:
        id: Short, unique in its library.
        kind: Which work, such as `add`.
        person: Who asked for it.
        given: What it works on, as plain data.
        state: How far it is.
        done: Units done, of `total`.
        total: Units there are; 0 while nobody knows.
        doing: What is worked on, such as a file's name.
        result: What came of it, as plain data; empty until it is done.
        reason: Why it failed, and what to do; empty otherwise.
        created_at: ISO 8601, UTC.
        started_at: Likewise; empty while it waits.
        ended_at: Likewise; empty while it runs.
    """

    id: str
    kind: str
    person: str
    given: Mapping[str, Any] = field(default_factory=dict)
    state: JobState = JobState.WAITING
    done: int = 0
    total: int = 0
    doing: str = ""
    result: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    created_at: str = ""
    started_at: str = ""
    ended_at: str = ""


class Opinion(StrEnum):
    """What a reader thinks of an answer."""

    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """What a reader said of an answer; each person says one thing of each, the last.

    Attributes:
        answer_id: Of which.
        person: Who.
        opinion: Thumb up or down.
        note: In words; may be empty.
        at: ISO 8601, UTC.
    """

    answer_id: str
    person: str
    opinion: Opinion
    note: str = ""
    at: str = ""
