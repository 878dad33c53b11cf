"""Work that one person has begun, without what they may not see any more, or never might."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from aliquot.errors import UnknownDocumentError
from aliquot.library.viewing.sight import Sight
from aliquot.library.withholding import seen_surveys
from aliquot.types import Job

__all__ = ["Working"]

# Kinds of job that work on the whole library, whoever asks for them.
WHOLE = frozenset({"sync"})
# What the report of such a job tells of single files; its figures are of all there are.
LISTED = ("failed", "partial")


class Working(Sight):
    """What one person may see of the work they began."""

    def jobs(self, count: int = 50, before: str | None = None) -> list[Job]:
        """Return the person's last jobs, newest first; everyone's for an administrator.

        Args:
            count: How many at most.
            before: Id of the last one seen, after which the list goes on.
        """
        whose = None if self.person.is_administrator else self.person.name
        return list(self._seen_jobs(self.library.jobs.list(whose, count, before)))

    def job(self, job_id: str) -> Job:
        """Return a job of the person's, or anyone's for an administrator.

        Raises:
            UnknownDocumentError: The person has no job of this id.
        """
        found = self.library.jobs.get(job_id)
        if not self.person.is_administrator and found.person != self.person.name:
            raise UnknownDocumentError(
                f"There is no job {job_id!r}.", hint="The list of jobs shows those there are."
            )
        return next(self._seen_jobs([found]))

    def cancel_job(self, job_id: str) -> Job:
        """Call a job of the person's off, or anyone's for an administrator; return it.

        It ends after the unit in work, and what is done stays done.

        Raises:
            UnknownDocumentError: The person has no job of this id.
            StoreError: The library cannot be written.
        """
        return next(self._seen_jobs([self.library.jobs.cancel(self.job(job_id).id)]))

    def _seen_jobs(self, jobs: Iterable[Job]) -> Iterator[Job]:
        if self._readable is None:
            yield from jobs
            return
        for one in seen_surveys(jobs, self._visible, self._readable):
            yield self._narrowed_job(one) if one.kind in WHOLE else self._shown(one)

    def _narrowed_job(self, job: Job) -> Job:
        """Return a job that goes over all files, without those that are not seen."""
        report = job.result.get("report")
        result = {} if report is None else {"report": self._narrowed_report(report)}
        return replace(job, doing="", result=result)

    def _narrowed_report(self, report: Mapping[str, Any]) -> dict[str, Any]:
        return {name: [one for one in report[name] if self._is_seen(one)] for name in LISTED}

    def _is_seen(self, listed: Mapping[str, Any]) -> bool:
        entry = self.library.catalog.ledger.entry(listed["source"])
        return entry is not None and entry.collection in (self._readable or ())
