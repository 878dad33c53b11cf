"""Commands that measure a library: eval retrieval; eval refusal and eval answers join it."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aliquot.cli.evaluating_answers import KeepOption, answers, keep_evaluation, refusal
from aliquot.cli.options import JsonOption, LibraryOption, open_library
from aliquot.errors import ConfigError

if TYPE_CHECKING:
    from aliquot.evaluation.measures import Measure
    from aliquot.evaluation.report import Report
    from aliquot.evaluation.tasks import Task
    from aliquot.library import Library

__all__ = ["evaluation_app", "retrieval"]

QUESTIONS = "questions.jsonl"

evaluation_app = typer.Typer(
    name="eval",
    help="Measure how well a library finds and answers.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@evaluation_app.callback()
def _evaluation() -> None:
    """Measure how well a library finds and answers."""


@evaluation_app.command("retrieval")
def retrieval(
    context: typer.Context,
    subject: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER|QUESTIONS",
            help="A collection in BEIR's layout, questions.jsonl, or TREC qrels (with --run).",
        ),
    ],
    measures: Annotated[
        str, typer.Option("--measures", "-m", help="Such as 'nDCG@10, R@100, P(rel=2)@5, hit@5'.")
    ] = "",
    run: Annotated[
        Path | None, typer.Option("--run", metavar="FILE", help="Score this TREC run; ask nothing.")
    ] = None,
    save_run: Annotated[
        Path | None, typer.Option("--save-run", metavar="FILE", help="Write a TREC run.")
    ] = None,
    split: Annotated[str, typer.Option("--split", help="Judgements of a collection.")] = "test",
    place: Annotated[
        Path | None,
        typer.Option("--place", metavar="FOLDER", help="Keep a collection's library here."),
    ] = None,
    legs: Annotated[bool, typer.Option("--legs/--no-legs", help="Measure each leg alone.")] = True,
    keep: KeepOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure retrieval: nDCG, recall, precision and the like, with intervals."""
    from aliquot.cli.figures import show_evaluation
    from aliquot.cli.render import print_json
    from aliquot.evaluation.measures import DEFAULT_MEASURES, parse_measures

    wanted = parse_measures(measures) if measures else DEFAULT_MEASURES
    if keep and (run is not None or _is_collection(subject)):
        raise ConfigError(
            "Only what was asked of the library can be kept in it.",
            hint="Give --keep with questions.jsonl, and without --run.",
        )
    if run is not None:
        report = _score_run(subject, run, split, wanted)
    elif _is_collection(subject):
        report = _measure_collection(subject, split, place, wanted, legs, save_run)
    else:
        _check_askable(subject)
        with open_library(context, library) as opened:
            report = _measure_questions(opened, subject, wanted, legs, save_run, keep)
    if as_json:
        print_json(report.shape())
    else:
        show_evaluation(report)


def _score_run(subject: Path, run: Path, split: str, measures: Sequence[Measure]) -> Report:
    """Score a file of results against whatever judgements the subject holds."""
    from aliquot.evaluation.beir import open_collection
    from aliquot.evaluation.qrels import read_qrels
    from aliquot.evaluation.questions import qrels_of, read_questions
    from aliquot.evaluation.report import Report
    from aliquot.evaluation.retrieval import JudgedQuery
    from aliquot.evaluation.runs import read_run
    from aliquot.evaluation.tasks import score_rankings

    asked: Sequence[JudgedQuery]
    if _is_collection(subject):
        collection = open_collection(subject, split=split)
        asked, qrels = collection.queries, collection.qrels
    elif subject.is_dir() or ".jsonl" in subject.suffixes:
        questions = read_questions(_questions_file(subject))
        asked, qrels = [one.query for one in questions], qrels_of(questions)
    else:
        qrels = read_qrels(subject)
        asked = [JudgedQuery(query, "") for query in qrels]
    rankings = read_run(run)
    extra = len(rankings.keys() - qrels.keys())
    notes = [f"{extra} queries of the run are not judged; they are left out."] if extra else []
    return Report(run.name, asked, score_rankings(measures, qrels, rankings), warnings=notes)


def _check_askable(subject: Path) -> None:
    """Say what is wrong with what is to be measured before a library is looked for.

    Raises:
        ConfigError: It is not there, or holds nothing to be asked.
    """
    if not subject.exists():
        raise ConfigError(f"{subject} does not exist.", hint="Check the path.")
    if not subject.is_dir() and ".jsonl" not in subject.suffixes:
        raise ConfigError(
            f"{subject} holds no questions.",
            hint="Questions end in .jsonl; judgements alone are scored with --run FILE.",
        )


def _is_collection(subject: Path) -> bool:
    return subject.is_dir() and not (subject / QUESTIONS).is_file()


def _questions_file(subject: Path) -> Path:
    return subject / QUESTIONS if subject.is_dir() else subject


def _measure_questions(
    library: Library,
    subject: Path,
    measures: Sequence[Measure],
    with_legs: bool,
    save_run: Path | None,
    is_kept: bool,
) -> Report:
    from aliquot.evaluation.kept import kept_retrieval
    from aliquot.evaluation.questions import read_questions
    from aliquot.evaluation.tasks import QuestionTask

    task = QuestionTask(read_questions(_questions_file(subject)))
    unjudged = len(task.queries) - len(task.qrels)
    notes = [f"{unjudged} questions name no file that answers them."] if unjudged else []
    report, rankings = _measure(library, task, subject.name, measures, with_legs, save_run, notes)
    if is_kept:
        keep_evaluation(library, kept_retrieval(report, rankings, task.questions))
    return report


def _measure_collection(
    subject: Path,
    split: str,
    place: Path | None,
    measures: Sequence[Measure],
    with_legs: bool,
    save_run: Path | None,
) -> Report:
    """Read a collection into a library of its own, the way of any lab file, and ask that."""
    from aliquot.cli.progress import progress_bar
    from aliquot.evaluation.beir import open_collection, write_corpus
    from aliquot.evaluation.tasks import CollectionTask
    from aliquot.library import Library

    collection = open_collection(subject, split=split)
    with tempfile.TemporaryDirectory(prefix="aliquot-") as scratch:
        # Resolved: the library knows its files by where they really are.
        folder = (place or Path(scratch)).resolve() / collection.name
        task = CollectionTask(collection, write_corpus(collection, folder / "files"))
        with Library.create(folder / "library") as library:
            with progress_bar() as progress:
                added = library.add(folder / "files", progress=progress)
            lost = len(added.failed)
            notes = [*collection.warnings, *([f"{lost} texts were not read."] if lost else [])]
            found = _measure(library, task, collection.name, measures, with_legs, save_run, notes)
            return found[0]


def _measure(
    library: Library,
    task: Task,
    name: str,
    measures: Sequence[Measure],
    with_legs: bool,
    save_run: Path | None,
    notes: Sequence[str],
) -> tuple[Report, dict[str, list[str]]]:
    """Ask a library every query, then each of its legs alone."""
    from aliquot.cli.progress import progress_bar
    from aliquot.evaluation.runs import write_run
    from aliquot.library.evaluating import measure_retrieval

    with progress_bar() as progress:
        report, rankings = measure_retrieval(
            library, task, name, measures, with_legs=with_legs, notes=notes, progress=progress
        )
    if save_run is not None:
        write_run(save_run, rankings)
    return report, rankings


evaluation_app.command("refusal")(refusal)
evaluation_app.command("answers")(answers)
