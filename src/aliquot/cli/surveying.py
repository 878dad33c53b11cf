"""The command that puts a question to every document: survey."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aliquot.cli.options import JsonOption, LibraryOption, WhereOption, open_library

if TYPE_CHECKING:
    from aliquot.library import Library
    from aliquot.types import Survey

__all__ = ["COMMANDS", "survey"]


def survey(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="What is asked of every document.")],
    where: WhereOption = "",
    columns: Annotated[
        str, typer.Option("--columns", metavar="A,B", help="What is wanted of each document.")
    ] = "",
    group_by: Annotated[
        str, typer.Option("--by", metavar="NAME", help="Count also by year, author or version.")
    ] = "",
    export: Annotated[
        list[Path] | None,
        typer.Option(
            "--export",
            metavar="FILE",
            help="Write a new .csv, .xlsx, .md, .json or .svg file; may be repeated.",
        ),
    ] = None,
    as_markdown: Annotated[bool, typer.Option("--md", help="Print a Markdown table.")] = False,
    limit: Annotated[
        int, typer.Option("--limit", min=1, help="Rows shown on the terminal; counts are of all.")
    ] = 50,
    max_documents: Annotated[
        int | None,
        typer.Option(
            "--max-documents", metavar="N", min=0, help="Documents a language model may read."
        ),
    ] = None,
    max_cost: Annotated[
        float | None,
        typer.Option("--max-cost", metavar="USD", min=0, help="What a language model may cost."),
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Put a question to every document, and say how many were read.

    Each row is proved by a quote. What could not be read is named: it may hold more.
    """
    from aliquot.cli.progress import progress_bar
    from aliquot.generation.surveying.tables.writing import check_table
    from aliquot.types import SurveyBudget

    # A survey may take long or cost: a name that cannot be written is refused before.
    paths = list(dict.fromkeys(export or ()))
    for path in paths:
        check_table(path)
    named = [one.strip() for one in columns.split(",") if one.strip()]
    budget = SurveyBudget(max_documents, max_cost)
    with open_library(context, library) as opened:
        with progress_bar() as progress:
            found = opened.survey(
                question, named, where or None, group_by=group_by, budget=budget, progress=progress
            )
        # Shown first: what cannot be written is then not lost.
        _show(found, limit, as_json=as_json, as_markdown=as_markdown)
        _export(opened, found, paths)


def _show(found: Survey, limit: int, *, as_json: bool, as_markdown: bool) -> None:
    from aliquot.cli.render import print_json
    from aliquot.cli.surveyed import show_survey
    from aliquot.generation.surveying.tables.markdown import to_markdown
    from aliquot.shapes import survey_shape

    if as_json:
        print_json(survey_shape(found))
    elif as_markdown:
        typer.echo(to_markdown(found), nl=False)
    else:
        show_survey(found, limit)


def _export(library: Library, found: Survey, paths: Sequence[Path]) -> None:
    """Write a survey to files, and note in the audit log that it left the library."""
    from aliquot.cli.render import counted
    from aliquot.generation.surveying.tables.writing import write_survey

    for path in paths:
        content = write_survey(found, path)
        library.history.note_export("survey", path.name, hashlib.sha256(content).hexdigest())
        # Nothing may stand beside JSON on standard output.
        typer.echo(f"{counted(len(found.rows), 'row')} in {path}.", err=True)


COMMANDS = (survey,)
