"""How the library does on questions whose answers are known: over time, and where it fails."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, File, Form, Request, UploadFile
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from aliquot.errors import ConfigError, SourceError
from aliquot.evaluation.questions import Question, read_questions
from aliquot.library.viewing import View
from aliquot.types import EvaluationKind, Job, Permission
from aliquot.web.jobs.begin import begin_evaluation
from aliquot.web.jobs.evaluating import questions_of
from aliquot.web.pages.score_plot import measures_of, plot_of
from aliquot.web.pages.templating import render
from aliquot.web.pages.working import OPEN
from aliquot.web.site import Viewing, needs

__all__ = ["router"]

router = APIRouter(prefix="/evaluation")

EVALUATE = "evaluate"
# What can be run here; refusal is measured on questions made of the library, from the terminal.
KINDS = (EvaluationKind.ANSWERS, EvaluationKind.RETRIEVAL)
# Evaluations in one plot, and jobs looked through for questions asked before.
SHOWN, FORMER = 60, 200
# Of what was right, as much as one page shows beside what failed.
RIGHT_SHOWN = 100

# Questions and answers come from every document: rows are for those who may read all.
administrates = Depends(needs(Permission.ADMIN))


@router.get("")
def evaluation(
    request: Request, view: Viewing, name: str = "", kind: str = "", measure: str = ""
) -> HTMLResponse:
    """Show scores over time, and a way to measure again."""
    return _page(request, view, name=name, kind=kind, measure=measure)


@router.post("", dependencies=[administrates])
def run(
    request: Request,
    view: Viewing,
    kind: Annotated[EvaluationKind, Form()] = EvaluationKind.ANSWERS,
    again: Annotated[str, Form()] = "",
    questions: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """Measure as a job, on questions of a file or on those asked before."""
    try:
        name, asked = _questions(view, again, questions)
    except ConfigError as exc:
        return _page(request, view, failed=f"{exc.message} {exc.hint}".strip())
    begin_evaluation(view, name, asked, kind)
    return RedirectResponse("/evaluation", 303)


@router.get("/{evaluation_id}", dependencies=[administrates])
def one_evaluation(
    request: Request, view: Viewing, evaluation_id: str, before: str = ""
) -> HTMLResponse:
    """Show one evaluation question by question, failures first; beside another where asked for."""
    evaluations = view.library.evaluations
    found = evaluations.get(evaluation_id)
    earlier = [one for one in evaluations.list(found.kind, found.name, SHOWN) if one.at < found.at]
    compared = evaluations.compare(before, evaluation_id) if before else None
    return render(
        request,
        "evaluation/one.html",
        view,
        found=found,
        failures=[row for row in found.rows if row.is_failure],
        right=[row for row in found.rows if not row.is_failure],
        right_shown=RIGHT_SHOWN,
        earlier=earlier,
        compared=compared,
        active="evaluation",
    )


def _page(
    request: Request,
    view: View,
    *,
    name: str = "",
    kind: str = "",
    measure: str = "",
    failed: str = "",
) -> HTMLResponse:
    every = view.library.evaluations.list(count=FORMER)
    series = list(dict.fromkeys((one.name, one.kind) for one in every))
    chosen = next((one for one in series if one == (name, kind)), series[0] if series else None)
    runs = [one for one in every if (one.name, one.kind) == chosen][:SHOWN]
    measures = measures_of(runs)
    shown = measure if measure in measures else next(iter(measures), "")
    jobs = [job for job in view.jobs(FORMER) if job.kind == EVALUATE]
    return render(
        request,
        "evaluation/page.html",
        view,
        422 if failed else 200,
        failed=failed,
        series=series,
        chosen=chosen,
        runs=runs,
        measures=measures,
        measure=shown,
        plot=plot_of(runs, shown),
        running=[job for job in jobs if job.state in OPEN],
        former=list(_latest(jobs)),
        kinds=KINDS,
        active="evaluation",
    )


def _latest(jobs: list[Job]) -> dict[str, Job]:
    """Return the last job of each set of questions, by its name."""
    found: dict[str, Job] = {}
    for job in jobs:
        found.setdefault(str(job.given["name"]), job)
    return found


def _questions(view: View, again: str, file: UploadFile | None) -> tuple[str, list[Question]]:
    """Return the name of a set of questions, and the questions.

    Raises:
        ConfigError: The file holds none, or there is neither a file nor a set of this name.
    """
    former = _latest([job for job in view.jobs(FORMER) if job.kind == EVALUATE])
    if again in former and not (file and file.filename):
        return again, questions_of(former[again].given)
    name = Path(file.filename or "").stem if file else ""
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as kept:
        kept.write(file.file.read() if file else b"")
        kept.flush()
        try:
            return name or "questions", read_questions(Path(kept.name))
        except SourceError as exc:
            # Where it was put meanwhile says nothing to its sender.
            said = exc.message.replace(kept.name, file.filename or "" if file else "")
            raise ConfigError(said, hint=exc.hint) from exc
