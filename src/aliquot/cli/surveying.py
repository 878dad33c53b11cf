"""The command that puts a question to every document: survey."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aliquot.cli.options import JsonOption, LibraryOption, WhereOption, open_library
from aliquot.errors import ConfigError

if TYPE_CHECKING:
    from aliquot.types import Coverage, Survey, SurveyRow

__all__ = ["COMMANDS", "survey"]

# Files named that were not read, before "and N more": --json has all.
SHOWN_UNREAD = 10
# A cell that begins like this is a formula to a spreadsheet; an apostrophe makes it text.
# Source: OWASP, CSV Injection.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def survey(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="What is asked of every document.")],
    where: WhereOption = "",
    columns: Annotated[
        str, typer.Option("--columns", metavar="A,B", help="What is wanted of each document.")
    ] = "",
    to_csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write the table to a file.")
    ] = None,
    as_markdown: Annotated[bool, typer.Option("--md", help="Print a Markdown table.")] = False,
    limit: Annotated[
        int, typer.Option("--limit", min=1, help="Rows shown on the terminal; counts are of all.")
    ] = 50,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Put a question to every document, and say how many were read.

    Each row is proved by a quote. What could not be read is named: it may hold more.
    """
    from aliquot.cli.progress import progress_bar
    from aliquot.cli.render import print_json
    from aliquot.shapes import survey_shape

    named = [one.strip() for one in columns.split(",") if one.strip()]
    with open_library(context, library) as opened, progress_bar() as progress:
        found = opened.survey(question, named, where or None, progress=progress)
    if to_csv is not None:
        _write_csv(found, to_csv)
    if as_json:
        print_json(survey_shape(found))
    elif as_markdown:
        typer.echo(_markdown(found))
    elif to_csv is None:
        _show(found, limit)


# ------------------------------------------------------------------------------ files


def _write_csv(found: Survey, path: Path) -> None:
    """Write rows with their first quote; UTF-8 with a mark, which spreadsheets need.

    Raises:
        ConfigError: The file cannot be written.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*found.columns, "quote", "citation", "source"])
    for row in found.rows:
        first = row.citations[0]
        cells = [*_cells(row, found.columns), _line(first.quote), first.label, first.source]
        writer.writerow([_plain(cell) for cell in cells])
    try:
        path.write_text(text.getvalue(), encoding="utf-8-sig", newline="")
    except OSError as exc:
        raise ConfigError(
            f"{path} cannot be written: {exc.strerror}.", hint="Name another file."
        ) from exc


def _plain(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULA_SIGNS) else cell


def _cells(row: SurveyRow, columns: Sequence[str]) -> list[str]:
    return [_line(row.values.get(name, "")) for name in columns]


def _line(text: str) -> str:
    return " ".join(text.split())


def _markdown(found: Survey) -> str:
    columns = [*found.columns, "quote"]
    rows = [
        [
            *_cells(row, found.columns),
            f"“{_line(row.citations[0].quote)}” [{row.citations[0].label}]",
        ]
        for row in found.rows
    ]
    lines = [columns, ["---"] * len(columns), *rows]
    table = "\n".join(
        f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines
    )
    return "\n\n".join([table, "\n".join(_remarks(found))])


# ------------------------------------------------------------------------------ terminal


def _show(found: Survey, limit: int) -> None:
    from rich.table import Table
    from rich.text import Text

    from aliquot.cli.render import console, say

    if found.rows:
        table = Table(box=None, pad_edge=False, header_style="bold")
        for name in (*found.columns, "quote"):
            table.add_column(name, overflow="fold")
        for row in found.rows[:limit]:
            cells = [*_cells(row, found.columns), _line(row.citations[0].quote)]
            table.add_row(*(Text(cell) for cell in cells))
        console().print(table)
    if len(found.rows) > limit:
        say(f"and {len(found.rows) - limit} more rows; --limit, --csv or --json give them", "dim")
    for line in _remarks(found):
        say(line, "dim")


def _remarks(found: Survey) -> Iterator[str]:
    """Yield what belongs under every table, coverage last."""
    if found.count is not None:
        yield f"Count: {found.count} ({found.counted})."
    elif not found.rows and not found.absent:
        yield "No document that was read says so."
    if found.universe:
        yield f"Looked for: {found.universe}."
    for one in found.absent:
        near = f"; near: {', '.join(one.near)}" if one.near else ""
        yield f"Absent: {one.name} (searched: {', '.join(one.searched)}{near})."
    for note in found.notes:
        yield f"Note: {note}."
    if found.where:
        yield f"Filter: {found.where}."
    yield _coverage(found.coverage)
    for unread in found.coverage.unread[:SHOWN_UNREAD]:
        reason = f": {_line(unread.reason)}" if unread.reason else ""
        yield f"  {unread.state}: {unread.source}{reason}"
    if len(found.coverage.unread) > SHOWN_UNREAD:
        yield f"  and {len(found.coverage.unread) - SHOWN_UNREAD} more"


def _coverage(coverage: Coverage) -> str:
    left = (
        (coverage.no_text, "without text"),
        (coverage.no_section, "without the section asked for"),
        (coverage.failed, "could not be read"),
        (coverage.skipped, "skipped"),
    )
    parts = "".join(f", {count} {what}" for count, what in left if count)
    return f"Coverage: {coverage.read} of {coverage.in_scope} in scope were read{parts}."


COMMANDS = (survey,)
