"""The command tune: try a reranker on a library's own questions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aliquot.cli.options import JsonOption, LibraryOption, open_library
from aliquot.errors import ConfigError

if TYPE_CHECKING:
    from aliquot.evaluation.settings import Value

__all__ = ["COMMANDS", "tune"]

QUESTIONS = "questions.jsonl"
# What `retrieval.rerank_depth` allows.
MAX_DEPTH = 1000


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
    from aliquot.library.tuning import Reranked, settings_of

    with open_library(context, library) as opened:
        folder, config = opened.path, opened.config
    name = reranker or config.retrieval.reranker
    if not name:
        raise ConfigError("No reranker is configured.", hint="Name one: --reranker minilm-l12")
    tried = _depths(depths)
    task = QuestionTask(read_questions(questions or folder / QUESTIONS))
    judged = task.queries, task.qrels
    with Reranked(folder, config, name, task) as ranker, progress_bar() as progress:
        seconds = forecast(*judged, ranker.rank, tried)
        typer.echo(_time_ahead(len(task.qrels), tried, seconds), err=True)
        tuning = tune_by(*judged, ranker.rank, reranker=name, depths=tried, progress=progress)
    keys = settings_of(tuning, config.retrieval)
    if as_json:
        print_json(tuning.shape() | {"retrieval": keys, "written": write})
    else:
        show_tuning(tuning)
    if write and keys:
        write_settings(folder / "aliquot.toml", "retrieval", keys)
    if not as_json:
        say(_advice(keys, is_written=write), "dim")


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


COMMANDS = (tune,)
