"""Commands that measure answers: eval refusal, eval answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aliquot.cli.options import JsonOption, LibraryOption, open_library
from aliquot.errors import ConfigError

if TYPE_CHECKING:
    from aliquot.evaluation.intervals import Interval
    from aliquot.evaluation.refusal_items import RefusalItem
    from aliquot.library import Library
    from aliquot.protocols import Progress
    from aliquot.types import Evaluation

__all__ = ["KeepOption", "answers", "keep_evaluation", "refusal"]

StrategyOption = Annotated[
    str, typer.Option("--strategy", help="How to answer; as configured unless given.")
]
KeepOption = Annotated[
    bool, typer.Option("--keep", help="Keep it in the library, to be compared over time.")
]
QUESTIONS = "questions.jsonl"
# What an evaluation of questions made from the library is kept as.
REFUSAL_NAME = "refusal"


def refusal(
    context: typer.Context,
    count: Annotated[
        int, typer.Option("--count", "-n", min=1, max=2000, help="Questions of each set.")
    ] = 60,
    seed: Annotated[int, typer.Option("--seed", help="Another seed, other questions.")] = 0,
    items: Annotated[
        Path | None,
        typer.Option("--items", metavar="FILE", help="Ask these, from --save-items; build none."),
    ] = None,
    save_items: Annotated[
        Path | None,
        typer.Option("--save-items", metavar="FILE", help="Write the questions, one a line."),
    ] = None,
    questions: Annotated[
        Path | None,
        typer.Option("--questions", metavar="FILE", help="Ask the questions of this set too."),
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Write the result as JSON.")
    ] = None,
    strategy: StrategyOption = "auto",
    keep: KeepOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure refusal: questions nothing answers, and the same where something does."""
    from aliquot.analysis.content_words import content_terms
    from aliquot.cli.answer_figures import show_refusal
    from aliquot.cli.progress import progress_bar
    from aliquot.cli.render import print_json
    from aliquot.evaluation.kept import kept_refusal
    from aliquot.evaluation.refusal import ask_items, items_of_questions
    from aliquot.evaluation.refusal_items import write_items

    asked = _items_of(items)
    if questions is not None:
        from aliquot.evaluation.questions import read_questions

        asked += items_of_questions(read_questions(_questions_file(questions)))
    with open_library(context, library) as opened, progress_bar() as progress:
        if items is None:
            asked = [*_built(opened, count, seed, progress), *asked]
        if save_items is not None:
            write_items(save_items, asked)
        report = ask_items(
            asked,
            lambda question, where: opened.ask(question, where, strategy, keep=False),
            terms_of=content_terms,
            progress=progress,
        )
        if keep:
            name = questions.name if questions is not None else REFUSAL_NAME
            keep_evaluation(opened, kept_refusal(report, name))
    _save(save, report.shape())
    if as_json:
        print_json(report.shape())
    else:
        show_refusal(report)


def answers(
    context: typer.Context,
    questions: Annotated[
        Path, typer.Argument(metavar="QUESTIONS", help="Questions with answers and evidence.")
    ],
    strategy: StrategyOption = "auto",
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Write the result as JSON.")
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="FILE", help="Compare with what --save wrote before."),
    ] = None,
    keep: KeepOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure answers: how often right, how well cited, what refused, what it cost."""
    from aliquot.cli.answer_figures import show_answers
    from aliquot.cli.progress import progress_bar
    from aliquot.cli.render import print_json
    from aliquot.evaluation.answers import gains_over, read_figures
    from aliquot.evaluation.kept import kept_answers
    from aliquot.evaluation.questions import read_questions
    from aliquot.library.evaluating import measure_answers

    read = read_questions(_questions_file(questions))
    before = read_figures(against) if against is not None else {}
    with open_library(context, library) as opened, progress_bar() as progress:
        report = measure_answers(opened, read, questions.name, strategy, progress)
        if keep:
            keep_evaluation(opened, kept_answers(report))
    gains = gains_over(report, before)
    shape = report.shape() | ({"against": _gains_shape(gains)} if before else {})
    _save(save, shape)
    if as_json:
        print_json(shape)
    else:
        show_answers(report, gains)


def keep_evaluation(library: Library, evaluation: Evaluation) -> None:
    """Keep an evaluation in the library, and say so."""
    kept = library.evaluations.put(evaluation)
    # Nothing may stand beside JSON on standard output.
    typer.echo(f"Kept as evaluation {kept.id}.", err=True)


def _items_of(path: Path | None) -> list[RefusalItem]:
    from aliquot.evaluation.refusal_items import read_items

    return read_items(path) if path is not None else []


def _built(library: Library, count: int, seed: int, progress: Progress) -> list[RefusalItem]:
    """Build the sets.

    Raises:
        ConfigError: The library holds nothing to ask about.
    """
    from aliquot.evaluation.refusal_items import build_items

    built = build_items(library, count, seed=seed, progress=progress)
    if not built:
        raise ConfigError(
            "No question can be made from this library.",
            hint="Add papers, protocols or trials first, or ask your own with --questions FILE.",
        )
    return built


def _questions_file(path: Path) -> Path:
    """Return a file of questions.

    Raises:
        ConfigError: There is none.
    """
    found = path / QUESTIONS if path.is_dir() else path
    if not found.is_file():
        raise ConfigError(f"{found} does not exist.", hint="Check the path.")
    return found


def _gains_shape(gains: Mapping[str, Interval]) -> dict[str, Any]:
    return {
        name: {"gain": round(one.figure, 4), "interval": [round(one.low, 4), round(one.high, 4)]}
        for name, one in gains.items()
    }


def _save(path: Path | None, shape: Mapping[str, Any]) -> None:
    """Write a result as JSON, if a place is named.

    Raises:
        ConfigError: The file cannot be written.
    """
    if path is None:
        return
    try:
        path.write_text(json.dumps(shape, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except OSError as exc:
        raise ConfigError(
            f"{path} cannot be written: {exc.strerror}.", hint="Choose a folder you may write to."
        ) from exc
