"""Background work, as it leaves."""

from __future__ import annotations

from typing import Any

from aliquot.types import JobState
from aliquot.web.api.models.shape import Shape

__all__ = ["Job", "RefusedFile", "Root", "Status", "TakenFile", "Upload"]


class Job(Shape):
    """Something done in the background; `total` is 0 while nobody knows it."""

    id: str
    kind: str
    person: str
    state: JobState
    done: int
    total: int
    doing: str
    result: dict[str, Any]
    reason: str
    created_at: str
    started_at: str
    ended_at: str


class TakenFile(Shape):
    """A file that was taken, and the name it is kept under."""

    name: str
    kept_as: str


class RefusedFile(Shape):
    """A file that was not taken, why, and what to do."""

    name: str
    reason: str
    hint: str


class Upload(Shape):
    """What became of an upload: the job that reads what was taken, and what was refused."""

    job: Job
    taken: list[TakenFile]
    refused: list[RefusedFile]


class Root(Shape):
    """A file or folder the library was given."""

    path: str


class Status(Shape):
    """What the library holds; what else it says of itself stands beside."""

    version: str
    library: str
    documents: int
    chunks: int
