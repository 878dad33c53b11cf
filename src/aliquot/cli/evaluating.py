"""Commands that measure a library: eval retrieval, tune; eval refusal, eval answers join them."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aliquot.cli.evaluating_answers import KeepOption, answers, keep_evaluation, refusal
from aliquot.cli.options import JsonOption, LibraryOption, open_library
from aliquot.errors import ConfigError

if TYPE_CHECKING:
    from aliquot.config import Config, RetrievalConfig
    from aliquot.evaluation.measures import Measure
    from aliquot.evaluation.report import Report
    from aliquot.evaluation.settings import Value
    from aliquot.evaluation.tasks import QuestionTask, Task
    from aliquot.evaluation.tuning import Tuning
    from aliquot.library import Library

__all__ = ["COMMANDS", "evaluation_app", "retrieval", "tune"]

QUESTIONS = "questions.jsonl"
# What `retrieval.rerank_depth` allows.
MAX_DEPTH = 1000

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


def tune(
    context: typer.Context,
    questions: Annotated[
        Path | None,
        typer.Argument(help="Questions to tune by; questions.jsonl of the library unless given."),
    ] = None,
    reranker: Annotated[
        str, typer.Option("--reranker", help="What to try; the configured one unless given.")
    ] = "",
    depths: Annotated[
        str, typer.Option("--depths", help="Ranks to rerank, each tried.")
    ] = "10,20,50,100",
    write: Annotated[
        bool, typer.Option("--write", help="Write the choice to the library's aliquot.toml.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Try a reranker on the library's own questions; take it only if it wins."""
    from aliquot.cli.figures import show_tuning
    from aliquot.cli.progress import progress_bar
    from aliquot.cli.render import print_json, say
    from aliquot.evaluation.questions import read_questions
    from aliquot.evaluation.settings import write_settings
    from aliquot.evaluation.tasks import QuestionTask
    from aliquot.evaluation.tuning import forecast
    from aliquot.evaluation.tuning import tune as tune_by

    with open_library(context, library) as opened:
        folder, config = opened.path, opened.config
    name = reranker or config.retrieval.reranker
    if not name:
        raise ConfigError("No reranker is configured.", hint="Name one: --reranker minilm-l12")
    tried = _depths(depths)
    task = QuestionTask(read_questions(questions or folder / QUESTIONS))
    judged = task.queries, task.qrels
    with _Ranker(folder, config, name, task) as ranker, progress_bar() as progress:
        seconds = forecast(*judged, ranker.rank, tried)
        typer.echo(_time_ahead(len(task.qrels), tried, seconds), err=True)
        tuning = tune_by(*judged, ranker.rank, reranker=name, depths=tried, progress=progress)
    keys = _keys(tuning, config.retrieval)
    if as_json:
        print_json(tuning.shape() | {"retrieval": keys, "written": write})
    else:
        show_tuning(tuning)
    if write and keys:
        write_settings(folder / "aliquot.toml", "retrieval", keys)
    if not as_json:
        say(_advice(keys, is_written=write), "dim")


# ------------------------------------------------------------------------------ retrieval


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


# ------------------------------------------------------------------------------ tune


class _Ranker:
    """The library with a reranker at one depth after the other, one open at a time."""

    def __init__(self, folder: Path, config: Config, reranker: str, task: QuestionTask) -> None:
        self._folder = folder
        self._config = config
        self._reranker = reranker
        self._task = task
        self._depth: int | None = None
        self._library: Library | None = None

    def __enter__(self) -> _Ranker:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        if self._library is not None:
            self._library.close()
            self._library = None

    def rank(self, question: str, depth: int) -> list[str]:
        """Return the files of the best chunks; depth 0 stands for no reranker."""
        from aliquot.evaluation.retrieval import DEPTH

        return self._task.files_of(self._at(depth).search(question, DEPTH))

    def _at(self, depth: int) -> Library:
        from aliquot.library import Library

        if self._library is None or self._depth != depth:
            self._close()
            self._library, self._depth = Library.open(self._folder, self._with(depth)), depth
        return self._library

    def _with(self, depth: int) -> Config:
        now = self._config.retrieval
        chosen: dict[str, Any] = {"reranker": ""}
        if depth:
            options = now.reranker_options if _is_own(self._reranker, now) else {}
            chosen = {
                "reranker": self._reranker,
                "rerank_depth": depth,
                "reranker_options": options,
            }
        return self._config.model_copy(update={"retrieval": now.model_copy(update=chosen)})


def _is_own(reranker: str, settings: RetrievalConfig) -> bool:
    """Tell whether the options in the settings are this reranker's, and not another's."""
    return settings.reranker in ("", reranker)


def _keys(tuning: Tuning, settings: RetrievalConfig) -> dict[str, Value]:
    """Return what to write; nothing where the one tried lost and another one is in use."""
    is_other = not _is_own(tuning.reranker, settings)
    if is_other and not tuning.depth:
        return {}
    keys: dict[str, Value] = {**tuning.keys}
    if is_other and settings.reranker_options:
        keys["reranker_options"] = {}
    return keys


def _time_ahead(questions: int, depths: Sequence[int], seconds: float) -> str:
    """Say how long it will take, before it does."""
    time = f"{seconds / 60:.0f} minutes" if seconds > 90 else f"{max(1, round(seconds))} seconds"
    shown = ", ".join(map(str, sorted(set(depths))))
    return f"{questions} questions, without a reranker and at depth {shown}: about {time}." + (
        " Fewer --depths take less." if seconds > 90 else ""
    )


def _depths(text: str) -> list[int]:
    """Read ranks between commas.

    Raises:
        ConfigError: One is no number from 1 to `MAX_DEPTH`.
    """
    words = text.replace(",", " ").split()
    if not words or not all(word.isdecimal() and 1 <= int(word) <= MAX_DEPTH for word in words):
        raise ConfigError(
            f"{text!r} are no depths.", hint=f"Write them as 10,20,50; {MAX_DEPTH} is the most."
        )
    return [int(word) for word in words]


def _advice(keys: Mapping[str, Value], *, is_written: bool) -> str:
    if not keys:
        return "The reranker in use stays as it is."
    shown = ", ".join(f"{key} = {json.dumps(value)}" for key, value in keys.items())
    return f"Written: {shown}" if is_written else f"'--write' would set: {shown}"


evaluation_app.command("refusal")(refusal)
evaluation_app.command("answers")(answers)

COMMANDS = (tune,)
