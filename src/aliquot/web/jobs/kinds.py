"""What each kind of job does: plain data in, plain data out, progress on the way.

Each may be done again from its start, since a server may be killed in the midst of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aliquot.errors import ConfigError
from aliquot.library.library import Library
from aliquot.library.viewing import View
from aliquot.protocols import Progress, ProgressEvent
from aliquot.shapes import report_shape, survey_shape
from aliquot.types import SurveyBudget
from aliquot.web.jobs.asker import asker_of
from aliquot.web.jobs.evaluating import evaluation_of

__all__ = ["KINDS", "Kind", "Work"]


@dataclass(frozen=True, slots=True)
class Work:
    """A job as it is done.

    Attributes:
        library: The whole: whoever asked was let through when the job was begun.
        given: What it works on.
        progress: Told after each unit; raises where the job is to end.
        by: Whose job it is, as the audit log is to name them.
    """

    library: Library
    given: Mapping[str, Any]
    progress: Progress
    by: str = ""


Kind = Callable[[Work], Mapping[str, Any]]


def add(work: Work) -> Mapping[str, Any]:
    """Bring files in; what became of each is told beside the report.

    Files that were taken away since are left out.
    """
    paths: Sequence[str] = work.given["paths"]
    there = [path for path in paths if Path(path).exists()]
    is_trusted = bool(work.given.get("trust", False))
    added = (
        work.library.add(*there, trust=is_trusted, progress=work.progress, by=work.by)
        if there
        else None
    )
    return {
        "report": added and report_shape(added),
        "files": [_became(work.library, path) for path in paths],
    }


def _became(library: Library, path: str) -> dict[str, Any]:
    told = {"name": Path(path).name, "path": path}
    try:
        receipt = library.receipt(path)
    except ConfigError as exc:
        return told | {"status": "gone", "reason": exc.message, "document_ids": []}
    return told | {
        "status": receipt.status,
        "reason": receipt.reason,
        "document_ids": [one.id for one in receipt.documents],
    }


def demonstrate(work: Work) -> Mapping[str, Any]:
    """Bring the demonstration lab in."""
    brought = work.library.add(work.given["path"], progress=work.progress, by=work.by)
    return {"report": report_shape(brought)}


def sync(work: Work) -> Mapping[str, Any]:
    """Make the library agree with every file and folder it was given."""
    is_reparsing = bool(work.given.get("reparse", False))
    synced = work.library.sync(work.progress, reparse=is_reparsing, by=work.by)
    return {"report": report_shape(synced)}


def remove(work: Work) -> Mapping[str, Any]:
    """Take documents out of what whoever asked may change; one that is gone is no error."""
    view = View(work.library, asker_of(work.given))
    there = {one.id for one in view.documents()}
    wanted = [one for one in work.given["document_ids"] if one in there]
    return {"removed": list(_removed(view, work.progress, wanted))}


def _removed(view: View, progress: Progress, document_ids: Sequence[str]) -> Iterator[str]:
    for done, document_id in enumerate(document_ids, start=1):
        view.remove(document_id)
        yield document_id
        progress(ProgressEvent("remove", done, len(document_ids), source=document_id))


def restore(work: Work) -> Mapping[str, Any]:
    """Read a file again, or bring back what was removed of it."""
    path, is_trusted = work.given["path"], bool(work.given.get("trust", False))
    work.library.restore(path, work.progress, trust=is_trusted, by=work.by)
    return _became(work.library, path)


def survey(work: Work) -> Mapping[str, Any]:
    """Put a question to every document that whoever asked may see when it is done."""
    given = work.given
    view = View(work.library, asker_of(given))
    found = view.survey(
        given["question"],
        given.get("columns"),
        given.get("where"),
        group_by=given.get("group_by", ""),
        budget=SurveyBudget(given.get("max_documents"), given.get("max_cost_usd")),
        progress=work.progress,
    )
    return survey_shape(found)


def evaluate(work: Work) -> Mapping[str, Any]:
    """Ask questions whose answers are known, and keep how it went."""
    return evaluation_of(work.library, work.given, work.progress)


KINDS: Mapping[str, Kind] = {
    "add": add,
    "demonstrate": demonstrate,
    "evaluate": evaluate,
    "remove": remove,
    "restore": restore,
    "survey": survey,
    "sync": sync,
}
